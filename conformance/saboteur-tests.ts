/**
 * One test a saboteur. They stand in several test files, so that they share the processors; `SABOTEUR_SEEDS` (default 1)
 * says with how many different seeds.
 */
import { expect, test } from "vitest";
import { FIRST_SEED, kindOf, prover } from "./prove.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { loadSuite } from "./suite.ts";

const seeds = Number(process.env.SABOTEUR_SEEDS ?? 1);

/** Makes the tests of the saboteurs of one kind, of every `of`th from `part` on. */
export function saboteurTests(kind: ReturnType<typeof kindOf>, part = 0, of = 1): void {
  const { prove } = prover(loadSuite());
  const chosen = SABOTEURS.filter((saboteur) => kindOf(saboteur) === kind);
  for (const saboteur of chosen.filter((_, index) => index % of === part)) {
    test(`${saboteur.name} is caught where it declares, and nowhere else`, async () => {
      let settled: readonly string[] = [];
      for (let seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed += 1) {
        const found = await prove(saboteur, seed, settled);
        expect(found).toMatchObject({ missed: [], extra: [] });
        settled = found.settled;
      }
    });
  }
}
