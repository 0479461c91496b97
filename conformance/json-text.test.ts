import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deepFreeze, firstDifference, parseJson, sameJson, toJson } from "./json-text.ts";

describe("JSON text", () => {
  test("own __proto__ keys, -0 and lone surrogates survive a round trip", () => {
    const text = '{"__proto__":{"a":-0},"b":["\\ud800",1e+21],"constructor":null}';
    expect(toJson(parseJson(text))).toBe(text);
  });

  test("a hundred thousand levels are no limit", () => {
    const text = `${"[".repeat(100_000)}1${"]".repeat(100_000)}`;
    expect(toJson(parseJson(text))).toBe(text);
    expect(sameJson(text, text.replace("1", " 1"))).toBe(true);
    expect(sameJson(text, text.replace("1", "2"))).toBe(false);
    expect(Object.isFrozen(deepFreeze(parseJson(text)))).toBe(true);
  });

  test("what JSON cannot hold is listed with its place, and throws where nobody asks for the list", () => {
    const cycle: Record<string, unknown> = {};
    cycle.again = cycle;
    const hostile = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("no");
        },
      },
    );
    const hole: unknown[] = [];
    hole.length = 1;
    const value = {
      "a/b": undefined,
      n: Number.NaN,
      big: 1n,
      date: new Date(0),
      cycle,
      hole,
      hostile,
      get got() {
        return 1;
      },
    };
    const outside: string[] = [];
    parseJson(toJson(value, outside));
    expect(outside).toEqual([
      "/a~1b: undefined",
      "/n: NaN",
      "/big: bigint",
      "/date: not a plain object",
      "/cycle/again: a cycle",
      "/hole/0: a hole",
      "/hostile: it throws when read",
      "/got: a getter",
    ]);
    expect(() => toJson(value)).toThrow("JSON cannot hold /a~1b: undefined");
  });

  test("the quick way writes what the slow one writes", () => {
    const deep = 100;
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        let wrapped: unknown = value;
        for (let level = 0; level < deep; level += 1) wrapped = [wrapped];
        expect(toJson(wrapped)).toBe(`${"[".repeat(deep)}${toJson(value)}${"]".repeat(deep)}`);
      }),
      { seed: 1 },
    );
  });

  test("key order makes no difference, the sign of zero does", () => {
    expect(sameJson('{"a":1,"b":2}', '{"b":2,"a":1}')).toBe(true);
    expect(sameJson("0", "-0")).toBe(false);
    expect(sameJson('{"__proto__":1}', "{}")).toBe(false);
  });

  test("the first difference names its place and both sides", () => {
    expect(firstDifference('{"a":{"b":[1,2]}}', '{"a":{"b":[1,3]}}')).toBe("/a/b/1: expected 2, received 3");
    expect(firstDifference('{"a":1}', "{}")).toBe("/a: expected 1, received nothing");
    expect(firstDifference("{}", '{"x":"y"}')).toBe('/x: expected nothing, received "y"');
    expect(firstDifference("[]", "{}")).toBe(
      "the whole value: expected an array of 0, received an object with 0 keys",
    );
    expect(firstDifference('"same"', ' "same"')).toBeUndefined();
  });
});
