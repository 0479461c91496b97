import { expect, test } from "vitest";
import { parseJson } from "./json-text.ts";
import { droppedPart, inventedScalar } from "./provenance.ts";

const invented = (input: unknown, args: unknown) =>
  inventedScalar(JSON.stringify(input), JSON.stringify(args))?.path;

test("a scalar of the input, of text decoded from it, or a listed conversion is not invented", () => {
  expect(invented({ a: "x", b: [1, null] }, { c: "x", d: 1, e: null })).toBeUndefined();
  expect(invented({ a: '["one\\ntwo", 5]' }, { a: ["one\ntwo", 5] })).toBeUndefined();
  expect(invented({ a: "True", b: 5, c: "7" }, { a: true, b: "5", c: 7 })).toBeUndefined();
  expect(invented({ path: "src/[a.ts](http://a.ts)" }, { path: "src/a.ts" })).toBeUndefined();
});

test("any other scalar is", () => {
  expect(invented({ a: "x" }, { a: "x", path: "." })).toBe("/path");
  expect(invented({ a: 1 }, { a: 0 })).toBe("/a");
  expect(invented({ a: "x" }, { a: null })).toBe("/a");
  expect(invented({ a: "x" }, { a: true })).toBe("/a");
});

test("a shorter array and content that became {} are dropped parts", () => {
  const dropped = (before: string, after: string) => droppedPart(parseJson(before), parseJson(after));
  expect(dropped('{"a":[1,2]}', '{"a":[1]}')).toBe("/a");
  expect(dropped('{"a":{"b":1}}', '{"a":{}}')).toBe("/a");
  expect(dropped('{"a":{"b":null}}', '{"a":{}}')).toBeUndefined();
  expect(dropped('{"a":[1,2]}', '{"a":[1,2],"b":3}')).toBeUndefined();
});
