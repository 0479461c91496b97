/** Times work side by side: in short rounds, each of which takes turns, so that what else the machine does hits all alike. */
import { Bench } from "tinybench";
import type { Work } from "./scene.ts";

export interface Effort {
  readonly rounds: number;
  /** Milliseconds for one contender in one round. */
  readonly milliseconds: number;
}

/** Enough for figures that are kept. */
export const FULL: Effort = { rounds: 9, milliseconds: 40 };
/** Enough to see that it works. */
export const QUICK: Effort = { rounds: 3, milliseconds: 5 };

/** A sample below this would measure the clock. */
const SAMPLE_MS = 0.05;
/** Work that takes longer is compiled while it runs. */
const LONG_MS = 10;
const MAX_BATCH = 100_000;

export interface Ratio {
  /** Least time over least time: what else the machine does only adds. */
  readonly ratio: number;
  /** The lowest and the highest ratio of a single round. */
  readonly low: number;
  readonly high: number;
}

/** Milliseconds of one unit of work, the median of a round, round by round. */
export type Rounds = readonly number[];

/** Keeps results in use, so that the compiler cannot leave the work out. */
export let sink: unknown;

function spend(work: Work, times: number): number {
  const start = performance.now();
  for (let left = times; left > 0; left--) sink = work();
  return performance.now() - start;
}

/** How often work is repeated for a sample. It warms the work up too. */
function batchOf(work: Work): number {
  let batch = 1;
  for (let turn = 0; turn < 50; turn++) {
    const time = spend(work, batch);
    if (time >= SAMPLE_MS && (turn > 4 || time > LONG_MS)) return batch;
    if (time < SAMPLE_MS) batch = Math.min(MAX_BATCH, Math.ceil(batch * 1.5));
  }
  return batch;
}

function round(work: Work, batch: number, milliseconds: number): number {
  const bench = new Bench({ time: milliseconds, iterations: 1, warmup: false, throws: true });
  bench.add("work", () => {
    const time = spend(work, batch);
    return { overriddenDuration: time / batch, overriddenIterationCost: time };
  });
  bench.runSync();
  const result = bench.tasks[0]?.result;
  if (result === undefined || !("latency" in result)) throw new Error("the work was not measured");
  return result.latency.p50;
}

/** Times each work, in the order of the keys and then in the opposite one, turn by turn. */
export function timeTogether(works: ReadonlyMap<string, Work>, effort: Effort): ReadonlyMap<string, Rounds> {
  const entries = [...works].map(([name, work]) => ({
    name,
    work,
    batch: batchOf(work),
    times: [] as number[],
  }));
  for (let turn = 0; turn < effort.rounds; turn++) {
    const order = turn % 2 === 0 ? entries : entries.toReversed();
    for (const one of order) one.times.push(round(one.work, one.batch, effort.milliseconds));
  }
  return new Map(entries.map(({ name, times }) => [name, times]));
}

/** The least of several times. */
export function least(times: Rounds): number {
  return Math.min(...times);
}

/** How one contender's times stand to another's, measured together. */
export function ratioOf(times: Rounds, baseline: Rounds): Ratio {
  const each = times.map((time, turn) => time / (baseline[turn] ?? Number.NaN));
  return { ratio: least(times) / least(baseline), low: Math.min(...each), high: Math.max(...each) };
}
