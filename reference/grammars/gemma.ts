/**
 * Gemma 4 and FunctionGemma: `call:name{key:<|"|>text<|"|>,n:2}`. Delimited strings are verbatim; a string without
 * its delimiters could hold a comma or a brace of its own, so it is no call.
 */

import { isExactNumber } from "../json.ts";
import { type PlainObject, setOwn } from "../value.ts";
import type { RawCall } from "./call.ts";
import { accept, ahead, type Cursor, endOf, more, type Parse, readName, skipSpace } from "./cursor.ts";
import { MAX_DEPTH, type Span } from "./json-extent.ts";

const DELIMITERS = ['<|"|>', "<escape>"] as const;
const LONGEST = 8;

const delimiterAt = (text: string, at: number): string | undefined => {
  const code = text.charCodeAt(at);
  if (code === 34) return '"';
  return code === 60 ? DELIMITERS.find((candidate) => text.startsWith(candidate, at)) : undefined;
};

type Scan = { depth: number; delimiter: string };

/** Steps over one character or one delimiter. */
function stepBraces(scan: Scan, text: string, i: number): number {
  if (scan.delimiter !== "") {
    if (scan.delimiter === '"' && text.charCodeAt(i) === 92) return i + 2;
    if (!text.startsWith(scan.delimiter, i)) return i + 1;
    const end = i + scan.delimiter.length;
    scan.delimiter = "";
    return end;
  }
  scan.delimiter = delimiterAt(text, i) ?? "";
  if (scan.delimiter !== "") return i + scan.delimiter.length;
  const code = text.charCodeAt(i);
  if (code === 123 || code === 91) scan.depth++;
  else if (code === 125 || code === 93) scan.depth--;
  return i + 1;
}

/** The span of the braces at the cursor, with delimited strings passed over. */
export function* braceExtent(c: Cursor): Parse<Span | undefined> {
  const start = c.pos;
  const scan: Scan = { depth: 0, delimiter: "" };
  for (;;) {
    const stop = endOf(c) - c.base;
    const safe = c.final || c.base + c.text.length >= c.limit ? stop : stop - LONGEST;
    const from = c.pos - c.base;
    let i = from;
    do if (i < safe) i = stepBraces(scan, c.text, i);
    while (i < safe && scan.depth > 0 && scan.depth <= MAX_DEPTH);
    i = Math.min(i, stop);
    c.steps += i - from + 1;
    c.pos = c.base + i;
    if (scan.depth > MAX_DEPTH) return undefined;
    if (scan.depth === 0 && i > from) {
      c.done = c.pos;
      return { start, end: c.pos };
    }
    if (yield* more(c)) continue;
    c.pos = endOf(c);
    return undefined;
  }
}

type Reader = { readonly text: string; at: number; bad: boolean };

const KEY = /[A-Za-z0-9_$.-]+/y;
const WORD = /[^,{}[\]<>"\s]+/y;

function fail(r: Reader): undefined {
  r.bad = true;
  return undefined;
}

function space(r: Reader): void {
  while (/\s/.test(r.text.charAt(r.at))) r.at++;
}

function matchAt(r: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = r.at;
  const found = pattern.exec(r.text)?.[0];
  if (found !== undefined) r.at += found.length;
  return found;
}

function readDelimited(r: Reader, delimiter: string): string | undefined {
  const from = r.at + delimiter.length;
  let end = r.text.indexOf(delimiter, from);
  if (delimiter === '"')
    for (end = from; end < r.text.length && r.text[end] !== '"'; end++) if (r.text[end] === "\\") end++;
  if (end < 0 || end >= r.text.length) return fail(r);
  r.at = end + delimiter.length;
  const body = r.text.slice(from, end);
  if (delimiter !== '"') return body;
  try {
    return String(JSON.parse(`"${body}"`));
  } catch {
    return fail(r);
  }
}

function readWord(r: Reader): unknown {
  const word = matchAt(r, WORD);
  if (word === "true" || word === "false") return word === "true";
  if (word === "null") return null;
  const number = word !== undefined && /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(word);
  return number && isExactNumber(word) ? Number(word) : fail(r);
}

function readItems(r: Reader, close: string, item: () => void): void {
  r.at++;
  space(r);
  while (!r.bad && r.text.charAt(r.at) !== close) {
    item();
    space(r);
    const next = r.text.charAt(r.at);
    if (next === ",") r.at++;
    else if (next !== close) r.bad = true;
    space(r);
  }
  r.at++;
}

function readBraces(r: Reader, depth: number): PlainObject {
  const fields: PlainObject = {};
  readItems(r, "}", () => {
    const delimiter = delimiterAt(r.text, r.at);
    const key = delimiter === undefined ? matchAt(r, KEY) : readDelimited(r, delimiter);
    space(r);
    const sign = r.text.charAt(r.at++);
    if (key === undefined || Object.hasOwn(fields, key) || (sign !== ":" && sign !== "=")) r.bad = true;
    else setOwn(fields, key, readAny(r, depth + 1));
  });
  return fields;
}

function readAny(r: Reader, depth: number): unknown {
  if (depth > MAX_DEPTH) return fail(r);
  space(r);
  const delimiter = delimiterAt(r.text, r.at);
  if (delimiter !== undefined) return readDelimited(r, delimiter);
  const first = r.text.charAt(r.at);
  if (first === "{") return readBraces(r, depth);
  if (first !== "[") return readWord(r);
  const items: unknown[] = [];
  readItems(r, "]", () => items.push(readAny(r, depth + 1)));
  return items;
}

/** The fields in braces, or undefined where a value is not delimited. */
export function decodeBraces(text: string): PlainObject | undefined {
  const r: Reader = { text, at: 0, bad: false };
  const fields = readBraces(r, 1);
  return r.bad || r.at !== text.length ? undefined : fields;
}

/** Behind the opener: `call:name{...}`. */
export function* gemmaCall(c: Cursor): Parse<RawCall[] | undefined> {
  yield* skipSpace(c);
  const start = c.pos;
  if (!(yield* accept(c, "call:"))) return undefined;
  const name = yield* readName(c);
  if (name === undefined || !(yield* ahead(c, ["{"]))) return undefined;
  c.began = true;
  const span = yield* braceExtent(c);
  return span && [{ name, body: { kind: "braces", span }, start, end: span.end }];
}
