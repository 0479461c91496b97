import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const PLANTED = fileURLToPath(new URL("fixtures/planted.ts", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "fuzz-shards-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const CAMPAIGN = [PLANTED, "--only", "safety/never-wrong/after-s", "--seed", "5", "--cases", "1600"];

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: "ignore" });
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  return { child, ended };
}

const run = (...args: readonly string[]): Promise<number | null> => start(...args).ended;
const folder = (name: string): string => join(work, name);
const bytes = (name: string, file = "report.json"): string => readFileSync(join(folder(name), file), "utf8");
const findings = (name: string): readonly string[] =>
  readdirSync(folder(name))
    .filter((file) => /^[0-9a-f]{16}\.json$/.test(file))
    .sort();

function linesOf(path: string): number {
  try {
    return readFileSync(path, "utf8").split("\n").length - 1;
  } catch {
    return 0;
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("eight shards, run by eight processes, merge to the report of one run, byte for byte", async () => {
  expect(await run(...CAMPAIGN, "--workers", "2", "--out", folder("whole"))).toBe(1);
  const shards = Array.from({ length: 8 }, (_, index) => `${index + 1}/8`);
  // Four at a time: a machine with two cores starts eight of them no faster.
  for (const some of [shards.slice(0, 4), shards.slice(4)]) {
    const codes = await Promise.all(
      some.map((shard) => run(...CAMPAIGN, "--workers", "1", "--shard", shard, "--out", folder("parts"))),
    );
    for (const code of codes) expect([0, 1]).toContain(code);
  }
  const reports = shards.map((shard) => join(folder("parts"), `report-${shard.replace("/", "-of-")}.json`));
  expect(await run("merge", ...reports.reverse(), "--out", folder("merged"))).toBe(1);
  expect(bytes("merged")).toBe(bytes("whole"));
  expect(JSON.parse(bytes("merged"))).toMatchObject({ complete: true, cases: 1600 });
  expect(findings("merged")).toEqual(findings("whole"));
  expect(findings("merged").length).toBeGreaterThan(0);
  for (const file of findings("merged")) expect(bytes("merged", file)).toBe(bytes("whole", file));
}, 240_000);

test("a campaign that was killed goes on where it was, to the report of one that was not", async () => {
  const flags = [...CAMPAIGN, "--workers", "1", "--out", folder("killed")];
  const journal = join(folder("killed"), "journal.ndjson");
  const { child, ended } = start(...flags);
  await until(() => linesOf(journal) >= 2 || child.exitCode !== null);
  child.kill("SIGKILL");
  await ended;
  const before = linesOf(journal);
  expect(before).toBeGreaterThanOrEqual(2);
  expect(await run(...flags, "--resume")).toBe(1);
  expect(linesOf(journal)).toBeGreaterThanOrEqual(before);
  expect(bytes("killed")).toBe(bytes("whole"));
}, 240_000);

test("shards of two campaigns, or one shard twice, are not added up", async () => {
  const first = join(folder("parts"), "report-1-of-8.json");
  expect(await run("merge", first, first, "--out", folder("never"))).toBe(2);
  expect(await run(...CAMPAIGN.slice(0, 3), "--seed", "6", "--cases", "4", "--out", folder("other"))).toBe(0);
  expect(await run("merge", first, join(folder("other"), "report.json"), "--out", folder("never"))).toBe(2);
}, 60_000);
