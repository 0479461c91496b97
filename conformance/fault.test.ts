import { describe, expect, test } from "vitest";
import { parseVectorFile } from "../spec/vectors.ts";
import { faultOf } from "./fault.ts";
import { NotATarget } from "./refusals.ts";

function faultIn(action: () => unknown) {
  try {
    action();
  } catch (error) {
    return faultOf(error);
  }
  return undefined;
}

describe("a vector file", () => {
  const file = (vector: object): string =>
    JSON.stringify({ source: "s", chapter: "schema", vectors: [vector] });

  test("that is not JSON is its own fault, in one line", () => {
    expect(faultIn(() => parseVectorFile("{", "mine.json"))).toMatchObject({
      line: expect.stringMatching(/^vector file: mine\.json: not JSON/),
      exitCode: 4,
    });
  });

  test("that breaks its schema is named with the vector and the place", () => {
    const vector = { id: "a", requirement: "schema/iterate", capability: "repair", call: {}, expect: {} };
    expect(faultIn(() => parseVectorFile(file(vector), "mine.json"))?.line).toMatch(
      /^vector file: mine\.json, vector "a": /,
    );
  });

  test("with a member that nobody knows is told the nearest", () => {
    const vector = { id: "a", requirement: "schema/iterate", capability: "repair", call: {}, expct: {} };
    expect(faultIn(() => parseVectorFile(file(vector), "mine.json"))?.line).toMatch(
      /\/ has a member "expct", which is not known; did you mean "expect"\?$/,
    );
  });

  test("with an unknown capability is told the known ones", () => {
    expect(
      faultIn(() => parseVectorFile(file({ id: "a", capability: "repare" }), "mine.json"))?.line,
    ).toMatch(/capability must be one of repair, grammar, stream, guard$/);
  });
});

test("an error that nobody foresaw is the harness's, and stays one printable line", () => {
  expect(faultOf(new TypeError("a\n  b\u001b[31m\u202e"))).toEqual({
    line: "harness: a b\\u{1b}[31m\\u{202e}",
    exitCode: 4,
  });
  expect(faultOf("x".repeat(100_000))?.line.length).toBeLessThan(1100);
});

test("a refusal's details are lines of their own, printable and bounded", () => {
  expect(faultOf(new NotATarget("no", ["a\u001b", "b".repeat(1000)]))).toMatchObject({
    line: "target: no",
    exitCode: 3,
    details: ["a\\u{1b}", expect.stringMatching(/^b{500}…/)],
  });
});
