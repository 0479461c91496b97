/** A target that is ready to be run, wherever it lives: in a worker of this process, or at the other end of a pipe. */
import type { CheckResult, SuiteCheck } from "./execute.ts";
import type { TargetSource } from "./find-target.ts";
import { installPi } from "./install-pi.ts";
import { isolate } from "./isolate.ts";
import type { Identity } from "./load-target.ts";
import type { Suite } from "./suite.ts";
import { openWire } from "./wire.ts";
import type { Fault } from "./wire-faults.ts";

export interface OpenOptions {
  readonly seed: number;
  /** Cases a property. */
  readonly runs: number;
  /** Milliseconds for one answer. */
  readonly deadlineMs: number;
  /** Bytes of memory that a program may use; in process the worker's own bound holds. */
  readonly maxMemoryBytes?: number;
  readonly onResult?: (result: CheckResult) => void;
}

export interface OpenTarget {
  readonly identity: Identity;
  /** Runs the checks. Every one of them gets a result. Call it once. */
  run(checks: readonly SuiteCheck[]): Promise<readonly CheckResult[]>;
  /** How often it was started again. */
  restarts(): number;
  /** Breaches of the wire protocol that belong to no case; complete once it is closed. */
  faults(): readonly Fault[];
  /** What the target wrote beside its answers, bounded. */
  output(): string;
  close(): Promise<void>;
}

/** Starts a target. Throws NotATarget if it does not become one. */
export async function openTarget(
  source: TargetSource,
  suite: Suite,
  options: OpenOptions,
): Promise<OpenTarget> {
  const { maxMemoryBytes, ...rest } = options;
  if (source.pi !== undefined) await installPi(source.pi);
  if (source.program === undefined) return { ...(await isolate(source.module, rest)), faults: () => [] };
  const { deadlineMs, ...others } = rest;
  const wire = { deadlineMs, ...(maxMemoryBytes === undefined ? {} : { maxMemoryBytes }) };
  return openWire(source.program, { ...others, suite, wire });
}
