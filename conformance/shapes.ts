/**
 * Schemas of every kind that tools use, each with a generator of values that fit: nested, unions, nullable, maps,
 * tuples, enums, closed objects, references. They stay inside what TypeBox and ajv agree on (shapes.test.ts).
 */
import fc, { type Arbitrary } from "fast-check";
import { hardText, jsonNumber, pathText } from "./arbitraries.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** Objects with these fields, those not required sometimes left out. */
export const record = (
  fields: Record<string, Arbitrary<unknown>>,
  requiredKeys: string[],
): Arbitrary<Record<string, unknown>> => fc.record(fields, { requiredKeys, noNullPrototype: true });

export interface Shape {
  readonly schema: Schema;
  readonly value: Arbitrary<unknown>;
  readonly plain: boolean;
}

const shape = (schema: Schema, value: Arbitrary<unknown>, plain = true): Shape => ({ schema, value, plain });
const ENUM = ["low", "high", "Mixed Case", ""];
const slug = fc.constantFrom("a", "bc", "xyz");

const LEAVES: readonly Shape[] = [
  shape({ type: "string" }, hardText),
  shape({ type: "string" }, pathText),
  shape({ type: "string", minLength: 1 }, fc.constantFrom("x", "some text", "ü")),
  shape({ type: "string", pattern: "^[a-z]+$" }, slug),
  shape({ type: "integer" }, fc.integer()),
  shape({ type: "integer", minimum: 1, maximum: 100 }, fc.integer({ min: 1, max: 100 })),
  shape({ type: "number" }, jsonNumber),
  shape({ type: "boolean" }, fc.boolean()),
  shape({ enum: ENUM }, fc.constantFrom(...ENUM)),
  shape({ type: "string", enum: ENUM }, fc.constantFrom(...ENUM)),
  shape({ const: "fixed" }, fc.constant("fixed")),
  shape({ type: ["string", "null"] }, fc.option(hardText), false),
  shape({ anyOf: [{ type: "number" }, { type: "null" }] }, fc.option(jsonNumber), false),
  shape(
    { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    fc.oneof(hardText, fc.array(hardText, { maxLength: 3 })),
    false,
  ),
  shape({ anyOf: ["on", "off"].map((name) => ({ const: name })) }, fc.constantFrom("on", "off"), false),
];

const tree = fc.letrec((tie) => ({
  node: record(
    {
      name: hardText,
      children: fc.array(tie("node"), { maxLength: 2, depthIdentifier: "tree" }),
    },
    ["name"],
  ),
})).node;

/** What `#/$defs/...` means in every drawn schema. */
export const DEFS: Readonly<Record<string, Schema>> = {
  tree: {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/tree" } } },
  },
  range: {
    type: "object",
    required: ["from", "to"],
    properties: { from: { type: "integer" }, to: { type: "integer" } },
    additionalProperties: false,
  },
};

const REFERENCES: readonly Shape[] = [
  shape({ $ref: "#/$defs/tree" }, tree, false),
  shape({ $ref: "#/$defs/range" }, record({ from: fc.integer(), to: fc.integer() }, ["from", "to"]), false),
];

const FIELDS = [
  "items",
  "mode",
  "target",
  "a/b",
  "x~y",
  "naïve key",
  "count",
  "options",
  "",
  "tags",
  "9",
  "Path",
];
const MAP_KEYS = fc.constantFrom("k", "two words", "constructor", "a/b", "", "ключ");

const listOf = (item: Shape): Shape =>
  shape({ type: "array", items: item.schema }, fc.array(item.value, { maxLength: 4 }), item.plain);

/** The field "" is never required: ajv takes it for present whatever the object holds. */
function objectOf(fields: readonly (readonly [string, Shape, boolean])[], closed: boolean): Shape {
  const required = fields.filter(([name, , needed]) => needed && name !== "").map(([name]) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, field.schema])),
    ...(required.length > 0 && { required }),
    ...(closed && { additionalProperties: false }),
  };
  const values = Object.fromEntries(fields.map(([name, field]) => [name, field.value]));
  return shape(
    schema,
    record(values, required),
    fields.every(([, field]) => field.plain),
  );
}

const mapOf = (item: Shape): Shape =>
  shape(
    { type: "object", additionalProperties: item.schema },
    fc.dictionary(MAP_KEYS, item.value, { maxKeys: 3, noNullPrototype: true }),
    false,
  );

function pairOf(first: Shape, second: Shape): Shape {
  const schema = { type: "array", prefixItems: [first.schema, second.schema], items: false, minItems: 2 };
  return shape(schema, fc.tuple(first.value, second.value), false);
}

/** A union of objects that a constant `kind` tells apart. */
function taggedOf(first: Shape, second: Shape): Shape {
  const tag = (name: string): Shape => shape({ const: name }, fc.constant(name));
  const branches = [first, second].map((body, index) => {
    const name = index === 0 ? "one" : "two";
    return objectOf(
      [
        ["kind", tag(name), true],
        ["value", body, true],
      ],
      index === 0,
    );
  });
  return shape(
    { anyOf: branches.map((branch) => branch.schema) },
    fc.oneof(...branches.map((b) => b.value)),
    false,
  );
}

function objects(inner: Arbitrary<Shape>, most: number): Arbitrary<Shape> {
  return fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: most }),
      fc.array(fc.tuple(inner, fc.boolean()), { minLength: most, maxLength: most }),
      fc.boolean(),
    )
    .map(([names, parts, closed]) =>
      objectOf(
        names.flatMap((name, index) => {
          const part = parts[index];
          return part === undefined ? [] : [[name, part[0], part[1]] as const];
        }),
        closed,
      ),
    );
}

/** Shapes of at most this depth; `plain` ones only where a damaged value shall have one reading. */
function shapes(depth: number, plain: boolean): Arbitrary<Shape> {
  const leaf = fc.constantFrom(...LEAVES.filter((entry) => entry.plain || !plain));
  if (depth === 0) return leaf;
  const inner = shapes(depth - 1, plain);
  const always = [
    { arbitrary: leaf, weight: 3 },
    { arbitrary: inner.map(listOf), weight: 3 },
    { arbitrary: objects(inner, 3), weight: 2 },
    { arbitrary: objects(inner, 3).map(listOf), weight: 2 },
  ];
  if (plain) return fc.oneof(...always);
  const two = fc.tuple(inner, inner);
  return fc.oneof(
    ...always,
    { arbitrary: inner.map(mapOf), weight: 1 },
    { arbitrary: two.map(([first, second]) => pairOf(first, second)), weight: 1 },
    { arbitrary: two.map(([first, second]) => taggedOf(first, second)), weight: 1 },
    { arbitrary: fc.constantFrom(...REFERENCES), weight: 1 },
    { arbitrary: fc.constantFrom(...REFERENCES).map(listOf), weight: 1 },
  );
}

/** Root objects whose fields nest up to `depth` levels. */
export function roots(depth: number, plain: boolean): Arbitrary<Shape> {
  return objects(shapes(depth, plain), 4);
}
