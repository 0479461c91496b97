// What a value misses by itself, without a look at its parts: one rule for each keyword, shared by the yes-or-no check
// (validate.ts), the list of issues (issues.ts) and the repair (schema.ts).
import { type SchemaNode, TYPE } from "./schema-node.ts";
import { stableSerialize } from "./stable-serialize.ts";
import { isPlainObject, type PlainObject, sameData } from "./value.ts";

/** Bits of TYPE that `value` has; 0 for what JSON cannot hold. */
export function typeOf(value: unknown): number {
  if (typeof value === "string") return TYPE.string;
  if (typeof value === "object") {
    if (value === null) return TYPE.null;
    if (Array.isArray(value)) return TYPE.array;
    return isPlainObject(value) ? TYPE.object : 0;
  }
  if (typeof value === "boolean") return TYPE.boolean;
  if (!Number.isFinite(value)) return 0;
  return Number.isInteger(value) ? TYPE.number | TYPE.integer : TYPE.number;
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
  if (node.minLength !== undefined && !hasLength(value, node.minLength)) return "minLength";
  if (node.maxLength !== undefined && hasLength(value, node.maxLength + 1)) return "maxLength";
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
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  if (minimum !== undefined && value < minimum) return "minimum";
  if (maximum !== undefined && value > maximum) return "maximum";
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return "exclusiveMinimum";
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return "exclusiveMaximum";
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
  const { required, dependentRequired } = node;
  // Most calls come this way: nothing is walked that is not there.
  if (required !== undefined) for (const key of required) if (!Object.hasOwn(value, key)) return true;
  if (dependentRequired === undefined) return false;
  for (const [key, names] of dependentRequired) {
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
  if (node.minItems !== undefined && value.length < node.minItems) return "minItems";
  if (node.maxItems !== undefined && value.length > node.maxItems) return "maxItems";
  if (node.uniqueItems === true && new Set(value.map(stableSerialize)).size < value.length)
    return "uniqueItems";
  return undefined;
}
