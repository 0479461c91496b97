/** A run as one JSON document: a `body` that two runs with the same seed give byte for byte, and a volatile `meta`. */
import type { RequirementResult, RunResult } from "../run.ts";

/** What differs from run to run. */
export interface RunMeta {
  readonly harness: string;
  readonly node: string;
  readonly platform: string;
  /** ISO date and time. */
  readonly started: string;
  readonly milliseconds: number;
}

function requirementBody({ requirement, verdict, expected, checks }: RequirementResult) {
  const { id, level, sentence } = requirement;
  return { id, level, sentence, verdict, expected, checks };
}

/** The document, with two spaces and a line end. */
export function jsonReport(result: RunResult, meta: RunMeta): string {
  const { identity, options, requirements, stale, restarts, exitCode } = result;
  const { only, seed, runs, deadlineMs, target } = options;
  const body = {
    target: { given: target.given, ...identity },
    settings: { only, seed, runs, deadlineMs },
    exitCode,
    staleExpectedFailures: stale,
    requirements: requirements.map(requirementBody),
  };
  return `${JSON.stringify({ meta: { ...meta, restarts, output: result.output }, body }, null, 2)}\n`;
}
