// The pairs of the native conversion table: a schema for one field, and values that models send for it. `required`
// says whether the field is required. What pi makes of each is measured, never stated here.

/** One pair. `schema` is JSON Schema; the TypeBox twin is built from the same text by the probe. */
export interface Pair {
  readonly id: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
  readonly sent: unknown;
}

const STRING = Object.freeze({ type: "string" });
const NUMBER = Object.freeze({ type: "number" });
const INTEGER = Object.freeze({ type: "integer" });
const BOOLEAN = Object.freeze({ type: "boolean" });
const STRINGS = Object.freeze({ type: "array", items: STRING });
const NUMBERS = Object.freeze({ type: "array", items: NUMBER });
const OBJECT = Object.freeze({ type: "object", properties: { a: STRING }, required: ["a"] });
const OBJECTS = Object.freeze({ type: "array", items: OBJECT });
const CHOICE = Object.freeze({ anyOf: [{ const: "on" }, { const: "off" }] });
const MIXED = Object.freeze({ anyOf: [STRING, STRINGS] });
const NULLABLE = Object.freeze({ anyOf: [STRING, { type: "null" }] });

interface Group {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required?: boolean;
  readonly sent: readonly unknown[];
}

const GROUPS: readonly Group[] = [
  { name: "string", schema: STRING, sent: [null, 5, 0.1, true, [], ["a"], {}, { a: "b" }] },
  { name: "optional-string", schema: STRING, required: false, sent: [null, "", ["a"]] },
  {
    name: "number",
    schema: NUMBER,
    sent: ["5", "-0.5", "", " 5 ", "0x10", "1e3", "9007199254740993", "abc", true, null, [5]],
  },
  { name: "optional-number", schema: NUMBER, required: false, sent: [null, "", "5"] },
  { name: "integer", schema: INTEGER, sent: ["5", "5.0", "5.7", 5.7, "", null, true] },
  {
    name: "boolean",
    schema: BOOLEAN,
    sent: ["true", "false", "True", "False", "1", "0", 1, 0, 2, "yes", "", null],
  },
  { name: "optional-boolean", schema: BOOLEAN, required: false, sent: [null, "false"] },
  { name: "strings", schema: STRINGS, sent: ["a", '["a","b"]', "", null, {}, [1, null], 5] },
  { name: "optional-strings", schema: STRINGS, required: false, sent: [null, "a", {}] },
  { name: "numbers", schema: NUMBERS, sent: ["5", '["1"]', ["1", "2"]] },
  { name: "object", schema: OBJECT, sent: ['{"a":"b"}', [{ a: "b" }], null, { a: 5 }, { a: null }] },
  { name: "objects", schema: OBJECTS, sent: [{ a: "b" }, '[{"a":"b"}]', ['{"a":"b"}'], { b: 1 }] },
  { name: "choice", schema: CHOICE, sent: ["on", "ON", true] },
  { name: "string-or-strings", schema: MIXED, sent: [5, null, [5]] },
  { name: "nullable", schema: NULLABLE, sent: [null, 5, "null"] },
];

/** All pairs, in a fixed order; ids are `<group>-<number>`. */
export const PAIRS: readonly Pair[] = Object.freeze(
  GROUPS.flatMap((group) =>
    group.sent.map((sent, index) => ({
      id: `${group.name}-${index + 1}`,
      schema: group.schema,
      required: group.required ?? true,
      sent,
    })),
  ),
);

/** What `execute` received for one pair: JSON text of the field, `dropped`, or `refused`; by kind of schema. */
export interface Received {
  readonly plain: string;
  readonly typebox: string;
}

/** The plain tool schema of a pair. */
export function plainSchema(pair: Pair): Record<string, unknown> {
  return { type: "object", properties: { v: pair.schema }, ...(pair.required ? { required: ["v"] } : {}) };
}

interface Builders {
  readonly String: () => unknown;
  readonly Number: () => unknown;
  readonly Integer: () => unknown;
  readonly Boolean: () => unknown;
  readonly Null: () => unknown;
  readonly Literal: (value: string) => unknown;
  readonly Array: (items: unknown) => unknown;
  readonly Union: (members: readonly unknown[]) => unknown;
  readonly Object: (properties: Readonly<Record<string, unknown>>) => unknown;
  readonly Optional: (schema: unknown) => unknown;
}

const LEAVES: Readonly<Record<string, (type: Builders) => unknown>> = Object.freeze({
  string: (type) => type.String(),
  number: (type) => type.Number(),
  integer: (type) => type.Integer(),
  boolean: (type) => type.Boolean(),
  null: (type) => type.Null(),
});

function twin(schema: Readonly<Record<string, unknown>>, type: Builders): unknown {
  const members = schema.anyOf as readonly Record<string, unknown>[] | undefined;
  if (members) return type.Union(members.map((member) => twin(member, type)));
  if (typeof schema.const === "string") return type.Literal(schema.const);
  if (schema.type === "array") return type.Array(twin(schema.items as Record<string, unknown>, type));
  if (schema.type === "object") {
    const properties = Object.entries(schema.properties as Record<string, Record<string, unknown>>);
    return type.Object(Object.fromEntries(properties.map(([key, value]) => [key, twin(value, type)])));
  }
  return LEAVES[String(schema.type)]?.(type);
}

/** The same tool schema built with TypeBox. `typebox` is that package's `Type`, as the probed pi resolves it. */
export function typeboxSchema(pair: Pair, typebox: unknown): unknown {
  const type = typebox as Builders;
  const field = twin(pair.schema, type);
  return type.Object({ v: pair.required ? field : type.Optional(field) });
}
