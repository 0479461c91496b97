/** Bytes that the fast path allocates, beside those of pi's own validation. */
import { OURS } from "./layer.ts";
import { allocatedBy } from "./memory.ts";
import { FAST_PATH } from "./scenes/repair.ts";

/** The id of the figure. */
export const allocationId = (tool: string): string => `allocation/${tool}`;

export interface Allocation {
  readonly tool: string;
  /** Bytes a call. */
  readonly ours: number;
  readonly host: number;
}

/** For each scene of the fast path of which it is asked for. */
export function allocations(wants: (id: string) => boolean): readonly Allocation[] {
  return FAST_PATH.flatMap(({ id, of, baseline }) => {
    const tool = id.slice(id.indexOf("/") + 1);
    const work = wants(allocationId(tool)) ? of(OURS) : undefined;
    return work === undefined ? [] : [{ tool, ours: allocatedBy(work), host: allocatedBy(baseline) }];
  });
}
