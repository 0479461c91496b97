/** Work that a schema could ask for again and again is done once, and what stands beside it is still repaired. */
import fc from "fast-check";
import type { Check } from "../check.ts";
import { type Property, property } from "../property.ts";
import { checkCase, customCall, repaired } from "./case.ts";

const texts = { type: "array", items: { type: "string" } };

/** Each level reaches the next one by two ways. */
const side = { $ref: "#/$defs/side" };
const $defs = {
  tree: { type: "object", allOf: [side, side] },
  side: { properties: { n: { $ref: "#/$defs/tree" } } },
};

/** Readings of one text, all alike; with them the work comes near any limit that a layer may have. */
const READINGS = Array.from({ length: 99 }, (_, at) => ({ ...texts, maxItems: at + 1 }));

const twoWays = property<readonly [number, number]>({
  address: "schema/every-shape/two-ways-to-each-level",
  title:
    "A part that its schema reaches by two ways at every level is judged once, and a long union beside it is repaired.",
  capability: "repair",
  arbitrary: fc.tuple(fc.constantFrom(15, 16), fc.integer({ min: 49_000, max: 49_900 })),
  *check([levels, length]): Check {
    const schema = {
      type: "object",
      properties: {
        tags: texts,
        long: { anyOf: READINGS },
        deep: { not: { not: { $ref: "#/$defs/tree" } } },
      },
      required: ["tags"],
      $defs,
    };
    let deep: unknown = {};
    for (let level = 0; level < levels; level++) deep = { n: deep };
    const long = "x".repeat(length);
    const call = customCall(schema, { deep, long, tags: "t" });
    return yield* checkCase({ call, wanted: repaired({ deep, long: [long], tags: ["t"] }), label: "" });
  },
  share: 0.05,
});

export const costProperties: readonly Property[] = Object.freeze([twoWays]);
