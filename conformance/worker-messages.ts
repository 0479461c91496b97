/** What passes between a worker and whoever watches it. */
import type { CheckResult } from "./execute.ts";
import type { Identity } from "./load-target.ts";

/** How a thread ends that waits for what never comes. */
export const NEVER_RESOLVES = "its promise can never resolve: nothing is left that could do it";

export interface WorkerStart {
  /** URL of the target's module. */
  readonly module: string;
  readonly seed: number;
  readonly runs: number;
  readonly shared: SharedArrayBuffer;
}

export interface ToWorker {
  readonly addresses: readonly string[];
  /** Whether a sample of the questions is asked again at the end; its result has the index behind the last address. */
  readonly again: boolean;
}

export type FromWorker =
  | { readonly kind: "ready"; readonly identity: Identity }
  /** The module is no target. */
  | { readonly kind: "refused"; readonly says: string }
  /** The suite itself cannot be loaded. */
  | { readonly kind: "broken"; readonly says: string }
  /** `index` is the place of the check in the addresses that were sent. */
  | { readonly kind: "result"; readonly index: number; readonly result: CheckResult }
  | { readonly kind: "done" };
