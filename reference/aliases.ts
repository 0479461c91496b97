// Which key of an object stands for a field under another name.
import type { SchemaNode } from "./schema-node.ts";
import { isPlainObject, type PlainObject, sameData } from "./value.ts";
import { stripTokens } from "./value-transforms.ts";

export type AliasSearch =
  | { readonly kind: "found"; readonly key: string; readonly equals: readonly string[] }
  | { readonly kind: "none" }
  /** Two names with different values: which one is meant cannot be known. */
  | { readonly kind: "conflict" };

/** Where the envelope of a call holds the arguments. */
export const ARGUMENT_KEYS: readonly string[] = Object.freeze(["arguments", "input", "parameters", "args"]);

/** `name` beside the arguments is the tool's name in the envelope of a call, and no field of it. */
function namesTool(value: PlainObject, name: string, scope: readonly SchemaNode[]): boolean {
  if (name !== "name") return false;
  return Object.keys(value).some((key) => {
    if (!ARGUMENT_KEYS.includes(stripTokens(key)) || scope.some((node) => declares(node, key))) return false;
    const held = value[key];
    return typeof held === "string" ? held.trimStart().startsWith("{") : isPlainObject(held);
  });
}

/**
 * The first of `names` that is an own key of `value` with something in it and that no schema in `scope` declares.
 * `equals` are further names with the same value.
 */
export function findAlias(
  value: PlainObject,
  names: readonly string[],
  scope: readonly SchemaNode[],
  accepts: (held: unknown) => boolean = () => true,
): AliasSearch {
  const present = names.filter(
    (name) =>
      Object.hasOwn(value, name) &&
      !isEmpty(value[name]) &&
      accepts(value[name]) &&
      !namesTool(value, name, scope) &&
      !scope.some((node) => declares(node, name)),
  );
  const [key, ...others] = [...new Set(present)];
  if (key === undefined) return { kind: "none" };
  if (others.some((other) => !sameData(value[other], value[key]))) return { kind: "conflict" };
  return { kind: "found", key, equals: others };
}

/** null, undefined and the empty text say nothing. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** Whether a schema knows `key` at its own place: by name, by pattern, or by a typed `additionalProperties`. */
export function declares(node: SchemaNode, key: string): boolean {
  if (node.properties?.has(key) === true) return true;
  if (node.patternProperties?.some(([pattern]) => pattern.test(key)) === true) return true;
  const rest = node.additionalProperties;
  if (rest !== undefined && rest.verdict === undefined && rest.trivial !== true) return true;
  return inPlaceOf(node).some((member) => declares(member, key));
}

/** The schemas that may judge the same value as `node` does, whatever branch is taken. */
export function inPlaceOf(node: SchemaNode): readonly SchemaNode[] {
  const { ref, then: yes, else: no, allOf, anyOf, oneOf, dependentSchemas } = node;
  const dependent = dependentSchemas && [...dependentSchemas.values()];
  return [ref, yes, no, allOf, anyOf, oneOf, dependent].flat().filter((member) => member !== undefined);
}
