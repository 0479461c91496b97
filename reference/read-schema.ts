// Reads a JSON Schema (draft 2020-12) once into nodes, with local references followed. What it cannot read for certain
// it refuses: the layer then stands aside.
import { refuseEndless } from "./schema-extent.ts";
import { ANY_TYPE, bitsOf, NONE, type SchemaNode, TYPE } from "./schema-node.ts";
import { own, type References, SchemaUnreadable, surveySchema } from "./schema-references.ts";
import { isPlainObject, type PlainObject, sameData } from "./value.ts";

type Draft = { -readonly [K in keyof SchemaNode]: SchemaNode[K] };

/** What reading an object gave: undefined for a schema that cannot be read. */
const cache = new WeakMap<object, { readonly root: SchemaNode | undefined }>();

/**
 * Reads a schema; undefined where that cannot be done for certain. The result is kept as long as the schema object
 * lives, so a schema must not change. Never throws.
 */
export function readSchema(schema: unknown): SchemaNode | undefined {
  if (typeof schema === "boolean") return { verdict: schema };
  if (typeof schema !== "object" || schema === null) return undefined;
  const reading = cache.get(schema) ?? { root: readFresh(schema) };
  cache.set(schema, reading);
  return reading.root;
}

function readFresh(schema: object): SchemaNode | undefined {
  try {
    const reader: Reader = { references: surveySchema(schema), nodes: new Map(), shared: new Set() };
    const root = readNode(schema, reader);
    refuseEndless(reader.nodes.values());
    for (const node of reader.shared) node.recursive = true;
    return root;
  } catch {
    // Accessors and proxies in a schema may throw anything; a chain of references may be too long for the stack.
  }
  return undefined;
}

interface Reader {
  readonly references: References;
  readonly nodes: Map<object, Draft>;
  /** What is reached more than once; every cycle of references goes through one of these. */
  readonly shared: Set<Draft>;
}

function readNode(schema: unknown, reader: Reader): SchemaNode {
  if (typeof schema === "boolean") return { verdict: schema };
  if (!isPlainObject(schema)) throw new SchemaUnreadable();
  const known = reader.nodes.get(schema);
  if (known !== undefined) {
    reader.shared.add(known);
    return known;
  }
  const node: Draft = {};
  reader.nodes.set(schema, node);
  for (const key of REFUSED) if (Object.hasOwn(schema, key)) throw new SchemaUnreadable();
  readAssertions(schema, node);
  readEnum(schema, node);
  readTypes(schema, node);
  readReference(schema, node, reader);
  readApplicators(schema, node, reader);
  if (Object.keys(node).length === 0) node.trivial = true;
  // What JSON cannot hold is of no type.
  else node.types ??= ANY_TYPE;
  return node;
}

/** Keywords that change what a schema means and that this reader does not follow. */
const REFUSED = ["$dynamicRef", "$recursiveRef", "dependencies"] as const;

const COUNTS = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
] as const;
const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);
const isStep = (value: unknown): value is number => Number.isFinite(value) && Number(value) > 0;
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isText = (value: unknown): value is string => typeof value === "string";
const isNames = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The value of a keyword; undefined where the schema has none. Throws SchemaUnreadable where it is of no such kind. */
function keyword<T>(schema: PlainObject, key: string, is: (value: unknown) => value is T): T | undefined {
  const value = own(schema, key);
  if (value === undefined || is(value)) return value;
  throw new SchemaUnreadable();
}

function readAssertions(schema: PlainObject, node: Draft): void {
  for (const key of COUNTS) {
    const count = keyword(schema, key, isCount);
    if (count !== undefined) node[key] = count;
  }
  for (const key of NUMBERS) {
    const limit = keyword(schema, key, isFiniteNumber);
    if (limit !== undefined) node[key] = limit;
  }
  const step = keyword(schema, "multipleOf", isStep);
  if (step !== undefined) node.multipleOf = step;
  if (keyword(schema, "uniqueItems", isFlag) === true) node.uniqueItems = true;
  const pattern = keyword(schema, "pattern", isText);
  if (pattern !== undefined) node.pattern = new RegExp(pattern, "u");
  const required = keyword(schema, "required", isNames);
  if (required !== undefined) node.required = required;
}

function readEnum(schema: PlainObject, node: Draft): void {
  const listed = keyword(schema, "enum", isList);
  const single = own(schema, "const");
  if (single === undefined) {
    if (listed !== undefined) node.enum = new Set(listed);
  } else node.enum = new Set((listed ?? [single]).filter((member) => sameData(member, single)));
}

function readTypes(schema: PlainObject, node: Draft): void {
  const type = own(schema, "type");
  if (type === undefined) return;
  let bits = 0;
  for (const name of isList(type) ? type : [type]) {
    const bit = bitsOf(name);
    if (bit === 0) throw new SchemaUnreadable();
    bits |= bit;
  }
  if (bits === 0) throw new SchemaUnreadable();
  // OpenAPI's addition, which hosts and validators know although the dialect does not.
  node.types = own(schema, "nullable") === true ? bits | TYPE.null : bits;
}

function readReference(schema: PlainObject, node: Draft, reader: Reader): void {
  const reference = keyword(schema, "$ref", isText);
  if (reference !== undefined) node.ref = readNode(reader.references(schema, reference), reader);
}

const SINGLE = [
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "items",
  "contains",
  "unevaluatedItems",
  "not",
  "if",
  "then",
  "else",
] as const;
const LISTS = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;
const MAPS = ["properties", "dependentSchemas"] as const;

function readApplicators(schema: PlainObject, node: Draft, reader: Reader): void {
  for (const key of SINGLE) {
    const member = own(schema, key);
    if (member !== undefined) node[key] = readNode(member, reader);
  }
  for (const key of LISTS) {
    const members = keyword(schema, key, isList);
    if (members === undefined) continue;
    if (members.length === 0) throw new SchemaUnreadable();
    node[key] = members.map((member) => readNode(member, reader));
  }
  for (const key of MAPS) {
    const map = keyword(schema, key, isPlainObject);
    if (map !== undefined)
      node[key] = new Map(Object.entries(map).map(([name, member]) => [name, readNode(member, reader)]));
  }
  const patterns = keyword(schema, "patternProperties", isPlainObject);
  if (patterns !== undefined) {
    node.patternProperties = Object.entries(patterns).map(
      ([source, member]) => [new RegExp(source, "u"), readNode(member, reader)] as const,
    );
  }
  const dependent = keyword(schema, "dependentRequired", isPlainObject);
  if (dependent !== undefined)
    node.dependentRequired = new Map(
      Object.keys(dependent).map((name) => [name, keyword(dependent, name, isNames) ?? NONE]),
    );
}
