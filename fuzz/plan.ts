/** The order of batches: properties take turns, so that a campaign that ends early has touched all of them. */
import type { BatchPlan } from "./batch.ts";
import type { FuzzProperty } from "./property.ts";

const MAX_CASES = 1000;

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

export interface PlannedBatch extends BatchPlan {
  /** Its place in the campaign, from 0. */
  readonly place: number;
}

/** Cases of a whole batch: fewer than usual where `cases` would not go round once. */
export function batchSize(properties: readonly FuzzProperty[], cases: number | undefined): number {
  const round = properties.reduce((sum, { share }) => sum + share, 0);
  return cases === undefined ? MAX_CASES : Math.max(1, Math.min(MAX_CASES, Math.ceil(cases / round)));
}

/** All batches of a campaign of so many cases; without `cases` there is no end. */
export function* plannedBatches(
  properties: readonly FuzzProperty[],
  cases: number | undefined,
): Generator<PlannedBatch, void> {
  const size = batchSize(properties, cases);
  let left = cases ?? Number.POSITIVE_INFINITY;
  for (let place = 0; left > 0; place += 1) {
    const property = properties[place % properties.length];
    if (property === undefined) return;
    const own = Math.min(left, Math.max(1, Math.ceil(size * property.share)));
    yield { place, address: property.address, batch: Math.floor(place / properties.length), cases: own };
    left -= own;
  }
}

/** True if a batch belongs to a shard. Each round is dealt from another shard on, so that none gets only slow ones. */
export function inShard({ place, batch }: PlannedBatch, shard: Shard | undefined): boolean {
  return shard === undefined || (place + batch) % shard.of === shard.index - 1;
}

/** Sorted whole numbers as `0-4,7`. */
export function ranges(places: readonly number[]): string {
  const parts: string[] = [];
  for (let from = 0; from < places.length; ) {
    let to = from;
    while ((places[to + 1] ?? Number.NaN) === (places[to] ?? 0) + 1) to += 1;
    parts.push(from === to ? `${places[from]}` : `${places[from]}-${places[to]}`);
    from = to + 1;
  }
  return parts.join(",");
}

/** The numbers in a text that `ranges` made. */
export function readRanges(text: string): readonly number[] {
  if (text === "") return [];
  return text.split(",").flatMap((part) => {
    const [from = 0, to = from] = part.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, step) => from + step);
  });
}
