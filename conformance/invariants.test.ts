import { expect, test } from "vitest";
import type { Change, RepairAnswer, RepairCall } from "../spec/contract.ts";
import { changeIsComplete, changesAreCovered, unrepairableIsOriginal } from "./invariants.ts";

const call: RepairCall = {
  toolName: "read",
  schema: '{"type":"object","properties":{"path":{"type":"string"},"offset":{"type":"number"}}}',
  input: '{"file_path":"/x","offset":null}',
};
const change = (note: string, stage = "preprocess"): Change => ({ ruleId: "rule", stage, note });
const answer = (changes: readonly Change[], args = '{"path":"/x"}'): RepairAnswer => ({
  outcome: "repaired",
  args,
  changes: [...changes],
});

test("every changed member needs a change that names it", () => {
  const renamed = change("Renamed `file_path` to `path`.");
  expect(changesAreCovered(call, answer([renamed, change("Dropped `offset`.")]))).toBeUndefined();
  expect(changesAreCovered(call, answer([renamed]))?.says).toContain("`offset`");
});

test("a change that names only what stayed is a phantom", () => {
  const changes = [change("Renamed `file_path` to `path`."), change("Cleaned `offset`.")];
  const kept = answer(changes, '{"path":"/x","offset":null}');
  expect(changesAreCovered(call, kept)?.says).toContain("nothing was changed");
});

test("a note that names neither field nor tool is not complete", () => {
  expect(changeIsComplete(call, answer([change("Decoded the text.")]))).toBeDefined();
  expect(changeIsComplete(call, answer([change("Decoded the arguments of `read`.")]))).toBeUndefined();
  expect(changeIsComplete(call, answer([change("Renamed `file_path`.", "somewhere")]))).toBeDefined();
});

test("a rule that the target does not declare is not complete, where its claims are known", () => {
  const complete = answer([change("Renamed `file_path`.")]);
  const declared = { ruleIds: ["rule"], canonicalRuleIds: false };
  expect(changeIsComplete(call, complete, declared)).toBeUndefined();
  expect(changeIsComplete(call, complete, { ...declared, ruleIds: ["other"] })?.says).toContain("declare");
});

test("a refusal names the tool and a place", () => {
  const refusal = { outcome: "unrepairable", args: call.input, changes: [] };
  expect(
    unrepairableIsOriginal(call, { ...refusal, retryMessage: 'Tool "read": path is missing' }),
  ).toBeUndefined();
  expect(unrepairableIsOriginal(call, { ...refusal, retryMessage: 'Tool "read" failed' })).toBeDefined();
  expect(unrepairableIsOriginal(call, { ...refusal, retryMessage: "path is missing" })).toBeDefined();
});
