import { expect, test } from "vitest";
import { attempts, slower, verdictLines } from "./compare.ts";

const ratio = (value: number) => ({ ratio: value, low: value, high: value });

/** Answers attempt after attempt, and notes what was asked for. */
function answers(turns: readonly Readonly<Record<string, number>>[]) {
  const asked: (readonly string[] | undefined)[] = [];
  return {
    asked,
    ask: async (ids: readonly string[] | undefined, turn: number) => {
      asked.push(ids);
      const all = Object.entries(turns[turn] ?? {});
      const ratios = Object.fromEntries(all.map(([id, value]) => [id, ratio(value)]));
      return { ratios, gone: [], added: [] };
    },
  };
}

test("what is slower three times in a row is slower", async () => {
  const { asked, ask } = answers([{ a: 1.3, b: 1.0 }, { a: 1.4 }, { a: 1.26 }]);
  const found = await attempts(ask);
  expect(slower(found)).toEqual(["a"]);
  expect(asked).toEqual([undefined, ["a"], ["a"]]);
});

test("one good attempt acquits", async () => {
  const { asked, ask } = answers([{ a: 9, b: 1.3 }, { a: 1.25, b: 1.3 }, { b: 1.2 }]);
  expect(slower(await attempts(ask))).toEqual([]);
  expect(asked).toEqual([undefined, ["a", "b"], ["b"]]);
});

test("nobody is asked again where nothing is slower", async () => {
  const { asked, ask } = answers([{ a: 1.25, b: 0.5 }]);
  expect(slower(await attempts(ask))).toEqual([]);
  expect(asked).toHaveLength(1);
});

test("what the head no longer does is said beside what became slower", async () => {
  const found = await attempts(async () => ({
    ratios: { a: ratio(1) },
    gone: ["rule/x"],
    added: ["rule/y", "rule/z"],
  }));
  expect(verdictLines(found)).toEqual([
    "1 scene compared, none slower by more than 1.25",
    "the head no longer does what the base does: rule/x",
    "new in the head, and so not compared: rule/y, rule/z",
  ]);
});
