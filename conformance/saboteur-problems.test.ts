/** A saboteur that can prove nothing is refused before anything runs. */
import { expect, test } from "vitest";
import { saboteurProblems } from "./saboteur-problems.ts";
import reference from "./targets/reference.ts";

const target = { ...reference, repair: () => ({ outcome: "valid" as const, args: {}, changes: [] }) };
const saboteur = { name: "schema/made-up", title: "It is made up.", breaks: ["schema/iterate"], target };

test("one that breaks a requirement of the catalogue can be proved", () => {
  expect(saboteurProblems([saboteur])).toEqual([]);
});

test("one that declares nothing is refused, and so is one that is the reference", () => {
  expect(saboteurProblems([{ ...saboteur, breaks: [], target: reference }])).toEqual([
    'the saboteur "schema/made-up" declares no requirement that it breaks',
    'the saboteur "schema/made-up" is the reference: none of its functions is another',
  ]);
});

test("an unknown requirement is answered with the nearest one", () => {
  expect(saboteurProblems([{ ...saboteur, breaks: ["schema/iterat"] }])).toEqual([
    'the saboteur "schema/made-up" breaks "schema/iterat", which is no requirement; did you mean "schema/iterate"?',
  ]);
});

test("what is there twice is named", () => {
  const twice = { ...saboteur, breaks: ["schema/iterate", "schema/iterate"] };
  expect(saboteurProblems([saboteur, twice])).toEqual([
    'two saboteurs are named "schema/made-up"',
    'the saboteur "schema/made-up" declares "schema/iterate" twice',
  ]);
});
