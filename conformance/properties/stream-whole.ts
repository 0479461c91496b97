/** Properties about text that a stream must pass on unit for unit, in any chunks: what is hard to keep, and what is long. */
import fc, { type Arbitrary } from "fast-check";
import { askStream, type Check } from "../check.ts";
import { plainLeak, settings } from "../grammar-arbitraries.ts";
import { everything, type Property, property } from "../property.ts";
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

/** Calls in whose values a cut may fall between an escape and its sign, inside a quote of three, a word or a closer. */
const VALUES = [
  '<tool_call>{"name": "bash", "arguments": {"command": "a\\"b\\\\", "v": [-1.5e+3, true, {"k": "}\\u0041"}]}}</tool_call>',
  `<function_calls>\nbash(command='it\\'s ")"', v="""a "b\\"""\nc""", n=[1, None])\n</function_calls>`,
  "<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>a </arg b</arg_value>\n</tool_call>",
  '<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">a </｜DSML b</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  '[TOOL_CALLS]bash[ARGS]{"command": "a\\u0041\\n"}',
] as const;

const values = everything({
  address: "stream/chunking-invisible/every-place-in-values",
  title: "Wherever a text is cut in two inside of a value, its call goes and all else is shown.",
  capability: "stream",
  *check(): Check {
    for (const call of VALUES) {
      const text = `Done.\n${call}\nMore.`;
      for (let at = 1; at < text.length; at++) {
        const { answer } = yield* askStream({
          ...settings("strip"),
          chunks: [text.slice(0, at), text.slice(at)],
        });
        const received = answer.visible.join("") + answer.flushed;
        const says = `cut at ${at}, another text became visible`;
        if (received !== "Done.\nMore.") return { says, expected: "Done.\nMore.", received };
      }
    }
    return undefined;
  },
});

export const properties: readonly Property[] = Object.freeze([...hard, long, values]);
