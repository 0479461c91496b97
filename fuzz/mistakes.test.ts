import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson, toJson } from "../conformance/json-text.ts";
import { MISTAKES } from "../conformance/mistakes.ts";
import { fitsSchema } from "../conformance/validator.ts";
import { WRITINGS } from "../spec/grammar-writers.ts";
import { drawBatch } from "./batch.ts";
import type { DamagedCase } from "./damaged-case.ts";
import { CAMPAIGN_MISTAKES } from "./mistakes.ts";
import { FUZZ_PROPERTIES, propertyAt } from "./properties.ts";

const casesOf = (address: string, cases: number): readonly DamagedCase[] =>
  drawBatch(propertyAt(address), 4, { address, batch: 0, cases }) as readonly DamagedCase[];

test("every mistake of the suite and every shape that may be promoted is in the campaign, once", () => {
  const names = CAMPAIGN_MISTAKES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name } of MISTAKES) expect(names).toContain(name);
  for (const { shape, promotable } of WRITINGS)
    if (promotable) expect(names).toContain(`carried-by-${shape}`);
  const addresses = FUZZ_PROPERTIES.map(({ address }) => address);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("every entry names its source, and the profiles under which a lossless one comes back", () => {
  for (const { name, source, kind, profiles } of CAMPAIGN_MISTAKES) {
    expect(source, name).not.toBe("");
    expect(profiles.length > 0, name).toBe(kind === "lossless");
  }
});

test("cases are plain data, and what was meant fits the schema", () => {
  for (const { property } of CAMPAIGN_MISTAKES) {
    for (const one of casesOf(property.address, 12)) {
      expect(toJson(parseJson(toJson(one)))).toBe(toJson(one));
      expect(fitsSchema(one.call.schema, one.meant)).toBe(true);
    }
  }
});

test("what a batch draws is what fast-check checks, so that one case is drawn again by its number", async () => {
  const property = propertyAt("safety/never-wrong/after-several");
  const drawn = fc.sample(property.arbitrary(), { seed: 12, numRuns: 30 });
  for (const index of [0, 7, 29]) {
    const seen: unknown[] = [];
    fc.check(
      fc.property(property.arbitrary(), (value) => {
        seen.push(value);
      }),
      { seed: 12, path: String(index), numRuns: 1 },
    );
    expect(toJson(seen[0])).toBe(toJson(drawn[index]));
  }
});

test("a shorter batch is the beginning of a longer one", () => {
  const address = "safety/never-wrong/after-alias";
  expect(toJson(casesOf(address, 40).slice(0, 15))).toBe(toJson(casesOf(address, 15)));
});

test("a case whose text ends early may be shortened, and is owed to nobody", () => {
  for (const one of casesOf("safety/never-wrong/carried-and-cut", 40)) expect(one.owed).toBeUndefined();
});
