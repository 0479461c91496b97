import fc from "fast-check";
import { expect, test } from "vitest";
import { readJson } from "./json.ts";
import { readNatively } from "./json-native.ts";

const SPACE = " ".repeat(1100);
const DEPTH = 5;

const scalar = fc.constantFrom(
  ...["0", "-0", "1.50", "1e3", "1e400", "9007199254740993", "123456789012345", "0.1", "1E-2"],
  ...[
    "true",
    "null",
    '"a"',
    '"\\""',
    '"\\\\"',
    '"\\\\\\""',
    '"{\\"a\\":1}"',
    '"\\ud800"',
    '"é"',
    '"a:b"',
    '""',
  ],
);
const key = fc.constantFrom('"a"', '"b"', '"__proto__"', '"toString"', '"a\\""', '"1"', '"\\u0061"');
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 7, depthSize: "medium" },
    scalar,
    fc.array(tie("text"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
    fc
      .array(fc.tuple(key, tie("text")), { maxLength: 3 })
      .map((members) => `{${members.map((member) => member.join(": ")).join(",")}}`),
  ),
}));
const tail = fc.constantFrom("", "", "", "}", " \n", "x", ",");

test("what is read natively is what the exact reader reads, to the last key", () => {
  let read = 0;
  const property = fc.property(text, tail, (drawn, rest) => {
    const whole = `${SPACE}${drawn}${rest}`;
    const native = readNatively(whole, 7, DEPTH);
    if (native === undefined) return;
    read += 1;
    const exact = readJson(whole, 7, DEPTH);
    expect(native.kind).toBe("value");
    expect(exact.kind).toBe("value");
    if (native.kind !== "value" || exact.kind !== "value") return;
    expect(JSON.stringify(native.value)).toBe(JSON.stringify(exact.value));
    expect(native.value).toStrictEqual(exact.value);
    expect(whole.slice(exact.end).trim()).toBe("");
    expect(exact.controls).toBe(false);
  });
  fc.assert(property, { numRuns: 5000, seed: 1 });
  expect(read).toBeGreaterThan(1000);
});

test.each([
  ["a key that repeats", '{"a":1,"b":2,"a":1}'],
  ["the same key with an escape", '{"a":1,"\\u0061":2}'],
  ["a number that no double holds", '{"a":9007199254740993}'],
  ["a number beyond all doubles", "[1e400]"],
  ["one level too many", "[[[[[[0]]]]]]"],
  ["text behind the value", '{"a":1} x'],
  ["a raw newline in a string", '{"a":"\n"}'],
])("%s is left to the exact reader", (_what, given) => {
  expect(readNatively(SPACE + given, 0, DEPTH)).toBeUndefined();
});

test("a text of one long string with every kind of escape is read natively", () => {
  const content = 'a\\"b\\\\ \\n\\u00e9 {"c":[1]} '.replaceAll('"', '\\"').repeat(100);
  const given = `{"path":"a","content":"${content.replaceAll('\\\\"', '\\"')}"}`;
  expect(readNatively(given, 0, DEPTH)).toMatchObject({ kind: "value", value: JSON.parse(given) });
});

test("a short text is left to the exact reader", () => {
  expect(readNatively('{"a":1}', 0, DEPTH)).toBeUndefined();
});
