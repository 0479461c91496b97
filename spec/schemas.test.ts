import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { schemaFiles, staleSchemas } from "./schemas.ts";

test("the published schemas are those of the contract", () => {
  expect(staleSchemas()).toEqual([]);
});

test("every published schema is a schema of draft 2020-12", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  for (const [name, text] of schemaFiles()) {
    expect(ajv.validateSchema(JSON.parse(text)), name).toBe(true);
  }
});

test("every vector file of the spec fits the published schema", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  const fits = ajv.compile(JSON.parse(schemaFiles().get("vector-file.json") ?? "false"));
  const folder = new URL("vectors/", import.meta.url);
  for (const name of readdirSync(folder)) {
    expect(fits(JSON.parse(readFileSync(new URL(name, folder), "utf8"))), name).toBe(true);
  }
});
