/** Judges a target in the caller's own thread: no deadline, no restart. For targets that are known to end. */
import { putAsk } from "./bind.ts";
import { type CheckResult, type Execution, executeCheck, type SuiteCheck } from "./execute.ts";
import { identify } from "./load-target.ts";
import { fellShort } from "./run.ts";
import { capabilityOf, requirementOf, type Suite } from "./suite.ts";
import type { Target } from "./target.ts";

export interface ThreadOptions {
  readonly seed: number;
  readonly runs: number;
  readonly maxShrinks?: number;
}

function executionFor(target: Target, suite: Suite, options: ThreadOptions): Execution {
  return {
    put: (ask) => putAsk(target, ask),
    claims: identify(target),
    vectors: suite.vectors,
    ...options,
  };
}

/** Runs the checks in order, each to its end. */
export async function runInThread(
  target: Target,
  suite: Suite,
  checks: readonly SuiteCheck[],
  options: ThreadOptions,
): Promise<readonly CheckResult[]> {
  const execution = executionFor(target, suite, options);
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await executeCheck(check, execution));
  return results;
}

export interface Judged {
  /** Requirements at which the target fell short, in order, each with the first check that says so. */
  readonly short: ReadonlyMap<string, CheckResult>;
  /** Requirements of which something ran, and all of it held. */
  readonly held: ReadonlySet<string>;
}

/**
 * Which requirements of a suite a target falls short of. A requirement is left at its first failure, and nothing is
 * shrunk. Throws Error where a check says that the suite itself is at fault.
 */
export async function judgeInThread(target: Target, suite: Suite, options: ThreadOptions): Promise<Judged> {
  const execution = executionFor(target, suite, { maxShrinks: 0, ...options });
  const short = new Map<string, CheckResult>();
  const held = new Set<string>();
  for (const check of suite.checks) {
    const id = requirementOf(check);
    if (short.has(id) || !target.capabilities.includes(capabilityOf(check))) continue;
    const result = await executeCheck(check, execution);
    if (result.harnessError !== undefined) throw new Error(`${result.address}: ${result.harnessError}`);
    if (result.verdict === "held") held.add(id);
    else if (fellShort(result.verdict)) short.set(id, result);
  }
  for (const id of short.keys()) held.delete(id);
  return { short, held };
}
