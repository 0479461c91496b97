/** Targets that misbehave in every way that a module can; each has a verdict, and none stops the run. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { CheckResult } from "./execute.ts";
import { isolate } from "./isolate.ts";
import { addressOf, loadSuite, requirementOf } from "./suite.ts";

const suite = loadSuite();
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(folder, { recursive: true }));

const someVectors = suite.checks.filter(
  (check) => check.kind === "vector" && requirementOf(check) === "preprocess/exact-alias",
);
const someProperty = suite.checks.filter(
  (check) => check.kind === "property" && requirementOf(check) === "preprocess/exact-alias",
);

interface Ran {
  readonly results: readonly CheckResult[];
  readonly restarts: number;
  readonly output: string;
}

/** The URL of a target whose `repair` has this body; `n` counts its calls. */
function writeTarget(name: string, body: string): string {
  const path = join(folder, `${name}.js`);
  writeFileSync(
    path,
    `let n = 0;
     const identity = (request) => ({ outcome: "valid", args: request.input, changes: [] });
     async function repair(request) { n += 1; ${body} }
     export default { name: "${name}", version: "1", capabilities: ["repair"], repair };`,
  );
  return pathToFileURL(path).href;
}

/** Runs checks against such a target. */
async function ran(
  name: string,
  body: string,
  checks = someVectors.slice(0, 3),
  deadlineMs = 5000,
): Promise<Ran> {
  const isolated = await isolate(writeTarget(name, body), { seed: 1, runs: 10, deadlineMs });
  const results = await isolated.run(checks);
  await isolated.close();
  expect(results.map(({ address }) => address)).toEqual(checks.map(addressOf));
  return { results, restarts: isolated.restarts(), output: isolated.output() };
}

const verdicts = ({ results }: Ran): readonly string[] => results.map(({ verdict }) => verdict);
const says = ({ results }: Ran): string => results.map(({ problem }) => problem?.says).join("\n");

describe("a target that", () => {
  test("throws has failed, and says what it threw", async () => {
    const end = await ran("throws", 'throw new TypeError("no\\u001b[31m");');
    expect(verdicts(end)).toEqual(["failed", "failed", "failed"]);
    expect(says(end)).toMatch(/repair threw TypeError: no.*\([^/()]+:\d+\)/);
    expect(end.restarts).toBe(0);
  });

  test("promises what never comes has crashed, and says why", async () => {
    const end = await ran("promises", "return new Promise(() => {});");
    expect(verdicts(end)).toEqual(["crashed", "crashed", "crashed"]);
    expect(says(end)).toContain("its promise can never resolve");
  });

  test("hangs has timed out at that case, and the run goes on", async () => {
    const end = await ran(
      "hangs",
      "if (request.input.hang === undefined && n === 2) for (;;); return identity(request);",
      someVectors.slice(0, 4),
      400,
    );
    expect(verdicts(end).filter((verdict) => verdict === "timed-out")).not.toEqual([]);
    expect(verdicts(end)).not.toContain("not-run");
    const hung = end.results.find(({ verdict }) => verdict === "timed-out");
    expect(hung?.problem?.says).toBe("no answer within 400 ms");
    expect(hung?.given).toMatch(/^\w+ [{"]/);
  });

  test("leaves its process has crashed, and the run goes on", async () => {
    const end = await ran("leaves", "process.exit(0);");
    expect(verdicts(end)).toEqual(["crashed", "crashed", "crashed"]);
    expect(end.restarts).toBe(2);
    expect(says(end)).toContain("its thread ended by itself with code 0");
    expect(end.results[0]?.given).toMatch(/^\w+ [{"]/);
  });

  test("always leaves is started eleven times, and what is left is not run", async () => {
    const many = suite.checks
      .filter((check) => check.kind === "vector" && requirementOf(check).startsWith("preprocess/"))
      .slice(0, 13);
    const end = await ran("always-leaves", "process.exit(1);", many);
    expect(verdicts(end).toSorted()).toEqual([...Array(11).fill("crashed"), "not-run", "not-run"]);
    expect(end.restarts).toBe(10);
  });

  test("remembers is caught by the sample that is asked again", async () => {
    const checks = suite.checks.filter((check) => requirementOf(check) === "safety/no-memory");
    const isolated = await isolate(
      writeTarget("remembers", "return { ...identity(request), fingerprint: String(n) };"),
      { seed: 1, runs: 1, deadlineMs: 5000 },
    );
    const results = await isolated.run(checks);
    await isolated.close();
    expect(results.at(-1)).toMatchObject({
      address: "safety/no-memory/same-answer-again",
      verdict: "failed",
      problem: { says: "asked again, it answers otherwise" },
    });
  });

  test("rejects late has crashed at the check that it rejected in", async () => {
    const body = 'if (n === 1) Promise.reject(new Error("too late")); return identity(request);';
    const end = await ran("late", body, someVectors.slice(0, 1));
    expect(verdicts(end)).toEqual(["crashed"]);
    expect(says(end)).toContain("it crashed: Error: too late");
    expect(says(end)).toContain("a timer or promise of an earlier call may be the cause");
  });

  test("uses up its memory has crashed", async () => {
    const end = await ran(
      "hungry",
      "const all = []; for (;;) all.push(new Array(1e6).fill(n));",
      someVectors.slice(0, 1),
      60_000,
    );
    expect(verdicts(end)).toEqual(["crashed"]);
  });

  test("prints does not reach our own output", async () => {
    const end = await ran(
      "prints",
      'console.log("x".repeat(100000)); console.error("err"); return identity(request);',
    );
    expect(end.output.length).toBe(65_536);
  });

  test("crashes within a property has crashed at the case that the report gives", async () => {
    const end = await ran(
      "crashes-once",
      "if (n === 5) process.exit(3); return identity(request);",
      someProperty.slice(0, 1),
    );
    expect(verdicts(end)).toEqual(["crashed"]);
    expect(end.results[0]?.given).not.toBe("");
  });
});

describe("an answer that", () => {
  test.for([
    ["is nothing", "return undefined;", "its answer is undefined, not an object"],
    ["is a number", "return 7;", "its answer is number, not an object"],
    ["is empty", "return {};", "its arguments hold what JSON cannot: : undefined"],
    [
      "has no list of changes",
      'return { ...identity(request), changes: "none" };',
      "its answer is not a repair answer: /changes must be array",
    ],
    [
      "holds undefined",
      "return { ...identity(request), args: { a: undefined } };",
      "its arguments hold what JSON cannot: /a: undefined",
    ],
    [
      "is a cycle",
      "const args = {}; args.a = args; return { ...identity(request), args };",
      "its arguments hold what JSON cannot: /a: a cycle",
    ],
    [
      "is a hostile proxy",
      'return new Proxy({}, { get(_, key) { if (key === "then") return undefined; throw new Error("mine"); } });',
      "its arguments cannot be read: Error: mine",
    ],
    [
      "is too large",
      "let args = []; for (let i = 0; i < 40; i += 1) args = [args, args]; return { ...identity(request), args };",
      "its arguments cannot be read: RangeError: the value is too large to be written as JSON",
    ],
  ] as const)("%s is the target's fault", async ([name, body, expected]) => {
    const end = await ran(name.replaceAll(" ", "-"), body, someVectors.slice(0, 1), 60_000);
    expect(verdicts(end)).toEqual(["failed"]);
    expect(says(end)).toBe(expected);
  });

  test("is deep is read to its end", async () => {
    const body =
      "let args = 1; for (let i = 0; i < 50000; i += 1) args = [args]; return { ...identity(request), args };";
    const end = await ran("deep", body, someVectors.slice(0, 1));
    expect(says(end)).toMatch(/^the (outcome|arguments)/);
  });
});

test("a failing property gives its shrunk case, and the same one again", async () => {
  const first = await ran("identity", "return identity(request);", someProperty.slice(0, 1));
  const second = await ran("identity", "return identity(request);", someProperty.slice(0, 1));
  expect(first.results[0]).toMatchObject({
    verdict: "failed",
    drawn: expect.any(String),
    path: expect.any(String),
  });
  expect(first.results).toEqual(second.results);
});
