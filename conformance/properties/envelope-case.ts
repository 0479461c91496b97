/** What properties of raw arguments have in common. */
import fc from "fast-check";
import type { RepairAnswer } from "../../spec/contract.ts";
import { askRepair, type Check, type Problem } from "../check.ts";
import { sameJson, toJson } from "../json-text.ts";
import {
  compareWithMeant,
  type DamagedCall,
  damagedByOne,
  damagedRepairCall,
  mistakesNamed,
} from "../mistakes.ts";
import { type Property, property } from "../property.ts";

/** The three profiles. */
export const profile = fc.constantFrom("conservative", "adaptive", "recover");

/** An answer as a text for a person. */
export const got = (answer: RepairAnswer): string => `${answer.outcome} ${answer.args}`;

/** A problem, unless the answer is a refusal that comes with the original input. */
export function refused(answer: RepairAnswer, input: string, says: string): Problem | undefined {
  if (answer.outcome === "unrepairable" && sameJson(answer.args, input)) return undefined;
  return { says, expected: `unrepairable ${input}`, received: got(answer) };
}

/** A problem, unless the answer is a repair that gives `meant`. */
export function restored(answer: RepairAnswer, meant: unknown, says: string): Problem | undefined {
  if (answer.outcome === "repaired" && sameJson(answer.args, toJson(meant))) return undefined;
  return { says, expected: `repaired ${toJson(meant)}`, received: got(answer) };
}

/** Lossless mistakes in the envelope come back under every profile. */
export function comesBack(row: string, title: string, ...names: readonly string[]): Property {
  return property<readonly [DamagedCall, string]>({
    address: `envelope/${row}`,
    title,
    capability: "repair",
    arbitrary: fc.tuple(damagedByOne(mistakesNamed(...names)), profile),
    *check([damaged, name]): Check {
      const { answer } = yield* askRepair(damagedRepairCall(damaged, { profile: name }));
      const came = compareWithMeant(damaged, answer);
      if (came === "restored" || came === "hidden") return undefined;
      return {
        says: `the call came back ${came}`,
        expected: `repaired ${toJson(damaged.call.args)}`,
        received: got(answer),
      };
    },
    labels: ([{ call }]) => [call.toolName.startsWith("tool_") ? "drawn" : "built-in"],
    floors: { drawn: 0.2, "built-in": 0.2 },
  });
}
