// Reads a JSON Schema (draft 2020-12) once into nodes that are fast to walk, with local references followed. What it
// cannot read for certain it refuses: the layer then stands aside.
import { readReferences, SchemaUnreadable, surveySchema } from "./schema-references.ts";
import { isPlainObject, type PlainObject, sameData } from "./value.ts";

/** Types as bits, so that sets of them compare at once. Every integer is a number too. */
export const TYPE = {
  null: 1,
  boolean: 2,
  object: 4,
  array: 8,
  string: 16,
  number: 32,
  integer: 64,
} as const;
export type TypeName = keyof typeof TYPE;
export const ANY_TYPE = 127;

/** One subschema. Absent keywords are undefined; `verdict` is set for `true` and `false`. */
export interface SchemaNode {
  readonly verdict?: boolean;
  /** Bits of TYPE; undefined where any type will do. */
  readonly types?: number;
  readonly enumScalars?: ReadonlySet<unknown>;
  readonly enumObjects?: readonly object[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: ReadonlyMap<string, SchemaNode>;
  readonly patternProperties?: readonly (readonly [RegExp, SchemaNode])[];
  readonly additionalProperties?: SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly dependentRequired?: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas?: ReadonlyMap<string, SchemaNode>;
  readonly unevaluatedProperties?: SchemaNode;
  readonly prefixItems?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly contains?: SchemaNode;
  readonly unevaluatedItems?: SchemaNode;
  readonly ref?: SchemaNode;
  readonly allOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly not?: SchemaNode;
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
  /** Set where the node lies on a cycle of references: its results are remembered within one check. */
  readonly recursive?: boolean;
  /** Nothing but annotations: any value fits and nothing is declared. */
  readonly trivial?: boolean;
}

type Draft = { -readonly [K in keyof SchemaNode]: SchemaNode[K] };

export type SchemaReading =
  | { readonly kind: "read"; readonly root: SchemaNode }
  | { readonly kind: "unreadable"; readonly reason: string };

const cache = new WeakMap<object, SchemaReading>();

/** Reads a schema; the result is kept as long as the schema object lives, so a schema must not change. Never throws. */
export function readSchema(schema: unknown): SchemaReading {
  if (typeof schema === "boolean") return { kind: "read", root: { verdict: schema } };
  if (typeof schema !== "object" || schema === null) return { kind: "unreadable", reason: "not a schema" };
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const reading = readFresh(schema);
  cache.set(schema, reading);
  return reading;
}

function readFresh(schema: object): SchemaReading {
  try {
    const document = surveySchema(schema);
    const reader: Reader = { references: readReferences(document), nodes: new Map(), cyclic: new Set() };
    const root = readNode(schema, reader);
    const extents = new Map<SchemaNode, Extent | "open">();
    for (const node of reader.nodes.values()) refuseEndless(node, extents);
    for (const node of reader.cyclic) node.recursive = true;
    return { kind: "read", root };
  } catch (error) {
    // Accessors and proxies in a schema may throw anything; a chain of references may be too long for the stack.
    return { kind: "unreadable", reason: error instanceof SchemaUnreadable ? error.message : "unreadable" };
  }
}

interface Reader {
  readonly references: (schema: object, reference: string) => unknown;
  readonly nodes: Map<object, Draft>;
  readonly cyclic: Set<Draft>;
}

function readNode(schema: unknown, reader: Reader): SchemaNode {
  if (typeof schema === "boolean") return { verdict: schema };
  if (!isPlainObject(schema)) throw new SchemaUnreadable("a subschema is neither object nor boolean");
  const known = reader.nodes.get(schema);
  if (known !== undefined) {
    reader.cyclic.add(known);
    return known;
  }
  const node: Draft = {};
  reader.nodes.set(schema, node);
  for (const key of REFUSED) {
    if (Object.hasOwn(schema, key)) throw new SchemaUnreadable(`keyword ${key} is not supported`);
  }
  readAssertions(schema, node);
  readTypes(schema, node);
  readReference(schema, node, reader);
  readApplicators(schema, node, reader);
  if (Object.keys(node).length === 0) node.trivial = true;
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
const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;

function readAssertions(schema: PlainObject, node: Draft): void {
  for (const key of COUNTS) {
    const value = own(schema, key);
    if (value === undefined) continue;
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0) malformed(key);
    else node[key] = value;
  }
  for (const key of NUMBERS) {
    const value = own(schema, key);
    if (value === undefined) continue;
    if (typeof value !== "number" || !Number.isFinite(value)) malformed(key);
    else node[key] = value;
  }
  if (node.multipleOf !== undefined && node.multipleOf <= 0) malformed("multipleOf");
  const unique = own(schema, "uniqueItems");
  if (unique !== undefined && typeof unique !== "boolean") malformed("uniqueItems");
  if (unique === true) node.uniqueItems = true;
  const pattern = own(schema, "pattern");
  if (pattern !== undefined) node.pattern = readPattern(pattern);
  const required = own(schema, "required");
  if (required !== undefined) node.required = readNames(required, "required");
  readEnum(schema, node);
}

function readEnum(schema: PlainObject, node: Draft): void {
  const listed = own(schema, "enum");
  if (listed !== undefined && !Array.isArray(listed)) malformed("enum");
  const single = Object.hasOwn(schema, "const");
  if (!single && listed === undefined) return;
  const all: readonly unknown[] = Array.isArray(listed) ? listed : [schema.const];
  const members = single ? all.filter((member) => sameData(member, schema.const)) : all;
  const isObject = (member: unknown): member is object => typeof member === "object" && member !== null;
  node.enumScalars = new Set(members.filter((member) => !isObject(member)));
  node.enumObjects = members.filter(isObject);
}

function readTypes(schema: PlainObject, node: Draft): void {
  const type = own(schema, "type");
  if (type === undefined) return;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  let bits = 0;
  for (const name of names) {
    if (typeof name !== "string" || !Object.hasOwn(TYPE, name)) malformed("type");
    else bits |= TYPE[name as TypeName];
  }
  if (bits === 0) malformed("type");
  // OpenAPI's addition, which hosts and validators know although the dialect does not.
  node.types = own(schema, "nullable") === true ? bits | TYPE.null : bits;
}

function readReference(schema: PlainObject, node: Draft, reader: Reader): void {
  const reference = own(schema, "$ref");
  if (reference === undefined) return;
  if (typeof reference !== "string") malformed("$ref");
  else node.ref = readNode(reader.references(schema, reference), reader);
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
    const value = own(schema, key);
    if (value !== undefined) node[key] = readNode(value, reader);
  }
  for (const key of LISTS) {
    const value = own(schema, key);
    if (value === undefined) continue;
    if (!Array.isArray(value) || value.length === 0) malformed(key);
    else node[key] = value.map((member) => readNode(member, reader));
  }
  for (const key of MAPS) {
    const value = own(schema, key);
    if (value === undefined) continue;
    node[key] = new Map(entries(value, key).map(([name, member]) => [name, readNode(member, reader)]));
  }
  const patterns = own(schema, "patternProperties");
  if (patterns !== undefined) {
    node.patternProperties = entries(patterns, "patternProperties").map(
      ([source, member]) => [readPattern(source), readNode(member, reader)] as const,
    );
  }
  const dependent = own(schema, "dependentRequired");
  if (dependent !== undefined) {
    node.dependentRequired = new Map(
      entries(dependent, "dependentRequired").map(([name, names]) => [name, readNames(names, name)]),
    );
  }
}

/** The nodes that judge the same value as `node` does. */
function inPlace(node: SchemaNode): SchemaNode[] {
  const result: SchemaNode[] = [];
  if (node.ref !== undefined) result.push(node.ref);
  for (const list of [node.allOf, node.anyOf, node.oneOf]) if (list !== undefined) result.push(...list);
  for (const member of [node.not, node.if, node.then, node.else])
    if (member !== undefined) result.push(member);
  if (node.dependentSchemas !== undefined) result.push(...node.dependentSchemas.values());
  return result;
}

/** What applies in place to one value: how many nodes, counted as often as they are reached, and how many levels. */
interface Extent {
  readonly nodes: number;
  readonly levels: number;
}

/** Where the same value would be judged this often, a schema is a trap and no description. */
const MAX_IN_PLACE: Extent = { nodes: 20_000, levels: 64 };

/** Refuses references that lead back to themselves without a step into the value, and combinations that explode. */
function refuseEndless(start: SchemaNode, known: Map<SchemaNode, Extent | "open">): Extent {
  const earlier = known.get(start);
  if (earlier === "open") throw new SchemaUnreadable("a $ref never ends");
  if (earlier !== undefined) return earlier;
  known.set(start, "open");
  let nodes = 1;
  let levels = 0;
  for (const next of inPlace(start)) {
    const extent = refuseEndless(next, known);
    nodes += extent.nodes;
    levels = Math.max(levels, extent.levels);
  }
  const extent = { nodes, levels: levels + 1 };
  if (extent.nodes > MAX_IN_PLACE.nodes || extent.levels > MAX_IN_PLACE.levels) {
    throw new SchemaUnreadable("too much applies to one value");
  }
  known.set(start, extent);
  return extent;
}

function own(schema: PlainObject, key: string): unknown {
  return Object.hasOwn(schema, key) ? schema[key] : undefined;
}

function malformed(keyword: string): never {
  throw new SchemaUnreadable(`keyword ${keyword} is malformed`);
}

function entries(value: unknown, keyword: string): [string, unknown][] {
  return isPlainObject(value) ? Object.entries(value) : malformed(keyword);
}

function readNames(value: unknown, keyword: string): readonly string[] {
  if (!Array.isArray(value)) return malformed(keyword);
  return value.map((name) => (typeof name === "string" ? name : malformed(keyword)));
}

function readPattern(source: unknown): RegExp {
  if (typeof source !== "string") return malformed("pattern");
  try {
    return new RegExp(source, "u");
  } catch {
    throw new SchemaUnreadable("a pattern cannot be compiled");
  }
}
