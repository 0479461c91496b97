/** What a stream shows does not depend on how a long call arrived: over many chunks, and read back once it has ended. */
import fc from "fast-check";
import { askStream, type Check } from "../check.ts";
import { settings } from "../grammar-arbitraries.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";

/** A part that is lost, moved or comes twice breaks the JSON. */
function longCall(edits: number): string {
  const list = Array.from({ length: edits }, (_, index) => ({ oldText: `a${index}`, newText: `b${index}` }));
  return `<tool_call>${toJson({ name: "edit", arguments: { path: "a.ts", edits: list } })}</tool_call>\n`;
}

const line = (index: number): string => `Line ${index} says that nothing is here to be found.\n`;
const lines = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => line(from + index)).join("");

const SIZES = [100, 300, 511, 512, 513, 700, 1500, 5000];
/** Lines before, edits of the call, lines behind. */
const LAYOUTS = [
  [1, 90, 0],
  [1, 30, 40],
  [12, 60, 1],
  [30, 150, 30],
] as const;

const inChunks = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );

const longCalls = property<readonly number[]>({
  address: "stream/chunking-invisible/long-call",
  title: "A long call is cut, and all around it is shown, however many chunks it came in.",
  capability: "stream",
  arbitrary: fc.shuffledSubarray(SIZES, { minLength: SIZES.length }),
  *check(sizes): Check {
    for (const size of sizes) {
      for (const [before, edits, behind] of LAYOUTS) {
        const [first, last] = [lines(0, before), lines(before, behind)];
        const text = first + longCall(edits) + last + longCall(edits);
        const { answer } = yield* askStream({ ...settings("strip"), chunks: inChunks(text, size) });
        const received = answer.visible.join("") + answer.flushed;
        if (received !== first + last)
          return { says: `in chunks of ${size} it shows another text`, expected: first + last, received };
      }
    }
    return undefined;
  },
  share: 0.02,
  fixed: true,
});

export const streamProperties: readonly Property[] = Object.freeze([longCalls]);
