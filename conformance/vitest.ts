/** For people who live in vitest: `import { describeConformance } from "pi-repair-conformance/vitest"`. */

import { beforeAll, describe, expect, test } from "vitest";
import { REQUIREMENTS } from "../spec/requirements.ts";
import { fellShort, type RequirementResult } from "./assemble.ts";
import { type ExpectedFailure, loadExpectedFailures } from "./expected-failures.ts";
import { findProgram, findTarget, type TargetSource } from "./find-target.ts";
import { COMMAND } from "./installed.ts";
import { bounded, printable } from "./printable.ts";
import { replayCommand } from "./report/replay.ts";
import { DEADLINE_MS, type RunResult, run } from "./run.ts";

export interface DescribeOptions {
  /** Name of a built-in target, or path of a module (as for the command). Exactly one of `target` and `program`. */
  readonly target?: string;
  /** Command line of a program that speaks the wire protocol. */
  readonly program?: readonly string[];
  /** Addresses of chapters or requirements, or prefixes of them; none means all. */
  readonly only?: readonly string[];
  readonly seed?: number;
  /** Cases a property (100). */
  readonly runs?: number;
  /** Milliseconds for one answer (5000). */
  readonly deadlineMs?: number;
  /** Milliseconds for the whole run (600,000). */
  readonly timeoutMs?: number;
  /** Path of the file of expected failures, if not the target's own. */
  readonly expectedFailures?: string;
}

function sourceOf({ target, program }: DescribeOptions): TargetSource {
  if ((target === undefined) === (program === undefined)) {
    throw new Error("describeConformance: give exactly one of target and program");
  }
  return program === undefined ? findTarget(target ?? "") : findProgram(program);
}

function failuresOf(source: TargetSource, given: string | undefined): readonly ExpectedFailure[] {
  const file = given ?? source.expectedFailures;
  return file === undefined ? [] : loadExpectedFailures(file);
}

/** What a failing test prints: each failing check as a recipe. */
function recipes({ requirement, checks }: RequirementResult, { options }: RunResult): string {
  const short = checks.filter((check) => fellShort(check.verdict)).slice(0, 3);
  const lines = short.flatMap((check) => {
    const { problem, given, drawn } = check;
    const fields = [
      ["wrong", problem?.says],
      ["given", given ?? drawn],
      ["expected", problem?.expected],
      ["received", problem?.received],
      ["replay", replayCommand(check, options, COMMAND)],
    ] as const;
    const shown = fields.flatMap(([name, text]) =>
      text === undefined ? [] : [`  ${name}: ${printable(bounded(text, 500))}`],
    );
    return [`${check.verdict} ${check.address}`, ...shown];
  });
  return [requirement.sentence, ...lines].join("\n");
}

/**
 * Registers one test a requirement. A requirement that does not apply, was not observed, or whose failure is expected
 * is skipped; the suite runs once, before the first test.
 */
export function describeConformance(name: string, options: DescribeOptions): void {
  const { only = [], seed = 1, runs = 100, deadlineMs = DEADLINE_MS, timeoutMs = 600_000 } = options;
  const selected = REQUIREMENTS.filter(
    ({ id, chapter }) =>
      chapter !== "drift" && (only.length === 0 || only.some((prefix) => id.startsWith(prefix))),
  );
  describe(name, () => {
    let result: RunResult;
    beforeAll(async () => {
      const target = sourceOf(options);
      const expectedFailures = failuresOf(target, options.expectedFailures);
      const today = new Date().toISOString().slice(0, 10);
      result = await run({ target, only, seed, runs, deadlineMs, expectedFailures, today });
    }, timeoutMs);
    for (const { id, level } of selected) {
      test(id, (context) => {
        const found = result.requirements.find(({ requirement }) => requirement.id === id);
        if (found === undefined || found.verdict === "not-applicable") return context.skip("does not apply");
        if (found.verdict === "unobservable") return context.skip("cannot be observed");
        if (found.expected) return context.skip("expected to fail");
        if (level === "S" && fellShort(found.verdict)) return context.skip("falls short; not counted");
        expect(found.verdict, recipes(found, result)).toBe("held");
      });
    }
    test("the expected failures tell the truth, and the protocol was kept", () => {
      expect(result.stale).toEqual([]);
      expect(result.faults).toEqual([]);
    });
  });
}
