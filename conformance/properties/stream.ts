/** The properties of the chapter `stream`. */
import fc, { type Arbitrary } from "fast-check";
import type { StreamCall } from "../../spec/contract.ts";
import { askStream, type Check } from "../check.ts";
import { plainLeak, prose, proseLines, settings, soup } from "../grammar-arbitraries.ts";
import { ONE_CASE, type Property, property } from "../property.ts";
import { streamShapeProperties } from "./grammar-shapes-streams.ts";

const stream = (chunks: readonly string[], mode = "strip"): StreamCall => ({
  ...settings(mode),
  chunks: [...chunks],
});

/** A text cut into chunks at any UTF-16 units, inside surrogate pairs and line ends too; now and then at every one. */
function chunked(text: string, cuts: readonly number[]): readonly string[] {
  if (cuts.length === 0) return text.split("");
  const places = [...new Set(cuts.map((share) => Math.floor(share * text.length)))].sort((a, b) => a - b);
  return [0, ...places].map((start, index) => text.slice(start, places[index]));
}
const cuts = fc.oneof(
  {
    arbitrary: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
    weight: 4,
  },
  { arbitrary: fc.constant([]), weight: 1 },
);

/** A text of prose and framed leaks, and what stripping leaves of it. */
const strippable: Arbitrary<readonly [text: string, left: string]> = fc
  .tuple(fc.array(fc.tuple(proseLines, plainLeak()), { minLength: 1, maxLength: 3 }), prose)
  .map(([pieces, last]) => [
    pieces.map(([before, { text }]) => `${before}${text}\n`).join("") + last,
    pieces.map(([before]) => before).join("") + last,
  ]);

function differs(expected: string, visible: readonly string[], flushed: string, says: string) {
  const received = visible.join("") + flushed;
  return received === expected ? undefined : { says, expected, received };
}

const invisible = [
  property({
    address: "stream/chunking-invisible/leaks-between-prose",
    title: "In any chunks, what becomes visible is the text without its leaks.",
    capability: "stream",
    arbitrary: fc.tuple(strippable, cuts),
    labels: ([, drawn]) => [drawn.length === 0 ? "every unit" : "some cuts"],
    floors: { "every unit": 0.05 },
    *check([[text, left], drawn]): Check {
      const { answer } = yield* askStream(stream(chunked(text, drawn)));
      return differs(left, answer.visible, answer.flushed, "the visible text is not the stripped text");
    },
  }),
  property({
    address: "stream/chunking-invisible/anything-in-any-chunks",
    title: "Any text in any chunks becomes visible as it does in one.",
    capability: "stream",
    arbitrary: fc.tuple(soup, cuts, fc.constantFrom("strip", "recover", "observe", "off")),
    *check([text, drawn, mode]): Check {
      const whole = (yield* askStream(stream([text], mode))).answer;
      const { answer } = yield* askStream(stream(chunked(text, drawn), mode));
      const expected = whole.visible.join("") + whole.flushed;
      return differs(expected, answer.visible, answer.flushed, "the chunks show");
    },
  }),
  property({
    address: "stream/chunking-invisible/every-split-in-two",
    title: "Wherever a text with a leak is split in two, the same becomes visible.",
    capability: "stream",
    share: 0.05,
    arbitrary: fc.tuple(proseLines, plainLeak(), prose),
    *check([before, { text: printed }, after]): Check {
      const text = `${before}${printed}\n${after}`;
      for (let at = 0; at <= text.length; at += 1) {
        const { answer } = yield* askStream(stream([text.slice(0, at), text.slice(at)]));
        const problem = differs(before + after, answer.visible, answer.flushed, `split at ${at} it shows`);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
  }),
];

/** Longer than any marker of the catalogue. */
const MARKER_LENGTH = 64;
const CAP = 262_144;

/** What holds text back, each without an end. */
const OPENERS = [
  '<tool_call>{"name":"write","arguments":{"path":"a.md","content":"',
  "<tool_call>\n<function=write>\n<parameter=content>\n",
  '{"name":"write","arguments":{"path":"a.md","content":"',
  "It's a ` here and ",
];

/** The most that is held back once each chunk has arrived; Infinity where something was shown that never came. */
function mostHeld(chunks: readonly string[], visible: readonly string[]): number {
  let arrived = 0;
  let shown = 0;
  let most = 0;
  for (const [index, chunk] of chunks.entries()) {
    arrived += chunk.length;
    shown += visible[index]?.length ?? 0;
    most = Math.max(most, shown > arrived ? Number.POSITIVE_INFINITY : arrived - shown);
  }
  return most;
}

const delay = [
  property({
    address: "stream/bounded-delay/prose-flows",
    title: "Ordinary prose is not held back beyond a possible marker prefix.",
    capability: "stream",
    arbitrary: fc.tuple(fc.array(prose, { minLength: 2, maxLength: 6 }), cuts),
    *check([paragraphs, drawn]): Check {
      const chunks = chunked(paragraphs.join("\n\n"), drawn);
      const { answer } = yield* askStream(stream(chunks));
      const held = mostHeld(chunks, answer.visible);
      return held <= MARKER_LENGTH ? undefined : { says: `${held} characters of prose were held back` };
    },
  }),
  property({
    address: "stream/bounded-delay/text-after-a-leak-flows",
    title: "Once the line of a leak has ended, the text after it flows again.",
    capability: "stream",
    arbitrary: fc.tuple(proseLines, plainLeak(), fc.array(prose, { minLength: 1, maxLength: 4 })),
    *check([before, { text }, after]): Check {
      const chunks = [`${before}${text}\n`, ...after];
      const { answer } = yield* askStream(stream(chunks));
      const shown = answer.visible.join("").length;
      const held = before.length + after.join("").length - shown;
      return held <= MARKER_LENGTH ? undefined : { says: `${held} characters after a leak were held back` };
    },
  }),
  property({
    address: "stream/bounded-delay/cap",
    title: "No more is held back than a candidate may be long.",
    capability: "stream",
    share: ONE_CASE,
    arbitrary: fc.constant(OPENERS),
    *check(openers): Check {
      for (const opener of openers) {
        const chunks = [opener, ...Array<string>(40).fill("x".repeat(8192))];
        const { answer } = yield* askStream(stream(chunks));
        const held = mostHeld(chunks, answer.visible);
        if (held > CAP + 8192) return { says: `${held} characters were held back`, expected: `${CAP}` };
      }
      return undefined;
    },
  }),
];

const flush = [
  property({
    address: "stream/flush-loses-nothing/nothing-cut-in-off-and-observe",
    title: "In off and observe every text comes out whole.",
    capability: "stream",
    arbitrary: fc.tuple(soup, cuts, fc.constantFrom("off", "observe")),
    *check([text, drawn, mode]): Check {
      const { answer } = yield* askStream(stream(chunked(text, drawn), mode));
      return differs(text, answer.visible, answer.flushed, "held text was lost");
    },
  }),
  property({
    address: "stream/flush-loses-nothing/unfinished-values-are-shown",
    title: "In strip a text that ends inside a value comes out whole.",
    capability: "stream",
    arbitrary: fc.tuple(proseLines, plainLeak(), cuts),
    *check([before, { text }, drawn]): Check {
      const cut = before + text.slice(0, text.search(/ls -la|make test|rm -rf build/u) + 2);
      const { answer } = yield* askStream(stream(chunked(cut, drawn)));
      return differs(cut, answer.visible, answer.flushed, "held text was lost");
    },
  }),
];

export const properties: readonly Property[] = Object.freeze([
  ...invisible,
  ...delay,
  ...flush,
  ...streamShapeProperties,
]);
