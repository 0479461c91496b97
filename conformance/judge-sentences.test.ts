/** What a judge says to the person who reads it: what was expected, and what came. */
import { expect, test } from "vitest";
import { parseVectorFile, type Vector } from "../spec/vectors.ts";
import type { Problem, RepairFacts, Reply } from "./check.ts";
import { toJson } from "./json-text.ts";
import { vectorCheck } from "./judge.ts";

const HEAD = { title: "t", source: "s", kind: "basic" };

function vectors(...parts: readonly object[]): readonly Vector[] {
  const list = parts.map((part, index) => ({ ...HEAD, id: `v${index + 1}`, ...part }));
  return parseVectorFile(JSON.stringify({ source: "s", chapter: "c", vectors: list }), "test");
}

/** The problem that a vector's check ends with after these replies, in order. */
function problem(all: readonly Vector[], replies: readonly unknown[], canonical = true): Problem | undefined {
  const [vector] = all;
  if (vector === undefined) throw new Error("no vector");
  const known = new Map(all.map((one) => [one.address, one]));
  const check = vectorCheck(vector, known, { ruleIds: ["rename"], canonicalRuleIds: canonical });
  let step = check.next();
  for (const reply of replies) if (step.done !== true) step = check.next(reply as Reply);
  expect(step.done).toBe(true);
  return step.value as Problem | undefined;
}

const repair = (expected: object, call: object = {}) => ({
  requirement: "schema/iterate",
  capability: "repair",
  call: { toolName: "t", schema: { type: "object" }, input: { b: 1 }, ...call },
  expect: expected,
});
const answered = (parts: object) => ({
  answer: { outcome: "valid", args: '{"b":1}', changes: [], ...parts },
});

test("another outcome is shown with its arguments, and what was wanted without any where none are stated", () => {
  expect(problem(vectors(repair({ outcome: "repaired" })), [answered({})])).toEqual({
    says: "the outcome is not `repaired`",
    expected: "repaired",
    received: 'valid {"b":1}',
  });
  const never = repair({ outcome: "unrepairable", forbid: [{ c: 1 }] });
  expect(problem(vectors(never), [answered({ outcome: "repaired", args: '{"c":1}' })])).toEqual({
    says: "the answer must never come out",
    expected: 'unrepairable {"b":1}',
    received: 'repaired {"c":1}',
  });
});

test("rules that differ are listed on both sides, and none is said to be none", () => {
  const of = (parts: object) => problem(vectors(repair({ outcome: "valid", ...parts })), [answered({})]);
  const page = '(the ids are listed in docs/protocol.md, "Canonical rule ids")';
  expect(of({ rules: ["b", "a"] })).toEqual({
    says: `the rules of the changes differ ${page}`,
    expected: "a, b",
    received: "none",
  });
  expect(of({ silentRules: ["a"] })).toMatchObject({
    says: `the rules of the silent changes differ ${page}`,
  });
  const observes = vectors(repair({ outcome: "valid", observes: ["x"] }));
  const seen = (...ids: string[]) => answered({ observations: ids.map((ruleId) => ({ ruleId })) });
  expect(problem(observes, [seen()])).toEqual({
    says: `an observation is missing ${page}`,
    expected: "x",
    received: "none",
  });
  expect(problem(observes, [seen("y", "z")])).toMatchObject({ received: "y, z" });
  expect(problem(observes, [seen("y", "x")])).toBeUndefined();
  const none = vectors(repair({ outcome: "valid", rules: [] }));
  expect(
    problem(none, [answered({ changes: [{ ruleId: "rename", stage: "schema-repair", note: "n" }] })]),
  ).toMatchObject({ expected: "none", received: "rename" });
});

test("a text that does not say enough is quoted, and one that says too much is named by its secret", () => {
  const of = (parts: object, answer: object) =>
    problem(vectors(repair({ outcome: "valid", ...parts })), [answered(answer)]);
  expect(of({ issueSummaryIncludes: ["a"] }, { issueSummary: "b" })).toEqual({
    says: "the issue summary does not say what it must",
    expected: 'an issue summary that contains "a"',
    received: "b",
  });
  expect(of({ conceals: ['a"b'] }, { issueSummary: 'x a"b' })).toEqual({
    says: "a note, summary or observation holds what it must not",
    received: 'a"b',
  });
  expect(of({ conceals: ["Stryker"] }, {})).toBeUndefined();
});

test("fingerprints are quoted, and the vector that one is compared with must be a repair vector", () => {
  const pair = (parts: object) =>
    vectors(repair({ outcome: "valid", ...parts }), repair({ outcome: "valid" }));
  const mark = (fingerprint?: string) => answered(fingerprint === undefined ? {} : { fingerprint });
  const same = pair({ sameFingerprintAs: "schema/iterate/v2" });
  expect(problem(same, [mark("1"), mark("1"), mark("2")])).toEqual({
    says: "the fingerprint is not that of schema/iterate/v2",
    expected: "2",
    received: "1",
  });
  const other = pair({ otherFingerprintThan: "schema/iterate/v2" });
  expect(problem(other, [mark("1"), mark("1"), mark("1")])).toEqual({
    says: "the fingerprint is also that of schema/iterate/v2",
    expected: "another than 1",
    received: "1",
  });
  for (const replies of [
    [mark("1"), mark("1"), mark()],
    [mark(), mark(), mark("1")],
  ])
    expect(problem(other, replies)).toEqual({ says: "a fingerprint is missing" });
  const stranger = { ...stream({ all: "a" }), requirement: "stream/chunking-invisible" };
  const wrong = vectors(
    repair({ outcome: "valid", sameFingerprintAs: "stream/chunking-invisible/v2" }),
    stranger,
  );
  expect(() => problem(wrong, [mark("1")])).toThrow(
    "schema/iterate/v1: stream/chunking-invisible/v2 is no repair vector",
  );
});

test("callbacks that ran too often, or got something else, are counted", () => {
  const throwing = vectors(repair({ outcome: "valid" }, { callbacks: "throw" }));
  const ran = (facts?: Partial<RepairFacts>) => ({ ...answered({}), ...(facts && { facts }) });
  expect(problem(throwing, [ran({ outcomeCallbacks: 2, callbackGotResult: true })])).toEqual({
    says: "the outcome callback did not run once",
    expected: "1",
    received: "2",
  });
  expect(problem(throwing, [ran({ outcomeCallbacks: 1, callbackGotResult: false })])).toEqual({
    says: "the outcome callback got another result",
  });
  expect(problem(throwing, [ran()])).toBeUndefined();
  const calm = vectors(repair({ outcome: "valid" }));
  expect(problem(calm, [ran({ outcomeCallbacks: 2, callbackGotResult: true })])).toBeUndefined();
});

const message = (content: readonly unknown[], stopReason = "stop") => ({
  role: "assistant",
  content,
  stopReason,
});
const grammar = (expected: object) => ({
  requirement: "grammar/modes",
  capability: "grammar",
  call: { message: message([{ type: "text", text: "a" }]), mode: "strip", knownTools: ["read"] },
  expect: expected,
});
const found = (given: unknown, parts: object = {}) => ({
  answer: {
    ...{ message: toJson(given), changed: true, promoted: false, recoveredCalls: [], strippedGrammars: [] },
    ...{ detectedGrammars: [], promotedCallIds: [], cutWithoutPromotion: 0, ...parts },
  },
});

test("a message is told by its calls, its text, its stop reason, its families and what was cut", () => {
  const call = { type: "toolCall", id: "1", name: "read", arguments: { path: "x" } };
  const text = { type: "text", text: "a" };
  const of = (expected: object, given: unknown, parts?: object) =>
    problem(vectors(grammar(expected)), [found(given, parts)]);
  expect(of({ calls: [] }, message([text, call]))).toEqual({
    says: "the promoted calls differ",
    expected: "[]",
    received: '[["read",{"path":"x"}]]',
  });
  expect(of({ calls: [] }, message([text, { type: "toolCall", id: "1" }]))).toMatchObject({
    received: "[[null,null]]",
  });
  expect(of({ calls: [] }, message([text, { ...call, type: "text" }, null, "x"]))).toBeUndefined();
  expect(of({ text: "b" }, message([text]))).toEqual({
    says: "the text differs",
    expected: "b",
    received: "a",
  });
  expect(of({ untouched: false }, message([text]))).toMatchObject({ says: "the message is as it was" });
  expect(of({ untouched: true }, message([]))).toMatchObject({ says: "the message changed" });
  expect(of({ message: { a: 1 } }, { a: 2 })).toEqual({
    says: "the message differs",
    expected: '{"a":1}',
    received: '{"a":2}',
  });
  expect(of({ text: "a", stopReason: "toolUse" }, message([text]))).toEqual({
    says: "the stop reason differs",
    expected: "toolUse",
    received: "stop",
  });
  expect(of({ text: "a", cutWithoutPromotion: 1 }, message([text]))).toEqual({
    says: "the number of leaks cut without promotion differs",
    expected: "1",
    received: "0",
  });
  expect(of({ text: "a", detected: ["hermes"] }, message([text]))).toEqual({
    says: "the detected families differ",
    expected: "hermes",
    received: "none",
  });
  const either = { text: "b", alternatives: [{ name: "x", text: "c" }] };
  expect(of(either, message([text]))).toMatchObject({ expected: "b" });
  expect(of(either, message([{ ...text, text: "c" }]))).toBeUndefined();
});

function stream(expected: object) {
  return {
    requirement: "stream/chunking-invisible",
    capability: "stream",
    call: { chunks: ["a", "b"], mode: "strip", knownTools: ["read"] },
    expect: expected,
  };
}

test("a stream is told by its length, its text and what is held back", () => {
  const of = (expected: object, visible: readonly string[], flushed = "") =>
    problem(vectors(stream(expected)), [{ answer: { visible, flushed } }]);
  expect(of({ all: "ab" }, ["ab"])).toEqual({
    says: "there is not one visible text a chunk",
    expected: "2",
    received: "1",
  });
  expect(of({ all: "ab" }, ["a", ""])).toEqual({
    says: "the visible text differs",
    expected: "ab",
    received: "a",
  });
  const early = { all: "ab", visibleAfter: [{ chunk: 0, text: "a" }] };
  expect(of(early, ["", "a"], "b")).toEqual({
    says: "text is held back after chunk 0",
    expected: "a",
    received: "",
  });
  expect(of(early, ["a", ""], "b")).toBeUndefined();
});

test("a payload is told by the first place that differs", () => {
  const guard = {
    requirement: "guard/anchors-only",
    capability: "guard",
    call: { payload: { a: 1 }, modelId: "m", modelFamilies: [] },
    expect: { payload: { a: 1 } },
  };
  expect(problem(vectors(guard), [{ answer: { payload: '{"a":2}' } }])).toEqual({
    says: "the payload differs at /a: expected 1, received 2",
    expected: '{"a":1}',
    received: '{"a":2}',
  });
});

test("only the callbacks of a vector that says so throw, and a message without parts has no text", () => {
  const firstAsk = (call: object) => {
    const [vector] = vectors(repair({ outcome: "valid" }, call));
    if (vector === undefined) throw new Error("no vector");
    const step = vectorCheck(vector, new Map(), { ruleIds: [], canonicalRuleIds: false }).next();
    return step.done === true ? undefined : step.value;
  };
  expect(firstAsk({ callbacks: "throw" })).toMatchObject({ live: { callbacksThrow: true } });
  expect(firstAsk({})).not.toHaveProperty("live.callbacksThrow");
  const noParts = vectors({
    requirement: "grammar/modes",
    capability: "grammar",
    call: { message: { role: "assistant", content: [{ type: "text", text: "a" }] }, mode: "off" },
    expect: { text: "" },
  });
  const answer = { promoted: false, detectedGrammars: [], cutWithoutPromotion: 0 };
  for (const message of ['"text"', "null", '{"content":5}', '{"content":[null,5,"x"]}'])
    expect(problem(noParts, [{ answer: { ...answer, message } }])).toBeUndefined();
});
