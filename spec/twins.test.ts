import { expect, test } from "vitest";
import { twinProblems, WITHOUT_TWIN } from "./twins.ts";
import { loadVectors, parseVectorFile } from "./vectors.ts";

const vectors = loadVectors();

test("every vector that demands to leave or to refuse has a twin with another fate", () => {
  expect(twinProblems(vectors)).toEqual([]);
});

test("every exception is needed", () => {
  const idle = WITHOUT_TWIN.filter(
    ({ addresses }) => !vectors.some(({ address }) => addresses.test(address)),
  );
  expect(idle).toEqual([]);
});

const file = (...more: readonly object[]) =>
  parseVectorFile(
    JSON.stringify({
      source: "s",
      chapter: "schema",
      vectors: more.map((fields, number) => ({
        id: `v${number}`,
        requirement: "schema/every-shape",
        title: "t",
        source: "s",
        kind: "basic",
        capability: "repair",
        call: { tool: "read", input: { number } },
        expect: { outcome: "unrepairable" },
        ...fields,
      })),
    }),
    "made up",
  );

test("a refusal without a twin, or with one of its own kind, is a problem", () => {
  expect(twinProblems(file({}))).toEqual(["schema/every-shape/v0 has no twin"]);
  expect(twinProblems(file({ twin: "schema/every-shape/v1" }, { twin: "schema/every-shape/v0" }))).toEqual([
    "schema/every-shape/v0: its twin schema/every-shape/v1 comes out the same way",
    "schema/every-shape/v1: its twin schema/every-shape/v0 comes out the same way",
  ]);
});

test("a refusal whose twin is repaired is none, and the repair needs no twin", () => {
  expect(twinProblems(file({ twin: "schema/every-shape/v1" }, { expect: { outcome: "repaired" } }))).toEqual(
    [],
  );
});

test("a vector that allows either outcome demands neither", () => {
  const alternatives = [{ name: "mended", outcome: "repaired" }];
  expect(twinProblems(file({ expect: { outcome: "unrepairable", alternatives } }))).toEqual([]);
});
