/** Whether a saboteur is caught at exactly the requirements that it declares. */
import { judgeInThread } from "./in-thread.ts";
import type { Saboteur } from "./saboteur.ts";
import { moduleOf } from "./saboteur-module.ts";
import type { Suite } from "./suite.ts";
import reference from "./targets/reference.ts";

export interface Catch {
  /** The saboteur's name. */
  readonly name: string;
  readonly seed: number;
  /** Requirements that it declares and at which it was not caught. */
  readonly missed: readonly string[];
  /** Where else it was caught, one sentence each. */
  readonly extra: readonly string[];
}

/** What a saboteur breaks: the function of the target that is not the reference's. */
export function kindOf({ target }: Saboteur): "repair" | "message" | "session" {
  if (target.repair !== reference.repair) return "repair";
  return target.runSession === reference.runSession ? "message" : "session";
}

const SUSPECT_RUNS = 100;
/** Enough for a check of something else to notice a fault that is not as narrow as it says. */
const OTHER_RUNS = 8;

/** Seeds count from here. */
export const FIRST_SEED = 1;

/** Judges a saboteur against the whole suite with one seed; from the second seed on, only what a seed changes. */
export async function prove(saboteur: Saboteur, suite: Suite, seed: number): Promise<Catch> {
  const { name, breaks, target } = saboteur;
  const { short } = await judgeInThread(target, suite, {
    seed,
    suspects: breaks,
    suspectRuns: SUSPECT_RUNS,
    runs: OTHER_RUNS,
    drawnOnly: seed > FIRST_SEED,
    unlike: reference,
    module: moduleOf(
      "saboteurs.ts",
      "SABOTEURS",
      `SABOTEURS.find(({ name }) => name === ${JSON.stringify(name)}).target`,
    ),
  });
  return {
    name,
    seed,
    missed: breaks.filter((id) => !short.has(id)),
    extra: [...short].flatMap(([id, check]) =>
      breaks.includes(id) ? [] : [`${id} (${check.address}: ${check.problem?.says})`],
    ),
  };
}
