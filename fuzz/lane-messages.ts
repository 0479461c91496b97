/** What passes between a worker of a campaign and the lane that holds it. */
import type { BatchCounts, BatchPlan, Range } from "./batch.ts";
import type { Judged } from "./property.ts";

export type LaneOrder =
  | ({
      readonly kind: "cases";
      readonly plan: BatchPlan;
      /** The event loop turns after every case, so that a late error is found at the case that made it. */
      readonly careful: boolean;
    } & Range)
  | { readonly kind: "judge"; readonly address: string; readonly value: unknown };

export type LaneReply =
  | { readonly kind: "counted"; readonly counts: BatchCounts }
  | { readonly kind: "judged"; readonly judged: Judged }
  /** The suite itself is at fault. */
  | { readonly kind: "broken"; readonly says: string };
