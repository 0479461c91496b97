/** Every shape of the catalogue: a clean call is recognised once, with its arguments, and the text around it stays. */
import { expect, test } from "vitest";
import { GRAMMAR_NAMES } from "../reference/grammar.ts";
import { SHAPES } from "../reference/grammars/table.ts";
import shapes from "../spec/grammar-shapes.json" with { type: "json" };
import { measureShape } from "./shapes.ts";

test.each(shapes.map((row) => [row.shape, row] as const))("%s", (_shape, row) => {
  expect(measureShape(row)).toEqual({
    shape: row.shape,
    grammar: row.grammar,
    once: true,
    arguments: true,
    surroundings: true,
  });
});

test("the table has the catalogue's shapes, promotable as it says", () => {
  const ours = SHAPES.map(({ shape, grammars, promotable }) => ({ shape, grammar: grammars[0], promotable }));
  const byName = (a: { shape: string }, b: { shape: string }) => (a.shape < b.shape ? -1 : 1);
  const catalogue = shapes.map(({ shape, grammar, promotable }) => ({ shape, grammar, promotable }));
  expect(ours.sort(byName)).toEqual(catalogue.sort(byName));
});

test("the survey's ten families come first", () => {
  expect(GRAMMAR_NAMES.slice(0, 10)).toEqual([
    "dsml",
    "invoke",
    "qwen",
    "kimi",
    "mistral",
    "llama",
    "glm",
    "granite",
    "minimax-text",
    "olmo",
  ]);
});
