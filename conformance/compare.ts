/**
 * Two reports of the same suite, check by check: what was fixed, what broke, what is new, what is gone. A check that was
 * not observed, or does not apply, counts as one that is not there.
 */
import { isShort } from "./report/counts.ts";
import type { CheckDocument, ReportDocument } from "./report/document.ts";

export interface Change {
  readonly address: string;
  /** undefined where a report does not have the check, or has nothing to say of it. */
  readonly before: CheckDocument["verdict"] | undefined;
  readonly after: CheckDocument["verdict"] | undefined;
}

export interface Comparison {
  /** Fell short before, held now. */
  readonly fixed: readonly Change[];
  /** Held before, is there now and does not hold. */
  readonly broken: readonly Change[];
  readonly new: readonly Change[];
  readonly gone: readonly Change[];
  /** 0 if nothing broke, else 1. */
  readonly exitCode: 0 | 1;
}

function checksOf({ body }: ReportDocument): ReadonlyMap<string, CheckDocument["verdict"]> {
  const checks = body.requirements
    .flatMap((entry) => entry.checks)
    .filter(({ verdict }) => verdict !== "unobservable" && verdict !== "not-applicable");
  return new Map(checks.map(({ address, verdict }) => [address, verdict]));
}

/** Compares two reports; addresses come in the order of the first one, then of the second. */
export function compare(before: ReportDocument, after: ReportDocument): Comparison {
  const [old, now] = [checksOf(before), checksOf(after)];
  const changes = [...new Set([...old.keys(), ...now.keys()])].map(
    (address): Change => ({ address, before: old.get(address), after: now.get(address) }),
  );
  const fixed = changes.filter(
    (each) => each.before !== undefined && isShort(each.before) && each.after === "held",
  );
  const broken = changes.filter(
    (each) => each.before === "held" && each.after !== undefined && each.after !== "held",
  );
  const fresh = changes.filter((each) => each.before === undefined);
  const gone = changes.filter((each) => each.after === undefined);
  return { fixed, broken, new: fresh, gone, exitCode: broken.length > 0 ? 1 : 0 };
}
