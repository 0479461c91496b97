/** Bytes that the fast path allocates, beside those of pi's own validation. */
import { OURS } from "./layer.ts";
import { allocatedBy } from "./memory.ts";
import { FAST_PATH } from "./scenes/repair.ts";

export interface Allocation {
  readonly tool: string;
  /** Bytes a call. */
  readonly ours: number;
  readonly host: number;
}

/** For each scene of the fast path. */
export function allocations(): readonly Allocation[] {
  return FAST_PATH.flatMap(({ id, of, baseline }) => {
    const work = of(OURS);
    if (work === undefined) return [];
    return [{ tool: id.slice(id.indexOf("/") + 1), ours: allocatedBy(work), host: allocatedBy(baseline) }];
  });
}
