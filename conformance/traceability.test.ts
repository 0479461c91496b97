import { expect, test } from "vitest";
import { REQUIREMENTS } from "../spec/requirements.ts";
import { mistakesOf } from "./mistake-requirements.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { loadSuite } from "./suite.ts";
import { COVERED_CHAPTERS, gaps, trace } from "./traceability.ts";

test("every requirement has a property and a saboteur, and three vectors where a vector can be written", () => {
  expect(gaps(trace(loadSuite(), SABOTEURS), COVERED_CHAPTERS)).toEqual([]);
});

test("of every mistake a requirement says what becomes of the call, beside the one that all are about", () => {
  const others = REQUIREMENTS.filter(({ id }) => id !== "safety/never-wrong");
  const named = new Set(others.flatMap(({ id }) => mistakesOf(id)));
  expect(mistakesOf("safety/never-wrong").filter((name) => !named.has(name))).toEqual([]);
});

test("a requirement without anything is a gap in all three", () => {
  const empty = trace({ checks: [], vectors: new Map() }, []);
  expect(empty).toHaveLength(REQUIREMENTS.length);
  expect(gaps(empty, ["guard"])).toEqual([
    "guard/anchors-only has 0 vectors, not 3",
    "guard/anchors-only has 0 properties, not 1",
    "guard/anchors-only has 0 saboteurs, not 1",
  ]);
});
