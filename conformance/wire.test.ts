import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { findTarget } from "./find-target.ts";
import { type RunOptions, type RunResult, run } from "./run.ts";
import { openSession, WIRE_DEFAULTS } from "./wire-session.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const SERVE = { command: process.execPath, args: [here("serve.ts"), "reference"], cwd: here("..") };

const settings = {
  only: [
    "outcome",
    "safety",
    "envelope",
    "preprocess",
    "grammar/modes",
    "grammar/ten-families",
    "stream",
    "guard",
  ],
  seed: 5,
  runs: 20,
  deadlineMs: 60_000,
  expectedFailures: [],
  today: "2026-01-01",
} satisfies Partial<RunOptions>;

function verdicts({ requirements }: RunResult): ReadonlyMap<string, string> {
  const checks = requirements.flatMap((entry) => entry.checks);
  return new Map(checks.map(({ address, verdict }) => [address, verdict]));
}

test("the reference has the same verdicts over the wire as in process, but for what a pipe does not show", async () => {
  const inProcess = await run({ ...settings, target: findTarget("reference") });
  const overWire = await run({ ...settings, target: { given: "serve", program: SERVE } });
  const [here, there] = [verdicts(inProcess), verdicts(overWire)];
  const differences = [...here].filter(
    ([address, verdict]) => there.get(address) !== verdict && there.get(address) !== "unobservable",
  );
  expect(differences).toEqual([]);
  expect([...there.keys()].toSorted()).toEqual([...here.keys()].toSorted());
  expect(overWire.faults).toEqual([]);
  expect([...there.values()].filter((verdict) => verdict === "unobservable").length).toBeLessThan(30);
}, 240_000);

test("a check that only a caller in the same process can make is not held over the wire", async () => {
  const only = ["safety/input-untouched/frozen", "outcome/callbacks-isolated/a-throw-changes-nothing"];
  const result = await run({ ...settings, only, target: { given: "serve", program: SERVE } });
  expect(new Set(verdicts(result).values())).toEqual(new Set(["unobservable"]));
}, 60_000);

test("a case costs the harness less than 50 microseconds of its processor, which is 20,000 a second", async () => {
  const program = { command: process.execPath, args: [here("wire-fixtures/bad.ts"), "good"], cwd: "." };
  const session = await openSession(program, WIRE_DEFAULTS);
  const count = 40_000;
  const askAll = async (): Promise<number> => {
    let next = 0;
    const before = process.cpuUsage();
    const worker = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        await session.ask("repair", { toolName: "read", schema: "{}", input: `{"path":"file-${next}"}` });
      }
    };
    await Promise.all(Array.from({ length: 256 }, worker));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  await askAll();
  const microseconds = Math.min(await askAll(), await askAll());
  await session.close();
  expect(microseconds).toBeLessThan(50);
}, 120_000);

test("a target that remembers is caught by the sample that is asked again", async () => {
  const program = { command: process.execPath, args: [here("wire-fixtures/counting.ts")], cwd: "." };
  const result = await run({
    ...settings,
    only: ["safety/no-memory", "outcome/benign-conversion-deferred"],
    target: { given: "counting", program },
  });
  expect(verdicts(result).get("safety/no-memory/same-answer-again")).toBe("failed");
}, 60_000);

describe("a program that dies of the last question", () => {
  const folder = mkdtempSync(join(tmpdir(), "dying-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const runs = (pid: number): boolean => {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return false;
    }
  };
  const dying: readonly (readonly [check: string, number: string, how: string])[] = [
    ["schema/parse-stringified/array", "2", "7"],
    ["schema/parse-stringified/array", "1", "7"],
    ["schema/parse-stringified/array", "2", "abort"],
    ["envelope/decode-json/once", "1", "0"],
  ];
  for (const [check, number, how] of dying) {
    test(`${check}, answer ${number}, ${how}: it crashed, which is no fault, and nothing is left running`, () => {
      const pids = join(folder, [check, number, how].join("-").replaceAll("/", "-"));
      const program = [process.execPath, here("wire-fixtures/dying.ts"), number, how, pids];
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [here("main.ts"), "--only", check, "--deadline", "60000", "--", ...program],
        { encoding: "utf8", timeout: 50_000 },
      );
      expect(stderr).not.toContain("Error");
      expect(stdout).toContain(`crashed ${check}`);
      expect(stdout.includes("given (its twin)")).toBe(number === "2");
      expect(stdout).not.toMatch(/fault|broke the protocol|started again/);
      expect(status).toBe(1);
      const started = readFileSync(pids, "utf8").trim().split("\n").map(Number);
      expect(started.length).toBeGreaterThan(0);
      expect(started.filter(runs)).toEqual([]);
    }, 60_000);
  }
});
