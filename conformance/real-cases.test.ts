/** Every real failure is held by checks that exist, and its cause is covered beyond the one input. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isReport, REAL_CASES, REAL_KINDS } from "../spec/real-cases.ts";
import { loadVectors } from "../spec/vectors.ts";
import { PROPERTIES } from "./properties.ts";
import { siblingInputs } from "./siblings.ts";

const ROOT = new URL("../", import.meta.url);
const vectors = new Map(loadVectors().map((vector) => [vector.address, vector]));
const properties = new Set(PROPERTIES.map(({ address }) => address));

/** `test:` file `: ` title. */
function isTest(address: string): boolean {
  const [, file = "", title = ""] = /^test:([^:]+): (.+)$/.exec(address) ?? [];
  return file !== "" && readFileSync(new URL(file, ROOT), "utf8").includes(`test("${title}"`);
}

test("all 105 reports and 78 requests on published layers are there, each once", () => {
  expect(REAL_CASES.filter(isReport).length).toBe(105);
  expect(REAL_CASES.length).toBe(183);
  expect(new Set(REAL_CASES.map((one) => one.case)).size).toBe(183);
});

test("every case names checks that exist", () => {
  const missing = REAL_CASES.flatMap(({ case: id, addresses }) =>
    addresses
      .filter((address) => !vectors.has(address) && !properties.has(address) && !isTest(address))
      .map((address) => `${id}: ${address}`),
  );
  expect(missing).toEqual([]);
  expect(REAL_CASES.filter(({ addresses }) => addresses.length === 0)).toEqual([]);
});

test("every report is a vector that keeps its source", () => {
  const lost = REAL_CASES.filter(isReport).filter(
    ({ source, addresses }) => !addresses.some((address) => vectors.get(address)?.source === source),
  );
  expect(lost.map((one) => one.case)).toEqual([]);
});

test("a report that is left or refused has a twin that is not", () => {
  const untouched = (address: string): boolean => {
    const expected = vectors.get(address)?.expect;
    if (expected === undefined) return false;
    return "outcome" in expected ? expected.outcome === "unrepairable" : "untouched" in expected;
  };
  const alone = REAL_CASES.filter(isReport).filter(
    ({ addresses }) =>
      addresses.every(untouched) && !addresses.some((one) => vectors.get(one)?.twin !== undefined),
  );
  expect(alone.map((one) => one.case)).toEqual([]);
});

test("every kind is told and has cases", () => {
  const kinds = new Set(REAL_CASES.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(REAL_KINDS.map(({ id }) => id).sort());
});

test("every case has siblings, and each of them draws other inputs", { timeout: 60_000 }, () => {
  expect(REAL_CASES.filter(({ siblings }) => siblings.length === 0).map((one) => one.case)).toEqual([]);
  for (const sibling of new Set(REAL_CASES.flatMap(({ siblings }) => siblings))) {
    expect(siblingInputs(sibling, 20), sibling).toBeGreaterThan(1);
  }
});
