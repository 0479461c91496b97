/** Targets that do nothing useful hold nothing: every requirement asks for a judgement at least once. */
import { describe, expect, test, vi } from "vitest";
import { judgeInThread } from "./in-thread.ts";
import { isolate } from "./isolate.ts";
import { capabilityOf, loadSuite, requirementOf } from "./suite.ts";
import { alwaysEmpty, alwaysUnrepairable, chatter, echo, identity, liar, thrower, ZOO } from "./zoo.ts";

const suite = loadSuite();
const repairs = suite.checks.filter((check) => capabilityOf(check) === "repair");
const requirements = new Set(repairs.map(requirementOf));

describe("no requirement is held by a target that", () => {
  test.for([
    ["finds everything valid", identity],
    ["finds nothing repairable", alwaysUnrepairable],
    ["makes everything an empty object", alwaysEmpty],
    ["gives everything back as repaired", echo],
    ["throws", thrower],
    ["prints all the time", chatter],
    ["makes up arguments that fit", liar],
  ] as const)("%s", async ([, target]) => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    const { held, short } = await judgeInThread(target, suite, {
      seed: 1,
      suspects: [],
      suspectRuns: 1,
      runs: 2,
    });
    vi.restoreAllMocks();
    console.info(`${target.name} holds ${held.size} of ${held.size + short.size} requirements`);
    expect([...held]).toEqual([]);
    expect(short.size).toBe(requirements.size);
  });

  test.for([
    ["never answers", "hanger", "timed-out"],
    ["ends its process", "crasher", "crashed"],
  ] as const)("%s", async ([, name, verdict]) => {
    const zoo = new URL("zoo.ts", import.meta.url).href;
    const module = `data:text/javascript,export { ${name} as default } from ${JSON.stringify(zoo)};`;
    const checks = repairs.slice(0, 12);
    const isolated = await isolate(module, { seed: 1, runs: 1, deadlineMs: 200 });
    const results = await isolated.run(checks);
    await isolated.close();
    const verdicts = results.map((result) => result.verdict);
    expect(verdicts).toEqual([...Array(11).fill(verdict), "not-run"]);
  });
});

test("all animals have been looked at", () => {
  expect(Object.values(ZOO).map(({ name }) => name)).toEqual([
    ...["identity", "always-unrepairable", "always-empty", "echo", "thrower"],
    ...["hanger", "crasher", "chatter", "liar"],
  ]);
});
