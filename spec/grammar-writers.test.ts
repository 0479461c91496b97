/** The templates agree with the catalogue's samples. */
import { expect, test } from "vitest";
import shapes from "./grammar-shapes.json" with { type: "json" };
import { staleFiles } from "./grammar-vectors.ts";
import { WRITINGS, writeCalls } from "./grammar-writers.ts";

const unspaced = (text: string): string => text.replaceAll(/\s/gu, "");

test.for(shapes)("the sample of $shape is what its writing prints, white space aside", (shape) => {
  const writings = WRITINGS.filter((writing) => writing.shape === shape.shape);
  const printed = writings.map(
    (writing) => writeCalls(writing, [{ name: shape.name, args: shape.arguments }]).text,
  );
  expect(printed.map(unspaced)).toContain(unspaced(shape.call));
});

test("every writing belongs to a shape of the catalogue and has its own id", () => {
  const known = new Set(shapes.map((shape) => shape.shape));
  expect(WRITINGS.filter((writing) => !known.has(writing.shape))).toEqual([]);
  expect(new Set(WRITINGS.map((writing) => writing.id)).size).toBe(WRITINGS.length);
});

test("a call is complete before its end and not before its values", () => {
  for (const writing of WRITINGS) {
    const { text, soft, done } = writeCalls(writing, [{ name: "bash", args: { command: "ls -la" } }]);
    expect(text.slice(0, soft), writing.id).toContain("ls -la");
    expect(soft, writing.id).toBeLessThanOrEqual(done);
    expect(done, writing.id).toBeLessThanOrEqual(text.length);
  }
});

test("the vectors of the shapes are what the table says", () => {
  expect(staleFiles()).toEqual([]);
});
