/** The list of saboteurs; that each of them is caught is tested beside them, in `saboteurs/`. */
import { expect, test } from "vitest";
import { requirement } from "../spec/requirements.ts";
import { SABOTEURS } from "./saboteurs.ts";

test("names are unique, and what a saboteur breaks is in the catalogue", () => {
  const names = SABOTEURS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(SABOTEURS.flatMap(({ breaks }) => breaks).filter((id) => requirement(id) === undefined)).toEqual([]);
  expect(SABOTEURS.filter(({ breaks }) => breaks.length === 0)).toEqual([]);
});
