/**
 * Whether generators draw what they are meant to. Each property states the least share of its labels, `floors.json` that
 * of the kinds of questions and answers; a filter that rejects most of what it gets wastes the run.
 */
import fc from "fast-check";
import { TargetFault } from "./answers.ts";
import { askLabels, replyLabels } from "./ask-labels.ts";
import { putAsk } from "./bind.ts";
import { isSessionAsk } from "./check.ts";
import { batchSeed } from "./execute.ts";
import { countFilters } from "./filter-count.ts";
import kinds from "./floors.json" with { type: "json" };
import { identify } from "./load-target.ts";
import { nearestAddress } from "./nearest.ts";
import type { Property } from "./property.ts";
import type { Target } from "./target.ts";

export interface GeneratorHealth {
  readonly address: string;
  /** Shares of labels in the draws, the property's own and those of questions and answers. */
  readonly shares: Readonly<Record<string, number>>;
  /** Share of what came to the generator's filters that they rejected; 0 where it has none. */
  readonly rejected: number;
  /** By label: the least share, of the property's own floors and of those of `floors.json`. */
  readonly floors: Readonly<Record<string, number>>;
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
}

/** By address, by label: the least share of the draws. */
export type Floors = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const FLOORS: Floors = kinds;

/** Values that are drawn of each generator. */
export const DRAWS = 100;
/** A filter that keeps less than one of twenty values makes a campaign of hours one of minutes. */
const MAX_REJECTED = 0.95;
const ENOUGH_TRIES = 20;
/** Labels of the first question of a case, and of the answer to it. A session is not run for that. */
async function labelsOfCase(property: Property, value: unknown, target: Target): Promise<readonly string[]> {
  const first = property.check(value, identify(target)).next();
  if (first.done === true) return ["nothing to ask"];
  const ask = first.value;
  const asked = askLabels(ask);
  if (isSessionAsk(ask) || property.costly === true) return asked;
  try {
    return [...asked, ...replyLabels(await putAsk(target, ask))];
  } catch (error) {
    if (error instanceof TargetFault) return asked;
    throw error;
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Draws from a property's generator, and compares with its floors and those of `floors`. */
export async function examine(
  property: Property,
  target: Target,
  seed: number,
  known: Floors = FLOORS,
): Promise<GeneratorHealth> {
  const { address, arbitrary } = property;
  let values: readonly unknown[] = [];
  const { tries, rejected } = countFilters(() => {
    values = fc.sample(arbitrary, { seed: batchSeed(seed, address), numRuns: DRAWS });
  });
  const counts: Record<string, number> = {};
  for (const value of values) {
    // A property and a question may say the same of a value: it is one draw all the same.
    const labels = new Set([
      ...(property.labels?.(value) ?? []),
      ...(await labelsOfCase(property, value, target)),
    ]);
    for (const label of labels) counts[label] = (counts[label] ?? 0) + 1 / values.length;
  }
  const wanted = { ...known[address], ...property.floors };
  const problems = Object.entries(wanted)
    .filter(([label, floor]) => (counts[label] ?? 0) < floor)
    .map(
      ([label, floor]) =>
        `only ${percent(counts[label] ?? 0)} of the draws are "${label}", not ${percent(floor)}`,
    );
  if (Object.keys(wanted).length === 0)
    problems.push("no label of it has a floor (node conformance/health-table.ts --write states some)");
  const share = tries < ENOUGH_TRIES ? 0 : rejected / tries;
  if (share > MAX_REJECTED) problems.push(`its filters reject ${percent(share)} of what they get`);
  return { address, shares: counts, rejected: share, floors: wanted, problems };
}

/** What is drawn this often is no chance: it must have a floor, and one that says something. */
const OFTEN = 0.4;
const LEAST_OF_SHARE = 0.2;

/** Labels that are drawn often and have no floor, or one of `floors.json` that hardly asks for anything. */
function unstated({ address, shares, floors }: GeneratorHealth, known: Floors): readonly string[] {
  const least = (label: string, share: number): number =>
    Object.hasOwn(known[address] ?? {}, label) ? share * LEAST_OF_SHARE : 0;
  return Object.entries(shares)
    .filter(([, share]) => share >= OFTEN)
    .filter(([label, share]) => floors[label] === undefined || floors[label] < least(label, share))
    .map(([label, share]) => {
      const floor = floors[label] === undefined ? "none" : percent(floors[label]);
      return `its floor for "${label}" is ${floor}, and ${percent(share)} of the draws are that`;
    });
}

/** What floors leave open, one sentence each with the address: generators and common labels without, floors of nothing. */
export function floorGaps(
  addresses: readonly string[],
  rows: readonly GeneratorHealth[],
  known: Floors = FLOORS,
): readonly string[] {
  const generators = new Set(addresses);
  return [
    ...addresses
      .filter((address) => !Object.hasOwn(known, address))
      .map((address) => `${address}: floors.json has no entry for it`),
    ...Object.keys(known)
      .filter((address) => !generators.has(address))
      .map(
        (address) =>
          `${address}: no generator has this address of floors.json${nearestAddress(address, addresses)}`,
      ),
    ...rows.flatMap((row) => unstated(row, known).map((sentence) => `${row.address}: ${sentence}`)),
  ];
}
