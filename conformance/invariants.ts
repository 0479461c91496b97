/** What must hold of every repair answer, whatever was asked: one function a sentence, undefined where it holds. */
import { type RepairAnswer, type RepairCall, STAGES } from "../spec/contract.ts";
import type { Problem } from "./check.ts";
import { parseJson, sameJson, toJson } from "./json-text.ts";
import { type Claims, judgeStanding } from "./standing.ts";

type Invariant = (call: RepairCall, answer: RepairAnswer) => Problem | undefined;

/** What standing.ts says of every answer, where no list of declared rules is needed. */
const standing =
  (requirement: string): Invariant =>
  (call, answer) =>
    judgeStanding(requirement, call, answer, { ruleIds: [], canonicalRuleIds: false });

export const oneOfThree = standing("outcome/one-of-three");
export const validIsUntouched = standing("outcome/valid-is-untouched");
export const repairedIsValid = standing("outcome/repaired-is-valid");
const originalIsKept = standing("outcome/unrepairable-is-original");
const claimsMatch = standing("safety/honest");

/** Every key of a value, at any depth. */
function keysOf(value: unknown): ReadonlySet<string> {
  const keys = new Set<string>();
  const stack = [value];
  for (let at = stack.pop(); stack.length > 0 || at !== undefined; at = stack.pop()) {
    if (typeof at !== "object" || at === null) continue;
    for (const [key, below] of Object.entries(at)) {
      if (!Array.isArray(at)) keys.add(key);
      if (typeof below === "object" && below !== null) stack.push(below);
    }
  }
  return keys;
}

/** Keys of the input and of the schema's fields: what a message may name as a place. */
function placeNames(call: RepairCall): readonly string[] {
  const names = new Set(keysOf(parseJson(call.input)));
  for (const key of keysOf(parseJson(call.schema))) names.add(key);
  return [...names].filter((name) => name !== "");
}

/** `outcome/unrepairable-is-original`, with the place that its message must name. */
export const unrepairableIsOriginal: Invariant = (call, answer) => {
  if (answer.outcome !== "unrepairable") return undefined;
  const problem = originalIsKept(call, answer);
  if (problem !== undefined) return problem;
  const message = answer.retryMessage ?? "";
  const named =
    /root|arguments|input as a whole/i.test(message) ||
    placeNames(call).some((name) => message.includes(name));
  return named ? undefined : { says: "the retry message names no place", received: message };
};

/** `outcome/change-is-complete`: the rule is declared, the stage known, and the note names the field or the tool. */
export function changeIsComplete(
  call: RepairCall,
  answer: RepairAnswer,
  claims?: Claims,
): Problem | undefined {
  const undeclared = claims && judgeStanding("outcome/change-is-complete", call, answer, claims);
  if (undeclared !== undefined) return undeclared;
  const names = [call.toolName, ...placeNames(call), ...keysOf(parseJson(answer.args))].filter(
    (name) => name !== "",
  );
  for (const { ruleId, stage, note, silent } of answer.changes) {
    if (ruleId === "") return { says: "a change has no rule id", received: note };
    if (!STAGES.some((known) => known === stage))
      return {
        says: `a change of rule ${ruleId} has no stage`,
        expected: STAGES.join(", "),
        received: stage,
      };
    if (silent !== true && !names.some((name) => note.includes(name)))
      return { says: `the note of rule ${ruleId} names neither the field nor the tool`, received: note };
  }
  return undefined;
}

/** Root members that two objects do not share: changed, gone or new. */
function changedKeys(before: object, after: object): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => {
    if (!Object.hasOwn(before, key) || !Object.hasOwn(after, key)) return true;
    return !sameJson(toJson(Reflect.get(before, key)), toJson(Reflect.get(after, key)));
  });
}

/** True if a note holds a name as a word of its own, so that `a` is not found in every sentence. */
function names(note: string, name: string): boolean {
  const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
  for (let at = note.indexOf(name); at >= 0; at = note.indexOf(name, at + 1)) {
    if (!isWord(note[at - 1]) && !isWord(note[at + name.length])) return true;
  }
  return false;
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * `safety/honest`: every changed member of the root is covered by a note that names it or something inside it, and a
 * note that names members names one that changed. Only where the arguments were an object all along.
 */
export const changesAreCovered: Invariant = (call, answer) => {
  const mismatch = claimsMatch(call, answer);
  if (mismatch !== undefined || answer.outcome !== "repaired") return mismatch;
  const before = parseJson(call.input);
  const after = parseJson(answer.args);
  const fieldStages = answer.changes.every(({ stage }) => stage !== "envelope" && stage !== "owner-shim");
  if (!isRecord(before) || !isRecord(after) || !fieldStages) return undefined;
  const changed = changedKeys(before, after);
  const inside = (key: string): readonly string[] =>
    [key, ...keysOf(Reflect.get(before, key)), ...keysOf(Reflect.get(after, key))].filter(
      (name) => name !== "",
    );
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const mentions = (note: string, keys: readonly string[]): boolean =>
    keys.some((key) => inside(key).some((name) => names(note, name)));
  const general = answer.changes.some(({ note, silent }) => silent === true || !mentions(note, all));
  // A key that lost its debris may go by what is left of it.
  const alike = (key: string): readonly string[] => [
    key,
    ...changed.filter((other) => other !== "" && key.includes(other)),
  ];
  // A member under the empty key cannot be named.
  const uncovered = general
    ? undefined
    : changed.find((key) => key !== "" && !answer.changes.some(({ note }) => mentions(note, alike(key))));
  if (uncovered !== undefined)
    return { says: `\`${uncovered}\` was changed and no change covers it`, received: toJson(answer.changes) };
  const phantom = answer.changes.find(
    ({ note, silent }) => silent !== true && mentions(note, all) && !mentions(note, changed),
  );
  return (
    phantom && {
      says: "a change is claimed where nothing was changed",
      received: `${phantom.ruleId}: ${phantom.note}`,
    }
  );
};
