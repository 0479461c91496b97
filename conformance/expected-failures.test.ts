import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { CheckResult, Verdict } from "./execute.ts";
import { checkEntries, expectations, loadExpectedFailures } from "./expected-failures.ts";
import { addressOf, loadSuite, type Suite } from "./suite.ts";

// Loaded in the first test: a suite that refuses to load is a failing test, not a file without any.
let loadedSuite: Suite | undefined;
function theSuite(): Suite {
  loadedSuite ??= loadSuite();
  return loadedSuite;
}
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(folder, { recursive: true }));

function loaded(text: string) {
  const path = join(folder, "known.json");
  writeFileSync(path, text);
  return loadExpectedFailures(path);
}

const results = (verdict: Verdict): readonly CheckResult[] =>
  theSuite().checks.map((check) => ({
    address: addressOf(check),
    kind: check.kind,
    title: "",
    verdict,
    cases: 1,
  }));

describe("a file of expected failures", () => {
  test("that is missing, is not JSON or lacks a reason is refused in one line", () => {
    expect(() => loadExpectedFailures("/nowhere/known.json")).toThrow(/cannot be read: ENOENT/);
    expect(() => loaded("{")).toThrow(/cannot be read/);
    expect(() => loaded('{"expectedFailures":[{"address":"schema"}]}')).toThrow(
      /breaks its schema: \/expectedFailures\/0/,
    );
  });

  test("may not name what does not exist", () => {
    expect(() =>
      checkEntries([{ address: "schema/iterat/x", reason: "r" }], theSuite(), "2026-01-01"),
    ).toThrow(/"schema\/iterat\/x" matches no check/);
    expect(() => checkEntries([{ address: "shema", reason: "r" }], theSuite(), "2026-01-01")).toThrow(
      /did you mean "schema"\?/,
    );
  });

  test("counts on the day of its expiry, and not on the next", () => {
    const entries = [{ address: "schema", reason: "r", expires: "2026-05-01" }];
    expect(() => checkEntries(entries, theSuite(), "2026-05-01")).not.toThrow();
    expect(() => checkEntries(entries, theSuite(), "2026-05-02")).toThrow(/has expired on 2026-05-01/);
  });

  test("expires on a day of the calendar", () => {
    const entries = [{ address: "schema", reason: "r", expires: "2026-13-45" }];
    expect(() => checkEntries(entries, theSuite(), "2026-05-01")).toThrow(
      /expires on 2026-13-45, which is no day/,
    );
  });

  test("names an address once", () => {
    const entry = { address: "schema", reason: "r" };
    expect(() => checkEntries([entry, entry], theSuite(), "2026-05-01")).toThrow(/"schema" is there twice/);
  });
});

describe("an expected failure", () => {
  const known = expectations([{ address: "schema/iterate", reason: "r" }], theSuite());

  test("covers what lies below its address, and nothing else", () => {
    expect(known.reason("schema/iterate/anything")).toBe("r");
    expect(known.reason("schema/iterated/anything")).toBeUndefined();
  });

  test("is stale once all of its checks hold, and not where none of them ran", () => {
    expect(known.stale(results("held"))).toEqual(["schema/iterate"]);
    expect(known.stale(results("failed"))).toEqual([]);
    expect(known.stale([])).toEqual([]);
  });
});
