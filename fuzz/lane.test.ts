import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findTarget, type TargetSource } from "../conformance/find-target.ts";
import { type BatchResult, drawBatch } from "./batch.ts";
import type { DamagedCase } from "./damaged-case.ts";
import { openLane } from "./lane.ts";
import { propertyAt } from "./properties.ts";
import { byOutcome } from "./text.ts";

const SEED = 3;
const MORTAL = { given: "mortal", module: new URL("fixtures/mortal.ts", import.meta.url).href };
const SERVE = fileURLToPath(new URL("../conformance/serve.ts", import.meta.url));
const MORTAL_PROGRAM = {
  given: "mortal",
  program: {
    command: process.execPath,
    args: [SERVE, fileURLToPath(new URL("fixtures/mortal.ts", import.meta.url))],
    cwd: process.cwd(),
  },
};
const REFERENCE_PROGRAM = {
  given: "reference",
  program: { command: process.execPath, args: [SERVE, "reference"], cwd: process.cwd() },
};

const after = (name: string): string => `safety/never-wrong/after-${name}`;

async function batchOf(source: TargetSource, address: string, cases: number): Promise<BatchResult> {
  const lane = await openLane(source, { seed: SEED, deadlineMs: 2000 });
  try {
    return await lane.batch({ address, batch: 0, cases });
  } finally {
    await lane.close();
  }
}

const ENCODED = { address: after("encoded"), batch: 0, cases: 8 };

/** What the mortal target does with each case of the batch, read off its input. */
function fates(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of drawBatch(propertyAt(ENCODED.address), SEED, ENCODED)) {
    const { input } = (value as DamagedCase).call;
    const fate = input.includes("ns:x") ? "crashed" : input.includes("cash$") ? "timed-out" : undefined;
    const key = fate ?? (input.includes("-rf") ? "crashed" : "restored");
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

test("a crash, a hang and an error that comes late cost the cases that made them", async () => {
  const result = await batchOf(MORTAL, ENCODED.address, ENCODED.cases);
  expect(Object.keys(fates()).sort()).toEqual(["crashed", "restored", "timed-out"]);
  expect(byOutcome(result.outcomes)).toEqual(fates());
  expect(result.failures.length).toBe(3);
}, 120_000);

test("over a pipe a crash and a hang cost the cases that made them", async () => {
  const { outcomes } = await batchOf(MORTAL_PROGRAM, ENCODED.address, ENCODED.cases);
  const counts = byOutcome(outcomes);
  expect(counts["timed-out"]).toBe(fates()["timed-out"]);
  // An error that comes when the answer is given already may end the program between two cases, and is nobody's then.
  expect(counts.crashed).toBeGreaterThan(0);
  expect((counts.restored ?? 0) + (counts.crashed ?? 0)).toBe(
    (fates().restored ?? 0) + (fates().crashed ?? 0),
  );
}, 120_000);

test("a target at the end of a pipe gets the same cases and the same counts", async () => {
  for (const address of [after("several"), "safety/never-wrong/carried-by-hermes"]) {
    const inProcess = await batchOf(findTarget("reference"), address, 150);
    expect(await batchOf(REFERENCE_PROGRAM, address, 150)).toEqual(inProcess);
  }
}, 120_000);

test("what only one process can see is unobservable over a pipe, and never counted as restored", async () => {
  const { outcomes } = await batchOf(REFERENCE_PROGRAM, after("undefined-optional"), 40);
  expect(byOutcome(outcomes)).toEqual({ unobservable: 40 });
}, 60_000);

test("a lane that is closed in the middle of a batch ends, and starts nothing again", async () => {
  const lane = await openLane(MORTAL, { seed: SEED, deadlineMs: 2000 });
  const batch = lane.batch({ ...ENCODED, cases: 1000 });
  const ended = expect(batch).rejects.toThrow();
  await lane.close();
  await ended;
}, 60_000);
