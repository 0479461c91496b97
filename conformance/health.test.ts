/** The health check notices generators that draw for nothing, and kinds of input that are too rare. */
import "./filter-count.ts";
import type fc from "fast-check";
import { expect, test } from "vitest";
import { askRepair } from "./check.ts";
import { examine, FLOORS, floorGaps } from "./health.ts";
import { PROPERTIES } from "./properties.ts";
import { property } from "./property.ts";
import reference from "./targets/reference.ts";
import { builtInCall, callWith, type ValidCall } from "./valid-calls.ts";

const drawing = (arbitrary: fc.Arbitrary<ValidCall>, floors: Readonly<Record<string, number>> = {}) =>
  property<ValidCall>({
    address: "outcome/one-of-three/made-up",
    title: "Made up.",
    capability: "repair",
    arbitrary,
    labels: ({ toolName }) => [toolName],
    floors,
    *check(call) {
      yield* askRepair(callWith(call, call.args));
      return undefined;
    },
  });

test("a generator that draws what it states is healthy", async () => {
  const found = await examine(drawing(builtInCall, { read: 0.02 }), reference, 1);
  expect(found).toMatchObject({ problems: [], rejected: 0 });
  expect(found.shares["answer valid"]).toBeCloseTo(1);
});

test("what a property and a question both say of a value is counted once", async () => {
  const made = drawing(builtInCall, { "answer valid": 0.5 });
  const { shares } = await examine({ ...made, labels: () => ["answer valid"] }, reference, 1);
  expect(shares["answer valid"]).toBeCloseTo(1);
});

test("a filter that rejects nearly everything is a problem", async () => {
  let turn = 0;
  const rare = builtInCall.filter(() => {
    turn += 1;
    return turn % 50 === 0;
  });
  const { rejected, problems } = await examine(drawing(rare, { read: 0.02 }), reference, 1);
  expect(rejected).toBeCloseTo(0.98);
  expect(problems).toEqual(["its filters reject 98.0 % of what they get"]);
});

test("a label below its floor is a problem, the property's own and that of a kind of question", async () => {
  const made = drawing(builtInCall, { read: 0.9 });
  const { problems } = await examine(made, reference, 1, { [made.address]: { "raw text": 0.1 } });
  expect(problems).toEqual([
    expect.stringMatching(/^only 0\.0 % of the draws are "raw text", not 10\.0 %$/),
    expect.stringMatching(/^only \d+\.\d % of the draws are "read", not 90\.0 %$/),
  ]);
});

test("a generator without a floor is a problem", async () => {
  const { problems } = await examine(drawing(builtInCall), reference, 1);
  expect(problems).toEqual([expect.stringContaining("no label of it has a floor")]);
});

const ADDRESSES = PROPERTIES.map(({ address }) => address);

test("every generator has an entry of floors, and no other has one", () => {
  expect(floorGaps(ADDRESSES, [])).toEqual([]);
});

test("an entry that is taken away is missed, and one of nothing is answered with the nearest generator", () => {
  const address = "outcome/one-of-three/always";
  const { [address]: taken = {}, ...left } = FLOORS;
  expect(floorGaps(ADDRESSES, [], { ...left, "outcome/one-of-three/alway": taken })).toEqual([
    `${address}: floors.json has no entry for it`,
    `outcome/one-of-three/alway: no generator has this address of floors.json; did you mean "${address}"?`,
  ]);
});

test("a label that is drawn often has a floor that says something", async () => {
  const made = drawing(builtInCall);
  const gapsWith = async (floor: Readonly<Record<string, number>>) => {
    const known = { [made.address]: floor };
    return floorGaps([made.address], [await examine(made, reference, 1, known)], known);
  };
  const others = { "a built-in": 0.5, "raw text": 0 };
  expect(await gapsWith({ ...others, "answer valid": 0.9 })).not.toContainEqual(
    expect.stringContaining("answer valid"),
  );
  expect(await gapsWith({ ...others, "answer valid": 0.1 })).toContain(
    `${made.address}: its floor for "answer valid" is 10.0 %, and 100.0 % of the draws are that`,
  );
  expect(await gapsWith(others)).toContainEqual(expect.stringContaining('"answer valid" is none'));
});
