/** Targets that do nothing useful hold nothing: every requirement asks for a judgement at least once. */
import { describe, expect, test } from "vitest";
import { isolate } from "./isolate.ts";
import { moduleOf } from "./saboteur-module.ts";
import { capabilityOf, loadSuite } from "./suite.ts";
import * as zoo from "./zoo.ts";
import { printZoo, zooRow } from "./zoo-table.ts";

const suite = loadSuite();
const repairs = suite.checks.filter((check) => capabilityOf(check) === "repair");

describe("no requirement is held by a target that", () => {
  test.for(zoo.ANIMALS.filter(({ target }) => target !== zoo.chatter))("$does", async ({ target, does }) => {
    const row = await zooRow(target, does, suite);
    expect(row.held).toEqual([]);
    expect(row.judged).toBeGreaterThan(0);
  });

  test.for([
    ["never answers", "hanger", "timed-out", 200],
    ["ends its process", "crasher", "crashed", 20_000],
  ] as const)("%s", async ([, name, verdict, deadlineMs]) => {
    const isolated = await isolate(moduleOf("zoo.ts", name), { seed: 1, runs: 1, deadlineMs });
    const results = await isolated.run(repairs.slice(0, 12));
    await isolated.close();
    const verdicts = results.map((result) => result.verdict).toSorted();
    expect(verdicts).toEqual([...Array(11).fill(verdict), "not-run"].toSorted());
  });

  test("prints all the time", async () => {
    const isolated = await isolate(moduleOf("zoo.ts", "chatter"), { seed: 1, runs: 1, deadlineMs: 5000 });
    const results = await isolated.run(repairs.slice(0, 200));
    await isolated.close();
    expect(results.some(({ verdict }) => verdict === "failed")).toBe(true);
    expect(results.every(({ verdict }) => verdict === "failed" || verdict === "held")).toBe(true);
    expect(isolated.output()).toContain("{}{}{}");
  });
});

describe("the gate", () => {
  // A suite with a wrong expectation: nobody need change what a twin would have changed.
  const left = suite.checks.flatMap((check) => {
    if (check.kind !== "vector" || check.vector.capability !== "repair") return [];
    const { twin: _twin, ...vector } = check.vector;
    return vector.expect.outcome === "valid" ? [{ kind: "vector" as const, vector }] : [];
  });
  const onlyLeft = { ...suite, checks: left };

  test("bites where a requirement asks only to leave what is valid", async () => {
    const row = await zooRow(zoo.identity, "finds everything valid", onlyLeft);
    expect(row.held.length).toBeGreaterThan(0);
    expect(printZoo([row])).toBe(true);
  });

  test("is open where nothing is held", async () => {
    expect(printZoo([await zooRow(zoo.thrower, "throws", onlyLeft)])).toBe(false);
  });
});

test("every animal is in the table or ends badly", () => {
  const inTable = zoo.ANIMALS.map(({ target }) => target);
  const exported = Object.values(zoo).filter((value) => "name" in value && "version" in value);
  const others = exported.filter((target) => !inTable.some((one) => one === target));
  expect(others.map(({ name }) => name).toSorted()).toEqual(["crasher", "hanger"]);
});
