/** The store of a text in chunks: reading is slicing, whatever was read before. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTextStore, readText, storeText } from "./text-store.ts";

const chunk = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ minLength: 300, maxLength: 900 }));
/** Reads after a chunk, each as shares of what is there. */
const reads = fc.array(
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
  {
    maxLength: 3,
  },
);

test("reading is slicing, whatever was read before", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(chunk, reads), { maxLength: 30 }), (steps) => {
      const store = createTextStore();
      let whole = "";
      for (const [piece, shares] of steps) {
        storeText(store, piece);
        whole += piece;
        for (const pair of shares) {
          const [start = 0, end = 0] = pair
            .map((share) => Math.round(share * whole.length))
            .sort((a, b) => a - b);
          expect(readText(store, start, end)).toBe(whole.slice(start, end));
        }
      }
    }),
    { numRuns: 300 },
  );
});
