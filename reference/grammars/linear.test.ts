/** Cost in counted steps: twice the text is about twice the steps, for every adversary, as a whole and in chunks. */
import { expect, test } from "vitest";
import { ADVERSARIES } from "../../spec/grammar-adversaries.ts";
import { createScan, scanChunk, scanEnd, scanText } from "../leak-scan.ts";

const OPTIONS = { tools: ["bash", "read", "write"], schemas: {} };
const SIZE = 64 * 1024;

function wholeSteps(text: string): number {
  return scanText(text, OPTIONS).recogniser.cursor.steps;
}

function chunkedSteps(text: string): number {
  const scan = createScan(OPTIONS);
  for (let at = 0; at < text.length; at += 64) scanChunk(scan, text.slice(at, at + 64));
  scanEnd(scan);
  return scan.recogniser.cursor.steps;
}

test.each(ADVERSARIES.map((adversary) => [adversary.name, adversary] as const))("%s", (_name, { build }) => {
  const small = build(SIZE);
  const large = build(2 * SIZE);
  const growth = large.length / small.length;
  // A text that lets go early costs next to nothing: only what is worth counting is compared.
  expect(wholeSteps(large)).toBeLessThanOrEqual(Math.max(1000, wholeSteps(small) * growth * 1.1));
  expect(chunkedSteps(large)).toBeLessThanOrEqual(Math.max(1000, chunkedSteps(small) * growth * 1.1));
});

test("no text costs more than a few steps a character", () => {
  for (const { build } of ADVERSARIES) expect(wholeSteps(build(SIZE)) / SIZE).toBeLessThan(40);
});
