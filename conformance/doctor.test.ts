import { expect, test } from "vitest";
import { type Diagnosis, diagnosisText, exitCodeOf } from "./doctor.ts";
import type { CheckResult, Verdict } from "./execute.ts";

const one = (verdict: Verdict, more: Partial<CheckResult> = {}): CheckResult => ({
  address: "outcome/unrepairable-is-original/a",
  kind: "vector",
  title: "A title.",
  cases: 1,
  verdict,
  ...more,
});

const found = (more: Partial<Diagnosis>): Diagnosis => ({
  identity: { name: "mine", version: "1", capabilities: ["repair"] },
  cases: [],
  faults: [],
  program: "./my-layer --fast",
  ...more,
});

const FAULT = {
  kind: "unknown-id",
  count: 2,
  sample: "it answered id 9, which was not asked (open: 3)",
} as const;

test("its exit code is that of a run", () => {
  expect(exitCodeOf(found({ cases: [one("held")] }))).toBe(0);
  expect(exitCodeOf(found({ cases: [one("held"), one("crashed")] }))).toBe(1);
  expect(exitCodeOf(found({ cases: [one("held")], faults: [FAULT] }))).toBe(3);
  expect(exitCodeOf(found({ cases: [one("failed"), one("not-run")] }))).toBe(3);
  expect(exitCodeOf(found({}))).toBe(3);
});

test("a case that fails has a hint, and its lines are piped into the program itself", () => {
  const text = diagnosisText(found({ cases: [one("failed", { given: "read {}" })] }));
  expect(text).toContain("  given    read {}\n");
  expect(text).toContain("that names the tool and the field at fault.\n");
  expect(text).toContain(" emit outcome/unrepairable-is-original/a | ./my-layer --fast\n");
});

test("a fault says what to do", () => {
  expect(diagnosisText(found({ faults: [FAULT] }))).toContain(
    `fault        your program broke the protocol (unknown-id, twice): ${FAULT.sample}; answer with`,
  );
});

test("a twin is said to be one, and has a hint of its own", () => {
  const text = diagnosisText(found({ cases: [one("failed", { given: "read {}", ofTwin: true })] }));
  expect(text).toContain("given (its twin) read {}\n");
  expect(text).toContain("hint     The case itself is right;");
});
