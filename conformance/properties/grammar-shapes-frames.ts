/**
 * The frame of every shape, damaged at every place where it cannot do without, and changed where it can: each property
 * asks about the whole catalogue once.
 */
import { WRITINGS, type Writing, type WrittenCall, writeCalls } from "../../spec/grammar-writers.ts";
import { askGrammar, type Check, type Problem } from "../check.ts";
import { framed, textCall } from "../grammar-arbitraries.ts";
import { everything, type Property } from "../property.ts";
import { judge, partsOf } from "./grammar-case.ts";
import { text as textPart, toMessage } from "./grammar-parts.ts";

const VALUE = "QVAL";
const BASH: WrittenCall = { name: "bash", args: { command: VALUE } };
const READ: WrittenCall = { name: "read", args: { path: "b.md" } };
const FRAMED = WRITINGS.filter(framed);

/** Places in which any character may stand: names, keys, values with their line ends, ids, headers. */
const FREE = [
  ...["bash", "command", `${VALUE}\n`, `\n${VALUE}`, VALUE, "VvvODy9mT", "local", "abc123", '"0"', '="1"'],
  ...['"function"', "assistant", " to=", "commentary ", " <|constrain|>", "json"],
];
/** Where a frame begins to be needed, in shapes that count without what stands before it. */
const NEEDED: Readonly<Record<string, string>> = {
  "qwen-xml": "<function=",
  "seed-oss": "<function=",
  "gigachat-3": "function call",
};
/** What may be lost: an angle bracket that this family is known to lose, and what makes a header one text. */
const MAY_GO = ["<function=", "<|channel|>", "<|constrain|>"];

/** Where the pieces stand in a text, from and to. */
const spansOf = (text: string, pieces: readonly string[]) =>
  pieces.flatMap((piece) => {
    const before = text.split(piece).slice(0, -1);
    let from = -piece.length;
    return before.map((part) => {
      from += piece.length + part.length;
      return [from, from + piece.length] as const;
    });
  });

/** The call with a mark in place of each character of its frame, before each, or with the character gone, in turn. */
export function damaged(writing: Writing): readonly string[] {
  const { text, done } = writeCalls(writing, [BASH]);
  const needed = NEEDED[writing.id];
  const start = needed === undefined ? Math.max(writing.open.length, 1) : text.indexOf(needed) + 1;
  const end = Math.min(done, text.length - writing.close.length);
  const free = spansOf(text, FREE);
  const mayGo = spansOf(text, MAY_GO);
  return Array.from({ length: end - start }, (_, offset) => start + offset).flatMap((at) => {
    const before = text.slice(0, at);
    const goes = at % 3 === 2;
    if (free.some(([from, to]) => at >= from && (goes ? at < to : at <= to))) return [];
    if (!goes) return [`${before}${at % 3 === 0 ? "§" : "#"}${text.slice(at)}`];
    const meansNothing = text.charAt(at).trim() === "" || mayGo.some(([from]) => from === at);
    return meansNothing ? [] : [before + text.slice(at + 1)];
  });
}

const broken = everything({
  address: "grammar/incomplete-never-runs/broken-frame",
  capability: "grammar",
  title: "A call whose frame is broken anywhere before its values end stays as text.",
  *check(): Check {
    for (const writing of FRAMED) {
      const texts = damaged(writing);
      const message = toMessage([textPart("I look."), ...texts.map(textPart)]);
      const { answer } = yield* askGrammar({ mode: "strip", knownTools: ["bash"], message });
      const left = partsOf(answer.message).map((part) => String(part.text));
      const lost = texts.find((text) => !left.some((one) => one.includes(VALUE) && text.startsWith(one)));
      if (lost !== undefined) return { says: `${writing.id}: a broken call was cut`, expected: lost };
    }
    return undefined;
  },
});

/** The calls of a text under the settings in which every drawn tool is known. */
function* comesBack(what: string, text: string, calls: readonly WrittenCall[]): Check {
  const call = textCall(text, "recover");
  const problem = judge(call, { calls }, (yield* askGrammar(call)).answer);
  return problem && ({ ...problem, says: `${what}: ${problem.says}` } satisfies Problem);
}

/** Line ends that a shape tells its parts by. */
const NEEDS_LINES = /^(?:deepseek-v3|hyperclova|qwen-agent|bracket|gemini|functionary|react|chatglm)/u;
/** Each value loses one line end on each side, so others would be value. */
const STRIPS_LINES = /^(?:qwen-xml|seed-oss)/u;

const lines = everything({
  address: "grammar/one-leak-one-call/other-line-ends",
  capability: "grammar",
  title: "Between the tags of a call line ends may be missing, doubled, indented or those of Windows.",
  *check(): Check {
    for (const writing of WRITINGS.filter((one) => one.promotable)) {
      const { text } = writeCalls(writing, [BASH]);
      if (!text.includes("\n")) continue;
      const free = !NEEDS_LINES.test(writing.id);
      const others = [
        "\r\n",
        ...(free ? [""] : []),
        ...(free && !STRIPS_LINES.test(writing.id) ? ["\n\n", " \n", "\n\t "] : []),
      ];
      for (const other of others) {
        const what = `${writing.id} with ${JSON.stringify(other)}`;
        // GigaChat's separator belongs to its line end, and its call counts without.
        const from = Math.max(0, text.indexOf("function call<"));
        const problem = yield* comesBack(what, text.slice(from).replaceAll("\n", other), [BASH]);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
});

/** Shapes in which each call ends by itself, whatever closers follow it. */
const endsItself = ({ several, close, call, id }: Writing): boolean =>
  several &&
  !close.includes("‹done›") &&
  call !== "" &&
  !/^(?:llama-json|deepseek-v3$|granite-20b)/u.test(id);

const closers = everything({
  address: "grammar/incomplete-never-runs/closers-missing-between-calls",
  capability: "grammar",
  title: "Where the closers between two calls are missing, both calls come back.",
  *check(): Check {
    for (const writing of FRAMED.filter(endsItself)) {
      const bare = { ...writing, open: "", close: "" };
      const first = writeCalls(bare, [BASH]);
      const second = writeCalls(bare, [READ]).text;
      for (const between of ["", "\n"]) {
        const text = writing.open + first.text.slice(0, first.done) + between + second + writing.close;
        const problem = yield* comesBack(writing.id, text, [BASH, READ]);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
});

/** Tokens that end a turn, and white space. */
const ENDS = ["<|im_end|>", "<|eot_id|>", "<|eom_id|>", "</s>", " \n<|endoftext|>\n", "<|end|>", "\r\n"];

const ends = everything({
  address: "grammar/position-evidence/tokens-behind-each-shape",
  capability: "grammar",
  title: "Tokens that end the turn behind a call are no text, behind its last value either.",
  *check(): Check {
    for (const writing of WRITINGS.filter((one) => one.promotable)) {
      const { text, done } = writeCalls(writing, [BASH]);
      for (const end of ENDS) {
        const problem = yield* comesBack(`${writing.id} before ${JSON.stringify(end)}`, text + end, [BASH]);
        if (problem !== undefined) return problem;
      }
      if (writing.framed && !text.includes("```") && !writing.id.startsWith("bracket")) {
        const part = `${text.slice(0, done)}<|im_end|>`;
        const problem = yield* comesBack(`${writing.id} cut before its closers`, part, [BASH]);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
});

export const frameProperties: readonly Property[] = [broken, lines, closers, ends];
