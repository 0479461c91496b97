// Long JSON texts by way of the engine's own reader, which is many times faster, where a look at the text shows that the
// exact reader would come to the same value.
import { type JsonReading, readJson, skipSpace } from "./json.ts";

/** Below this the exact reader is fast enough, and an error of the engine's costs more than it saves. */
const MIN_LENGTH = 1024;

const NONE: ReadonlySet<number> = new Set();

/**
 * The reading of a text that is, from `start` on, one whole JSON value that doubles and objects hold and print as written;
 * undefined where that is not so, or not seen at a glance. Linear.
 */
export function readNatively(text: string, start: number, maxDepth: number): JsonReading | undefined {
  if (text.length - start < MIN_LENGTH) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start));
  } catch {
    return undefined;
  }
  const written = countWritten(text, start, maxDepth);
  // A key that was written twice is a member that is missing.
  if (written === undefined || written !== countHeld(value)) return undefined;
  return { kind: "value", value, end: text.length, controls: false, respelled: NONE };
}

/** Reads a text that is one JSON value, white space aside; undefined where it is not. */
export function readWholeJson(
  text: string,
  maxDepth: number,
): (JsonReading & { readonly kind: "value" }) | undefined {
  const reading = readNatively(text, 0, maxDepth) ?? readJson(text, 0, maxDepth);
  if (reading.kind !== "value" || skipSpace(text, reading.end) < text.length) return undefined;
  return reading;
}

/** In a text that is known to be JSON. */
const NUMBER = /[-+.0-9eE]+/y;

/**
 * Members of objects in a text that is known to be JSON; undefined where it is too deep, a number prints otherwise, or a
 * key has an escape.
 */
function countWritten(text: string, start: number, maxDepth: number): number | undefined {
  let members = 0;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = closingQuote(text, at + 1);
      if (isEscapedKey(text, at, end)) return undefined;
      at = end;
    } else if (code === 0x3a) members += 1;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return undefined;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      NUMBER.lastIndex = at;
      const token = NUMBER.exec(text)?.[0] ?? "";
      if (String(Number(token)) !== token) return undefined;
      at += token.length - 1;
    }
  }
  return members;
}

/** V8 13 takes some keys with an escape for others that it has seen before. */
function isEscapedKey(text: string, from: number, end: number): boolean {
  return text.charCodeAt(skipSpace(text, end + 1)) === 0x3a && text.slice(from, end).includes("\\");
}

/** The offset of the quote that ends the string whose first character is at `from`. */
function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slash = quote;
    while (text.charCodeAt(slash - 1) === 0x5c) slash -= 1;
    if ((quote - slash) % 2 === 0) return quote;
  }
  return text.length;
}

/** Members of the objects in a value that JSON.parse made, and that is no deeper than the limits allow. */
function countHeld(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === "object") members += countHeld(item);
    return members;
  }
  for (const key in value) {
    const held: unknown = value[key as keyof typeof value];
    members += 1;
    if (typeof held === "object") members += countHeld(held);
  }
  return members;
}
