/** The property that matters most: a damaged call comes back as it was meant, or not at all. */
import fc from "fast-check";
import { askRepair, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import {
  compareWithMeant,
  type DamagedCall,
  damagedByOne,
  damagedBySeveral,
  damagedRepairCall,
  judgingProfile,
} from "../mistakes.ts";
import { type Property, property } from "../property.ts";

const profile = fc.constantFrom("conservative", "adaptive", "recover");

function neverWrong(name: string, title: string, damagedCalls: fc.Arbitrary<DamagedCall>): Property {
  return property<readonly [DamagedCall, string]>({
    address: `safety/never-wrong/${name}`,
    title,
    capability: "repair",
    arbitrary: fc.tuple(damagedCalls, profile),
    *check([damaged, chosen]): Check {
      const call = damagedRepairCall(damaged, { profile: judgingProfile(damaged.mistakes, chosen) });
      const { answer } = yield* askRepair(call);
      if (compareWithMeant(damaged, answer) !== "wrong") return undefined;
      const made = damaged.mistakes.map((mistake) => mistake.name).join(", then ");
      return {
        says: `after ${made} another call came back than was meant`,
        expected: `${toJson(damaged.call.args)}, or nothing`,
        received: `${answer.outcome} ${answer.args}`,
      };
    },
    labels: ([{ mistakes, hidden }]) => [
      mistakes.every(({ kind }) => kind === "lossless") ? "lossless" : "lossy",
      ...(hidden ? ["hidden"] : []),
    ],
    floors: { lossless: 0.1, lossy: 0.1 },
  });
}

export const mistakeProperties: readonly Property[] = Object.freeze([
  neverWrong(
    "one-mistake",
    "After one known mistake a call comes back as it was meant, or not at all.",
    damagedByOne(),
  ),
  neverWrong("several-mistakes", "So it does after several in a row.", damagedBySeveral()),
]);
