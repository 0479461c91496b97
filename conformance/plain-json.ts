/** The quick way to write JSON: for values that are nothing but plain data and neither deep nor huge, which is nearly all. */
import { types } from "node:util";

// Taken before any target is loaded: one that replaces them must not judge itself.
const { is, keys, getPrototypeOf, getOwnPropertyDescriptor, prototype: plain } = Object;
const { isArray } = Array;
const { stringify } = JSON;
const { isProxy } = types;
const { isFinite: isFiniteNumber } = Number;

/** Deeper than this may be a cycle. */
const MAX_DEPTH = 64;
/** Values, and characters of them, that one text may have. */
const MAX_VALUES = 1024 * 1024;
const MAX_TEXT = 16 * 1024 * 1024;

interface Spent {
  values: number;
  characters: number;
}

/** The value as JSON text without spaces, or undefined where it takes a closer look to write it or to say why not. */
export function plainJson(value: unknown): string | undefined {
  return write(value, 0, { values: 0, characters: 0 });
}

function write(value: unknown, depth: number, spent: Spent): string | undefined {
  spent.values += 1;
  if (typeof value === "string") {
    spent.characters += value.length;
    return spent.characters > MAX_TEXT ? undefined : stringify(value);
  }
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value !== "object" || depth === MAX_DEPTH || spent.values > MAX_VALUES || isProxy(value))
    return undefined;
  return isArray(value) ? list(value, depth + 1, spent) : record(value, depth + 1, spent);
}

function numberText(value: number): string | undefined {
  if (!isFiniteNumber(value)) return undefined;
  return is(value, -0) ? "-0" : `${value}`;
}

function list(value: readonly unknown[], depth: number, spent: Spent): string | undefined {
  let text = "[";
  for (let index = 0; index < value.length; index += 1) {
    const item = memberText(value, index, depth, spent);
    if (item === undefined) return undefined;
    text += index === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function record(value: object, depth: number, spent: Spent): string | undefined {
  const prototype: unknown = getPrototypeOf(value);
  if (prototype !== plain && prototype !== null) return undefined;
  let text = "{";
  for (const key of keys(value)) {
    const item = memberText(value, key, depth, spent);
    if (item === undefined) return undefined;
    spent.characters += key.length;
    text += `${text === "{" ? "" : ","}${stringify(key)}:${item}`;
  }
  return `${text}}`;
}

/** Undefined for a getter and for a hole too: neither is data. */
function memberText(holder: object, key: string | number, depth: number, spent: Spent): string | undefined {
  const found = getOwnPropertyDescriptor(holder, key);
  return found === undefined || !("value" in found) ? undefined : write(found.value, depth, spent);
}
