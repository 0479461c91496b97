/** The guard against the vectors of its chapter, and what vectors cannot hold. */
import { expect, test } from "vitest";
import vectors from "../spec/vectors/guard.json" with { type: "json" };
import { cleanToolSchemas, withoutAnchors } from "./guard.ts";

const kimi = { modelId: "moonshotai/Kimi-K2-0905", modelFamilies: ["kimi-k2"] };

test.each(vectors.vectors.map((vector) => [vector.id, vector] as const))("%s", (_id, vector) => {
  const { payload, modelId, modelFamilies } = vector.call;
  const before = JSON.stringify(payload);
  expect(cleanToolSchemas(payload, { modelId, modelFamilies })).toEqual(vector.expect.payload);
  expect(JSON.stringify(payload)).toBe(before);
});

test("an untouched payload is the same payload", () => {
  const payload = { tools: [{ name: "t", input_schema: { type: "object" } }] };
  expect(cleanToolSchemas(payload, kimi)).toBe(payload);
});

test("a pattern of nothing but anchors stays", () => {
  expect(withoutAnchors("^$")).toBe("^$");
  expect(withoutAnchors("^^a\\\\$$")).toBe("a\\\\");
});

test("cyclic, shared and throwing payloads are survived", () => {
  const cyclic: Record<string, unknown> = { pattern: "^a$" };
  cyclic.not = cyclic;
  expect(() => cleanToolSchemas({ tools: [{ parameters: cyclic }] }, kimi)).not.toThrow();
  const throwing = Object.defineProperty({}, "tools", {
    enumerable: true,
    get: () => {
      throw new Error("unreadable");
    },
  });
  expect(cleanToolSchemas(throwing, kimi)).toBe(throwing);
  for (const value of [null, undefined, 1, "x", []]) expect(cleanToolSchemas(value, kimi)).toBe(value);
});

test.each(["parameters", "parameters_json_schema"])("a Google tool's `%s` is cleaned", (key) => {
  const payload = (pattern: string) => ({
    config: { tools: [{ function_declarations: [{ name: "t", [key]: { pattern } }] }] },
  });
  expect(cleanToolSchemas(payload("^a$"), kimi)).toEqual(payload("a"));
});

test("an empty part of a model's name matches no model", () => {
  const payload = { tools: [{ parameters: { pattern: "^a$" } }] };
  expect(cleanToolSchemas(payload, { ...kimi, modelFamilies: [""] })).toBe(payload);
});
