/**
 * The independent judge of what fits a schema: ajv, which the reference does not use. One instance (a new one costs
 * ten times a compilation), validators cached by schema text, the oldest dropped beyond a bound.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseJson } from "./json-text.ts";

const MAX_CACHED = 400;

const ajv = new Ajv2020({
  strict: false,
  ownProperties: true,
  strictNumbers: true,
  multipleOfPrecision: 9,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
  // Most schemas judge a handful of values: tidying the generated code costs half of a compilation and saves nothing.
  code: { optimize: false },
});

const ownNames = (value: object, names: readonly string[]): boolean =>
  names.every((name) => Object.hasOwn(value, name));

// Its own two take the empty name as there, whatever the value holds.
ajv.removeKeyword("required").addKeyword({
  keyword: "required",
  type: "object",
  schemaType: "array",
  compile: (names: readonly string[]) => (value: object) => ownNames(value, names),
});
ajv.removeKeyword("dependentRequired").addKeyword({
  keyword: "dependentRequired",
  type: "object",
  schemaType: "object",
  compile: (lists: Readonly<Record<string, readonly string[]>>) => {
    const entries = Object.entries(lists);
    return (value: object) =>
      entries.every(([name, names]) => !Object.hasOwn(value, name) || ownNames(value, names));
  },
});

type Validate = (value: unknown) => boolean;

const cache = new Map<string, Validate | undefined>();

/** A schema that is not added to the instance finds its own root (`"$ref": "#"`) only by a name. */
function withName(schema: unknown): boolean | object {
  if (typeof schema !== "object" || schema === null || Object.hasOwn(schema, "$id")) {
    return schema as boolean | object;
  }
  return { $id: "urn:pi-repair:judged", ...schema };
}

function compile(schemaText: string): Validate | undefined {
  const schema = withName(parseJson(schemaText));
  try {
    const validate = ajv.compile(schema);
    return (value) => validate(value) === true;
  } catch {
    return undefined;
  } finally {
    // Without this the instance would keep every schema of a long run alive.
    if (typeof schema === "object") ajv.removeSchema(schema);
  }
}

function validator(schemaText: string): Validate | undefined {
  const known = cache.get(schemaText);
  if (known !== undefined || cache.has(schemaText)) return known;
  const made = compile(schemaText);
  const oldest = cache.size >= MAX_CACHED ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(schemaText, made);
  return made;
}

/**
 * True if the JSON text `value` fits the schema in the JSON text `schema` (draft 2020-12, nothing converted), false if
 * not, undefined if the schema cannot be read or the value cannot be judged (too deep). Throws SyntaxError on text that
 * is not JSON.
 */
export function fitsSchema(schema: string, value: string): boolean | undefined {
  const parsed = parseJson(value);
  try {
    return validator(schema)?.(parsed);
  } catch {
    return undefined;
  }
}
