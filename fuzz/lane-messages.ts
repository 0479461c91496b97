/** What passes between a worker of a campaign and the lane that holds it. */
import type { BatchCounts, BatchPlan, Range } from "./batch.ts";
import type { Judged } from "./property.ts";

export type LaneOrder =
  /** Draws a batch. It is an order of its own because its time is not the target's. */
  | { readonly kind: "draw"; readonly plan: BatchPlan }
  /** Judges cases of the batch that was drawn last. */
  | ({
      readonly kind: "cases";
      readonly address: string;
      /** The event loop turns after every case, so that a late error is found at the case that made it. */
      readonly careful: boolean;
    } & Range)
  | { readonly kind: "judge"; readonly address: string; readonly value: unknown };

export type LaneReply =
  | { readonly kind: "drawn" }
  | { readonly kind: "counted"; readonly counts: BatchCounts }
  | { readonly kind: "judged"; readonly judged: Judged }
  /** The suite itself is at fault. */
  | { readonly kind: "broken"; readonly says: string };
