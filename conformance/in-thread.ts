/** Judges a target in the caller's own thread: no deadline, no restart. For targets that are known to end. */
import type { Capability } from "../spec/contract.ts";
import { putAsk } from "./bind.ts";
import { clockOf, elsewhere, NOWHERE } from "./elsewhere.ts";
import { type CheckResult, type Execution, executeCheck } from "./execute.ts";
import { identify } from "./load-target.ts";
import { fellShort } from "./run.ts";
import { capabilityOf, requirementOf, type Suite } from "./suite.ts";
import type { Target } from "./target.ts";

export interface Judged {
  /** Requirements at which the target fell short, in order, each with the first check that says so. */
  readonly short: ReadonlyMap<string, CheckResult>;
  /** Requirements of which something ran, and all of it held. */
  readonly held: ReadonlySet<string>;
}

export interface Suspicion {
  readonly seed: number;
  /** Requirements that the target is thought to break; their checks run with `suspectRuns` cases, all others with `runs`. */
  readonly suspects: readonly string[];
  readonly suspectRuns: number;
  readonly runs: number;
  /** Leaves out vectors of what it is not thought to break: another seed has judged them, and they draw nothing. */
  readonly drawnOnly?: boolean;
  /** URL of a module whose default export is the target, for checks that start it in another process. */
  readonly module?: string;
  /** A target that holds everything; what it and this one do by the very same function is not asked again. */
  readonly unlike?: Target;
}

/** The function that answers the checks of a capability. */
function functionOf(target: Target, capability: Capability): unknown {
  const { repair, recoverMessage, stripStream, cleanPayload, runSession } = target;
  const answering = { repair, grammar: recoverMessage, stream: stripStream, guard: cleanPayload };
  return capability in answering ? Reflect.get(answering, capability) : runSession;
}

function sameFunction(one: Target, other: Target | undefined, capability: Capability): boolean {
  return other !== undefined && functionOf(one, capability) === functionOf(other, capability);
}

/**
 * Which requirements of a suite a target falls short of. A requirement is left at its first failure, nothing is shrunk,
 * and what measures time runs only for suspects. Throws Error where a check says that the suite itself is at fault.
 */
export async function judgeInThread(target: Target, suite: Suite, suspicion: Suspicion): Promise<Judged> {
  const { seed, suspects, suspectRuns, runs } = suspicion;
  const other = suspicion.module === undefined ? NOWHERE : elsewhere(suspicion.module);
  const quick: Execution = {
    put: (ask) => (clockOf(ask) === undefined ? putAsk(target, ask) : other.put(ask)),
    claims: identify(target),
    vectors: suite.vectors,
    ...{ seed, runs, maxShrinks: 0 },
  };
  const thorough = { ...quick, runs: suspectRuns };
  const short = new Map<string, CheckResult>();
  const held = new Set<string>();
  for (const check of suite.checks) {
    const id = requirementOf(check);
    const suspected = suspects.includes(id);
    const costly = check.kind === "property" && check.property.costly === true;
    const capability = capabilityOf(check);
    const asked =
      target.capabilities.includes(capability) && !sameFunction(target, suspicion.unlike, capability);
    const known = suspicion.drawnOnly === true && check.kind === "vector";
    if (short.has(id) || !asked || ((costly || known) && !suspected)) continue;
    const result = await executeCheck(check, suspected ? thorough : quick);
    if (result.harnessError !== undefined) throw new Error(`${result.address}: ${result.harnessError}`);
    if (result.verdict === "held") held.add(id);
    else if (fellShort(result.verdict)) short.set(id, result);
  }
  other.close();
  for (const id of short.keys()) held.delete(id);
  return { short, held };
}
