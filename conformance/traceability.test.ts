import { expect, test } from "vitest";
import { REQUIREMENTS } from "../spec/requirements.ts";
import { mistakesOf, REQUIREMENTS_OF } from "./mistake-requirements.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { loadSuite } from "./suite.ts";
import { COVERED_CHAPTERS, gaps, listed, strays, trace } from "./traceability.ts";

const checks = listed(loadSuite());
const known = new Set(checks.map(({ address }) => address));
const all = { known, judged: known, left: new Set<string>() };
const none = { emitted: new Set<string>(), judged: new Set<string>() };

test("every requirement has a property and a saboteur, and three vectors where a vector can be written", () => {
  expect(gaps(trace(checks, SABOTEURS, none), COVERED_CHAPTERS)).toEqual([]);
});

test("of every mistake a requirement says what becomes of the call, beside the one that all are about", () => {
  const others = REQUIREMENTS.filter(({ id }) => id !== "safety/never-wrong");
  const named = new Set(others.flatMap(({ id }) => mistakesOf(id)));
  expect(mistakesOf("safety/never-wrong").filter((name) => !named.has(name))).toEqual([]);
});

test("a requirement without anything is a gap in all three", () => {
  const empty = trace([], [], none);
  expect(empty).toHaveLength(REQUIREMENTS.length);
  expect(gaps(empty, ["guard"])).toEqual([
    "guard/anchors-only has 0 vectors, not 3",
    "guard/anchors-only has 0 properties, not 1",
    "guard/anchors-only has 0 saboteurs, not 1",
  ]);
});

test("what gave a verdict and what held or failed are counted apart", () => {
  const [first = "", second = ""] = checks.map(({ address }) => address);
  const [row] = trace(checks, [], { emitted: new Set([first, second]), judged: new Set([first]) });
  expect(row).toMatchObject({ emitted: 2, judged: 1 });
});

test("every mistake and every real case traces to checks of the catalogue", () => {
  expect(strays(all)).toEqual([]);
});

test("what traces to a requirement or a check that nobody knows is a gap, with the nearest name", () => {
  const mistakes = { ...REQUIREMENTS_OF, alias: ["preprocess/exact-alia"], fenc: ["schema/iterate"] };
  const cases = [
    { case: "one", addresses: ["schema/iterat/x"] },
    { case: "two", addresses: ["safety/never-wrong/one-mistak"] },
    { case: "three", addresses: [] },
  ];
  expect(strays(all, { mistakes, cases })).toEqual([
    'the mistake alias is about "preprocess/exact-alia", which is no requirement; did you mean "preprocess/exact-alias"?',
    'the mistake fenc is none of the list; did you mean "fence"?',
    'the real case one is about "schema/iterat", which is no requirement; did you mean "schema/iterate"?',
    'the real case two names "safety/never-wrong/one-mistak", which is no check; did you mean "safety/never-wrong/one-mistake"?',
    "the real case three names no check",
  ]);
});

test("what traces to nothing that ran is a gap, unless another run is for it", () => {
  const idle = "preprocess/anchor-bleed";
  const ran = new Set([...known].filter((address) => !address.startsWith(`${idle}/`)));
  const found = strays({ ...all, judged: ran });
  expect(found).toContain(`the mistake anchor-bleed is about ${idle}, of which nothing was judged`);
  expect(found).toContainEqual(
    expect.stringMatching(/^the real case .* names preprocess\/anchor-bleed\/.*not judged$/),
  );
  expect(strays({ ...all, judged: ran, left: known })).toEqual([]);
  expect(strays({ ...all, judged: new Set() })).toContain(
    "no mistake was made: safety/never-wrong/one-mistake was not judged",
  );
});

test("a mistake without a requirement is a gap", () => {
  const { fence: _fence, ...mistakes } = REQUIREMENTS_OF;
  expect(strays(all, { mistakes, cases: [] })).toEqual(["the mistake fence is about no requirement"]);
});
