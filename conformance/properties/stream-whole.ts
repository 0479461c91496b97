/** Properties about text that a stream must pass on unit for unit, in any chunks: what is hard to keep, and what is long. */
import fc, { type Arbitrary } from "fast-check";
import { askStream, type Check } from "../check.ts";
import { plainLeak, settings } from "../grammar-arbitraries.ts";
import { type Property, property } from "../property.ts";
import { atLeast, LINE_FLOORS, marksOf, wholeLines, wholeProse } from "../whole-text.ts";

const FLOORS = { ...LINE_FLOORS, "many line ends": 0.2 };

/** A text in chunks of up to `size` UTF-16 units, between the halves of pairs too. */
function inChunks(text: string, size: number): string[] {
  const count = Math.max(1, Math.ceil(text.length / size));
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size));
}

interface Drawn {
  readonly text: string;
  readonly left: string;
  readonly size: number;
}

const drawn: Arbitrary<Drawn> = fc
  .tuple(wholeLines, plainLeak(), wholeProse, fc.constantFrom(1, 2, 7, 64, 4096))
  .map(([before, leak, after, size]) => ({
    text: `${before}${leak.text}\n${after}`,
    left: before + after,
    size,
  }));

/** Passes `text` through in chunks; what becomes visible is `left`. */
function* passes({ text, left, size }: Drawn, mode: string): Check {
  const { answer } = yield* askStream({ ...settings(mode), chunks: inChunks(text, size) });
  const received = answer.visible.join("") + answer.flushed;
  return received === left ? undefined : { says: "another text became visible", expected: left, received };
}

const hard = [
  property({
    address: "stream/chunking-invisible/hard-text-around-a-leak",
    title: "In any chunks, marks, NUL, decomposed letters, surrogates and line ends around a leak are shown.",
    capability: "stream",
    arbitrary: drawn,
    labels: ({ left }) => marksOf(left),
    floors: FLOORS,
    check: (value) => passes(value, "strip"),
  }),
  property({
    address: "stream/flush-loses-nothing/hard-text",
    title: "The same without a leak, or in a mode that cuts none, comes out whole.",
    capability: "stream",
    arbitrary: fc.tuple(drawn, fc.constantFrom("strip", "recover", "observe", "off")),
    labels: ([{ left }]) => marksOf(left),
    floors: FLOORS,
    check: ([{ text, left, size }, mode]) => {
      const whole = mode === "off" || mode === "observe" ? text : left;
      return passes({ text: whole, left: whole, size }, mode);
    },
  }),
];

const long = property({
  address: "stream/chunking-invisible/long-text-around-a-leak",
  title: "A leak behind 8,000 to 200,000 characters is cut, and all other text is shown.",
  capability: "stream",
  share: 0.2,
  arbitrary: fc
    .tuple(drawn, wholeLines, fc.integer({ min: 8_000, max: 200_000 }), fc.constantFrom(512, 4096, 65_536))
    .map(([{ text, left }, lines, length, size]) => {
      const before = atLeast(lines, length);
      return { text: before + text, left: before + left, size };
    }),
  labels: ({ left }) => [left.length < 60_000 ? "long" : "very long"],
  floors: { long: 0.05, "very long": 0.3 },
  check: (value) => passes(value, "strip"),
});

export const properties: readonly Property[] = Object.freeze([...hard, long]);
