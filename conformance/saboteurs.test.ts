/**
 * Every saboteur must be caught at exactly the requirements that it declares. `SABOTEUR_SEEDS` (default 1) says with how
 * many different seeds.
 */
import { expect, test } from "vitest";
import { requirement } from "../spec/requirements.ts";
import { judgeInThread } from "./in-thread.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { loadSuite } from "./suite.ts";
import reference from "./targets/reference.ts";

const suite = loadSuite();
const seeds = Number(process.env.SABOTEUR_SEEDS ?? 1);

test("names are unique, and what a saboteur breaks is in the catalogue", () => {
  const names = SABOTEURS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(SABOTEURS.flatMap(({ breaks }) => breaks).filter((id) => requirement(id) === undefined)).toEqual([]);
});

for (const saboteur of SABOTEURS) {
  test(`${saboteur.name} is caught where it declares, and nowhere else`, async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { short } = await judgeInThread(saboteur.target, suite, {
        seed,
        suspects: saboteur.breaks,
        suspectRuns: 100,
        runs: 8,
        unlike: reference,
      });
      const caught = [...short].map(([id, check]) => `${id} (${check.address}: ${check.problem?.says})`);
      expect(new Set(short.keys()), `seed ${seed}: ${caught.join("\n")}`).toEqual(new Set(saboteur.breaks));
    }
  });
}
