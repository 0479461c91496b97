// The conversions follow the list's own examples.
import { expect, test } from "vitest";
import list from "../spec/benign-conversions.json" with { type: "json" };
import { convertBenignly } from "./convert.ts";
import { TYPE, type TypeName } from "./schema-node.ts";

test.each(list.conversions)("$name accepts and refuses what the list says", (conversion) => {
  const wanted = TYPE[conversion.to as TypeName];
  for (const [from, to] of conversion.accepts)
    expect([from, convertBenignly(from, wanted)]).toEqual([from, to]);
  for (const value of conversion.refuses)
    expect([value, convertBenignly(value, wanted)]).toEqual([value, undefined]);
});

test("two readings are none", () => {
  expect(convertBenignly("1", TYPE.number | TYPE.boolean)).toBeUndefined();
  expect(convertBenignly("True", TYPE.number | TYPE.boolean)).toBe(true);
  expect(convertBenignly(-0, TYPE.string)).toBeUndefined();
});
