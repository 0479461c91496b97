/** Targets that do nothing useful hold nothing: every requirement asks for a judgement at least once. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isolate } from "./isolate.ts";
import { moduleOf } from "./saboteur-module.ts";
import { capabilityOf, loadSuite } from "./suite.ts";
import * as zoo from "./zoo.ts";
import { printZoo, zooRow } from "./zoo-table.ts";

const suite = loadSuite();
const repairs = suite.checks.filter((check) => capabilityOf(check) === "repair");

describe("no requirement is held by a target that", () => {
  test.for(zoo.ANIMALS.filter(({ target }) => target !== zoo.chatter))("$does", async (animal) => {
    const row = await zooRow(animal, suite);
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
    const animal = { target: zoo.identity, does: "finds everything valid" };
    const row = await zooRow(animal, onlyLeft);
    expect(row.held.length).toBeGreaterThan(0);
    expect(printZoo([row], [animal])).toBe(true);
  });

  test("is open where nothing is held", async () => {
    const animal = { target: zoo.thrower, does: "throws" };
    expect(printZoo([await zooRow(animal, onlyLeft)], [animal])).toBe(false);
  });

  test("bites where an animal was judged on nothing, or not at all", () => {
    const animal = { target: zoo.thrower, does: "throws" };
    expect(printZoo([{ name: "thrower", does: "throws", judged: 0, held: [] }], [animal])).toBe(true);
    expect(printZoo([], [animal])).toBe(true);
  });
});

test("an animal that does not say what it is is named", async () => {
  const { capabilities: _none, ...silent } = zoo.thrower;
  const animal = { target: silent as typeof zoo.thrower, does: "throws" };
  await expect(zooRow(animal, suite)).rejects.toThrow(
    /^the animal "thrower": the target does not say what it is: \/capabilities /,
  );
});

test("every animal is in the table", () => {
  const inTable = zoo.ANIMALS.map(({ target }) => target);
  const exported = Object.values(zoo).filter((value) => "name" in value && "version" in value);
  expect(exported.filter((target) => !inTable.some((one) => one === target))).toEqual([]);
});

test.for([
  ["zoo-table.ts", "--bogus", 2, /^bad call: unknown option '--bogus'/],
  ["zoo-table.ts", "extra", 2, /^bad call: too many arguments/],
  ["health-table.ts", "--writ", 2, /^bad call: unknown option '--writ' \(Did you mean --write\?\)/],
  ["zoo-table.ts", "--help", 0, /^$/],
  ["health-table.ts", "--help", 0, /^$/],
] as const)("%s reads %s strictly", ([file, word, code, said]) => {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, word], { encoding: "utf8" });
  expect(status).toBe(code);
  expect(stderr).toMatch(said);
  expect(stdout.includes("Usage: pnpm")).toBe(code === 0);
});
