/** Tables about how messages end, in text and in streams: left-overs of calls, parts behind a call, thinking, calls shown before. */
import fc from "fast-check";
import type { GrammarCall } from "../../spec/contract.ts";
import { askGrammar, askStream, type Check } from "../check.ts";
import { settings } from "../grammar-arbitraries.ts";
import { sameJson, toJson } from "../json-text.ts";
import { ONE_CASE, type Property, property } from "../property.ts";
import { gained, partsOf } from "./grammar-case.ts";
import { text, thinking, toMessage } from "./grammar-parts.ts";

const BODY = '{"name": "bash", "arguments": {"command": "ls -la"}}';
const CALL = `<tool_call>${BODY}</tool_call>`;
/** A file shows it line by line. */
const LINES = `<tool_call>\n${BODY.replace(", ", ",\n")}\n</tool_call>`;
const UNKNOWN = CALL.replace("bash", "deploy");
const RESULT = "<tool_result>\na.md\n</tool_result>";

/** A text, and what strip leaves of it. */
type Ending = readonly [given: string, left: string];
const stays = (given: string): Ending => [given, given];

/** How families begin an argument inside of a call. */
const ARGUMENTS = [
  '<parameter name="command">',
  "<parameter=command>",
  '<param name="command">',
  '<｜DSML｜parameter name="command" string="true">',
  '<｜｜DSML｜｜parameter name="command" string="true">',
  "<arg_key>command",
  "<arg_value>",
  "<|tool_call_argument_begin|>",
] as const;

const ENDINGS: readonly Ending[] = [
  ...ARGUMENTS.map((begin) => stays(`Done.\n${begin}ls\n</tool_call>`)),
  ["Done.\n</tool_call>", "Done.\n"],
  ["Done.\n</tool_call>\n \n", "Done.\n \n"],
  stays("Done.\n</tool_call>\nMore."),
  ["Done.\n</tool_call>\n</tool_call>", "Done.\n"],
  [`Done.\n</tool_call>\n${CALL}`, "Done.\n"],
  [`Done.\n</tool_call>\n${CALL}\n${CALL}`, "Done.\n"],
  [`Done.\n</tool_call>\n${CALL}\nMore.`, "Done.\n</tool_call>\nMore."],
  [`Done.\n</tool_call>\n${CALL}\n${CALL}\nMore.`, "Done.\n</tool_call>\nMore."],
  stays(`Done.\n</tool_call>\n${UNKNOWN}`),
  [`Done.\n</tool_call>\n${CALL}\n${UNKNOWN}`, `Done.\n</tool_call>\n${UNKNOWN}`],
  ["Done.\n</tool_call>\n<tool_call>", "Done.\n"],
  ["Done.\n<tool_call>", "Done.\n"],
  stays("Done.\n<tool_call>\nMore."),
  stays("It ends with </tool_call>"),
  stays("It begins with <tool_call>"),
  stays("Done.\n`</tool_call>`"),
  stays("Done.\n> </tool_call>"),
  stays("```\n</tool_call>"),
  stays("Done.\n    </tool_call>".replace("\n", "\n\n")),
  stays(`Done.\n${CALL} is it`),
  [`Done.\n${CALL} ${CALL}\nMore.`, "Done.\nMore."],
  [`Done.\n${CALL}\t \r\nMore.`, "Done.\nMore."],
  [`Done.\n${CALL}\n</tool_call>\nMore.`, "Done.\nMore."],
  [`Done.\n${CALL}\n${RESULT}\nMore.`, "Done.\nMore."],
  stays(`Done.\n${RESULT}\nMore.`),
  [`Done.\n  ${CALL}\n  More.`, "Done.\n  More."],
  [`Done.\n${CALL}\n\nMore.`, "Done.\n\nMore."],
  [`Done. ${CALL}\nMore.`, "Done. \nMore."],
  [`I look now. ${CALL}\nMore.`, "I look now. \nMore."],
];

const endings = property({
  address: "grammar/exact-cut/how-texts-end",
  title: "Left-overs go where they end the message, and calls go with what belongs to them; all else stays.",
  capability: "grammar",
  share: ONE_CASE,
  fixed: true,
  arbitrary: fc.constant(ENDINGS),
  *check(all): Check {
    for (const [given, left] of all) {
      const { answer } = yield* askGrammar({ ...settings("strip"), message: toMessage([text(given)]) });
      const received = partsOf(answer.message)
        .map((part) => String(part.text))
        .join("|");
      if (received !== left) return { says: `of ${JSON.stringify(given)}`, expected: left, received };
    }
    return undefined;
  },
});

/** The same in a stream, unit by unit. */
export const streamedEndings: Property = property({
  address: "stream/chunking-invisible/how-texts-end",
  title: "Unit by unit, with line ends of one unit and of two, a stream shows what strip leaves.",
  capability: "stream",
  share: ONE_CASE,
  fixed: true,
  arbitrary: fc.constant(ENDINGS),
  *check(all): Check {
    for (const [given, left] of all)
      for (const end of ["\n", "\r\n"]) {
        const written = (line: string): string => line.replaceAll(/\r?\n/g, end);
        const chunks = written(given).split("");
        const { answer } = yield* askStream({ ...settings("strip"), chunks });
        const received = answer.visible.join("") + answer.flushed;
        const expected = written(left);
        if (received !== expected) return { says: `of ${JSON.stringify(given)}`, expected, received };
      }
    return undefined;
  },
});

/** A message's parts, and whether its call runs. */
type Parts = readonly [runs: boolean, parts: readonly unknown[], more?: Partial<GrammarCall>];

/** Asks all rows; a row whose call does not run keeps its stop reason, and one that runs gains that call alone. */
function* asked(rows: readonly Parts[]): Check {
  for (const [runs, parts, more] of rows) {
    const message = toMessage(parts);
    const { answer } = yield* askGrammar({ ...settings("recover"), message, ...more });
    const received = toJson(gained(message, answer.message).map(({ name, arguments: args }) => [name, args]));
    const expected = toJson(runs ? [["bash", { command: "ls -la" }]] : []);
    if (!sameJson(expected, received))
      return { says: `of ${message} with ${toJson(more ?? {})}`, expected, received };
  }
  return undefined;
}

const rows = (address: string, title: string, all: readonly Parts[]): Property =>
  property({
    ...{ address, title, capability: "grammar", share: ONE_CASE, fixed: true },
    arbitrary: fc.constant(all),
    check: asked,
  });

const image = { type: "image", data: "", mimeType: "image/png" };

const behind = rows(
  "grammar/nothing-after-a-call/parts",
  "Only what is not visible may follow the calls, in any part.",
  [
    [true, [text(CALL)]],
    [true, [text(CALL), text(" \n")]],
    [true, [text("Done."), text(CALL)]],
    [true, [image, text(CALL)]],
    [true, [text(CALL), thinking("I am done.")]],
    [true, [text(`${CALL}\n</tool_call>`)]],
    [true, [text(CALL), text("</tool_call>")]],
    [false, [text(CALL), text("Done.")]],
    [false, [text(CALL), image]],
    [false, [text(CALL), { type: "other" }]],
    [false, [text(`${CALL}\n\nDone.`)]],
    [false, [text(CALL), text(UNKNOWN)]],
    [false, [text(CALL), text("as in <tool_call>")]],
    [false, [text(`${CALL}\n<tool_call>{"name": "bash", "argu`)]],
    [false, [text(`${CALL}\n<tool_call>`)]],
    [false, [text(`<tool_call>{"name": "bash", "arguments": {"command": ls}}</tool_call>\n${CALL}`)]],
  ],
);

const thought = rows(
  "grammar/thinking/parts",
  "A call is taken from thinking only where it ends it and nothing is visible.",
  [
    [true, [thinking(`I look.\n${CALL}`)]],
    [true, [thinking(`I look.\n${CALL}`), text(" ")]],
    [true, [thinking("I look."), thinking(CALL)]],
    [true, [text(`<think>\nI look.\n${CALL}`)]],
    [true, [text(`\n<think>\nI look.\n${CALL}`)]],
    [true, [text(`<think>\nI look.\n</think>\n${CALL}`)]],
    [true, [text(`<think>\nI look.\n</think>${CALL}`)]],
    [true, [thinking(CALL.replace("ls -la", "pwd")), text(CALL)]],
    [false, [thinking(`${CALL}\nThat is it.`)]],
    [false, [thinking(CALL), text("Done.")]],
    [false, [text("Done."), thinking(CALL)]],
    [false, [thinking(CALL), thinking(CALL)]],
    [false, [thinking(CALL), text(`<think>\n${CALL}`)]],
    [false, [text(`Done.\n<think>\nI look.\n${CALL}`)]],
    [false, [text(`<think>\nI look.\n${CALL}\nThat is it.`)]],
    [false, [text(`<think>\n${CALL}\n</think>\nDone.`)]],
    [false, [text(`<think>\n${CALL}\n</think>`)]],
    [false, [text(`\`\`\`\n<think>\n\`\`\`\nI look. ${CALL} is it`)]],
    [true, [text(`\`\`\`\n<think>\n\`\`\`\n${CALL}`)]],
  ],
);

/** How models open their thinking in text. */
const THINKING = [
  "<think>",
  "<thinking>",
  "[THINK]",
  "<|START_THINKING|>",
  "<|channel|>analysis<|message|>",
  "<|start|>assistant<|channel|>analysis<|message|>",
] as const;

const spelled = rows(
  "grammar/thinking/every-opener",
  "However thinking is opened in text, beside visible text no call is taken from it.",
  THINKING.flatMap((open): readonly Parts[] => [
    [false, [text(`Done.\n${open}\nI look.\n${CALL}`)]],
    [false, [text(`Done.\n${open}I look.\n${CALL}`)]],
  ]),
);

const shown = (each: (line: string, index: number) => string, text = LINES): string =>
  ["# notes", ...text.split("\n"), "the end"].map(each).join("\n");
const seen = (runs: boolean, ...texts: readonly string[]): Parts => [
  runs,
  [text(LINES)],
  { seenTexts: [...texts] },
];

const echo = rows(
  "grammar/echo-never-runs/as-tools-show-files",
  "A call never runs that was seen with line numbers, as a diff, or inside JSON; what only resembles it does not matter.",
  [
    seen(true),
    seen(true, "", "hello"),
    seen(false, LINES),
    seen(false, "hello", LINES),
    seen(
      false,
      shown((line, at) => `${at + 9}: ${line}`),
    ),
    seen(
      false,
      shown((line, at) => `${at + 9}:${line}`),
    ),
    seen(
      false,
      shown((line, at) => `  ${at + 9}\t${line}`),
    ),
    seen(
      false,
      shown((line, at) => `${at + 9} | ${line}`),
    ),
    seen(
      false,
      shown((line, at) => `${at + 9}→${line}`),
    ),
    seen(
      false,
      shown((line, at) => `${at + 9}-${line}`),
    ),
    seen(
      false,
      shown((line) => `+${line}`),
    ),
    seen(
      false,
      shown((line) => `-${line}`),
    ),
    seen(
      false,
      shown((line) => `    ${line}  `),
    ),
    seen(false, toJson({ content: shown((line) => line) })),
    seen(false, "hello", toJson({ content: shown((line) => `\t${line}\r`) })),
    seen(
      true,
      shown((line) => `x ${line}`),
    ),
    seen(
      true,
      shown((line) => `${line}x`),
    ),
    seen(true, LINES.replace("ls", "rm")),
    seen(true, LINES.replace("bash", "read")),
    seen(true, LINES.slice(0, LINES.indexOf("}"))),
    seen(
      true,
      shown((line) => line, LINES.replace("-la", "-l")),
    ),
  ],
);

export const endProperties: readonly Property[] = [endings, behind, thought, spelled, echo];
