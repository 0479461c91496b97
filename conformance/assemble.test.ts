import { describe, expect, test } from "vitest";
import type { Requirement } from "../spec/requirements.ts";
import { assemble, exitCodeOf, fellShort, type RequirementResult } from "./assemble.ts";
import { type CheckResult, VERDICTS, type Verdict } from "./execute.ts";
import type { Expectations } from "./expected-failures.ts";
import type { Identity } from "./load-target.ts";
import { EXIT } from "./refusals.ts";

const requirement = (id: string, level: Requirement["level"] = "M"): Requirement => ({
  ...{ id, chapter: "schema", level, sentence: "s", source: "s", capabilities: ["repair"] },
});
const identity: Identity = {
  ...{ name: "t", version: "1", capabilities: ["repair"], ruleIds: [], canonicalRuleIds: false },
};
const checked = (address: string, verdict: Verdict, more: Partial<CheckResult> = {}): CheckResult => ({
  ...{ address, kind: "vector", title: "", verdict, cases: 1 },
  ...more,
});
const expecting = (...addresses: readonly string[]): Expectations => ({
  covers: (address) => addresses.includes(address),
  reason: (address) => (addresses.includes(address) ? `because of ${address}` : undefined),
  stale: () => [],
});

/** The result of one requirement. */
function result(verdicts: readonly Verdict[], known = expecting(), own = requirement("schema/a")) {
  const checks = verdicts.map((verdict, index) => checked(`schema/a/${index}`, verdict));
  const other = checked("schema/ab/0", "crashed");
  return assemble([own], [...checks, other], identity, known)[0] as RequirementResult;
}

describe("a requirement", () => {
  test("holds only if something ran and all of it held", () => {
    expect(result(["held", "held"]).verdict).toBe("held");
    expect(result([]).verdict).toBe("not-run");
    for (const verdict of VERDICTS) {
      expect(result(["held", verdict, "held"]).verdict, verdict).toBe(
        VERDICTS.indexOf(verdict) < VERDICTS.indexOf("held") ? verdict : "held",
      );
    }
  });

  test("that is about something the target does not claim does not apply, whatever ran", () => {
    const guard: Requirement = { ...requirement("schema/a"), capabilities: ["guard"] };
    expect(result(["failed"], expecting(), guard).verdict).toBe("not-applicable");
  });

  test("has its own checks, and not those of one whose name begins alike", () => {
    expect(result(["held"]).checks.map(({ address }) => address)).toEqual(["schema/a/0"]);
  });

  test("is expected to fall short only if every check that does is, and says why", () => {
    const both = expecting("schema/a/0", "schema/a/1");
    expect(result(["failed", "crashed"], both)).toMatchObject({
      expected: true,
      reason: "because of schema/a/0",
    });
    const one = result(["failed", "crashed"], expecting("schema/a/0"));
    expect(one.expected).toBe(false);
    expect(one).not.toHaveProperty("reason");
    expect(result(["held"], both).expected).toBe(false);
    expect(result(["held", "failed"], expecting("schema/a/1"))).toMatchObject({ expected: true });
  });
});

test("what fell short is what failed, crashed or was timed out", () => {
  expect(VERDICTS.filter(fellShort).toSorted()).toEqual(["crashed", "failed", "timed-out"]);
});

describe("the exit code", () => {
  const code = (verdict: Verdict, more: { level?: Requirement["level"]; known?: Expectations } = {}) =>
    exitCodeOf([result([verdict], more.known, requirement("schema/a", more.level))], [], []);
  const fault = { kind: "unknown-id", count: 1, sample: "" } as const;

  test("is 0 where all held, was expected to fall short, or is only recommended", () => {
    expect(code("held")).toBe(EXIT.asExpected);
    expect(code("failed", { known: expecting("schema/a/0") })).toBe(EXIT.asExpected);
    expect(code("failed", { level: "S" })).toBe(EXIT.asExpected);
    expect(code("not-run", { level: "S" })).toBe(EXIT.asExpected);
    expect(exitCodeOf([], [], [])).toBe(EXIT.asExpected);
  });

  test("is 1 where something fell short", () => {
    for (const verdict of VERDICTS.filter(fellShort)) {
      expect(code(verdict)).toBe(EXIT.fellShort);
      expect(code(verdict, { level: "X" })).toBe(EXIT.fellShort);
    }
  });

  test("is 2 where an expected failure held", () => {
    expect(exitCodeOf([result(["failed"])], ["schema/a"], [fault])).toBe(EXIT.badCall);
  });

  test("is 3 where a check did not run, or the program broke the protocol", () => {
    expect(code("not-run")).toBe(EXIT.incomplete);
    expect(exitCodeOf([result([])], [], [])).toBe(EXIT.incomplete);
    expect(exitCodeOf([result(["failed", "not-run"])], [], [])).toBe(EXIT.incomplete);
    expect(exitCodeOf([result(["failed"])], [], [fault])).toBe(EXIT.incomplete);
  });

  test("is 4 where the harness itself is at fault, whatever else", () => {
    const broken = checked("schema/a/0", "held", { harnessError: "x" });
    const rows = assemble(
      [requirement("schema/a")],
      [broken, checked("schema/a/1", "held")],
      identity,
      expecting(),
    );
    expect(exitCodeOf(rows, ["schema/a"], [fault])).toBe(EXIT.harnessError);
  });
});
