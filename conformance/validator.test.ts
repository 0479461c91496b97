import { describe, expect, test } from "vitest";
import { fitsSchema } from "./validator.ts";

const NUMBER = '{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}';

describe("the independent validator", () => {
  test("converts nothing", () => {
    expect(fitsSchema(NUMBER, '{"n":1}')).toBe(true);
    expect(fitsSchema(NUMBER, '{"n":"1"}')).toBe(false);
  });

  test("reads own properties only", () => {
    expect(fitsSchema('{"type":"object","required":["toString"]}', "{}")).toBe(false);
  });

  test("does not judge by a schema that it cannot read", () => {
    expect(fitsSchema('{"$ref":"#/$defs/none"}', "{}")).toBeUndefined();
    expect(fitsSchema('{"type":"string","pattern":"("}', '"a"')).toBeUndefined();
  });

  test("more schemas than it caches do not change an answer", () => {
    for (let n = 0; n < 1000; n += 1) {
      expect(fitsSchema(`{"const":${n}}`, String(n))).toBe(true);
    }
    expect(fitsSchema('{"const":0}', "1")).toBe(false);
  });

  test("two schemas with one $id are two schemas", () => {
    expect(fitsSchema('{"$id":"x:a","type":"string"}', '"a"')).toBe(true);
    expect(fitsSchema('{"$id":"x:a","type":"number"}', '"a"')).toBe(false);
  });
});
