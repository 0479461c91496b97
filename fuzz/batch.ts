/**
 * One batch: so many cases of one property, drawn with a seed of their own, so that the cases are the same in any
 * worker, in any shard and alone.
 */
import { createHash } from "node:crypto";
import fc from "fast-check";
import type { Ask, Reply } from "../conformance/check.ts";
import { type FuzzProperty, isBad, type Judged, judgeCase, type Outcome, signatureOf } from "./property.ts";

export interface BatchPlan {
  readonly address: string;
  /** Which batch of this property, from 0. */
  readonly batch: number;
  readonly cases: number;
}

/** A kind of failure of a batch, with the first case that shows it. */
export interface Failure {
  readonly signature: string;
  readonly outcome: Outcome;
  readonly case: number;
  readonly count: number;
}

export interface BatchResult extends BatchPlan {
  /** By outcome, or by `profile outcome` where the property has profiles. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly labels: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
}

/** Cases of a batch from one on, up to but not including another. */
export interface Range {
  readonly from: number;
  readonly until: number;
}

export interface BatchRun extends Range {
  readonly put: (ask: Ask) => Promise<Reply>;
  /** Cases under way at once. */
  readonly width: number;
  /** Cases that seem to have ended the target are asked again alone: beside others the wrong one may be blamed. */
  readonly confirm?: true;
  /** Hears which case comes next. */
  readonly onCase?: (index: number) => void;
  /** Waited for after every case, so that late errors come up before the next. */
  readonly pause?: () => Promise<void>;
}

/** The seed of a batch: the first four bytes of a hash over campaign seed, property and batch. */
export function batchSeed(seed: number, address: string, batch: number): number {
  return createHash("sha256")
    .update(JSON.stringify([seed, address, batch]))
    .digest()
    .readInt32BE(0);
}

/** The values of a batch, in order. Fewer `cases` are the first of more. */
export function drawBatch(property: FuzzProperty, seed: number, plan: BatchPlan): readonly unknown[] {
  return fc.sample(property.arbitrary(), {
    seed: batchSeed(seed, plan.address, plan.batch),
    numRuns: plan.cases,
  });
}

const countUp = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** An object's members in order of their keys, so that equal counts are equal texts. */
export function sorted<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function addCounts(
  left: Readonly<Record<string, number>>,
  right: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum: Record<string, number> = { ...left };
  for (const [key, count] of Object.entries(right)) sum[key] = (sum[key] ?? 0) + count;
  return sorted(sum);
}

export type BatchCounts = Omit<BatchResult, keyof BatchPlan>;

/** Counts judged cases; the first of them has the number `from`. */
export function countCases(
  property: FuzzProperty,
  values: readonly unknown[],
  judged: readonly Judged[],
  from: number,
): BatchCounts {
  const outcomes: Record<string, number> = {};
  const labels: Record<string, number> = {};
  const failures = new Map<string, Failure>();
  for (const [index, value] of values.entries()) {
    const one = judged[index] ?? { outcome: "not-run" };
    const profile = property.profile?.(value);
    countUp(outcomes, profile === undefined ? one.outcome : `${profile} ${one.outcome}`);
    for (const label of property.labels(value)) countUp(labels, label);
    if (!isBad(one.outcome)) continue;
    const signature = signatureOf(property.address, one);
    const known = failures.get(signature) ?? {
      signature,
      outcome: one.outcome,
      case: from + index,
      count: 0,
    };
    failures.set(signature, { ...known, count: known.count + 1 });
  }
  return { outcomes, labels, failures: [...failures.values()] };
}

/** The counts of a whole batch from those of its parts, in order. */
export function joinParts(plan: BatchPlan, parts: readonly BatchCounts[]): BatchResult {
  const failures = new Map<string, Failure>();
  for (const failure of parts.flatMap((part) => part.failures)) {
    const first = failures.get(failure.signature);
    failures.set(
      failure.signature,
      first === undefined ? failure : { ...first, count: first.count + failure.count },
    );
  }
  return {
    ...plan,
    outcomes: parts.reduce((sum, part) => addCounts(sum, part.outcomes), {}),
    labels: parts.reduce((sum, part) => addCounts(sum, part.labels), {}),
    failures: [...failures.values()],
  };
}

/** Judges a range of a batch; `drawn` are all its values. */
export async function runCases(
  property: FuzzProperty,
  drawn: readonly unknown[],
  run: BatchRun,
): Promise<BatchCounts> {
  const values = drawn.slice(run.from, run.until);
  const judged = new Array<Judged>(values.length);
  const queue = values.entries();
  const work = async (): Promise<void> => {
    for (const [index, value] of queue) {
      run.onCase?.(run.from + index);
      judged[index] = await judgeCase(property, value, run.put);
      await run.pause?.();
    }
  };
  await Promise.all(Array.from({ length: Math.min(run.width, values.length) }, work));
  for (const [index, value] of values.entries()) {
    const outcome = judged[index]?.outcome;
    if (run.confirm !== true || (outcome !== "crashed" && outcome !== "timed-out")) continue;
    judged[index] = await judgeCase(property, value, run.put);
  }
  return countCases(property, values, judged, run.from);
}
