/** What the results of checks come to: a verdict for each requirement, what of it was expected, and the exit code. */
import { appliesTo, type Requirement } from "../spec/requirements.ts";
import { type CheckResult, VERDICTS, type Verdict } from "./execute.ts";
import type { Expectations } from "./expected-failures.ts";
import type { Identity } from "./load-target.ts";
import { EXIT } from "./refusals.ts";
import type { Fault } from "./wire-faults.ts";

export interface RequirementResult {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  readonly checks: readonly CheckResult[];
  /** True if it fell short, and every check that did was expected to. */
  readonly expected: boolean;
  /** Why, where it was expected. */
  readonly reason?: string;
}

const SHORT: ReadonlySet<Verdict> = new Set(["failed", "crashed", "timed-out"]);

/** True if a verdict says that the target fell short. */
export function fellShort(verdict: Verdict): boolean {
  return SHORT.has(verdict);
}

/** Something must have run, and all of it held; else the worst verdict of its checks. */
function verdictOf(
  requirement: Requirement,
  checks: readonly CheckResult[],
  { capabilities }: Identity,
): Verdict {
  if (!appliesTo(requirement, capabilities)) return "not-applicable";
  return VERDICTS.find((verdict) => checks.some((check) => check.verdict === verdict)) ?? "not-run";
}

/** The results of checks, put under their requirements. */
export function assemble(
  requirements: readonly Requirement[],
  results: readonly CheckResult[],
  identity: Identity,
  known: Expectations,
): readonly RequirementResult[] {
  const byRequirement = Map.groupBy(results, ({ address }) => address.split("/").slice(0, 2).join("/"));
  return requirements.map((requirement) => {
    const checks = byRequirement.get(requirement.id) ?? [];
    const verdict = verdictOf(requirement, checks, identity);
    const short = checks.filter((check) => fellShort(check.verdict));
    const reasons = short.map((check) => known.reason(check.address));
    const [reason] = reasons;
    const expected = fellShort(verdict) && reasons.every((one) => one !== undefined);
    return { requirement, verdict, checks, expected, ...(expected && reason !== undefined && { reason }) };
  });
}

/** The exit code that a run has earned. */
export function exitCodeOf(
  requirements: readonly RequirementResult[],
  stale: readonly string[],
  faults: readonly Fault[],
): number {
  if (requirements.some(({ checks }) => checks.some((check) => check.harnessError !== undefined))) {
    return EXIT.harnessError;
  }
  if (stale.length > 0) return EXIT.badCall;
  const deciding = requirements.filter(({ requirement }) => requirement.level !== "S");
  const missing = deciding.some(
    ({ verdict, checks }) => verdict === "not-run" || checks.some((check) => check.verdict === "not-run"),
  );
  if (missing || faults.length > 0) return EXIT.incomplete;
  return deciding.some(({ verdict, expected }) => fellShort(verdict) && !expected)
    ? EXIT.fellShort
    : EXIT.asExpected;
}
