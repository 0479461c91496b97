/** Judges a target in the caller's own thread: no deadline, no restart. For targets that are known to end. */

import { fellShort } from "./assemble.ts";
import { putAsk } from "./bind.ts";
import { type CheckResult, type Execution, executeCheck } from "./execute.ts";
import { identify } from "./load-target.ts";
import { capabilityOf, requirementOf, type Suite } from "./suite.ts";
import type { Target } from "./target.ts";

export interface Judged {
  /** Requirements at which the target fell short, in order, each with the first check that says so. */
  readonly short: ReadonlyMap<string, CheckResult>;
  /** Requirements of which something ran, and all of it held. */
  readonly held: ReadonlySet<string>;
}

/**
 * Which requirements of a suite a target falls short of, with so many cases a property. A requirement is left at its
 * first failure, nothing is shrunk, and nothing costly runs. Throws Error where the suite itself is at fault.
 */
export async function judgeInThread(
  target: Target,
  suite: Suite,
  { seed, runs }: { readonly seed: number; readonly runs: number },
): Promise<Judged> {
  const execution: Execution = {
    put: (ask) => putAsk(target, ask),
    claims: identify(target),
    vectors: suite.vectors,
    ...{ seed, runs, maxShrinks: 0 },
  };
  const short = new Map<string, CheckResult>();
  const held = new Set<string>();
  for (const check of suite.checks) {
    const id = requirementOf(check);
    const costly = check.kind === "property" && check.property.costly === true;
    if (short.has(id) || costly || !target.capabilities.includes(capabilityOf(check))) continue;
    const result = await executeCheck(check, execution);
    if (result.harnessError !== undefined) throw new Error(`${result.address}: ${result.harnessError}`);
    if (result.verdict === "held") held.add(id);
    else if (fellShort(result.verdict)) short.set(id, result);
  }
  for (const id of short.keys()) held.delete(id);
  return { short, held };
}
