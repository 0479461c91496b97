/** Keeps a file of expected failures true to what a target does: writes it, and takes out what no longer fails. */

import { fellShort } from "./assemble.ts";
import type { CheckResult } from "./execute.ts";
import { type ExpectedFailure, expectations } from "./expected-failures.ts";
import { bounded, printable } from "./printable.ts";
import type { RunResult } from "./run.ts";
import type { Suite } from "./suite.ts";

/** Up to so many failing checks of a requirement are listed one by one; beyond that the requirement is. */
const ONE_BY_ONE = 5;
const MAX_REASON = 160;

function reasonOf({ verdict, problem }: CheckResult): string {
  return `Not explained yet; ${verdict}: ${printable(bounded(problem?.says ?? "", MAX_REASON))}`;
}

/** Entries for the failures of a run that none of `known` covers. */
function newEntries(result: RunResult, covers: (address: string) => boolean): readonly ExpectedFailure[] {
  return result.requirements.flatMap(({ requirement, checks }) => {
    const short = checks.filter((check) => fellShort(check.verdict) && !covers(check.address));
    const [first] = short;
    if (first === undefined) return [];
    if (short.length > ONE_BY_ONE) return [{ address: requirement.id, reason: reasonOf(first) }];
    return short.map((check) => ({ address: check.address, reason: reasonOf(check) }));
  });
}

export interface Upkeep {
  readonly entries: readonly ExpectedFailure[];
  readonly added: readonly string[];
  /** Addresses of entries all of whose checks hold. */
  readonly removed: readonly string[];
}

/**
 * What the entries should be after this run: those that hold are removed, failures that none covers are added with a
 * reason that a person should replace. The run must have had `known` as its expected failures.
 */
export function upkeep(known: readonly ExpectedFailure[], result: RunResult, suite: Suite): Upkeep {
  const removed = new Set(result.stale);
  const kept = known.filter(({ address }) => !removed.has(address));
  const added = newEntries(result, expectations(kept, suite).covers);
  return {
    entries: [...kept, ...added],
    added: added.map(({ address }) => address),
    removed: [...removed],
  };
}

/** The file's text, with a line end. */
export function failuresText(source: string, entries: readonly ExpectedFailure[]): string {
  return `${JSON.stringify({ source, expectedFailures: entries }, null, 2)}\n`;
}
