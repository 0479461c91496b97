/** A case is a repair call with the one result that is right for it, known by construction; most properties draw them. */
import type { Arbitrary } from "fast-check";
import type { RepairAnswer, RepairCall } from "../../spec/contract.ts";
import { askRepair, type Check, type Problem } from "../check.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { fitsSchema } from "../validator.ts";

export interface Wanted {
  readonly outcome: "valid" | "repaired" | "unrepairable";
  /** Where they differ from the input: a repair, or what the owner's hook gave. */
  readonly args?: unknown;
  /** The least number of claimed changes, where it is more than one. */
  readonly changes?: number;
  /** An observation must be there, with this rule id unless it is "". */
  readonly observes?: string;
  /** Texts that no observation may hold. */
  readonly conceals?: readonly string[];
}

export interface Case {
  readonly call: RepairCall;
  readonly wanted: Wanted;
  /** What kind of case it is, for the label floors. */
  readonly label: string;
}

export const valid: Wanted = { outcome: "valid" };
export const refused: Wanted = { outcome: "unrepairable" };
export const repaired = (args: unknown, changes = 1): Wanted => ({ outcome: "repaired", args, changes });

function wrongResult(answer: RepairAnswer, outcome: string, args: string): Problem | undefined {
  if (answer.outcome === outcome && sameJson(answer.args, args)) return undefined;
  return {
    says: answer.outcome === outcome ? "the arguments are others" : `the outcome is not \`${outcome}\``,
    expected: `${outcome} ${args}`,
    received: `${answer.outcome} ${answer.args}`,
  };
}

function wrongRecords({ changes, observations = [] }: RepairAnswer, wanted: Wanted): Problem | undefined {
  if (wanted.outcome === "repaired" && changes.length < (wanted.changes ?? 1)) {
    return { says: `fewer than ${wanted.changes ?? 1} changes are claimed`, received: toJson(changes) };
  }
  if (wanted.outcome !== "repaired" && changes.length > 0) return { says: "a change is claimed" };
  const { observes, conceals = [] } = wanted;
  if (observes !== undefined && !observations.some(({ ruleId }) => observes === "" || ruleId === observes)) {
    return { says: "nothing is observed", ...(observes !== "" && { expected: observes }) };
  }
  const written = toJson(observations);
  const leaked = conceals.find((text) => written.includes(toJson(text).slice(1, -1)));
  return leaked === undefined ? undefined : { says: "an observation holds a value", received: leaked };
}

/** Asks the case's call and compares. Throws where the case expects arguments that do not fit its own schema. */
export function* checkCase({ call, wanted }: Case): Check {
  const args = Object.hasOwn(wanted, "args") ? toJson(wanted.args) : call.input;
  if (wanted.outcome === "repaired" && fitsSchema(call.schema, args) === false) {
    throw new Error(`harness: the expected arguments ${args} do not fit ${call.schema}`);
  }
  const { answer } = yield* askRepair(call);
  return wrongResult(answer, wanted.outcome, args) ?? wrongRecords(answer, wanted);
}

/** A property over cases. `floors` names the labels that must not be rare. */
export function caseProperty(
  address: string,
  title: string,
  arbitrary: Arbitrary<Case>,
  floors: Readonly<Record<string, number>>,
): Property {
  return property<Case>({
    address,
    title,
    capability: "repair",
    arbitrary,
    check: checkCase,
    labels: ({ label }) => [label],
    floors,
  });
}

/** A call of a tool that is no built-in. `schema` and `input` are values. */
export function customCall(schema: unknown, input: unknown, more: Partial<RepairCall> = {}): RepairCall {
  return { toolName: "custom", schema: toJson(schema), input: toJson(input), ...more };
}

/** All of a list, from one on and round to it again, so that no run leaves one out. */
export function inTurn<T>(list: readonly T[], start: number): readonly T[] {
  return [...list.slice(start), ...list.slice(0, start)];
}
