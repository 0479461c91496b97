// The exact JSON reader, against JSON.parse where that is exact, and statement by statement where it is not.
import fc from "fast-check";
import { expect, test } from "vitest";
import { isExactNumber, readJson } from "./json.ts";
import { readWholeJson } from "./json-native.ts";

const read = (text: string) => readJson(text, 0, 64);
const fault = (text: string) => {
  const reading = read(text);
  return reading.kind === "bad" ? reading.fault : reading.kind;
};

test("printed JSON reads as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value);
      expect(readWholeJson(text, 64)?.value).toEqual(JSON.parse(text));
    }),
  );
});

test("what JSON.parse refuses is refused, raw control characters aside", () => {
  const piece = fc.constantFrom(
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "1",
    "-",
    ".",
    "e",
    "true",
    "nul",
    "a",
    " ",
    "u00",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      let accepted = true;
      try {
        JSON.parse(text);
      } catch {
        accepted = false;
      }
      if (!accepted) expect(readWholeJson(text, 64)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

test("no cut of an object is read or completed to other members", () => {
  const whole = '{"a":{"b":"x\\n","c":[1,{"d":null}]},"e":true,"f":-1.5}';
  for (let end = 1; end < whole.length; end++) {
    const reading = read(whole.slice(0, end));
    expect(reading.kind).not.toBe("value");
    if (reading.kind !== "cut") continue;
    const closed: Record<string, unknown> = reading.closed;
    const full: Record<string, unknown> = JSON.parse(whole);
    for (const key of Object.keys(closed).filter((name) => name !== "a"))
      expect(closed[key]).toEqual(full[key]);
  }
});

test("only objects are closed", () => {
  for (const open of [
    '{"a":"x',
    '{"a":1',
    '{"a":tr',
    '{"a":[1]',
    '{"a":[',
    '{"a":1,',
    '{"a":',
    '{"a',
    "{",
    '{"a":{',
  ]) {
    expect([open, read(open).kind]).toEqual([open, open === '{"a":[1]' ? "cut" : "bad"]);
  }
});

test("a repeated key needs equal values", () => {
  expect(fault('{"a":1,"a":2}')).toBe("repeated-key");
  expect(fault('[{"a":{"b":1,"c":2},"a":{"c":2,"b":2}}]')).toBe("repeated-key");
  expect(fault('{"a":{"b":1,"c":2},"a":{"c":2,"b":1.0}}')).toBe("value");
});

test("a number is exact or refused", () => {
  for (const good of ["0", "-0", "1.0", "0.1", "1e2", "9007199254740992", "1.50", "0e9", "5e-324"]) {
    expect([good, isExactNumber(good)]).toEqual([good, true]);
  }
  for (const bad of ["9007199254740993", "1e400", "1e-400", "0.10000000000000000555", "123456789012345678"]) {
    expect([bad, isExactNumber(bad)]).toEqual([bad, false]);
  }
  expect(fault('{"a":[1,{"b":1e400}]}')).toBe("number");
});

test("an invalid escape is refused and a raw control character is not", () => {
  expect(fault('"C:\\Work"')).toBe("syntax");
  expect(read('"a\nb"')).toMatchObject({ kind: "value", value: "a\nb", controls: true });
});

test("a deep text is refused without recursion", () => {
  expect(fault("[".repeat(100_000))).toBe("depth");
});

test("a key __proto__ is own data", () => {
  const value = readWholeJson('{"__proto__":{"x":1}}', 64)?.value;
  expect(Object.keys(value as object)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
