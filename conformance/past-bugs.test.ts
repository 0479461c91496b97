/** Every fault that a published layer had is noticed by the checks of each real case that it led to. */
import { expect, test } from "vitest";
import { isReport, REAL_CASES } from "../spec/real-cases.ts";
import { putAsk } from "./bind.ts";
import { identify } from "./load-target.ts";
import { PAST_BUGS, TESTED_BESIDE, UNKNOWN_SABOTEURS } from "./past-bugs.ts";
import { judgeCase, rehearsal } from "./rehearsal.ts";
import { addressOf, loadSuite } from "./suite.ts";
import reference from "./targets/reference.ts";

const suite = loadSuite();
const checks = new Map(suite.checks.map((check) => [addressOf(check), check]));
const known = rehearsal(reference, suite.vectors, identify(reference));
const published = REAL_CASES.filter((one) => !isReport(one));
/** Few cases are drawn of a session, so that one seed may miss what another one shows. */
const SEEDS = [1, 2, 3, 4];
const RUNS = 100;

async function fallsShort(bug: (typeof PAST_BUGS)[number], address: string, seed: number): Promise<boolean> {
  const check = checks.get(address);
  if (check === undefined) return false;
  const share = check.kind === "property" ? (check.property.share ?? 1) : 1;
  const cases =
    check.kind === "vector"
      ? [known.vector(check.vector)]
      : known.property(check.property, seed, Math.max(1, Math.ceil(RUNS * share)));
  for await (const one of cases) {
    const found = await judgeCase(one, bug.target, (ask) => putAsk(bug.target, ask));
    if (found !== "unobservable" && found.problem !== undefined) return true;
  }
  return false;
}

test("every case of a published layer has its fault, or a test of its own", () => {
  const covered = new Set([...PAST_BUGS.flatMap(({ cases }) => cases), ...TESTED_BESIDE]);
  expect(published.map((one) => one.case).filter((name) => !covered.has(name))).toEqual([]);
  expect(TESTED_BESIDE.toSorted()).toEqual([
    "M-prl-absence-transitive",
    "M-ptr-agentdir",
    "absence-predicate-double-quote",
  ]);
});

test("names are unique, and no fault stands for a case or a saboteur that is not there", () => {
  const names = PAST_BUGS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const cases = new Set(published.map((one) => one.case));
  expect(PAST_BUGS.flatMap((bug) => bug.cases).filter((name) => !cases.has(name))).toEqual([]);
  expect(UNKNOWN_SABOTEURS).toEqual([]);
});

test.for(PAST_BUGS)(
  "$name is noticed by each case that it led to: $title",
  { timeout: 60_000 },
  async (bug) => {
    for (const name of bug.cases) {
      const addresses = published.find((one) => one.case === name)?.addresses ?? [];
      const noticed: string[] = [];
      for (const address of addresses)
        for (const seed of checks.get(address)?.kind === "vector" ? [1] : SEEDS)
          if (await fallsShort(bug, address, seed)) noticed.push(address);
      expect(noticed, `${name}: ${addresses.join(", ")}`).not.toEqual([]);
    }
  },
);
