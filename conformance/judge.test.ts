import { describe, expect, test } from "vitest";
import type { RepairAnswer } from "../spec/contract.ts";
import { parseVectorFile, type Vector } from "../spec/vectors.ts";
import type { Problem, RepairReply } from "./check.ts";
import { vectorCheck } from "./judge.ts";

const SCHEMA = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };

function vector(id: string, expect: object, more: object = {}): Vector {
  const head = {
    requirement: "schema/iterate",
    title: "t",
    source: "s",
    kind: "basic",
    capability: "repair",
  };
  const call = { toolName: "t", schema: SCHEMA, input: { b: 1 } };
  const text = JSON.stringify({
    source: "s",
    chapter: "schema",
    vectors: [{ id, ...head, call, expect, ...more }],
  });
  const [made] = parseVectorFile(text, "test");
  if (made === undefined) throw new Error("no vector");
  return made;
}

const repaired: RepairAnswer = {
  outcome: "repaired",
  args: '{"a":1}',
  changes: [
    { ruleId: "rename", stage: "schema-repair", note: "a" },
    { ruleId: "convert", stage: "final-validation", note: "a", silent: true },
  ],
};
const untouched: RepairAnswer = { outcome: "valid", args: '{"b":1}', changes: [] };

/** What is wrong with these answers to a vector's questions, given in order. */
const judged = (...given: Parameters<typeof problemOf>) => problemOf(...given)?.says;

function problemOf(
  one: Vector,
  answers: readonly RepairAnswer[],
  others: readonly Vector[] = [],
  canonical = true,
) {
  const all = new Map([one, ...others].map((each) => [each.address, each]));
  const check = vectorCheck(one, all, { ruleIds: ["rename", "convert"], canonicalRuleIds: canonical });
  let step = check.next();
  for (const answer of answers) {
    if (step.done === true) break;
    const reply: RepairReply = { answer };
    step = check.next(reply);
  }
  expect(step.done).toBe(true);
  return step.value as Problem | undefined;
}

describe("an answer", () => {
  test("must have the outcome and the arguments, in any order of keys", () => {
    const wanted = vector("v", { outcome: "repaired", argsJson: '{"c":-0,"a":1}' });
    expect(judged(wanted, [{ ...repaired, args: '{"a":1,"c":-0}' }])).toBeUndefined();
    expect(judged(wanted, [{ ...repaired, args: '{"a":1,"c":0}' }])).toBe(
      "the arguments differ at /c: expected -0, received 0",
    );
    expect(judged(wanted, [untouched])).toBe("the outcome is not `repaired`");
  });

  test("that leaves or refuses must give the input back, though the vector does not repeat it", () => {
    expect(judged(vector("v", { outcome: "valid" }), [untouched])).toBeUndefined();
    expect(judged(vector("v", { outcome: "valid" }), [{ ...untouched, args: "{}" }])).toMatch(
      /differ at \/b/,
    );
  });

  test("may be one of the alternatives", () => {
    const wanted = vector("v", {
      outcome: "unrepairable",
      alternatives: [{ name: "left", outcome: "valid" }],
    });
    expect(judged(wanted, [untouched])).toBeUndefined();
  });

  test("that must never come out is wrong under any outcome, but for the untouched input", () => {
    const wanted = vector("v", {
      outcome: "valid",
      alternatives: [{ name: "x", outcome: "repaired", args: { a: 1 } }],
      forbid: [{ a: 1 }, { b: 1 }],
    });
    expect(judged(wanted, [repaired])).toBe("the answer must never come out");
    expect(judged(wanted, [untouched])).toBeUndefined();
  });

  test("is asked for its rules only where they are the catalogue's", () => {
    const wanted = vector("v", {
      outcome: "repaired",
      args: { a: 1 },
      rules: ["other"],
      silentRules: ["convert"],
    });
    expect(judged(wanted, [repaired])).toBe(
      'the rules of the changes differ (the ids are listed in docs/protocol.md, "Canonical rule ids")',
    );
    expect(judged(wanted, [repaired], [], false)).toBeUndefined();
  });

  test("must say and conceal what the vector lists", () => {
    const wanted = vector("v", {
      outcome: "unrepairable",
      retryMessageIncludes: ["a"],
      conceals: ["secret"],
    });
    const refused = { ...untouched, outcome: "unrepairable" };
    expect(problemOf(wanted, [refused])).toEqual({
      says: "the retry message does not say what it must",
      expected: 'a retry message that contains "a"',
      received: "no text",
    });
    expect(judged(wanted, [{ ...refused, retryMessage: "a", issueSummary: "secret" }])).toMatch(
      /holds what it must not/,
    );
    expect(judged(wanted, [{ ...refused, retryMessage: "a secret" }])).toBeUndefined();
  });
});

describe("credit for a vector", () => {
  const twin = vector("twin", { outcome: "repaired", args: { a: 1 } });
  const one = vector("one", { outcome: "valid" }, { twin: twin.address });

  test("is given only if its twin is right too", () => {
    expect(judged(one, [untouched, repaired], [twin])).toBeUndefined();
    expect(judged(one, [untouched, untouched], [twin])).toBe(
      "it is right, but not its twin schema/iterate/twin: the outcome is not `repaired`",
    );
  });

  test("with a fingerprint needs the other vector's fingerprint", () => {
    const same = vector("same", { outcome: "valid", sameFingerprintAs: twin.address });
    const mark = (fingerprint: string): RepairAnswer => ({ ...untouched, fingerprint });
    expect(judged(same, [untouched, mark("1"), mark("1")], [twin])).toBeUndefined();
    expect(judged(same, [untouched, mark("1"), mark("2")], [twin])).toMatch(/is not that of/);
    expect(judged(same, [untouched, untouched, untouched], [twin])).toBe("a fingerprint is missing");
  });

  test("is given under what its own requirement says of every answer", () => {
    const rule = vector(
      "rule",
      { outcome: "repaired", args: { a: 1 } },
      { requirement: "outcome/change-is-complete" },
    );
    const odd = { ...repaired, changes: [{ ruleId: "mine", stage: "schema-repair", note: "a" }] };
    expect(judged(rule, [repaired])).toBeUndefined();
    expect(judged(rule, [odd])).toBe("a change has a rule id that the target does not declare");
  });
});
