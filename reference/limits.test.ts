import { expect, test } from "vitest";
import { exceedsBytes } from "./limits.ts";

const bytes = (text: string): number => new TextEncoder().encode(text).length;

test.each([
  ["plain text", "a".repeat(50_000)],
  ["accents", "é".repeat(40_000)],
  ["pairs on even places", "😀".repeat(20_000)],
  ["pairs on odd places", `a${"😀".repeat(20_000)}`],
  ["lone halves", "\ud83d".repeat(20_000)],
  ["lone second halves", "\ude00a".repeat(20_000)],
  ["a short text", "€"],
])("%s has exactly the bytes of its UTF-8", (_what, text) => {
  expect(exceedsBytes(text, bytes(text))).toBe(false);
  expect(exceedsBytes(text, bytes(text) - 1)).toBe(true);
});

test("an empty text exceeds nothing", () => {
  expect(exceedsBytes("", 0)).toBe(false);
});
