// Strict validation against an independent validator, over drawn schemas and values.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSchema } from "./read-schema.ts";
import { fits } from "./validate.ts";

const name = fc.constantFrom("a", "b", "kind", "isPrototypeOf", "hasOwnProperty");
const scalar = fc.oneof(
  fc.constantFrom("", "a", "b", "x1", "5", null, true, false, 0, 1, 5, -1, 2.5),
  fc.integer({ min: -3, max: 12 }),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(name, tie("any"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

const type = fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array");
const schema = fc.letrec((tie) => {
  const sub = tie("schema");
  const map = fc.dictionary(name, sub, { maxKeys: 3, noNullPrototype: true });
  const list = fc.array(sub, { minLength: 1, maxLength: 3 });
  const small = fc.integer({ min: 0, max: 3 });
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.record({ type }),
      fc.constantFrom<unknown>(true, false, {}),
      fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
      fc.record({ const: scalar }),
      fc.record(
        {
          type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
          nullable: fc.constant(true),
          minLength: small,
          maxLength: small,
          pattern: fc.constantFrom("^a", "[0-9]"),
          minimum: small,
          exclusiveMaximum: small,
          multipleOf: fc.constantFrom(1, 2, 0.5),
        },
        { requiredKeys: ["type"] },
      ),
      fc.record(
        {
          properties: map,
          required: fc.uniqueArray(name, { maxLength: 2 }),
          additionalProperties: sub,
          patternProperties: fc.record({ "^[ab]$": sub }),
          propertyNames: fc.constant({ maxLength: 4 }),
          minProperties: small,
          maxProperties: small,
          dependentRequired: fc.record({ a: fc.constant(["b"]) }),
          dependentSchemas: fc.record({ b: sub }),
          unevaluatedProperties: sub,
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          prefixItems: list,
          items: sub,
          minItems: small,
          maxItems: small,
          uniqueItems: fc.boolean(),
          unevaluatedItems: sub,
        },
        { requiredKeys: [] },
      ),
      // Beside `prefixItems` the other validator lets an empty array pass `contains`.
      fc.record(
        { type: fc.constant("array"), contains: sub, minContains: small, maxContains: small },
        { requiredKeys: ["type", "contains"] },
      ),
      fc.record({ allOf: list, anyOf: list, oneOf: list, not: sub }, { requiredKeys: [] }),
      // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
      fc.record({ if: sub, then: sub, else: sub }),
      fc.constant({ $ref: "#/$defs/tree" }),
    ),
  };
}).schema;

const tree = {
  type: ["object", "null", "string"],
  properties: { a: { $ref: "#/$defs/tree" } },
  required: ["a"],
};

/** The other validator's generated code names a variable that it lacks for a few schemas; those say nothing. */
function judge(run: () => unknown): boolean | undefined {
  try {
    return run() === true;
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** Its `unevaluatedProperties` takes a name that every object inherits for one that was evaluated. */
function isMisled(schema: unknown, value: unknown): boolean {
  return (
    JSON.stringify(schema).includes("unevaluatedProperties") &&
    /"(isPrototypeOf|hasOwnProperty)":/.test(JSON.stringify(value))
  );
}

test("strict validation agrees with an independent validator", () => {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    strictNumbers: true,
    multipleOfPrecision: 9,
    validateSchema: false,
    logger: false,
  });
  const drawn = fc.tuple(schema, fc.array(value, { minLength: 4, maxLength: 8 }));
  fc.assert(
    fc.property(drawn, ([body, values]) => {
      const whole = { $defs: { tree }, allOf: [body] };
      const root = readSchema(whole);
      if (root === undefined) throw new Error(`cannot be read: ${JSON.stringify(whole)}`);
      const validate = ajv.compile(whole);
      for (const drawnValue of values) {
        const other = isMisled(body, drawnValue) ? undefined : judge(() => validate(drawnValue));
        if (other !== undefined) expect([drawnValue, fits(root, drawnValue)]).toEqual([drawnValue, other]);
      }
      ajv.removeSchema(whole);
    }),
    { numRuns: 400 },
  );
});

test("a value of a recursive schema is checked at any depth", () => {
  const root = readSchema({ ...tree, $defs: { tree } });
  let deep: unknown = "leaf";
  for (let level = 0; level < 100_000; level++) deep = { a: deep };
  expect(root !== undefined && fits(root, deep)).toBe(true);
});

test("a schema that cannot be read for certain is not read", () => {
  const self: { properties?: unknown } = {};
  self.properties = { self };
  const unreadable: unknown[] = [
    { pattern: "(" },
    { $ref: "https://example.invalid/schema" },
    { $ref: "#/$defs/missing" },
    { $ref: "#" },
    { anyOf: [{ $ref: "#" }] },
    { type: "text" },
    { properties: [] },
    self,
    null,
    undefined,
  ];
  for (const bad of unreadable) expect(readSchema(bad)).toBeUndefined();
});
