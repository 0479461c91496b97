/** What must hold of every repair answer, whatever was asked: one function a sentence, undefined where it holds. */
import { OUTCOMES, type RepairAnswer, type RepairCall, STAGES } from "../spec/contract.ts";
import type { Problem } from "./check.ts";
import { firstDifference, parseJson, sameJson, toJson } from "./json-text.ts";
import { fitsSchema } from "./validator.ts";

type Invariant = (call: RepairCall, answer: RepairAnswer) => Problem | undefined;

const MAX_RETRY_BYTES = 4096;
// Line breaks are layout; every other control code, and what changes the direction of text, is not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** `outcome/one-of-three` */
export const oneOfThree: Invariant = (_call, answer) =>
  OUTCOMES.some((outcome) => outcome === answer.outcome)
    ? undefined
    : { says: "the outcome is none of the three", expected: OUTCOMES.join(", "), received: answer.outcome };

function sameArgs(call: RepairCall, answer: RepairAnswer): Problem | undefined {
  const difference = firstDifference(call.input, answer.args);
  if (difference === undefined) return undefined;
  return {
    says: `\`${answer.outcome}\` came with other arguments: ${difference}`,
    expected: call.input,
    received: answer.args,
  };
}

function noChange(answer: RepairAnswer): Problem | undefined {
  const [change] = answer.changes;
  return (
    change && { says: `\`${answer.outcome}\` claims a change`, received: `${change.ruleId}: ${change.note}` }
  );
}

/** `outcome/valid-is-untouched`; an owner's hook may have replaced the value. */
export const validIsUntouched: Invariant = (call, answer) => {
  if (answer.outcome !== "valid") return undefined;
  return (call.ownerHook === undefined ? sameArgs(call, answer) : undefined) ?? noChange(answer);
};

/** `outcome/repaired-is-valid` */
export const repairedIsValid: Invariant = (call, answer) => {
  if (answer.outcome !== "repaired") return undefined;
  if (fitsSchema(call.schema, answer.args) === false)
    return { says: "`repaired` came with arguments that do not fit the schema", received: answer.args };
  if (sameJson(call.input, answer.args))
    return { says: "`repaired` came with the input itself", received: answer.args };
  return answer.changes.length > 0 ? undefined : { says: "`repaired` claims no change" };
};

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

/** `outcome/unrepairable-is-original` */
export const unrepairableIsOriginal: Invariant = (call, answer) => {
  if (answer.outcome !== "unrepairable") return undefined;
  const message = answer.retryMessage ?? "";
  const problem = sameArgs(call, answer) ?? noChange(answer);
  if (problem !== undefined) return problem;
  if (!message.includes(call.toolName))
    return { says: "the retry message does not name the tool", expected: call.toolName, received: message };
  if (new TextEncoder().encode(message).length > MAX_RETRY_BYTES)
    return { says: "the retry message is longer than 4 KiB", received: `${message.slice(0, 100)}…` };
  if (UNPRINTABLE.test(message) || message.includes("</"))
    return {
      says: "the retry message holds control codes, bidi marks or a closing tag",
      received: toJson(message),
    };
  const named =
    /root|arguments|input as a whole/i.test(message) ||
    placeNames(call).some((name) => message.includes(name));
  return named ? undefined : { says: "the retry message names no place", received: message };
};

/** `outcome/change-is-complete`, but for the declared list, which the harness checks where it knows the target. */
export const changeIsComplete: Invariant = (call, answer) => {
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
};

/** All of the above, in the order of the catalogue. */
export const verdictIsSound: Invariant = (call, answer) =>
  oneOfThree(call, answer) ??
  validIsUntouched(call, answer) ??
  repairedIsValid(call, answer) ??
  unrepairableIsOriginal(call, answer) ??
  changeIsComplete(call, answer);

/** Root members that two objects do not share: changed, gone or new. */
function changedKeys(before: object, after: object): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => {
    if (!Object.hasOwn(before, key) || !Object.hasOwn(after, key)) return true;
    return !sameJson(toJson(Reflect.get(before, key)), toJson(Reflect.get(after, key)));
  });
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * `safety/honest`: every changed member of the root is covered by a note that names it or something inside it, and a
 * note that names members names one that changed. Only where the arguments were an object all along.
 */
export const changesAreCovered: Invariant = (call, answer) => {
  if (answer.outcome !== "repaired") return undefined;
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
    keys.some((key) => key === "" || inside(key).some((name) => note.includes(name)));
  const general = answer.changes.some(({ note, silent }) => silent === true || !mentions(note, all));
  const uncovered = general
    ? undefined
    : changed.find((key) => !answer.changes.some(({ note }) => mentions(note, [key])));
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
