/** Keys outlive edits around a mutant; samples and shards are the same on every machine. */
import { expect, test } from "vitest";
import { keysOf, keyText } from "./key.ts";
import { isSelected } from "./selection.ts";

const SOURCE = `import { x } from "./x.ts";

export class Box {
  read(): number {
    return this.a + this.b;
  }
}

export async function twice(n: number) {
  return n + n + n;
}
`;

function plus(source: string, text: string, from = 0) {
  const index = source.indexOf(text, from);
  const line = source.slice(0, index).split("\n").length;
  const column = index - source.lastIndexOf("\n", index - 1);
  const location = { start: { line, column }, end: { line, column: column + text.length } };
  return { location, mutatorName: "ArithmeticOperator", replacement: text.replace("+", "-") };
}

const keysIn = (source: string) =>
  keysOf("a.ts", source, [plus(source, "this.a + this.b"), plus(source, "n + n")]).map(keyText);

test("a key names the declaration, the code before and the code after", () => {
  expect(keysIn(SOURCE)).toEqual([
    '["a.ts","Box.read","ArithmeticOperator","this.a + this.b","this.a - this.b",1]',
    '["a.ts","twice","ArithmeticOperator","n + n","n - n",1]',
  ]);
});

test("a key is the same after an edit elsewhere", () => {
  expect(keysIn(`// a\n// b\n${SOURCE.replace("return this", "  return this")}`)).toEqual(keysIn(SOURCE));
});

test("mutants that are alike are counted in the order of the file", () => {
  const source = "const a = 1 + 1;\nconst b = [1 + 1, 1 + 1];\n";
  const second = plus(source, "1 + 1", 28);
  const third = plus(source, "1 + 1", 35);
  expect(keysOf("a.ts", source, [third, second]).map(({ nth }) => nth)).toEqual([2, 1]);
});

const LINES = Array.from({ length: 2000 }, (_, index) => `const n${index} = ${index} + 1;`);
const many = LINES.map((line, index) => {
  const from = line.indexOf(`${index} + 1`) + 1;
  const at = (column: number) => ({ line: index + 1, column });
  const location = { start: at(from), end: at(line.length) };
  return { location, mutatorName: "ArithmeticOperator", replacement: `${index} - 1` };
});
const source = LINES.join("\n");
const chosen = (selection: Parameters<typeof isSelected>[0]) =>
  many.filter((mutation) => isSelected(selection, "a.ts", source, mutation));

test("a sample takes about its share, the same for a seed and others for another", () => {
  const sample = chosen({ seed: 1, share: 0.1 });
  expect(sample.length).toBeGreaterThan(150);
  expect(sample.length).toBeLessThan(250);
  expect(chosen({ seed: 1, share: 0.1 })).toEqual(sample);
  expect(chosen({ seed: 2, share: 0.1 })).not.toEqual(sample);
});

test("shards share all mutants among them, each in one", () => {
  const shards = [1, 2, 3].map((index) => chosen({ seed: 1, shard: { index, of: 3 } }).length);
  expect(shards.reduce((sum, count) => sum + count, 0)).toBe(many.length);
  expect(Math.min(...shards)).toBeGreaterThan(500);
});
