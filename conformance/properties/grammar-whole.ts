/** Properties about what passes through whole: text and values that are hard to keep, long ones, many parts and fields. */
import fc, { type Arbitrary } from "fast-check";
import { WRITINGS, type Writing, writeCalls } from "../../spec/grammar-writers.ts";
import { askGrammar, type Check } from "../check.ts";
import {
  callWith,
  framed,
  KNOWN_TOOLS,
  plainLeak,
  promotable,
  prose,
  proseLines,
  settings,
  textCall,
} from "../grammar-arbitraries.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { atLeast, LINE_FLOORS, marksOf, wholeLine, wholeLines, wholeProse } from "../whole-text.ts";
import { caseProperty, cutTexts, type GrammarCase, gained, judge, partsOf } from "./grammar-case.ts";
import { text, toMessage } from "./grammar-parts.ts";

const writingOf = (of: (writing: Writing) => boolean) => fc.constantFrom(...WRITINGS.filter(of));

interface MarkedCase extends GrammarCase {
  readonly marks: readonly string[];
}

interface Marked {
  readonly address: string;
  readonly title: string;
  readonly arbitrary: Arbitrary<MarkedCase>;
  readonly floors: Readonly<Record<string, number>>;
}

/** A property over cases that are labelled by what is hard to keep in them. */
const markedProperty = (definition: Marked): Property =>
  property({
    ...definition,
    capability: "grammar",
    labels: ({ marks }) => marks,
    *check({ call, wanted }): Check {
      const { answer } = yield* askGrammar(call);
      return judge(call, wanted, answer);
    },
  });

const TEXT_FLOORS = { ...LINE_FLOORS, "many line ends": 0.2 };

const around = [
  markedProperty({
    address: "grammar/exact-cut/hard-text-around-stays",
    title: "Text around a leak stays unit for unit: marks, NUL, decomposed letters, surrogates, line ends.",
    arbitrary: fc
      .tuple(wholeLines, plainLeak(), wholeProse, fc.constantFrom("\n", "\n\n", "\r\n"))
      .map(([before, { text: printed }, after, end]) => ({
        call: textCall(before + printed + end + after, "strip"),
        wanted: { calls: [], texts: cutTexts(before, end + after), cutWithoutPromotion: 1 },
        label: "cut",
        marks: marksOf(before + after),
      })),
    floors: TEXT_FLOORS,
  }),
  markedProperty({
    address: "grammar/exact-cut/hard-text-before-promoted-calls-stays",
    title: "The same before calls that are promoted.",
    arbitrary: fc.tuple(wholeLines, plainLeak()).map(([before, { text: printed, calls }]) => ({
      call: textCall(before + printed, "recover"),
      wanted: { calls, texts: cutTexts(before), stopReason: "toolUse" },
      label: "promoted",
      marks: marksOf(before),
    })),
    floors: TEXT_FLOORS,
  }),
];

const LONG = fc.oneof(fc.integer({ min: 8_000, max: 60_000 }), fc.integer({ min: 60_000, max: 200_000 }));
const sizeOf = (length: number): string => (length < 60_000 ? "long" : "very long");
const SIZE_FLOORS = { long: 0.2, "very long": 0.2 };

const long = [
  caseProperty({
    address: "grammar/exact-cut/long-text-around-stays",
    title: "A leak behind 8,000 to 200,000 characters of prose is cut from it, and nothing else is.",
    share: 0.3,
    arbitrary: fc
      .tuple(proseLines, LONG, plainLeak(), fc.constantFrom("strip", "recover"))
      .map(([lines, length, { text: printed, calls }, mode]) => {
        const before = atLeast(lines, length);
        const wanted = mode === "strip" ? { calls: [], cutWithoutPromotion: 1 } : { calls };
        return {
          call: textCall(before + printed, mode),
          wanted: { ...wanted, texts: cutTexts(before) },
          label: sizeOf(length),
        };
      }),
    floors: SIZE_FLOORS,
  }),
  caseProperty({
    address: "grammar/argument-values/long-values-come-back",
    title: "A value of 8,000 to 200,000 characters comes back to its last one.",
    share: 0.3,
    arbitrary: fc
      .tuple(writingOf(promotable), fc.constantFrom("some words, ", "a b; "), LONG)
      .map(([writing, words, length]) => {
        const content = `x${atLeast(words, length)}y`;
        const calls = [{ name: "write", args: { path: "a.md", content } }];
        return {
          call: textCall(writeCalls(writing, calls).text, "recover"),
          wanted: { calls, texts: [""], stopReason: "toolUse" },
          label: sizeOf(length),
        };
      }),
    floors: SIZE_FLOORS,
  }),
];

const nullable = (type: string) => ({ type: [type, "null"] });
/** A tool whose arguments may be null at every depth. */
const NOTE = {
  type: "object",
  properties: {
    title: { type: "string" },
    due: nullable("integer"),
    tags: { type: "array", items: nullable("string") },
    more: { type: "object", properties: { owner: nullable("string"), done: nullable("boolean") } },
  },
  required: ["title"],
};
const noteArguments: Arbitrary<Record<string, unknown>> = fc.record(
  {
    title: fc.constantFrom("a note", "null", "None"),
    due: fc.constantFrom(null, 5),
    tags: fc.array(fc.constantFrom(null, "a"), { minLength: 1, maxLength: 3 }),
    more: fc.record(
      { owner: fc.constantFrom(null, "me"), done: fc.constantFrom(null, true) },
      { noNullPrototype: true },
    ),
  },
  { requiredKeys: ["title"], noNullPrototype: true },
);
/** Notations that have a null of their own. */
const hasNull = (writing: Writing): boolean =>
  framed(writing) && ["json", "json-string", "python", "arrows", "gemma"].includes(writing.notation);

const nulls = caseProperty({
  address: "grammar/argument-values/nulls-come-back",
  title: "A null that was printed is a null of the arguments: as a field, in a list, in an object.",
  arbitrary: fc.tuple(writingOf(hasNull), noteArguments).map(([writing, args]) => {
    const calls = [{ name: "note", args }];
    const { toolSchemas } = settings("recover");
    return {
      call: textCall(writeCalls(writing, calls).text, "recover", {
        knownTools: [...KNOWN_TOOLS, "note"],
        toolSchemas: { ...toolSchemas, note: toJson(NOTE) },
      }),
      wanted: { calls, stopReason: "toolUse" },
      label: toJson(args).includes(":null") ? "null" : "none",
    };
  }),
  floors: { null: 0.4 },
});

const hardValues = markedProperty({
  address: "grammar/schema-typed-values/hard-text-keeps-its-units",
  title: "A string field keeps marks, NUL, characters without width, decomposed letters and lone surrogates.",
  arbitrary: writingOf(framed).chain((writing) =>
    callWith(wholeLine.map((line) => `x${line}y`)).map((drawn) => ({
      call: textCall(writeCalls(writing, [drawn]).text, "recover"),
      wanted: { calls: [drawn], texts: [""], stopReason: "toolUse" },
      label: "value",
      marks: marksOf(toText(drawn.args)),
    })),
  ),
  floors: LINE_FLOORS,
});

/** The strings among arguments, apart from each other. */
function toText(args: Readonly<Record<string, unknown>>): string {
  return Object.values(args)
    .filter((value) => typeof value === "string")
    .join("|");
}

/** White space beyond ASCII, as pages and editors put it in. */
const SPACES = ["\u00a0", "\u3000", "\u2003", "\u202f \u00a0"];

const seen = [
  property({
    address: "grammar/echo-never-runs/long-and-many-seen-texts",
    title: "A leak that stands anywhere in a long seen text, or in the last of many, never runs.",
    capability: "grammar",
    share: 0.4,
    arbitrary: fc.record({
      leak: plainLeak(promotable),
      lines: proseLines,
      before: fc.constantFrom(0, 2_100, 20_000, 100_000),
      after: fc.constantFrom(0, 2_100, 20_000),
      others: fc.constantFrom(0, 5, 60),
    }),
    labels: ({ before, after, others }) => [
      ...(before + after > 2_000 ? ["long"] : []),
      ...(others > 20 ? ["many"] : []),
    ],
    floors: { long: 0.5, many: 0.15 },
    *check({ leak, lines, before, after, others }): Check {
      const rest = Array.from({ length: others }, (_, index) => `${lines}${index}`);
      const shown = `${atLeast(lines, before)}\n${leak.text}\n${atLeast(lines, after)}`;
      const call = textCall(leak.text, "recover", { seenTexts: [...rest, shown] });
      const ran = gained(call.message, (yield* askGrammar(call)).answer.message);
      return ran.length === 0
        ? undefined
        : { says: "a call that was seen before was promoted", received: toJson(ran) };
    },
  }),
  property({
    address: "grammar/echo-never-runs/spaces-beyond-ascii",
    title: "A leak that was seen with no-break or wide spaces for its blanks never runs.",
    capability: "grammar",
    share: 0.6,
    arbitrary: fc.tuple(plainLeak(promotable), fc.constantFrom(...SPACES)),
    *check([leak, space]): Check {
      const shown = `# notes\n${leak.text.replaceAll(/\s+/gu, space)}\nend\n`;
      const call = textCall(leak.text, "recover", { seenTexts: [shown] });
      const ran = gained(call.message, (yield* askGrammar(call)).answer.message);
      return ran.length === 0
        ? undefined
        : { says: "a call that was seen before was promoted", received: toJson(ran) };
    },
  }),
];

const fields: Arbitrary<object> = fc.record(
  {
    "x-own": fc.constant({ a: [null, 1] }),
    index: fc.nat(9),
    annotations: fc.constant([]),
    cache_control: fc.constant({ type: "ephemeral" }),
  },
  { requiredKeys: ["x-own"], noNullPrototype: true },
);

const parts = property({
  address: "grammar/message-preserved/many-text-parts-and-their-fields",
  title: "Text parts, however many, keep their fields, and a call in the last of them is promoted.",
  capability: "grammar",
  share: 0.6,
  arbitrary: fc.record({
    others: fc.oneof(fc.array(prose, { maxLength: 3 }), fc.array(prose, { minLength: 4, maxLength: 40 })),
    own: fields,
    before: proseLines,
    leak: plainLeak(),
  }),
  labels: ({ others }) => [others.length > 3 ? "many" : "few"],
  floors: { many: 0.3, few: 0.2 },
  *check({ others, own, before, leak }): Check {
    const kept = others.map((value) => ({ ...text(value), ...own }));
    const message = toMessage([...kept, { ...text(before + leak.text), ...own }]);
    const { answer } = yield* askGrammar({ ...settings("recover"), message });
    const received = answer.message;
    const after = partsOf(received);
    if (gained(message, received).length !== 1) return { says: "the call was not promoted", received };
    if (!sameJson(toJson(kept), toJson(after.slice(0, kept.length))))
      return { says: "another part was changed", expected: toJson(kept), received };
    const { text: left = "", ...rest } = after[kept.length] ?? {};
    if (!sameJson(toJson(rest), toJson({ type: "text", ...own })))
      return { says: "the part that was cut lost a field", expected: toJson(own), received };
    return cutTexts(before).includes(String(left))
      ? undefined
      : { says: "the text is another", expected: before, received: String(left) };
  },
});

/** Lines of markdown that open nothing over their end. */
const MARKDOWN = [
  "**Note** the files are here.",
  "**Bold.**",
  "*It is fine.*",
  "# Title",
  "### Next step",
  "1. First the files.",
  "2) Then the rest.",
  "- one item",
  "* another item",
  "+ a third",
  "| a | b |",
  "---",
  "***",
  "![shot](a.png)",
  "[docs](https://example.org/a)",
  "$$x^2$$",
  "@user: done.",
  "// a remark",
  "__Under.__",
];

const markdown = caseProperty({
  address: "grammar/position-evidence/after-any-markdown-line",
  title: "A framed call that starts a line counts, whatever markdown the lines before it hold.",
  arbitrary: fc
    .tuple(fc.array(fc.constantFrom(...MARKDOWN), { minLength: 1, maxLength: 4 }), plainLeak())
    .map(([lines, { text: printed, calls }]) => {
      const before = `${lines.join("\n")}\n\n`;
      return {
        call: textCall(before + printed, "recover"),
        wanted: { calls, texts: cutTexts(before), stopReason: "toolUse" },
        label: lines.some((line) => line.startsWith("**")) ? "bold" : "other",
      };
    }),
  floors: { bold: 0.1, other: 0.3 },
});

export const wholeProperties: readonly Property[] = [
  ...around,
  ...long,
  nulls,
  hardValues,
  ...seen,
  parts,
  markdown,
];
