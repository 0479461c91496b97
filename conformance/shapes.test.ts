import fc from "fast-check";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { jsonValue, PROTOTYPE_KEYS, rawArguments } from "./arbitraries.ts";
import { parseJson, toJson } from "./json-text.ts";
import { DRAWN_TOOLS, drawnTool, PI_TOOLS } from "./valid-calls.ts";
import { fitsSchema } from "./validator.ts";

const tools = [...PI_TOOLS, ...Array.from({ length: DRAWN_TOOLS }, (_, number) => drawnTool(number))];

test("every drawn value fits its schema, for TypeBox and for ajv", () => {
  for (const [seed, tool] of tools.entries()) {
    const check = Compile(tool.schema);
    for (const value of fc.sample(tool.values, { seed, numRuns: 10 })) {
      expect(
        [check.Check(value), fitsSchema(tool.schemaText, toJson(value))],
        tool.schemaText + toJson(value),
      ).toEqual([true, true]);
    }
  }
});

test("TypeBox and ajv agree on other values too, and reject most of them", () => {
  let rejected = 0;
  for (const [seed, tool] of tools.entries()) {
    const check = Compile(tool.schema);
    for (const value of fc.sample(jsonValue, { seed, numRuns: 10 })) {
      const fits = fitsSchema(tool.schemaText, toJson(value));
      expect(check.Check(value), tool.schemaText + toJson(value)).toBe(fits);
      rejected += fits === true ? 0 : 1;
    }
  }
  expect(rejected).toBeGreaterThan(tools.length * 5);
});

test("the drawn tools use every kind of schema", () => {
  const all = tools.map((tool) => tool.schemaText).join("\n");
  for (const keyword of [
    "anyOf",
    "prefixItems",
    "$ref",
    "additionalProperties",
    "enum",
    "const",
    "pattern",
  ]) {
    expect(all).toContain(`"${keyword}"`);
  }
  expect(tools.filter((tool) => tool.plain).length).toBeGreaterThan(DRAWN_TOOLS / 4);
});

test("a tool's number always means the same tool", () => {
  expect(fc.sample(fc.constant(drawnTool(300).schemaText), 1)[0]).toBe(drawnTool(300).schemaText);
});

test("raw arguments hold prototype keys as own data and survive their JSON text", () => {
  const seen = new Set<string>();
  for (const value of fc.sample(rawArguments, { seed: 1, numRuns: 5000 })) {
    expect(toJson(parseJson(toJson(value)))).toBe(toJson(value));
    if (typeof value === "object" && value !== null) {
      for (const key of PROTOTYPE_KEYS) if (Object.hasOwn(value, key)) seen.add(key);
    }
  }
  expect([...seen].sort()).toEqual([...PROTOTYPE_KEYS].sort());
});
