// What a value misses by itself, without a look at its parts: one rule for each keyword, shared by the yes-or-no check
// (validate.ts), the list of issues (issues.ts) and the repair (schema.ts).
import { NONE, type SchemaNode, TYPE } from "./schema-node.ts";
import { stableSerialize } from "./stable-serialize.ts";
import { isPlainObject, type PlainObject, sameData } from "./value.ts";

/** Bits of TYPE that `value` has; 0 for what JSON cannot hold. */
export function typeOf(value: unknown): number {
  if (value === null) return TYPE.null;
  if (typeof value === "string") return TYPE.string;
  if (typeof value === "boolean") return TYPE.boolean;
  if (Number.isInteger(value)) return TYPE.number | TYPE.integer;
  if (Number.isFinite(value)) return TYPE.number;
  if (Array.isArray(value)) return TYPE.array;
  return isPlainObject(value) ? TYPE.object : 0;
}

/** The first keyword that the value misses by itself, without a look at its parts. */
export function scalarFailure(node: SchemaNode, value: unknown): keyof SchemaNode | "type" | undefined {
  if (node.types !== undefined && (node.types & typeOf(value)) === 0) return "type";
  if (node.enum !== undefined && !isMember(node.enum, value)) return "enum";
  if (typeof value === "string") return textFailure(node, value);
  if (typeof value === "number") return numberFailure(node, value);
  return undefined;
}

function isMember(members: ReadonlySet<unknown>, value: unknown): boolean {
  return members.has(value) || [...members].some((member) => sameData(member, value));
}

function textFailure(node: SchemaNode, value: string): keyof SchemaNode | undefined {
  if (!hasLength(value, node.minLength ?? 0)) return "minLength";
  if (hasLength(value, (node.maxLength ?? Number.POSITIVE_INFINITY) + 1)) return "maxLength";
  if (node.pattern !== undefined && !node.pattern.test(value)) return "pattern";
  return undefined;
}

/** Whether the text has at least `count` code points. */
function hasLength(text: string, count: number): boolean {
  if (text.length < count) return false;
  if (text.length >= count * 2) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points >= count;
}

function numberFailure(node: SchemaNode, value: number): keyof SchemaNode | undefined {
  const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
  if (value < (node.minimum ?? NEGATIVE_INFINITY)) return "minimum";
  if (value > (node.maximum ?? POSITIVE_INFINITY)) return "maximum";
  if (value <= (node.exclusiveMinimum ?? NEGATIVE_INFINITY)) return "exclusiveMinimum";
  if (value >= (node.exclusiveMaximum ?? POSITIVE_INFINITY)) return "exclusiveMaximum";
  if (node.multipleOf !== undefined && !isMultiple(value, node.multipleOf)) return "multipleOf";
  return undefined;
}

/** 0.3 is a multiple of 0.1, whatever the doubles say: nine digits of the quotient count. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(Math.round(quotient) - quotient) <= 1e-9;
}

/** Whether the object lacks a key that it must have, always or beside another one. */
export function lacksKey(node: SchemaNode, value: PlainObject): boolean {
  for (const key of node.required ?? NONE) if (!Object.hasOwn(value, key)) return true;
  for (const [key, names] of node.dependentRequired ?? NONE) {
    if (Object.hasOwn(value, key) && !names.every((name) => Object.hasOwn(value, name))) return true;
  }
  return false;
}

/** The keyword about the number of keys that the object misses. */
export function countFailure(
  node: SchemaNode,
  value: PlainObject,
): "minProperties" | "maxProperties" | undefined {
  const { minProperties, maxProperties } = node;
  // Most schemas count nothing; their values' keys are not listed.
  if (minProperties === undefined && maxProperties === undefined) return undefined;
  const count = Object.keys(value).length;
  if (count < (minProperties ?? 0)) return "minProperties";
  return count > (maxProperties ?? Number.POSITIVE_INFINITY) ? "maxProperties" : undefined;
}

/** The first keyword about the number of items, or about their likeness, that the array misses. */
export function arrayFailure(node: SchemaNode, value: readonly unknown[]): keyof SchemaNode | undefined {
  if (value.length < (node.minItems ?? 0)) return "minItems";
  if (value.length > (node.maxItems ?? Number.POSITIVE_INFINITY)) return "maxItems";
  if (node.uniqueItems === true && new Set(value.map(stableSerialize)).size < value.length)
    return "uniqueItems";
  return undefined;
}
