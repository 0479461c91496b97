import { expect, test } from "vitest";
import { batchSeed } from "./batch.ts";
import { inShard, plannedBatches, ranges, readRanges } from "./plan.ts";
import { selectProperties } from "./properties.ts";

const properties = selectProperties(["safety/never-wrong/after-s"], ["repair"]);
const planned = (cases: number) => [...plannedBatches(properties, cases)];

test("a campaign has exactly the cases that were asked for, and touches every property first", () => {
  for (const cases of [properties.length, 997, 20_000]) {
    expect(planned(cases).reduce((sum, batch) => sum + batch.cases, 0)).toBe(cases);
    const first = planned(cases).slice(0, properties.length);
    expect(new Set(first.map(({ address }) => address)).size).toBe(properties.length);
  }
});

test("every batch is in one shard, and a property is in all of them", () => {
  const shards = Array.from({ length: 8 }, (_, index) => ({ index: index + 1, of: 8 }));
  const batches = planned(100_000);
  for (const batch of batches) expect(shards.filter((shard) => inShard(batch, shard))).toHaveLength(1);
  const [property] = properties;
  const own = batches.filter(({ address }) => address === property?.address);
  expect(own.length).toBeGreaterThan(8);
  for (const shard of shards) expect(own.some((batch) => inShard(batch, shard))).toBe(true);
});

test("ranges are read as they were written", () => {
  for (const places of [[], [3], [0, 1, 2, 5, 7, 8]]) expect(readRanges(ranges(places))).toEqual(places);
  expect(ranges([0, 1, 2, 5, 7, 8])).toBe("0-2,5,7-8");
});

test("the seed of a batch depends on seed, property and number, and on nothing else", () => {
  const seeds = [batchSeed(1, "a", 0), batchSeed(1, "a", 1), batchSeed(2, "a", 0), batchSeed(1, "b", 0)];
  expect(new Set(seeds).size).toBe(4);
  expect(batchSeed(1, "a", 0)).toBe(seeds[0]);
});
