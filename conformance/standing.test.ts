/** What holds of every answer, asked of answers that break it in one thing each. */
import { expect, test } from "vitest";
import type { RepairAnswer, RepairCall } from "../spec/contract.ts";
import { judgeStanding, STANDING } from "./standing.ts";

const call: RepairCall = {
  toolName: "notes",
  schema: '{"type":"object","properties":{"a":{"type":"number"}},"required":["a"]}',
  input: '{"b":1}',
};
const change = { ruleId: "rename", stage: "schema-repair", note: "took b for a" };
const repaired: RepairAnswer = { outcome: "repaired", args: '{"a":1}', changes: [change] };
const valid: RepairAnswer = { outcome: "valid", args: '{"b":1}', changes: [] };
const refused: RepairAnswer = {
  outcome: "unrepairable",
  args: '{"b":1}',
  changes: [],
  retryMessage: "notes:\n\ta is missing",
};
const claims = { ruleIds: ["rename"], canonicalRuleIds: true };

const says = (requirement: string, answer: RepairAnswer, more: Partial<RepairCall> = {}) =>
  judgeStanding(requirement, { ...call, ...more }, answer, claims)?.says;

test("answers that keep everything are not blamed", () => {
  for (const answer of [repaired, valid, refused]) {
    for (const row of ["one-of-three", "valid-is-untouched", "repaired-is-valid", "unrepairable-is-original"])
      expect(says(`outcome/${row}`, answer)).toBeUndefined();
    expect(says("outcome/change-is-complete", answer)).toBeUndefined();
    expect(says("safety/honest", answer)).toBeUndefined();
  }
  expect(says("schema/iterate", { ...valid, outcome: "mended" })).toBeUndefined();
});

test("there are three outcomes", () => {
  expect(says("outcome/one-of-three", { ...valid, outcome: "mended" })).toMatch(/none of the three/);
});

test("valid is untouched and claims nothing, but for what the owner's hook gave", () => {
  const row = "outcome/valid-is-untouched";
  expect(says(row, { ...valid, changes: [change] })).toMatch(/claims a change/);
  expect(says(row, { ...valid, args: "{}" })).toMatch(/other arguments/);
  expect(says(row, { ...valid, args: "{}" }, { ownerHook: "lower-path" })).toBeUndefined();
});

test("repaired claims a change, differs and fits", () => {
  const row = "outcome/repaired-is-valid";
  expect(says(row, { ...repaired, changes: [] })).toMatch(/claims no change/);
  expect(says(row, { ...repaired, args: call.input })).toMatch(/as it was/);
  expect(says(row, { ...repaired, args: '{"a":"1"}' })).toMatch(/does not fit/);
});

test("unrepairable gives the original back and says so in a short and safe message that names the tool", () => {
  const row = "outcome/unrepairable-is-original";
  expect(says(row, { ...refused, changes: [change] })).toMatch(/claims a change/);
  expect(says(row, { ...refused, args: "{}" })).toMatch(/original/);
  const { retryMessage: _none, ...silent } = refused;
  expect(says(row, silent)).toMatch(/does not name the tool/);
  const told = (retryMessage: string) => says(row, { ...refused, retryMessage });
  expect(told("a is missing")).toMatch(/does not name the tool/);
  expect(told(`notes${"x".repeat(4091)}`)).toBeUndefined();
  expect(told(`notes${"x".repeat(4092)}`)).toMatch(/longer than 4 KiB/);
  expect(told(`notes${"é".repeat(2046)}`)).toMatch(/longer than 4 KiB/);
  for (const mark of ["\u0000", "\u001b", "\u0085", "\u202e", "\u2066", "\u200f", "\u061c"])
    expect(told(`notes${mark}`)).toMatch(/control codes or bidi marks/);
  expect(told("notes </args>")).toMatch(/closing tag/);
  const long = "t".repeat(80);
  expect(says(row, { ...refused, retryMessage: "t".repeat(64) }, { toolName: long })).toBeUndefined();
});

test("a change has a declared rule, a stage and a note", () => {
  const row = "outcome/change-is-complete";
  const having = (more: Partial<RepairAnswer["changes"][number]>) =>
    says(row, { ...repaired, changes: [change, { ...change, ...more }] });
  expect(having({ ruleId: "mine" })).toMatch(/does not declare/);
  expect(having({ stage: "later" })).toMatch(/no known stage/);
  expect(having({ note: " " })).toMatch(/no note/);
  expect(having({ note: "", silent: true })).toBeUndefined();
  const preprocessors: RepairCall["preprocessors"] = [
    { kind: "structural", selector: "", ruleId: "mine", transform: "edit-fold" },
  ];
  const brought = { ...repaired, changes: [{ ...change, ruleId: "mine" }] };
  expect(says(row, brought, { preprocessors })).toBeUndefined();
  const alias = { kind: "alias", selector: "/a", aliases: ["b"] };
  expect(says(row, brought, { preprocessors: [alias, ...preprocessors] })).toBeUndefined();
  const other = { kind: "structural", selector: "", ruleId: "theirs", transform: "edit-fold" } as const;
  expect(says(row, brought, { preprocessors: [alias, other] })).toMatch(/does not declare/);
});

test("what changed is claimed, and what is claimed changed", () => {
  const row = "safety/honest";
  expect(says(row, { ...repaired, changes: [] })).toMatch(/no change is claimed/);
  expect(says(row, { ...repaired, args: call.input })).toMatch(/as they were/);
  expect(says(row, { ...repaired, changes: [] }, { ownerHook: "lower-path" })).toBeUndefined();
});

test("every answer is judged by six requirements", () => {
  expect(STANDING).toHaveLength(6);
  expect(STANDING).toContain("outcome/repaired-is-valid");
});
