/** Bytes that work takes from the heap, read from what the collector reports of itself. */
import { GCProfiler, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Work } from "./scene.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

interface Used {
  /** Bytes allocated. */
  readonly allocated: number;
  /** Bytes in use at most, beyond those before; what was garbage already at a collection counts too. */
  readonly peak: number;
}

function heapUsed(): number {
  return process.memoryUsage().heapUsed;
}

function profile(work: () => void): Used {
  collect();
  const profiler = new GCProfiler();
  const start = heapUsed();
  profiler.start();
  work();
  const end = heapUsed();
  const { statistics } = profiler.stop();
  let [allocated, peak, last] = [0, 0, start];
  for (const { beforeGC, afterGC } of statistics) {
    const before = beforeGC.heapStatistics.usedHeapSize;
    allocated += Math.max(0, before - last);
    peak = Math.max(peak, before - start);
    last = afterGC.heapStatistics.usedHeapSize;
  }
  return { allocated: allocated + Math.max(0, end - last), peak: Math.max(peak, end - start) };
}

/** Bytes of heap that one run of the work needs at most, the least of three runs. */
export function peakMemory(work: Work): number {
  work();
  return Math.min(...[1, 2, 3].map(() => profile(work).peak));
}

const REPEATS = 20_000;

/** Bytes that one run of short work allocates, the mean of many. */
export function allocatedBy(work: Work): number {
  const repeat = (): void => {
    for (let left = REPEATS; left > 0; left--) work();
  };
  repeat();
  return Math.min(...[1, 2, 3].map(() => profile(repeat).allocated)) / REPEATS;
}
