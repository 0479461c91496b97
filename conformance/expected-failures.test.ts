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

  test("that fits is read, and what it says of each", () => {
    const entries = [
      { address: "schema", reason: "r", issue: "#1", expires: "2026-05-01" },
      { address: "safety", reason: "s" },
    ];
    expect(loaded(JSON.stringify({ source: "mine", expectedFailures: entries }))).toEqual(entries);
    expect(loaded('{"expectedFailures":[]}')).toEqual([]);
  });

  const malformed: readonly (readonly [about: string, file: unknown, place: string])[] = [
    ["another member", { expectedFailures: [], more: 1 }, "/more"],
    ["no list", {}, "/"],
    ["no address", { expectedFailures: [{ address: "", reason: "r" }] }, "/expectedFailures/0/address"],
    [
      "an empty reason",
      { expectedFailures: [{ address: "schema", reason: "" }] },
      "/expectedFailures/0/reason",
    ],
    [
      "a misspelt member",
      { expectedFailures: [{ address: "a", reason: "r", expire: "x" }] },
      "/expectedFailures/0/expire",
    ],
    [
      "a day in other words",
      { expectedFailures: [{ address: "a", reason: "r", expires: "May 1 2026" }] },
      "/expectedFailures/0/expires",
    ],
    [
      "a day with the time",
      { expectedFailures: [{ address: "a", reason: "r", expires: "2026-05-01T00" }] },
      "/expectedFailures/0/expires",
    ],
  ];
  for (const [about, file, place] of malformed) {
    test(`with ${about} is refused with the place`, () => {
      expect(() => loaded(JSON.stringify(file))).toThrow(`known.json breaks its schema: ${place} `);
    });
  }

  test("may name no chapter that has no checks of a target", () => {
    expect(() => checkEntries([{ address: "drift", reason: "r" }], theSuite(), "2026-01-01")).toThrow(
      /"drift" matches no check/,
    );
    for (const address of ["schema", "schema/iterate", "schema/iter"])
      expect(() => checkEntries([{ address, reason: "r" }], theSuite(), "2026-01-01")).not.toThrow();
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

  test("among others is the one whose address it is", () => {
    const both = [
      { address: "schema/iterate", reason: "first" },
      { address: "safety", reason: "second" },
    ];
    const two = expectations(both, theSuite());
    expect(two.reason("safety/total/a")).toBe("second");
    expect(["safety/total/a", "schema/iterate/a", "outcome/one-of-three/a"].map(two.covers)).toEqual([
      ...[true, true, false],
    ]);
    const mixed = (wrong: string): readonly CheckResult[] =>
      results("held").map((one) => (one.address.startsWith(wrong) ? { ...one, verdict: "failed" } : one));
    expect(two.stale(mixed("safety/"))).toEqual(["schema/iterate"]);
    expect(two.stale(mixed("outcome/"))).toEqual(["schema/iterate", "safety"]);
    const [first] = results("held").filter(({ address }) => address.startsWith("safety/"));
    expect(two.stale(mixed(first?.address ?? ""))).toEqual(["schema/iterate"]);
  });

  test("is stale once all of its checks hold, and not where none of them ran", () => {
    expect(known.stale(results("held"))).toEqual(["schema/iterate"]);
    expect(known.stale(results("failed"))).toEqual([]);
    expect(known.stale([])).toEqual([]);
  });
});
