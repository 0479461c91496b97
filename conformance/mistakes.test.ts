import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson, toJson } from "./json-text.ts";
import {
  compareWithMeant,
  type DamagedCall,
  damageCall,
  drawFrom,
  drawNumbers,
  isShortened,
  MISTAKES,
} from "./mistakes.ts";
import { validCall } from "./valid-calls.ts";

const draws = fc.tuple(validCall, drawNumbers);

test("every mistake can be made, and the call that was meant is left alone", () => {
  for (const mistake of MISTAKES) {
    let made = 0;
    for (const [call, numbers] of fc.sample(draws, { seed: 7, numRuns: 800 })) {
      const before = toJson(call.args);
      if (damageCall(call, [mistake], drawFrom(numbers)) !== undefined) made += 1;
      expect(toJson(call.args)).toBe(before);
    }
    expect(made, mistake.name).toBeGreaterThan(2);
  }
});

test("names are unique, and every lossless mistake says under which profiles it comes back", () => {
  expect(new Set(MISTAKES.map((mistake) => mistake.name)).size).toBe(MISTAKES.length);
  for (const mistake of MISTAKES)
    expect(mistake.profiles.length > 0, mistake.name).toBe(mistake.kind === "lossless");
});

test("the same numbers make the same damage", () => {
  for (const [call, numbers] of fc.sample(draws, { seed: 8, numRuns: 300 })) {
    const once = damageCall(call, MISTAKES, drawFrom(numbers));
    expect(toJson(damageCall(call, MISTAKES, drawFrom(numbers))?.input)).toBe(toJson(once?.input));
  }
});

test("shortened means members after the cut are missing, never a part of a list or a text", () => {
  const whole = parseJson('{"a":1,"b":{"c":"xy","d":[1,2]},"e":2}');
  const shorter = (text: string): boolean => isShortened(whole, parseJson(text));
  expect(shorter('{"a":1}')).toBe(true);
  expect(shorter('{"a":1,"b":{"c":"xy"}}')).toBe(true);
  expect(shorter('{"a":1,"b":{"c":"x"}}')).toBe(false);
  expect(shorter('{"a":1,"b":{"c":"xy","d":[1]}}')).toBe(false);
  expect(shorter('{"b":{"c":"xy","d":[1,2]},"e":2}')).toBe(false);
});

test("a valid but different call is wrong, whatever it lacks", () => {
  const call = fc.sample(validCall, { seed: 1, numRuns: 1 })[0];
  if (call === undefined) throw new Error("nothing drawn");
  const damaged: DamagedCall = { call, mistakes: [], input: "x", hidden: false };
  const answer = { outcome: "repaired", args: '{"other":1}', changes: [] };
  expect(compareWithMeant(damaged, answer)).toBe("wrong");
  expect(compareWithMeant(damaged, { ...answer, outcome: "unrepairable" })).toBe("refused");
  expect(compareWithMeant(damaged, { ...answer, args: toJson(call.args) })).toBe("restored");
});
