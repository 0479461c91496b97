/** From the first case of a failure to the smallest one that fast-check finds and that still fails in the same way. */
import fc from "fast-check";
import { type BatchPlan, batchSeed, drawBatch } from "./batch.ts";
import type { Lane } from "./lane.ts";
import { type FuzzProperty, type Judged, signatureOf } from "./property.ts";

const MAX_TRIES = 600;
/** A try that ends the target costs a start, and at a hang the deadline too. */
const MAX_DEADLY_TRIES = 24;

export interface Shrunk {
  readonly value: unknown;
  readonly judged: Judged;
}

/** Some values of the suite's own properties hold functions, which do not pass into a thread. */
function passes(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

/** Shrinks case `index` of a batch. What cannot be asked alone, or fails no more when it is, stays as it was drawn. */
export async function shrink(
  lane: Lane,
  property: FuzzProperty,
  seed: number,
  plan: BatchPlan,
  found: { readonly case: number; readonly signature: string; readonly outcome: Judged["outcome"] },
): Promise<Shrunk> {
  const value = drawBatch(property, seed, { ...plan, cases: found.case + 1 })[found.case];
  const says = "it failed in a row of other cases";
  let best: Shrunk = { value, judged: { outcome: found.outcome, problem: { says } } };
  if (!passes(value)) return best;
  let tries = found.outcome === "crashed" || found.outcome === "timed-out" ? MAX_DEADLY_TRIES : MAX_TRIES;
  const statement = fc.asyncProperty(property.arbitrary(), async (smaller) => {
    // Once the tries are used up every smaller case counts as good, which ends the search where it is.
    tries -= 1;
    if (tries < 0) return;
    const judged = await lane.judge(property.address, smaller);
    if (signatureOf(property.address, judged) !== found.signature) return;
    best = { value: smaller, judged };
    throw new Error("still fails");
  });
  await fc.check(statement, {
    seed: batchSeed(seed, plan.address, plan.batch),
    path: String(found.case),
    numRuns: 1,
  });
  return best;
}
