/** Numbers that several reports print, and the words for verdicts. */
import type { ReportDocument, RequirementDocument } from "./document.ts";

/** What a requirement came to, in one word for a person; an expected failure has a word of its own. */
export type Standing =
  | "held"
  | "failed"
  | "crashed"
  | "timed-out"
  | "expected-failure"
  | "not-run"
  | "unobservable"
  | "not-applicable";

/** In the order in which counts are printed. */
export const STANDINGS: readonly Standing[] = [
  "held",
  "failed",
  "crashed",
  "timed-out",
  "expected-failure",
  "not-run",
  "unobservable",
  "not-applicable",
];

const SHORT: ReadonlySet<string> = new Set(["failed", "crashed", "timed-out"]);

/** True for a verdict that says that the target fell short. */
export function isShort(verdict: string): boolean {
  return SHORT.has(verdict);
}

/** The standing of one requirement. */
export function standingOf({ verdict, expected }: RequirementDocument): Standing {
  return expected ? "expected-failure" : verdict;
}

/** How many requirements have each standing; those with none are left out. */
export function countStandings({ body }: ReportDocument): readonly (readonly [Standing, number])[] {
  return STANDINGS.flatMap((standing) => {
    const count = body.requirements.filter((entry) => standingOf(entry) === standing).length;
    return count === 0 ? [] : [[standing, count] as const];
  });
}

/** `name version`, as the target says it. */
export function titleOf({ body }: ReportDocument): string {
  return `${body.target.name} ${body.target.version}`;
}
