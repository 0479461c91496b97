/**
 * What holds of every repair answer, whatever was asked: one function a requirement. A vector of that requirement is
 * judged by it beside its own expectation.
 */
import { OUTCOMES, type RepairAnswer, type RepairCall, STAGES } from "../spec/contract.ts";
import type { Problem } from "./check.ts";
import { sameJson } from "./json-text.ts";
import { bounded } from "./printable.ts";
import { fitsSchema } from "./validator.ts";

/** What a target says of itself that judging needs. */
export interface Claims {
  readonly ruleIds: readonly string[];
  readonly canonicalRuleIds: boolean;
}

type Rule = (call: RepairCall, answer: RepairAnswer, claims: Claims) => Problem | undefined;

const MAX_RETRY_BYTES = 4096;
const UNSAFE_IN_RETRY = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const oneOfThree: Rule = (_call, { outcome }) =>
  OUTCOMES.some((known) => known === outcome)
    ? undefined
    : {
        says: "the outcome is none of the three",
        expected: OUTCOMES.join(", "),
        received: bounded(outcome, 100),
      };

const validIsUntouched: Rule = (call, answer) => {
  if (answer.outcome !== "valid") return undefined;
  if (answer.changes.length > 0) return { says: "`valid` claims a change" };
  const replaced = call.ownerHook === undefined && !sameJson(call.input, answer.args);
  return replaced
    ? { says: "`valid` comes with other arguments", expected: call.input, received: answer.args }
    : undefined;
};

const repairedIsValid: Rule = (call, answer) => {
  if (answer.outcome !== "repaired") return undefined;
  if (answer.changes.length === 0) return { says: "`repaired` claims no change" };
  if (sameJson(call.input, answer.args)) return { says: "`repaired` comes with the input as it was" };
  return fitsSchema(call.schema, answer.args) === false
    ? { says: "the repaired value does not fit the schema", received: answer.args }
    : undefined;
};

const unrepairableIsOriginal: Rule = (call, answer) => {
  if (answer.outcome !== "unrepairable") return undefined;
  if (answer.changes.length > 0) return { says: "`unrepairable` claims a change" };
  if (!sameJson(call.input, answer.args)) {
    return {
      says: "`unrepairable` does not return the original",
      expected: call.input,
      received: answer.args,
    };
  }
  const message = answer.retryMessage ?? "";
  if (!message.includes(call.toolName.slice(0, 64)))
    return { says: "the retry message does not name the tool" };
  if (Buffer.byteLength(message) > MAX_RETRY_BYTES) return { says: "the retry message is longer than 4 KiB" };
  if (UNSAFE_IN_RETRY.test(message.replace(/[\n\t]/g, ""))) {
    return { says: "the retry message holds control codes or bidi marks" };
  }
  return message.includes("</") ? { says: "the retry message holds a closing tag" } : undefined;
};

/** The rules of the target, and those that the call itself brings with its structural transforms. */
function declares(ruleId: string, call: RepairCall, claims: Claims): boolean {
  const brought = call.preprocessors?.some((rule) => "ruleId" in rule && rule.ruleId === ruleId);
  return brought === true || claims.ruleIds.includes(ruleId);
}

const changeIsComplete: Rule = (call, { changes }, claims) => {
  for (const { ruleId, stage, note, silent } of changes) {
    if (!declares(ruleId, call, claims)) {
      return {
        says: "a change has a rule id that the target does not declare",
        received: bounded(ruleId, 100),
      };
    }
    if (!STAGES.some((known) => known === stage)) {
      return { says: "a change has no known stage", received: bounded(stage, 100) };
    }
    if (silent !== true && note.trim() === "") return { says: "a change has no note" };
  }
  return undefined;
};

const honest: Rule = (call, answer) => {
  if (call.ownerHook !== undefined) return undefined;
  const changed = !sameJson(call.input, answer.args);
  if (changed && answer.changes.length === 0)
    return { says: "the arguments changed, and no change is claimed" };
  return !changed && answer.changes.length > 0
    ? { says: "a change is claimed, and the arguments are as they were" }
    : undefined;
};

const RULES: ReadonlyMap<string, Rule> = new Map([
  ["outcome/one-of-three", oneOfThree],
  ["outcome/valid-is-untouched", validIsUntouched],
  ["outcome/repaired-is-valid", repairedIsValid],
  ["outcome/unrepairable-is-original", unrepairableIsOriginal],
  ["outcome/change-is-complete", changeIsComplete],
  ["safety/honest", honest],
]);

/** The requirements that say something of every repair answer. */
export const STANDING: readonly string[] = [...RULES.keys()];

/** What a requirement says of every repair answer; undefined if it says nothing, or the answer keeps it. */
export function judgeStanding(requirement: string, call: RepairCall, answer: RepairAnswer, claims: Claims) {
  return RULES.get(requirement)?.(call, answer, claims);
}
