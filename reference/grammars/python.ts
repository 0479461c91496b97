/**
 * Python literals as models print them in calls: quoted and triple-quoted strings with their escapes, decimal numbers,
 * True, False and None (also spelled as in JSON), lists and dicts. Anything else is no literal.
 */

import { isExactNumber } from "../json.ts";
import { type PlainObject, sameData, setOwn } from "../value.ts";
import { MAX_DEPTH } from "./json-extent.ts";

type Reader = { readonly text: string; readonly arrows: boolean; at: number; bad: boolean };

const NUMBER = /[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};
const HEX_LENGTH: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function fail(r: Reader): undefined {
  r.bad = true;
  return undefined;
}

/** White space and comments have no place between literals; line breaks have. */
function space(r: Reader): void {
  while (/\s/.test(r.text.charAt(r.at))) r.at++;
}

function matchAt(r: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = r.at;
  const found = pattern.exec(r.text)?.[0];
  if (found !== undefined) r.at += found.length;
  return found;
}

/** The text of the escape whose backslash stands before `r.at`. An unknown escape keeps its backslash, as in Python. */
function readEscape(r: Reader): string {
  const letter = r.text.charAt(r.at++);
  const plain = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (plain !== undefined) return plain;
  const length = Object.hasOwn(HEX_LENGTH, letter) ? HEX_LENGTH[letter] : undefined;
  if (length !== undefined) {
    const digits = r.text.slice(r.at, r.at + length);
    const point = /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (point < 0 || point > 0x10ffff) r.bad = true;
    r.at += length;
    return r.bad ? "" : String.fromCodePoint(point);
  }
  if (letter >= "0" && letter <= "7") {
    let digits = letter;
    while (digits.length < 3 && r.text.charAt(r.at) >= "0" && r.text.charAt(r.at) <= "7")
      digits += r.text.charAt(r.at++);
    return String.fromCharCode(Number.parseInt(digits, 8));
  }
  if (letter === "N") r.bad = true;
  return `\\${letter}`;
}

function readString(r: Reader): string | undefined {
  const mark = r.text.charAt(r.at);
  const triple = mark.repeat(3);
  const quote = r.text.startsWith(triple, r.at) ? triple : mark;
  r.at += quote.length;
  const parts: string[] = [];
  let from = r.at;
  while (r.at < r.text.length) {
    const char = r.text.charAt(r.at);
    if (char === "\\") {
      parts.push(r.text.slice(from, r.at));
      r.at++;
      parts.push(readEscape(r));
      from = r.at;
    } else if (r.text.startsWith(quote, r.at)) {
      parts.push(r.text.slice(from, r.at));
      r.at += quote.length;
      return parts.join("");
    } else if (char === "\n" && quote.length === 1) return fail(r);
    else r.at++;
  }
  return fail(r);
}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["True", true],
  ["False", false],
  ["None", null],
  ["true", true],
  ["false", false],
  ["null", null],
]);

function readWord(r: Reader): unknown {
  const word = matchAt(r, NAME);
  if (word !== undefined) return WORDS.has(word) ? WORDS.get(word) : fail(r);
  const number = matchAt(r, NUMBER);
  // Python has no number that begins with a needless zero: it may be octal or decimal.
  if (number === undefined || /^[+-]?0[0-9]/.test(number)) return fail(r);
  return isExactNumber(number.replace("+", "")) ? Number(number) : fail(r);
}

/** Items between the opening bracket at the reader and `close`, with commas between and at most one behind. */
function readItems(r: Reader, close: string, item: () => void): void {
  r.at++;
  for (;;) {
    space(r);
    if (r.text.charAt(r.at) === close) break;
    item();
    space(r);
    if (r.text.charAt(r.at) === ",") r.at++;
    else if (r.text.charAt(r.at) !== close) {
      r.bad = true;
      return;
    }
  }
  r.at++;
}

/** A field may be repeated only with the same value. */
function addField(r: Reader, fields: PlainObject, key: string, value: unknown): void {
  if (!Object.hasOwn(fields, key)) setOwn(fields, key, value);
  else if (!sameData(fields[key], value)) r.bad = true;
}

/** The value at the reader, inside `depth` brackets. */
function readValue(r: Reader, depth: number): unknown {
  space(r);
  const first = r.text.charAt(r.at);
  if (first === '"' || first === "'") return readString(r);
  if (first !== "[" && first !== "{") return readWord(r);
  if (depth >= MAX_DEPTH) return fail(r);
  if (first === "[") {
    const items: unknown[] = [];
    readItems(r, "]", () => items.push(readValue(r, depth + 1)));
    return items;
  }
  const fields: PlainObject = {};
  readItems(r, "}", () => {
    const quote = r.text.charAt(r.at);
    const quoted = quote === '"' || quote === "'";
    const key = quoted ? readString(r) : r.arrows ? matchAt(r, NAME) : undefined;
    space(r);
    const sign = r.arrows ? "=>" : ":";
    if (key === undefined || !r.text.startsWith(sign, r.at)) {
      r.bad = true;
      return;
    }
    r.at += sign.length;
    addField(r, fields, key, readValue(r, depth + 1));
  });
  return fields;
}

/** The value of one literal without white space around it, or undefined. */
export function decodePython(text: string): { readonly value: unknown } | undefined {
  const r: Reader = { text, arrows: false, at: 0, bad: false };
  const value = readValue(r, 0);
  return r.bad || r.at !== text.length ? undefined : { value };
}

/** The value of `{key => "text", other => {...}}`. */
export function decodeArrows(text: string): { readonly value: unknown } | undefined {
  const r: Reader = { text, arrows: true, at: 0, bad: false };
  const value = readValue(r, 0);
  return r.bad ? undefined : { value };
}

/** The keyword arguments in `(k="v", n=2)`, brackets included; a repeated keyword is no call. */
export function decodeKeywords(text: string): PlainObject | undefined {
  const r: Reader = { text, arrows: false, at: 0, bad: false };
  const fields: PlainObject = {};
  readItems(r, ")", () => {
    const key = matchAt(r, NAME);
    space(r);
    if (key === undefined || Object.hasOwn(fields, key) || r.text.charAt(r.at++) !== "=") r.bad = true;
    else addField(r, fields, key, readValue(r, 1));
  });
  return r.bad ? undefined : fields;
}
