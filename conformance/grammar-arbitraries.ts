/** Generators of printed calls: any call in any shape of the catalogue, and prose around it that is no markup. */
import fc, { type Arbitrary } from "fast-check";
import type { GrammarCall } from "../spec/contract.ts";
import {
  WRITINGS,
  type Writing,
  type Written,
  type WrittenCall,
  writeCalls,
} from "../spec/grammar-writers.ts";
import { toJson } from "./json-text.ts";
import { builtInTool } from "./vector-call.ts";

/** The tools that drawn calls name. */
export const KNOWN_TOOLS: readonly string[] = Object.freeze(["read", "bash", "edit", "write", "grep"]);

const SCHEMAS = Object.fromEntries(KNOWN_TOOLS.map((name) => [name, builtInTool(name).schema]));

/** Settings in which all drawn tools are known with their schemas. */
export const settings = (mode: string): Omit<GrammarCall, "message"> => ({
  mode,
  knownTools: [...KNOWN_TOOLS],
  toolSchemas: SCHEMAS,
});

/** An assistant message of one text part that stopped by itself. */
export const textMessage = (text: string, more: object = {}): string =>
  toJson({ role: "assistant", content: [{ type: "text", text }], stopReason: "stop", ...more });

/** The call about one text; `more` overrides settings. */
export const textCall = (text: string, mode: string, more: Partial<GrammarCall> = {}): GrammarCall => ({
  ...settings(mode),
  message: textMessage(text),
  ...more,
});

const PLAIN = "a Z 7 . , - _ é ß 😀 日 ' \" { } [ ] ( ) : ; = + * & && $HOME \\ \\n | # % @ ~ ! ?".split(" ");
const SPACED = [
  ...PLAIN,
  " ",
  "  ",
  "\n",
  "\n\n",
  "\r\n",
  "\t",
  "`",
  "```",
  "a < b",
  "1 > 0",
  "&lt;",
  "null",
];
const MARKERS = [
  "<tool_call>",
  "</tool_call>",
  "</parameter>",
  "</function>",
  "</invoke>",
  '<invoke name="bash">',
  "<|call|>",
  "<|im_end|>",
  "[TOOL_CALLS]",
  "<｜DSML｜tool_calls>",
  "</arg_value>",
  "</think>",
  "<|tool_call_end|>",
  '{"name": "bash", "arguments": {"command": "ls"}}',
];

const joined = (pieces: readonly string[], maxLength: number): Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength }).map((parts) => parts.join(""));

/** Text that every quoted notation can hold, the markers of all families among it. */
export const quotedText: Arbitrary<string> = joined([...SPACED, ...MARKERS], 8);
/** Text of several lines without a tag. A line end at its edge would be the template's in some shapes. */
export const rawText: Arbitrary<string> = joined(SPACED, 8).map((text) => `x${text}y`);
/** One line without a double quote. */
const lineText: Arbitrary<string> = joined(
  PLAIN.filter((piece) => piece !== '"'),
  8,
);

const TEXTS: Readonly<Record<string, Arbitrary<string>>> = {
  quoted: quotedText,
  raw: rawText,
  attribute: lineText,
};

/** Text that looks like another type; a string field keeps it. */
export const lookalike: Arbitrary<string> = fc.constantFrom(
  "5",
  "true",
  "null",
  "None",
  "-0.5",
  "1e3",
  '{"a": 1}',
  "[1, 2]",
  '"x"',
  "0x10",
  "9007199254740993",
);

const line = fc.integer({ min: 1, max: 9999 });

/** Valid arguments of a known tool that has none but scalars, with strings drawn from `text`. */
export function callWith(text: Arbitrary<string>): Arbitrary<WrittenCall> {
  const optional = (fields: Record<string, Arbitrary<unknown>>, requiredKeys: string[]) =>
    fc.record(fields, { requiredKeys, noNullPrototype: true });
  return fc.oneof(
    optional({ command: text }, ["command"]).map((args) => ({ name: "bash", args })),
    optional({ path: text, offset: line, limit: line }, ["path"]).map((args) => ({ name: "read", args })),
    optional({ path: text, content: text }, ["path", "content"]).map((args) => ({ name: "write", args })),
    optional({ pattern: text, ignoreCase: fc.boolean(), limit: line }, ["pattern"]).map((args) => ({
      name: "grep",
      args,
    })),
  );
}

/** Any of these, and where the notation has lists, calls of `edit` too. */
function callFor(writing: Writing): Arbitrary<WrittenCall> {
  const text = TEXTS[writing.strings] ?? lineText;
  const scalar = callWith(text);
  if (writing.strings === "attribute" || writing.id === "element-names") return scalar;
  const edit = fc.record({ oldText: text, newText: text }, { noNullPrototype: true });
  const edits = fc.record(
    { path: text, edits: fc.array(edit, { minLength: 1, maxLength: 2 }) },
    { noNullPrototype: true },
  );
  return fc.oneof(
    { arbitrary: scalar, weight: 4 },
    { arbitrary: edits.map((args) => ({ name: "edit", args })), weight: 1 },
  );
}

/** Calls printed as one leak. */
export interface Leak extends Written {
  readonly writing: Writing;
  readonly calls: readonly WrittenCall[];
}

export interface LeakOptions {
  /** Which writings may be drawn; default all that may be promoted. */
  readonly of?: (writing: Writing) => boolean;
  readonly maxCalls?: number;
}

export const promotable = (writing: Writing): boolean => writing.promotable;
export const framed = (writing: Writing): boolean => writing.framed && writing.promotable;
export const unframed = (writing: Writing): boolean => !writing.framed && writing.promotable;
/** Framed, and on the page of a markdown reader one paragraph: no blank line, no fence. */
export const oneParagraph = (writing: Writing): boolean =>
  framed(writing) && !/\n\n|```/u.test(writing.open + writing.call + writing.close);

/** A leak of one call, or of up to `maxCalls` where the shape holds several. */
export function leak({ of = promotable, maxCalls = 1 }: LeakOptions = {}): Arbitrary<Leak> {
  return fc
    .constantFrom(...WRITINGS.filter(of))
    .chain((writing) =>
      fc
        .array(callFor(writing), { minLength: 1, maxLength: writing.several ? maxCalls : 1 })
        .map((calls) => ({ writing, calls, ...writeCalls(writing, calls) })),
    );
}

/** A leak of one plain bash call, for properties about everything but values. */
export function plainLeak(of: (writing: Writing) => boolean = framed, name = "bash"): Arbitrary<Leak> {
  return fc
    .tuple(fc.constantFrom(...WRITINGS.filter(of)), fc.constantFrom("ls -la", "make test", "rm -rf build"))
    .map(([writing, command]) => {
      const calls = [{ name, args: { command } }];
      return { writing, calls, ...writeCalls(writing, calls) };
    });
}

const WORDS = "The files are here and I will look at them now it is fine déjà 日本 😀 x2".split(" ");
/** Words that no one takes for an abbreviation or a list's marker where a dot follows. */
const LAST_WORDS = ["files", "here", "look", "déjà"];
const sentence: Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 7 }),
    fc.constantFrom(...LAST_WORDS),
    fc.constantFrom(".", "!", "?", "…", "。"),
  )
  .map(([words, last, end]) => `${words.join(" ")} ${last}${end}`);

/** Lines of finished sentences, each with its line end. */
export const proseLines: Arbitrary<string> = fc
  .array(fc.tuple(sentence, fc.constantFrom("\n", "\n\n", "\r\n")), { minLength: 1, maxLength: 4 })
  .map((lines) => lines.map(([text, end]) => text + end).join(""));

/** Finished sentences without a line end after the last. */
export const prose: Arbitrary<string> = fc
  .tuple(fc.oneof(proseLines, fc.constant("")), sentence)
  .map(([lines, last]) => lines + last);

const HALVES = [
  "<tool_",
  "<｜DSML｜tool",
  "[TOOL_CALLS]",
  '{"name": "bash"',
  "```\n",
  "~~~\n",
  "`",
  "> ",
  "- ",
];

/** Anything that may stand in a message: prose, leaks of known and unknown tools, halves of markers, code. */
export const soup: Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: proseLines, weight: 3 },
      { arbitrary: plainLeak(promotable).map(({ text }) => `${text}\n`), weight: 3 },
      { arbitrary: plainLeak(promotable, "deploy").map(({ text }) => text), weight: 1 },
      { arbitrary: leak({ maxCalls: 2 }).map(({ text, soft }) => text.slice(0, soft)), weight: 1 },
      { arbitrary: plainLeak().map(({ text }) => `\`\`\`\n${text}\n\`\`\`\n`), weight: 1 },
      { arbitrary: fc.constantFrom(...HALVES, ...MARKERS, "<think>", "\n", "    ", "\r"), weight: 4 },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pieces) => pieces.join(""));
