/** Which failures of a requirement a report shows first. */

import { fellShort } from "../assemble.ts";
import { type CheckResult, VERDICTS } from "../execute.ts";

/**
 * The checks that fell short: those with the requirement's own verdict, which is the worst, before the others; of equals,
 * failures of a check's own before those that it has from its twin, which say less.
 */
export function tellingFirst(checks: readonly CheckResult[]): readonly CheckResult[] {
  const rank = ({ verdict, ofTwin }: CheckResult): number =>
    VERDICTS.indexOf(verdict) * 2 + (ofTwin === true ? 1 : 0);
  return checks.filter(({ verdict }) => fellShort(verdict)).toSorted((a, b) => rank(a) - rank(b));
}
