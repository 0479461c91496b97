/**
 * Removes regex anchors from the tool schemas of an outgoing request, for models that copy them into values. Only the
 * keyword `pattern` in schema position is touched; the payload that was passed is not.
 */
import { matchesModel } from "./preprocessor.ts";
import { isPlainObject, type PlainObject, setOwn } from "./value.ts";

export type GuardOptions = {
  readonly modelId?: string | undefined;
  /** Parts of model ids, or patterns; without any, nothing is cleaned. */
  readonly modelFamilies?: readonly (string | RegExp)[] | undefined;
};

/** Deeper than this a schema stays as it is: no provider takes it, and a call stack ends somewhere. */
const MAX_DEPTH = 1000;

/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const ONE = new Set([
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
]);
const LIST = new Set(["anyOf", "oneOf", "allOf", "prefixItems", "items"]);
const NAMED = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
]);

type Walk = { readonly done: Map<object, unknown>; depth: number };
type Change = (value: unknown, walk: Walk) => unknown;

/** A copy with changed fields; the same object where no field changed. */
function mapFields(source: PlainObject, change: (key: string, value: unknown) => unknown): PlainObject {
  let changed = false;
  const copy: PlainObject = {};
  for (const key of Object.keys(source)) {
    const before = source[key];
    const after = change(key, before);
    changed ||= after !== before;
    setOwn(copy, key, after);
  }
  return changed ? copy : source;
}

function mapItems(source: readonly unknown[], change: (value: unknown) => unknown): readonly unknown[] {
  const copy = source.map(change);
  return copy.some((item, index) => item !== source[index]) ? copy : source;
}

function isValidPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

/** The pattern without leading `^` and trailing unescaped `$`; as it was where nothing or no valid pattern would remain. */
export function withoutAnchors(pattern: string): string {
  let start = 0;
  let end = pattern.length;
  while (pattern[start] === "^") start++;
  while (end > start && pattern[end - 1] === "$") {
    let backslashes = 0;
    while (pattern[end - 2 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 1) break;
    end--;
  }
  const rest = pattern.slice(start, end);
  return rest !== "" && isValidPattern(rest) ? rest : pattern;
}

function cleanKeyword(key: string, value: unknown, walk: Walk): unknown {
  if (key === "pattern") return typeof value === "string" ? withoutAnchors(value) : value;
  if (Array.isArray(value)) return LIST.has(key) ? mapItems(value, (item) => cleanSchema(item, walk)) : value;
  if (!isPlainObject(value)) return value;
  if (NAMED.has(key)) return mapFields(value, (_name, schema) => cleanSchema(schema, walk));
  return ONE.has(key) ? cleanSchema(value, walk) : value;
}

/** A schema cleaned at every place where JSON Schema has a schema. */
function cleanSchema(schema: unknown, walk: Walk): unknown {
  if (!isPlainObject(schema) || walk.depth > MAX_DEPTH) return schema;
  if (walk.done.has(schema)) return walk.done.get(schema);
  // A schema that contains itself stays: it cannot be sent anyway.
  walk.done.set(schema, schema);
  walk.depth++;
  const cleaned = mapFields(schema, (key, value) => cleanKeyword(key, value, walk));
  walk.depth--;
  walk.done.set(schema, cleaned);
  return cleaned;
}

/** Changes the field at a path of keys; "*" goes to every item of a list. */
function at(path: readonly string[], change: Change): Change {
  const [key, ...rest] = path;
  if (key === undefined) return change;
  const inner = at(rest, change);
  return (value, walk) => {
    if (key === "*") return Array.isArray(value) ? mapItems(value, (item) => inner(item, walk)) : value;
    if (!isPlainObject(value) || !Object.hasOwn(value, key)) return value;
    return mapFields(value, (name, field) => (name === key ? inner(field, walk) : field));
  };
}

/** Where the providers' payloads hold schemas. */
const PLACES: readonly (readonly string[])[] = [
  ["tools", "*", "function", "parameters"],
  ["tools", "*", "parameters"],
  ["tools", "*", "input_schema"],
  ["tools", "*", "functionDeclarations", "*", "parameters"],
  ["tools", "*", "functionDeclarations", "*", "parametersJsonSchema"],
  ["tools", "*", "function_declarations", "*", "parameters"],
  ["tools", "*", "function_declarations", "*", "parameters_json_schema"],
  ["config", "tools", "*", "functionDeclarations", "*", "parameters"],
  ["config", "tools", "*", "functionDeclarations", "*", "parametersJsonSchema"],
  ["config", "tools", "*", "function_declarations", "*", "parameters"],
  ["config", "tools", "*", "function_declarations", "*", "parameters_json_schema"],
  ["toolConfig", "tools", "*", "toolSpec", "inputSchema", "json"],
  ["functions", "*", "parameters"],
  ["response_format", "json_schema", "schema"],
  ["text", "format", "schema"],
];

/**
 * The payload of a provider request with anchors removed from the patterns of its tool schemas and response format, for
 * models of the given families; else, and where nothing changes, the very payload that was passed. Never throws.
 */
export function cleanToolSchemas(payload: unknown, options: GuardOptions): unknown {
  try {
    const { modelFamilies, modelId } = options;
    if (!matchesModel(Array.isArray(modelFamilies) ? modelFamilies : [], modelId)) return payload;
    const walk: Walk = { done: new Map(), depth: 0 };
    return PLACES.reduce((current, path) => at(path, cleanSchema)(current, walk), payload);
  } catch {
    // A payload whose accessors throw cannot be read, so it is sent as it is.
    return payload;
  }
}
