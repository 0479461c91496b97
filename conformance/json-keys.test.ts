import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson, toJson } from "./json-text.ts";

describe("keys with escapes", () => {
  test("are what they say, whatever was read before", () => {
    const texts = ['{"b":1,"\\\\":2}', '{"b":1,"\\n":2}', '{"b":1,"\\\\":2}'];
    for (const text of texts) expect(toJson(parseJson(text))).toBe(text);
    expect(toJson(parseJson('{"b":1,"\\u0061":2}'))).toBe('{"b":1,"a":2}');
  });

  test("count as the keys that they spell: the last of two is the value, at the place of the first", () => {
    expect(toJson(parseJson('{"a":1,"z":0,"\\u0061":2,"a":3}'))).toBe('{"a":3,"z":0}');
    expect(toJson(parseJson('{"k1":1,"k0":2,"\\u006b0":3}'))).toBe('{"k1":1,"k0":3}');
  });

  test("are found behind any space, and in no text that only holds a colon", () => {
    expect(parseJson('{"\\t" \n\t:["\\":", "a:\\\\"]}')).toEqual({ "\t": ['":', "a:\\"] });
  });

  test("of the prototype are own ones", () => {
    expect(toJson(parseJson('{"\\u005f_proto__":{"a":-0}}'))).toBe('{"__proto__":{"a":-0}}');
  });

  test("are no limit of depth", () => {
    const text = `${'{"\\n":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    expect(toJson(parseJson(text))).toBe(text);
  });

  test("make no difference to any value", () => {
    const key = fc.string({
      unit: fc.constantFrom('"', "\\", "\n", "a", "\u{1f600}", "\ud800"),
      maxLength: 3,
    });
    const value = fc.object({ key, withNullPrototype: false, maxDepth: 3 });
    fc.assert(
      fc.property(value, (one) => {
        const text = toJson(JSON.parse(JSON.stringify(one)));
        expect(toJson(parseJson(text))).toBe(text);
      }),
    );
  });
});
