/** What saboteurs share: a seed's draws, and the answers of the reference. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { putAsk } from "./bind.ts";
import { batchSeed, executeCheck } from "./execute.ts";
import { identify } from "./load-target.ts";
import { PROPERTIES } from "./properties.ts";
import { judgeCase, rehearsal } from "./rehearsal.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { addressOf, loadSuite } from "./suite.ts";
import reference from "./targets/reference.ts";

const suite = loadSuite();
const claims = identify(reference);

const drawnBy = (address: string, seed: number): readonly unknown[] => {
  const property = PROPERTIES.find((one) => one.address === address);
  if (property === undefined) throw new Error(`no property ${address}`);
  const seen: unknown[] = [];
  const numRuns = 20;
  fc.check(
    fc.property(property.arbitrary, (value) => void seen.push(value)),
    { seed: batchSeed(seed, address), numRuns },
  );
  const sampled = fc.sample(property.arbitrary, { seed: batchSeed(seed, address), numRuns });
  expect(fc.stringify(sampled)).toBe(fc.stringify(seen));
  return seen;
};

test("a sample holds what a run with the same seed draws", () => {
  for (const { address } of PROPERTIES.filter((_, index) => index % 20 === 0)) drawnBy(address, 3);
});

test("what is said to be the same with each seed draws the same, if in another order", () => {
  const fixed = PROPERTIES.filter((property) => property.fixed === true);
  expect(fixed.length).toBeGreaterThan(0);
  for (const { arbitrary } of fixed) {
    const [one = [], other = []] = [1, 2].map((seed) =>
      [fc.sample(arbitrary, { seed, numRuns: 1 })[0]].flat(),
    );
    expect(other.length).toBe(one.length);
    expect(one.filter((item) => !other.includes(item))).toEqual([]);
  }
});

test.for(["schema/first-branch-wins", "safety/alternates", "grammar/hard-breaks-lost", "outcome/any-case"])(
  "%s is judged alike with known answers and without",
  { timeout: 60_000 },
  async (name) => {
    const saboteur = SABOTEURS.find((one) => one.name === name);
    if (saboteur === undefined) throw new Error(`no saboteur ${name}`);
    const { target, breaks } = saboteur;
    const put = (ask: Parameters<typeof putAsk>[1]) => putAsk(target, ask);
    const known = rehearsal(reference, suite.vectors, claims);
    const chosen = suite.checks.filter(
      (check) => check.kind === "vector" && breaks.some((id) => addressOf(check).startsWith(`${id}/`)),
    );
    const differing: string[] = [];
    for (const check of chosen) {
      if (check.kind !== "vector") continue;
      const found = await judgeCase(await known.vector(check.vector), target, put);
      const { verdict } = await executeCheck(check, {
        put,
        claims,
        vectors: suite.vectors,
        seed: 1,
        runs: 1,
      });
      const held = found !== "unobservable" && found.problem === undefined;
      if (held !== (verdict === "held")) differing.push(addressOf(check));
    }
    // A saboteur that remembers answers otherwise when it is asked twice.
    if (name !== "safety/alternates") expect(differing).toEqual([]);
    expect(chosen.length).toBeGreaterThan(0);
  },
);
