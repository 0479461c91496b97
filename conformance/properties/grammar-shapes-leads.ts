/** What may stand before a call on its line, and what may not: each ending of a sentence and each likeness of one. */
import { askGrammar, type Check } from "../check.ts";
import { everything, type Property } from "../property.ts";
import { partsOf } from "./grammar-case.ts";
import { text as textPart, toMessage } from "./grammar-parts.ts";

const CALLS = [
  '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>',
  'functools[{"name": "bash", "arguments": {"command": "ls"}}]',
  '-> tool/function_call\n[{"name": "bash", "arguments": {"command": "ls"}}]',
];

const WHOLE = CALLS[0] ?? "";

const CLOSING = ["", '"', "'", "”", "’", "»", ")", "]", "}", "）", "】", "》", "」", "』", '")'];
const ENDS = [".", "!", "?", "…", "。", "！", "？", "..."];

const FINISHED: readonly string[] = [
  ...[
    "as in\r",
    "as in\n",
    "so\r\n ",
    "[1]\n",
    "[name]\n",
    "[]\n",
    "[a b]\n",
    "[note]\r\n",
    "<b>\n",
    "]\n",
    "[[x]]\n\n",
  ],
  ...ENDS.flatMap((end) => CLOSING.map((closing) => `It is all done${end}${closing}`)),
  ...["Ok.", "OK.", "Yes.", "Hi.", "Oui.", "Sí.", "Done.", "C'est été.", "See it now."],
  ...["I looked at (all of it).", 'He calls it "the list".', "This is so.", "One\ttwo three."],
  ...["第一步。", "A b c.\nDone.", "I have seen\r\nall of it.", "- I look at it."],
  ...["</think>", "<think>\nWell.\n</think>\t ", "</thinking> ", "[/THINK]", "<|END_THINKING|> "],
];

const ABBREVIATIONS = [
  ...[
    "approx",
    "Art",
    "bzw",
    "cf",
    "Dr",
    "Fig",
    "incl",
    "max",
    "Mr",
    "No",
    "Prof",
    "sec",
    "usw",
    "vgl",
    "vol",
    "vs",
  ],
  ...["e.g", "i.e", "z.B", "a.k.a", "(e.g", "d.h", "É.u"],
];

const UNFINISHED: readonly string[] = [
  ...["  iii.", "The steps:\n  iii.", "a  ii.", ")", '")', "Khi.", "]"],
  ...ABBREVIATIONS.flatMap((word) => [`as in ${word}.`, `${word}.`, `we will soon see it, ${word}.`]),
  ...["1.", "a.", "ii.", "(a).", "`a`.", "The steps are these:\nii.", "The steps are these:\rii."],
  ...[
    "The two steps are\niv.",
    "v2.",
    "we have version 3.",
    "x_y.",
    "a1b.",
    "see ..",
    "look at ./..",
    "in src/..",
  ],
  ...[
    "We have these. And",
    "it is done .x",
    "a, b",
    "it is done.:",
    "this:",
    "so -",
    "(as here)",
    "Hi there",
    "ok",
  ],
  ...[
    "oh hi",
    "okay then ok",
    'this "is"',
    ".",
    "the file\n.",
    `It prints${" ".repeat(70)}`,
    "hix.",
    "x ok.",
  ],
  ...["</tool>", "</thin>", "[THINK", "end|>"],
];

const UNMET = { mode: "strip", knownTools: ["bash"] };

/** With the call directly behind, and behind a blank, beside a part that is a call and goes. */
function* judgeLead(lead: string, call: string, counts: boolean): Check {
  for (const between of ["", " "]) {
    const before = lead + between;
    const parts = [textPart("I look."), textPart(WHOLE), textPart(before + call)];
    const { answer } = yield* askGrammar({ ...UNMET, message: toMessage(parts) });
    const left = partsOf(answer.message).map((part) => part.text);
    const received = String(left[1] ?? "");
    // Blanks before the call, and the blank line that the cut would leave, may go with it.
    const kept = before.startsWith(received) && before.slice(received.length).trim() === "";
    const right = counts ? kept : received === before + call;
    if (left.includes(WHOLE) || !right)
      return {
        says: `a call ${counts ? "behind a sentence stays" : "is cut"}`,
        expected: before + call,
        received,
      };
  }
  return undefined;
}

const leads = (address: string, title: string, given: readonly string[], counts: boolean): Property =>
  everything({
    address,
    title,
    capability: "grammar",
    *check(): Check {
      for (const call of CALLS)
        for (const lead of given) {
          const problem = yield* judgeLead(lead, call, counts);
          if (problem !== undefined) return problem;
        }
      return undefined;
    },
  });

/** Sentences that end in code. */
const CODE = ["I run `ls`.", "Now I run `ls`.", "There is ``a `b` c``!", "Then we have (the `x`)."];

export const leadProperties: readonly Property[] = [
  leads(
    "grammar/mention-is-not-a-leak/behind-a-span",
    "A call behind a sentence that ends with a closed span is no mention.",
    CODE,
    true,
  ),
  leads(
    "grammar/position-evidence/each-end-of-a-sentence",
    "A call counts behind each ending of a sentence and each closer of thoughts.",
    FINISHED,
    true,
  ),
  leads(
    "grammar/position-evidence/no-end-of-a-sentence",
    "A call does not count behind abbreviations, list markers, versions, paths and other text.",
    UNFINISHED,
    false,
  ),
];
