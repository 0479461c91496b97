import { describe, expect, test } from "vitest";
import { loadVectors, type RepairVector } from "../spec/vectors.ts";
import { parseJson } from "./json-text.ts";
import { repairCall, vectorAsk } from "./vector-call.ts";

const vector = (call: RepairVector["call"]): RepairVector => ({
  address: "schema/iterate/v",
  id: "v",
  requirement: "schema/iterate",
  title: "t",
  source: "s",
  kind: "basic",
  capability: "repair",
  call,
  expect: { outcome: "valid" },
});

describe("the call of a vector", () => {
  test("that names a built-in of pi has its pinned schema and its configuration", () => {
    const call = repairCall(vector({ tool: "read", input: { path: "/x" } }));
    expect(call.toolName).toBe("read");
    expect(parseJson(call.schema)).toMatchObject({ required: ["path"] });
    expect(call.preprocessors?.some(({ kind }) => kind === "alias")).toBe(true);
    expect(call.legacyConfig?.rootString).toEqual({ field: "path" });
  });

  test("may bring its own configuration, which replaces the built-in's", () => {
    expect(repairCall(vector({ tool: "read", input: {}, preprocessors: [] })).preprocessors).toEqual([]);
  });

  test("keeps text as text, and joins repeated parts", () => {
    expect(repairCall(vector({ tool: "read", inputJson: '{"a":1,"a":2}' })).input).toBe('{"a":1,"a":2}');
    const parts = [
      { text: "[", times: 3 },
      { text: "]", times: 1 },
    ];
    expect(repairCall(vector({ tool: "read", inputParts: parts })).input).toBe('"[[[]"');
  });

  test("that contradicts itself is refused, with the vector's address", () => {
    expect(() => repairCall(vector({ tool: "raed", input: 1 }))).toThrow(
      'no pi built-in "raed"; did you mean "read"?',
    );
    expect(() => repairCall(vector({ tool: "read" }))).toThrow(/^schema\/iterate\/v: exactly one of input/);
    expect(() => repairCall(vector({ toolName: "x", input: 1 }))).toThrow(
      /either tool, or toolName and schema/,
    );
  });
});

test("every vector of the spec asks a question that can be put", () => {
  for (const one of loadVectors()) expect(() => vectorAsk(one), one.address).not.toThrow();
});
