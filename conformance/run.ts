/** One run: select, run in isolation, put the results together. It prints nothing. */

import { assemble, exitCodeOf, type RequirementResult } from "./assemble.ts";
import { SESSION_CAPABILITIES } from "./check.ts";
import type { CheckResult, SuiteCheck } from "./execute.ts";
import { checkEntries, type ExpectedFailure, expectations } from "./expected-failures.ts";
import type { TargetSource } from "./find-target.ts";
import type { Identity } from "./load-target.ts";
import { type OpenTarget, openTarget } from "./open-target.ts";
import { type Selection, select } from "./select.ts";
import { loadSuite } from "./suite.ts";
import type { Fault } from "./wire-faults.ts";

/** Milliseconds for one answer, if nobody says otherwise. */
export const DEADLINE_MS = 5000;

export interface RunOptions {
  readonly target: TargetSource;
  /** Address prefixes; none selects all. */
  readonly only: readonly string[];
  readonly seed: number;
  /** Cases a property. */
  readonly runs: number;
  /** Milliseconds for one answer. */
  readonly deadlineMs: number;
  readonly expectedFailures: readonly ExpectedFailure[];
  /** Today as `YYYY-MM-DD`, for entries that expire. */
  readonly today: string;
  /** Bytes of memory that a program may use; in process the worker's own bound holds. */
  readonly maxMemoryBytes?: number;
  readonly onEvent?: (event: RunEvent) => void;
}

export type RunEvent =
  | { readonly kind: "started"; readonly identity: Identity; readonly checks: number }
  | { readonly kind: "checked"; readonly result: CheckResult };

export interface RunResult {
  readonly identity: Identity;
  readonly options: RunOptions;
  readonly requirements: readonly RequirementResult[];
  /** Expected failures that held. */
  readonly stale: readonly string[];
  readonly restarts: number;
  /** Breaches of the wire protocol that belong to no case; a run that has any is incomplete. */
  readonly faults: readonly Fault[];
  /** What the target wrote to stdout and stderr. */
  readonly output: string;
  readonly exitCode: number;
}

const SESSIONS: ReadonlySet<string> = new Set(SESSION_CAPABILITIES);

/** Sessions, with most of what measures time or starts processes; and all else. */
const LANES = 2;

/**
 * In process the suite runs in lanes beside each other, each in a thread of its own. Sessions and costly checks take
 * somewhat longer than the rest: every fourth costly one goes along with that. No verdict depends on what runs where.
 */
function lanesOf(target: TargetSource, checks: readonly SuiteCheck[]): readonly (readonly SuiteCheck[])[] {
  if (target.program !== undefined) return [checks];
  const isCostly = (check: SuiteCheck): boolean =>
    check.kind === "property" && check.property.costly === true;
  const isSession = (check: SuiteCheck): boolean =>
    check.kind === "property" && SESSIONS.has(check.property.capability);
  const dealt = checks.filter(isCostly).filter((_, index) => index % 4 !== 3);
  const apart = new Set([...dealt, ...checks.filter(isSession)]);
  const lanes = [checks.filter((check) => !apart.has(check)), checks.filter((check) => apart.has(check))];
  return lanes.filter((lane) => lane.length > 0);
}

/** Opens a target so many times at once. Where one does not open, none stays open. */
async function openAll(count: number, open: () => Promise<OpenTarget>): Promise<OpenTarget[]> {
  const settled = await Promise.allSettled(Array.from({ length: count }, open));
  const opened = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = settled.find((one) => one.status === "rejected");
  if (failed === undefined) return opened;
  await Promise.all(opened.map((one) => one.close()));
  throw failed.reason;
}

/**
 * Runs the suite, or the selected part of it, against one target. Throws BadCall (the caller's fault), NotATarget (the
 * target's, it did not start) or VectorFileError (the harness's).
 */
export async function run(options: RunOptions): Promise<RunResult> {
  const suite = loadSuite();
  checkEntries(options.expectedFailures, suite, options.today);
  const { onEvent, target, ...settings } = options;
  const open = () =>
    openTarget(target, suite, { ...settings, onResult: (result) => onEvent?.({ kind: "checked", result }) });
  // All of the suite takes every lane; of a part it is not known yet, and a version of pi is installed once.
  const all = target.program === undefined && target.pi === undefined && options.only.length === 0;
  const opened = await openAll(all ? LANES : 1, open);
  const { identity } = opened[0] as OpenTarget;
  let selection: Selection;
  let results: readonly CheckResult[];
  try {
    selection = select(suite, options.only, identity.capabilities);
    onEvent?.({ kind: "started", identity, checks: selection.checks.length });
    const lanes = lanesOf(target, selection.checks);
    while (opened.length < lanes.length) opened.push(await open());
    results = (await Promise.all(lanes.map((lane, index) => opened[index]?.run(lane) ?? []))).flat();
  } finally {
    await Promise.all(opened.map((one) => one.close()));
  }
  const known = expectations(options.expectedFailures, suite);
  const requirements = assemble(selection.requirements, results, identity, known);
  const stale = known.stale(results);
  const faults = opened.flatMap((one) => one.faults());
  return {
    identity,
    options,
    requirements,
    stale,
    restarts: opened.reduce((sum, one) => sum + one.restarts(), 0),
    faults,
    output: opened.map((one) => one.output()).join(""),
    exitCode: exitCodeOf(requirements, stale, faults),
  };
}
