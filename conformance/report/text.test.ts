import { expect, test } from "vitest";
import { REQUIREMENTS } from "../../spec/requirements.ts";
import type { CheckResult, Verdict } from "../execute.ts";
import type { RunResult } from "../run.ts";
import type { Fault } from "../wire-faults.ts";
import { showProgress } from "./progress.ts";
import { textReport } from "./text.ts";

const ID = "schema/parse-stringified";

function check(name: string, verdict: Verdict, more: Partial<CheckResult> = {}): CheckResult {
  const problem = { says: `it is ${verdict}` };
  const head = { kind: "vector", title: "A title.", cases: 1, given: "read {}" } as const;
  return { address: `${ID}/${name}`, verdict, problem, ...head, ...more };
}

function report(checks: readonly CheckResult[], faults: readonly Fault[] = []): string {
  const requirement = REQUIREMENTS.find(({ id }) => id === ID);
  if (requirement === undefined) throw new Error(`no ${ID}`);
  const program = { command: "./my-layer", args: [], cwd: "." };
  const result: RunResult = {
    identity: { name: "mine", version: "1", capabilities: ["repair"], ruleIds: [], canonicalRuleIds: false },
    options: {
      target: { given: "./my-layer", program },
      only: [],
      seed: 1,
      runs: 1,
      deadlineMs: 5000,
      expectedFailures: [],
      today: "2026-01-01",
    },
    requirements: [{ requirement, verdict: checks[0]?.verdict ?? "held", checks, expected: false }],
    stale: [],
    restarts: 0,
    faults,
    output: "",
    exitCode: faults.length > 0 ? 3 : 1,
  };
  return textReport(result, { colour: false, command: "conformance" });
}

test("what carries the requirement's verdict is shown first, and the others are named with their verdicts", () => {
  const text = report([
    check("a", "failed"),
    check("b", "failed"),
    check("c", "timed-out", { ofTwin: true }),
    check("d", "timed-out"),
  ]);
  expect(text.indexOf(`timed-out ${ID}/d`)).toBeGreaterThan(0);
  expect(text.indexOf(`timed-out ${ID}/c`)).toBeGreaterThan(text.indexOf(`timed-out ${ID}/d`));
  expect(text).toContain("  and 2 more: failed a, b\n");
  expect(text).toContain(`the first failure again: conformance --only ${ID}/d`);
});

test("the question of a twin is said to be one", () => {
  expect(report([check("a", "crashed", { ofTwin: true })])).toContain("given (its twin) read {}\n");
  expect(report([check("a", "crashed")])).toContain("    given    read {}\n");
});

test("a fault says whose it is, what to do, and what comes of it", () => {
  const sample = "it answered id 99999, which was not asked (open: 3)";
  const text = report([check("a", "timed-out")], [{ kind: "unknown-id", count: 1, sample }]);
  expect(text).toContain(
    `your program broke the protocol (unknown-id, once): ${sample}; answer with the request's own id\n`,
  );
  expect(text).toContain("incomplete because of that: exit code 3\n");
  expect(text.trimEnd().split("\n").at(-1)).toMatch(
    /^next: docs\/protocol\.md.*conformance doctor -- \.\/my-layer$/,
  );
});

test("a program that was given up is led to what it died of", () => {
  const sample = "it crashed or hung in more than 10 cases";
  const text = report([check("a", "crashed")], [{ kind: "too-many-restarts", count: 1, sample }]);
  expect(text).toContain(`your program was given up (too-many-restarts, once): ${sample}; mend the first`);
  expect(text).toMatch(/\nnext: conformance explain .*; the first failure again: .*\n$/);
});

test("a fault's sample acts on nobody", () => {
  const text = report([], [{ kind: "no-answer-line", count: 3, sample: "it wrote \u001b[31m\nnext: x" }]);
  expect(text).toContain("(no-answer-line, 3 times): it wrote \\u{1b}[31m\\u{a}next: x;");
});

test("progress names a check only once one is done", async () => {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 200, write: (text: string) => written.push(text) };
  const progress = showProgress(stream);
  const identity = { name: "m", version: "1", capabilities: [], ruleIds: [], canonicalRuleIds: false };
  progress.hear({ kind: "started", identity, checks: 2 });
  await new Promise((resolve) => setTimeout(resolve, 250));
  progress.hear({ kind: "checked", result: check("a", "held") });
  await new Promise((resolve) => setTimeout(resolve, 250));
  progress.stop();
  expect(written[0]).toMatch(/0 of 2 checks$/);
  expect(written.at(-2)).toMatch(/1 of 2 checks, now after schema\/parse-stringified\/a$/);
});
