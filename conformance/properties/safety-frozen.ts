/** A host that never changes its configuration may freeze it, and a target may then read it once: the answers stay. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { loadVectors } from "../../spec/vectors.ts";
import { askRepair, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { repairCall } from "../vector-call.ts";

const isConfigured = ({ preprocessors, legacyConfig }: RepairCall): boolean =>
  preprocessors !== undefined || legacyConfig !== undefined;

const CALLS: readonly RepairCall[] = loadVectors()
  .flatMap((vector) => (vector.capability === "repair" ? [repairCall(vector)] : []))
  .filter(isConfigured);

const frozen = property<readonly RepairCall[]>({
  address: "safety/input-untouched/frozen-configuration",
  title:
    "Every configured call of the vectors is answered alike where input, schema and configuration are frozen.",
  capability: "repair",
  arbitrary: fc.shuffledSubarray([...CALLS], { minLength: CALLS.length }),
  *check(calls): Check {
    for (const call of calls) {
      const expected = toJson((yield* askRepair(call)).answer);
      const received = toJson((yield* askRepair(call, { frozen: true })).answer);
      if (expected !== received) return { says: "frozen, it is answered in another way", expected, received };
    }
    return undefined;
  },
  // One case asks some hundred questions.
  share: 0.01,
  fixed: true,
});

export const frozenProperties: readonly Property[] = Object.freeze([frozen]);
