/**
 * A small world of schemas and values, gone through as a whole: what becomes of each value follows from the rows of
 * schema and outcome by a model of its own, whatever the field is and whatever the host does by itself.
 */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import type { Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { fitsSchema } from "../validator.ts";
import { checkCase, refused, repaired, valid, type Wanted } from "./case.ts";

type Host = NonNullable<RepairCall["host"]>;

const text = { type: "string" };
const record = { type: "object", properties: { a: text }, required: ["a"] };

type Leaf = {
  readonly type?: string | readonly string[];
  readonly items?: Leaf;
  readonly [more: string]: unknown;
};

const LEAVES: readonly Leaf[] = [
  text,
  { type: "integer" },
  { type: "number" },
  { type: "boolean" },
  { type: "array", items: text },
  { type: "array", items: record },
  { type: "array", items: { type: "integer" } },
  { type: "array", items: { type: "boolean" } },
  { type: "object" },
  record,
  { type: ["string", "null"] },
  { type: ["array", "null"], items: text },
  { type: "array", items: text, minItems: 2 },
  { enum: ["x", 5] },
];

const VALUES: readonly unknown[] = [
  null,
  "",
  "x",
  "a b",
  "5",
  "-0.5",
  "5.0",
  "1e5",
  " 5 ",
  "true",
  "False",
  "1",
  "0",
  "5.7",
  "-",
  "[ab]*.ts",
  "null",
  5,
  5.7,
  0,
  1,
  2,
  -1,
  true,
  false,
  {},
  { a: "b" },
  { a: 1 },
  { a: null },
  { b: "a" },
  [],
  ["a"],
  ["a", "b"],
  [1],
  ["1"],
  [true],
  [null],
  [[]],
  [{ a: "b" }],
  [{ a: 1 }],
  [{}],
  [["a"]],
  '["a"]',
  '["a","b"]',
  "[1]",
  '["1"]',
  '{"a":"b"}',
  '{"a":1}',
  "{}",
  "[]",
  '[{"a":"b"}]',
  "[[]]",
  ' ["a"] ',
  "[true]",
  '["a"',
  '{"a":',
  '["a"]]',
  "{'a':1}",
  '"x"',
  '"[\\"a\\"]"',
  '"5"',
];

/** A value after repair, and who did most of it. Undefined: refused. */
interface Mended {
  readonly value: unknown;
  readonly by: "nobody" | "host" | "rule";
  readonly gone?: true;
}

const typesOf = ({ type }: Leaf): readonly string[] => (type === undefined ? [] : [type].flat());
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const fits = (leaf: Leaf, value: unknown): boolean => fitsSchema(toJson(leaf), toJson(value)) === true;

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const YES: readonly unknown[] = ["true", "True", "1"];
const NO: readonly unknown[] = ["false", "False", "0"];

/** The listed conversions of a scalar into one type. */
function converted(value: unknown, type: string): unknown {
  if (type === "string" && (typeof value === "boolean" || typeof value === "number")) return String(value);
  if (type === "boolean") return YES.includes(value) ? true : NO.includes(value) ? false : undefined;
  if ((type === "number" || type === "integer") && typeof value === "string" && NUMBER.test(value)) {
    const number = Number(value);
    return String(number) === value && (type === "number" || Number.isInteger(number)) ? number : undefined;
  }
  return undefined;
}

const asHost = (value: unknown): Mended => ({ value, by: "host" });

/** Items and members that fit or are converted; the worst of what was done. */
function mendParts(leaf: Leaf, value: unknown, host: Host): Mended | undefined {
  if (fits(leaf, value)) return { value, by: "nobody" };
  if (Array.isArray(value) && typesOf(leaf).includes("array") && leaf.items !== undefined) {
    const parts = value.map((item) => mendItem(leaf.items as Leaf, item, host));
    if (parts.some((part) => part === undefined)) return undefined;
    const list = parts.map((part) => part?.value);
    const by = parts.some((part) => part?.by === "rule") ? "rule" : "host";
    return fits(leaf, list) ? { value: list, by } : undefined;
  }
  if (isObject(value) && leaf.properties !== undefined && Object.hasOwn(value, "a")) {
    const part = mendItem(text, Reflect.get(value, "a"), host);
    return part && { value: { ...value, a: part.value }, by: part.by };
  }
  return undefined;
}

function mendItem(leaf: Leaf, value: unknown, host: Host): Mended | undefined {
  return mendParts(leaf, value, host) ?? mendType(leaf, value, host);
}

/** The text down to an array or object, decoded as often as it is encoded. */
function decoded(value: string): unknown {
  let current: unknown = value;
  for (let left = 3; left > 0 && typeof current === "string"; left--) {
    try {
      current = JSON.parse(current);
    } catch {
      return undefined;
    }
  }
  return typeof current === "object" && current !== null ? current : undefined;
}

const LIKE_JSON = /^\s*(?:["'`{]|\[\s*["'`{[])|^\s*null\s*$/;

function mendText(leaf: Leaf, value: string, host: Host): Mended | undefined {
  const types = typesOf(leaf);
  const held = decoded(value);
  if (held !== undefined && types.includes(Array.isArray(held) ? "array" : "object")) {
    const parts = mendParts(leaf, held, host);
    return parts && { value: parts.value, by: "rule" };
  }
  if (types.includes("array") && isObject(held) && leaf.items?.type === "object") {
    const inner = Object.keys(held).length > 0 ? mendParts(leaf.items, held, host) : undefined;
    return inner && fits(leaf, [inner.value]) ? { value: [inner.value], by: "rule" } : undefined;
  }
  if (
    types.includes("array") &&
    leaf.items?.type === "string" &&
    !LIKE_JSON.test(value) &&
    fits(leaf, [value])
  )
    return { value: [value], by: host.wrapsSingleValue ? "host" : "rule" };
  return undefined;
}

function mendType(leaf: Leaf, value: unknown, host: Host): Mended | undefined {
  const types = typesOf(leaf);
  const results = types.map((type) => converted(value, type)).filter((result) => result !== undefined);
  if (results.length === 1 && fits(leaf, results[0])) return asHost(results[0]);
  if (typeof value === "string") return mendText(leaf, value, host);
  const { items } = leaf;
  if (!types.includes("array") || items === undefined) return undefined;
  if (isObject(value) && items.type === "object" && Object.keys(value).length > 0) {
    const inner = mendParts(items, value, host);
    if (inner === undefined || !fits(leaf, [inner.value])) return undefined;
    return { value: [inner.value], by: host.wrapsSingleValue && inner.by === "nobody" ? "host" : "rule" };
  }
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar && host.wrapsSingleValue && fits(items, value) && fits(leaf, [value])
    ? asHost([value])
    : undefined;
}

function mendField(leaf: Leaf, value: unknown, optional: boolean, host: Host): Mended | undefined {
  if (fits(leaf, value)) return { value, by: "nobody" };
  if (optional && value === null) return { value, by: host.dropsOptionalNull ? "host" : "rule", gone: true };
  // A text that stands for an empty object is one, where objects are looked for.
  const held = typeof value === "string" && leaf.items?.type === "object" ? decoded(value) : value;
  const isPlaceholder = isObject(held) && Object.keys(held).length === 0 && typesOf(leaf).includes("array");
  if (isPlaceholder) return optional ? { value, by: "rule", gone: true } : undefined;
  return mendItem(leaf, value, host);
}

interface Field {
  readonly leaf: Leaf;
  readonly value: unknown;
  readonly optional: boolean;
}

function wantedOf(fields: readonly (readonly [name: string, field: Field])[], host: Host): Wanted {
  const mended = fields.map(
    ([name, field]) => [name, mendField(field.leaf, field.value, field.optional, host)] as const,
  );
  const args: Record<string, unknown> = {};
  for (const [name, one] of mended) {
    if (one === undefined) return refused;
    if (one.gone !== true) args[name] = one.value;
  }
  return mended.some(([, one]) => one?.by === "rule") ? repaired(args) : valid;
}

function* becomes(fields: Readonly<Record<string, Field>>, host: Host): Check {
  const entries = Object.entries(fields);
  const schema = {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { leaf }]) => [name, leaf])),
    required: entries.filter(([, { optional }]) => !optional).map(([name]) => name),
  };
  const input = Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
  const call = { toolName: "custom", schema: toJson(schema), input: toJson(input), host };
  return yield* checkCase({ call, wanted: wantedOf(entries, host), label: "" });
}

const host: fc.Arbitrary<Host> = fc.record({
  dropsOptionalNull: fc.boolean(),
  wrapsSingleValue: fc.boolean(),
});

const HOSTS: readonly Host[] = [false, true].flatMap((dropsOptionalNull) =>
  [false, true].map((wrapsSingleValue) => ({ dropsOptionalNull, wrapsSingleValue })),
);
const ALONE = HOSTS.flatMap((what) => [false, true].map((optional) => [what, optional] as const));

const alone = property<readonly (readonly [Host, boolean])[]>({
  address: "schema/every-shape/small-world",
  title: "Each value in each field becomes what the rules say, whatever the host does by itself.",
  capability: "repair",
  arbitrary: fc.shuffledSubarray([...ALONE], { minLength: ALONE.length }),
  *check(worlds): Check {
    for (const [what, optional] of worlds) {
      for (const leaf of LEAVES) {
        for (const value of VALUES) {
          const problem = yield* becomes({ f: { leaf, value, optional } }, what);
          if (problem !== undefined) return problem;
        }
      }
    }
    return undefined;
  },
  // One case asks all questions that there are, some thousand.
  share: 0.01,
  fixed: true,
});

const field: fc.Arbitrary<Field> = fc.record({
  leaf: fc.constantFrom(...LEAVES),
  value: fc.constantFrom(...VALUES),
  optional: fc.boolean(),
});

const together = property<readonly [Field, Field, Host]>({
  address: "schema/every-shape/small-world-of-two",
  title:
    "Two fields are repaired together or not at all, and what a host would convert is then converted too.",
  capability: "repair",
  arbitrary: fc.tuple(field, field, host),
  check: ([one, two, what]) => becomes({ one, two }, what),
});

export const worldProperties: readonly Property[] = Object.freeze([alone, together]);
