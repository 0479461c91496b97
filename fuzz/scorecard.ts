/** The scorecard: what several targets make of the same damaged calls, mistake by mistake and profile by profile. */

import type { TargetSource } from "../conformance/find-target.ts";
import { EVERY_PROFILE } from "../conformance/mistake.ts";
import { runLanes } from "./campaign.ts";
import { type Lane, openLane } from "./lane.ts";
import { CAMPAIGN_MISTAKES, type CampaignMistake } from "./mistakes.ts";
import type { PlannedBatch } from "./plan.ts";

/**
 * The columns. `refused` holds all that were refused, `missed` those of them after which nothing was lost; `hidden` came
 * back damaged because they fit the schema; `crashed` holds hangs too.
 */
export const COLUMNS = ["restored", "shortened", "refused", "missed", "hidden", "wrong", "crashed"] as const;
export type Column = (typeof COLUMNS)[number];
export type Counts = Readonly<Record<Column, number>>;

export interface ScorecardRow {
  readonly mistake: Omit<CampaignMistake, "property">;
  /** One entry a target, by profile; undefined where the target cannot be asked. */
  readonly cells: readonly (Readonly<Record<string, Counts>> | undefined)[];
}

export interface Scorecard {
  readonly seed: number;
  /** Cases a mistake; a quarter for those that come as text. */
  readonly cases: number;
  readonly targets: readonly { readonly given: string; readonly name: string; readonly version: string }[];
  readonly rows: readonly ScorecardRow[];
}

export interface ScorecardOptions {
  readonly sources: readonly TargetSource[];
  readonly seed: number;
  readonly cases: number;
  readonly workers: number;
  readonly deadlineMs: number;
  /** Hears how many batches of a target are done, and of how many. */
  readonly onProgress?: (target: string, done: number, of: number) => void;
}

const MAX_BATCH = 1000;
const NONE: Counts = { restored: 0, shortened: 0, refused: 0, missed: 0, hidden: 0, wrong: 0, crashed: 0 };

/** Into which columns an outcome counts. */
const COUNTED_AS: Readonly<Record<string, readonly Column[]>> = {
  restored: ["restored"],
  shortened: ["shortened"],
  refused: ["refused"],
  missed: ["refused", "missed"],
  hidden: ["hidden"],
  wrong: ["wrong"],
  crashed: ["crashed"],
  "timed-out": ["crashed"],
};

/** The same for every target, whatever it can do: else it would not be the same cases. */
function plansOf({ property }: CampaignMistake, cases: number): readonly PlannedBatch[] {
  const own = Math.max(1, Math.ceil(cases * property.share));
  return Array.from({ length: Math.ceil(own / MAX_BATCH) }, (_, batch) => ({
    place: batch,
    address: property.address,
    batch,
    cases: Math.min(MAX_BATCH, own - batch * MAX_BATCH),
  }));
}

type ByProfile = Map<string, Record<Column, number>>;

function count(into: ByProfile, outcomes: Readonly<Record<string, number>>): void {
  for (const [key, number] of Object.entries(outcomes)) {
    const [profile = "", outcome = ""] = key.split(" ");
    const counts = into.get(profile) ?? { ...NONE };
    for (const column of COUNTED_AS[outcome] ?? []) counts[column] += number;
    into.set(profile, counts);
  }
}

async function scoreOne(source: TargetSource, options: ScorecardOptions) {
  const { seed, deadlineMs, workers, cases, onProgress } = options;
  const lanes: Lane[] = [await openLane(source, { seed, deadlineMs })];
  try {
    const { name, version, capabilities } = (lanes[0] as Lane).identity;
    while (lanes.length < workers) lanes.push(await openLane(source, { seed, deadlineMs }));
    const able = CAMPAIGN_MISTAKES.filter(({ property }) =>
      property.capabilities.every((one) => capabilities.includes(one)),
    );
    const plans = able.flatMap((mistake) => plansOf(mistake, cases));
    const scores = new Map<string, ByProfile>(able.map(({ property }) => [property.address, new Map()]));
    let done = 0;
    await runLanes(
      lanes,
      plans.values(),
      () => false,
      ({ address, outcomes }) => {
        count(scores.get(address) ?? new Map(), outcomes);
        done += 1;
        onProgress?.(source.given, done, plans.length);
      },
    );
    return { target: { given: source.given, name, version }, scores };
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
}

const ordered = (scores: ByProfile): Readonly<Record<string, Counts>> =>
  Object.fromEntries(
    EVERY_PROFILE.flatMap((profile) => {
      const counts = scores.get(profile);
      return counts === undefined ? [] : [[profile, counts] as const];
    }),
  );

/** Runs every target over the same cases, one target after the other. Throws NotATarget. */
export async function makeScorecard(options: ScorecardOptions): Promise<Scorecard> {
  const scored: Awaited<ReturnType<typeof scoreOne>>[] = [];
  for (const source of options.sources) scored.push(await scoreOne(source, options));
  const { seed, cases } = options;
  const rows = CAMPAIGN_MISTAKES.map(({ property, ...mistake }) => ({
    mistake,
    cells: scored.map(({ scores }) => {
      const own = scores.get(property.address);
      return own === undefined ? undefined : ordered(own);
    }),
  }));
  return { seed, cases, targets: scored.map(({ target }) => target), rows };
}

/** Counts added up. */
export function total(all: Iterable<Counts>): Counts {
  const sum = { ...NONE };
  for (const counts of all) for (const column of COLUMNS) sum[column] += counts[column];
  return sum;
}

/** All that a target did in these rows, under one profile or all. */
export function totalOf(rows: readonly ScorecardRow[], target: number, profile?: string): Counts {
  return total(
    rows.flatMap(({ cells }) =>
      Object.entries(cells[target] ?? {}).flatMap(([name, counts]) =>
        profile === undefined || profile === name ? [counts] : [],
      ),
    ),
  );
}
