/** From the text of one parameter to its value: the tool's schema decides where it is known, the family where not. */
import { isPlainObject, type PlainObject } from "../value.ts";
import { decodeJson } from "./exact-json.ts";
import { decodePython } from "./python.ts";

/**
 * What a family says of its values. `string`: always text. `json`: always JSON. `text`: text unless the schema wants
 * something else. `mixed`: strings as text, all other values as JSON, so a value of an unknown type may be either.
 * `literal`: as mixed, and the text may stand in CDATA. `tree`: as mixed, and tags inside are objects and arrays.
 */
export type Reading = "string" | "json" | "text" | "mixed" | "literal" | "tree";

export type ToolSchemas = Readonly<Record<string, unknown>>;

const field = (value: unknown, key: string): unknown =>
  isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Where a local reference leads; what cannot be followed, or leads to itself, is of unknown type. */
function resolve(root: unknown, schema: unknown): unknown {
  const seen = new Set<unknown>();
  let current = schema;
  while (!seen.has(current)) {
    seen.add(current);
    const ref = field(current, "$ref");
    if (typeof ref !== "string") return current;
    if (!ref.startsWith("#/")) return undefined;
    current = root;
    for (const step of ref.slice(2).split("/"))
      current = field(current, step.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return undefined;
}

const BRANCHES = ["anyOf", "oneOf", "allOf"] as const;

function branchesOf(node: unknown, keywords: readonly string[]): readonly unknown[] {
  return keywords.flatMap((keyword): readonly unknown[] => {
    const branches = field(node, keyword);
    return Array.isArray(branches) ? branches : [branches];
  });
}

type Types = { readonly names: Set<string>; readonly seen: Set<unknown> };

function collectTypes(root: unknown, schema: unknown, { names: into, seen }: Types): void {
  const node = resolve(root, schema);
  if (!isPlainObject(node) || seen.has(node)) return;
  seen.add(node);
  const type = field(node, "type");
  for (const name of Array.isArray(type) ? type : [type]) if (typeof name === "string") into.add(name);
  const choices = field(node, "enum");
  for (const value of [...(Array.isArray(choices) ? choices : []), field(node, "const")])
    if (value !== undefined)
      into.add(value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
  for (const branch of branchesOf(node, BRANCHES)) collectTypes(root, branch, { names: into, seen });
}

/** The JSON types that a node of the schema allows; empty where it does not say. */
export function typesOf(root: unknown, node: unknown): ReadonlySet<string> {
  const types = new Set<string>();
  collectTypes(root, node, { names: types, seen: new Set() });
  return types;
}

/** The object schemas that speak of the same object: the node and its branches, with references followed. */
function objectNodes(
  root: unknown,
  schema: unknown,
  into = new Set<PlainObject>(),
): ReadonlySet<PlainObject> {
  const node = resolve(root, schema);
  if (!isPlainObject(node) || into.has(node)) return into;
  into.add(node);
  for (const branch of branchesOf(node, [...BRANCHES, "then", "else"])) objectNodes(root, branch, into);
  return into;
}

function matchesKey(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    return false;
  }
}

function patternNodes(node: PlainObject, key: string): readonly unknown[] {
  const patterns = node.patternProperties;
  if (!isPlainObject(patterns)) return [];
  return Object.keys(patterns)
    .filter((pattern) => matchesKey(pattern, key))
    .map((pattern) => patterns[pattern]);
}

const isGiven = (node: unknown): boolean => node !== undefined;

/** What the schema says of a field: where it is declared, or else of all that are not. Several nodes are choices. */
export function fieldNode(root: unknown, node: unknown, key: string): unknown {
  const nodes = [...objectNodes(root, node)];
  const named = nodes
    .flatMap((one) => [field(one.properties, key), ...patternNodes(one, key)])
    .filter(isGiven);
  const said = named.length > 0 ? named : nodes.map((one) => one.additionalProperties);
  return said.length > 1 ? { anyOf: said } : said[0];
}
/** The node of an array's items. */
export const itemNode = (root: unknown, node: unknown): unknown => field(resolve(root, node), "items");

/** Whether the schema declares the field by name. Without a schema nothing is declared. */
export const declares = (schema: unknown, key: string): boolean =>
  [...objectNodes(schema, schema)].some((node) => field(node.properties, key) !== undefined);

export type Value = { readonly value: unknown } | { readonly flaw: string };

const PYTHON_WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["True", true],
  ["False", false],
  ["None", null],
]);

/** A value that is not text. What does not read as JSON stays text, for the argument stage to judge. */
function readTyped(text: string): Value {
  const trimmed = text.trim();
  if (PYTHON_WORDS.has(trimmed)) return { value: PYTHON_WORDS.get(trimmed) };
  const decoded = decodeJson(trimmed);
  if (!("flaw" in decoded)) return decoded;
  if (decoded.flaw === "repeated-key" || decoded.flaw === "number") return decoded;
  const literal = /^[[{]/.test(trimmed) ? decodePython(trimmed) : undefined;
  return literal ?? { value: text };
}

/** Without a schema: what reads as JSON is read, but for strings and for numbers that do not print back the same. */
function readMixed(text: string): Value {
  const trimmed = text.trim();
  const decoded = decodeJson(trimmed);
  if ("flaw" in decoded) return decoded.flaw === "repeated-key" ? decoded : { value: text };
  const { value } = decoded;
  return typeof value === "string" || (typeof value === "number" && String(value) !== text)
    ? { value: text }
    : decoded;
}

const CDATA_OPEN = "<![CDATA[";
const CDATA_CLOSE = "]]>";

function withoutCdata(text: string): string {
  const trimmed = text.trim();
  const wrapped = trimmed.startsWith(CDATA_OPEN) && trimmed.indexOf(CDATA_CLOSE) === trimmed.length - 3;
  return wrapped ? trimmed.slice(CDATA_OPEN.length, -CDATA_CLOSE.length) : text;
}

/** Reads the text of one value that the given node of the tool's schema describes. */
export function readValue(raw: string, reading: Reading, root: unknown, node: unknown): Value {
  if (reading === "string") return { value: raw };
  if (reading === "json") return decodeJson(raw);
  const text = reading === "literal" ? withoutCdata(raw) : raw;
  const types = typesOf(root, node);
  if (types.has("string")) return { value: text };
  if (types.size > 0) return readTyped(text);
  return reading === "text" ? { value: text } : readMixed(text);
}

/** The argument object inside `{"arguments": {...}}`, where that is the sole key and the schema does not declare it. */
export function unwrapArguments(args: PlainObject, schema: unknown): PlainObject {
  const keys = Object.keys(args);
  if (keys.length !== 1 || keys[0] !== "arguments" || declares(schema, "arguments")) return args;
  const inner = args.arguments;
  if (isPlainObject(inner)) return inner;
  const decoded = typeof inner === "string" ? decodeJson(inner) : undefined;
  return decoded !== undefined && "value" in decoded && isPlainObject(decoded.value) ? decoded.value : args;
}

/** The numbers that stand where the schema takes text and no number: the argument stage would make text of them. */
export function numbersForText(
  value: unknown,
  root: unknown,
  node: unknown,
  into = new Set<number>(),
): ReadonlySet<number> {
  if (typeof value === "number") {
    const types = typesOf(root, node);
    if (types.has("string") && !types.has("number") && !types.has("integer")) into.add(value);
  } else if (Array.isArray(value)) {
    const items = itemNode(root, node);
    for (const item of value) numbersForText(item, root, items, into);
  } else if (isPlainObject(value)) {
    for (const key of Object.keys(value)) numbersForText(value[key], root, fieldNode(root, node, key), into);
  }
  return into;
}
