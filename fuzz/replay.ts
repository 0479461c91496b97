/** Puts a stored case, or one that a token draws again, to a target. */

import type { TargetSource } from "../conformance/find-target.ts";
import { parseJson } from "../conformance/json-text.ts";
import { drawBatch } from "./batch.ts";
import { type Finding, makeFinding } from "./finding.ts";
import { type Lane, openLane } from "./lane.ts";
import { propertyAt } from "./properties.ts";
import { type Judged, signatureOf } from "./property.ts";

/** What names a case: a finding, or what a token holds. */
export type Replayed = Pick<Finding, "property" | "seed" | "batch" | "case"> &
  Pick<Partial<Finding>, "value">;

/** The value of a case: the stored one, or the drawn one where none is stored. */
export function replayedValue({ property, seed, batch, value, ...rest }: Replayed): unknown {
  if (value !== undefined) return parseJson(value);
  const plan = { address: property, batch, cases: rest.case + 1 };
  return drawBatch(propertyAt(property), seed, plan)[rest.case];
}

/** Judges a case on a lane that is open. */
export async function judgeReplayed(lane: Lane, replayed: Replayed): Promise<Judged> {
  return lane.judge(replayed.property, replayedValue(replayed));
}

export interface Replay {
  readonly judged: Judged;
  /** The case as it is now. */
  readonly finding: Finding;
}

/** Starts a target, puts one case to it, ends it. */
export async function replay(source: TargetSource, replayed: Replayed, deadlineMs: number): Promise<Replay> {
  const lane = await openLane(source, { seed: replayed.seed, deadlineMs });
  try {
    const judged = await judgeReplayed(lane, replayed);
    const finding = makeFinding({
      target: { given: source.given, version: lane.identity.version },
      property: propertyAt(replayed.property),
      seed: replayed.seed,
      plan: { batch: replayed.batch },
      case: replayed.case,
      signature: signatureOf(replayed.property, judged),
      judged,
      value: replayedValue(replayed),
    });
    return { judged, finding };
  } finally {
    await lane.close();
  }
}
