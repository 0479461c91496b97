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

  test("follows a reference to the root, from the root, a field or a definition", () => {
    const tree = '{"type":"object","properties":{"child":{"$ref":"#"}},"required":["name"]}';
    expect(fitsSchema(tree, '{"name":1,"child":{"name":2}}')).toBe(true);
    expect(fitsSchema(tree, '{"name":1,"child":{}}')).toBe(false);
    const defined = '{"$defs":{"a":{"$ref":"#"}},"properties":{"c":{"$ref":"#/$defs/a"}},"type":"object"}';
    expect(fitsSchema(defined, '{"c":{"c":{}}}')).toBe(true);
    expect(fitsSchema(defined, '{"c":{"c":1}}')).toBe(false);
  });

  test("misses a required field under the empty key", () => {
    expect(fitsSchema('{"type":"object","required":[""]}', "{}")).toBe(false);
    expect(fitsSchema('{"type":"object","required":[""]}', '{"":1}')).toBe(true);
    expect(fitsSchema('{"type":"object","dependentRequired":{"a":[""]}}', '{"a":1}')).toBe(false);
    expect(fitsSchema('{"type":"object","dependentRequired":{"":["a"]}}', '{"":1}')).toBe(false);
    expect(fitsSchema('{"type":"object","dependentRequired":{"":["a"]}}', "{}")).toBe(true);
  });
});
