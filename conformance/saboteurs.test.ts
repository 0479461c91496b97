/** The list of saboteurs; that each of them is caught is tested beside them, in `saboteurs/`. */
import { expect, test } from "vitest";
import { saboteurProblems } from "./saboteur-problems.ts";
import { SABOTEURS } from "./saboteurs.ts";

test("names are unique, and what a saboteur breaks is in the catalogue", () => {
  expect(saboteurProblems(SABOTEURS)).toEqual([]);
});
