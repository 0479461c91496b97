// A reader of JSON text that is exact where JSON.parse is lenient (repeated keys, numbers that a double cannot hold),
// lenient in one place (raw control characters inside strings), and that closes a text which was cut between two members
// of objects. Linear, without recursion.
import { type PlainObject, sameData, setOwn } from "./value.ts";

export type JsonFault = "syntax" | "repeated-key" | "number" | "depth";

/** What is known of the text besides its value. */
interface TextFacts {
  /** Raw control characters stand in a string. */
  readonly controls: boolean;
  /** Numbers that print otherwise than they were written (`1.50`, `1e5`). */
  readonly respelled: ReadonlySet<number>;
}

export type JsonReading =
  | ({ readonly kind: "value"; readonly value: unknown; readonly end: number } & TextFacts)
  /** The text ended too early, with nothing but objects open; `closed` is the value with these closed. */
  | ({ readonly kind: "cut"; readonly closed: PlainObject } & TextFacts)
  | { readonly kind: "bad"; readonly fault: JsonFault };

type Expecting = "value" | "item-or-end" | "key-or-end" | "key" | "colon" | "comma-or-end";

/** An open container; the outermost is a list for the value itself. */
interface Frame {
  readonly container: PlainObject | unknown[];
  readonly outer: Frame | undefined;
  /** Levels of objects and arrays around its members. */
  readonly depth: number;
  key: string;
}

interface Cursor {
  readonly text: string;
  readonly maxDepth: number;
  readonly respelled: Set<number>;
  at: number;
  frame: Frame;
  controls: boolean;
  expecting: Expecting;
  fault: JsonFault | undefined;
}

/**
 * Reads one JSON value from `start` on; what follows it is the caller's (`end` is the offset behind it). `maxDepth` is
 * the number of levels of objects and arrays allowed.
 */
export function readJson(text: string, start: number, maxDepth: number): JsonReading {
  const values: unknown[] = [];
  const cursor: Cursor = {
    text,
    maxDepth,
    respelled: new Set(),
    at: start,
    frame: { container: values, outer: undefined, depth: 0, key: "" },
    controls: false,
    expecting: "value",
    fault: undefined,
  };
  while (values.length === 0) {
    cursor.at = skipSpace(text, cursor.at);
    if (cursor.at === text.length) return cutReading(cursor);
    step(cursor, text.charCodeAt(cursor.at++));
    if (cursor.fault !== undefined) return { kind: "bad", fault: cursor.fault };
  }
  const { at, controls, respelled } = cursor;
  return { kind: "value", value: values[0], end: at, controls, respelled };
}

/** The offset of the first character from `at` on that is not JSON's white space. */
export function skipSpace(text: string, at: number): number {
  let index = at;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return index;
}

/** The first fault is the one that is told; whoever notes it may go on to the end of its token. */
function fail(cursor: Cursor, fault: JsonFault = "syntax"): void {
  cursor.fault ??= fault;
}

/** Goes on by one token; its first character, of this code, stands before the cursor. */
function step(cursor: Cursor, code: number): void {
  const { expecting } = cursor;
  if (expecting === "colon") punctuation(cursor, code === 0x3a, "value");
  else if (expecting === "comma-or-end") readSeparator(cursor, code);
  else if (expecting === "item-or-end" && code === 0x5d) close(cursor);
  else if (expecting === "key-or-end" && code === 0x7d) close(cursor);
  else if (expecting === "key" || expecting === "key-or-end") readKey(cursor, code);
  else readValue(cursor, code);
}

function punctuation(cursor: Cursor, matches: boolean, next: Expecting): void {
  if (!matches) fail(cursor);
  cursor.expecting = next;
}

function readSeparator(cursor: Cursor, code: number): void {
  const inArray = Array.isArray(cursor.frame.container);
  if (code === (inArray ? 0x5d : 0x7d)) close(cursor);
  else punctuation(cursor, code === 0x2c, inArray ? "value" : "key");
}

function readKey(cursor: Cursor, code: number): void {
  const key = code === 0x22 ? readString(cursor) : undefined;
  if (key === undefined) fail(cursor);
  else cursor.frame.key = key;
  cursor.expecting = "colon";
}

function readValue(cursor: Cursor, code: number): void {
  if (code === 0x22) {
    const text = readString(cursor);
    if (text === undefined) fail(cursor);
    else place(cursor, text);
  } else if (code === 0x7b || code === 0x5b) {
    open(cursor, code === 0x7b);
  } else {
    const literal = LITERALS.get(code);
    if (literal === undefined) readNumber(cursor);
    else readLiteral(cursor, ...literal);
  }
}

/** By the code of their first letter. */
const LITERALS: ReadonlyMap<number, readonly [string, boolean | null]> = new Map([
  [0x74, ["true", true]],
  [0x66, ["false", false]],
  [0x6e, ["null", null]],
]);

function readLiteral(cursor: Cursor, word: string, value: boolean | null): void {
  if (!cursor.text.startsWith(word, cursor.at - 1)) fail(cursor);
  cursor.at += word.length - 1;
  place(cursor, value);
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** As far as a number may go on, however wrong it is. */
const NUMBER_LIKE = /[-+.0-9eE]*/y;

function readNumber(cursor: Cursor): void {
  const { text, at } = cursor;
  NUMBER_LIKE.lastIndex = at - 1;
  NUMBER_LIKE.test(text);
  cursor.at = NUMBER_LIKE.lastIndex;
  const token = text.slice(at - 1, cursor.at);
  const value = Number(token);
  // At the very end of a text with something open, more digits may have followed.
  if (!NUMBER.test(token) || (cursor.at === text.length && cursor.frame.depth > 0)) fail(cursor);
  else if (!isExactNumber(token)) fail(cursor, "number");
  else if (String(value) !== token) cursor.respelled.add(value);
  place(cursor, value);
}

/** Whether the double read from a JSON number stands for the decimal number as written (`1.0` and `0.1` do). */
export function isExactNumber(token: string): boolean {
  const printed = String(Number(token));
  return printed === token || significant(printed) === significant(token);
}

/** The significant digits of a decimal number. With the same digits, a number and its double have the same power of ten. */
function significant(token: string): string {
  const digits = token
    .replace(/[eE].*/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "");
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Reads the string whose first character is at the cursor; undefined where it is cut or has a bad escape. */
function readString(cursor: Cursor): string | undefined {
  const { text } = cursor;
  let value = "";
  let from = cursor.at;
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      cursor.at = index + 1;
      return value + text.slice(from, index);
    }
    if (code < 0x20) cursor.controls = true;
    if (code !== 0x5c) continue;
    const letter = text.charAt(index + 1);
    const decoded = letter === "u" ? readUnit(text, index + 2) : ESCAPES[letter];
    if (decoded === undefined) return undefined;
    value += text.slice(from, index) + decoded;
    index += letter === "u" ? 5 : 1;
    from = index + 1;
  }
  return undefined;
}

/** The UTF-16 unit whose four digits stand at `at`. */
function readUnit(text: string, at: number): string | undefined {
  const hex = text.slice(at, at + 4);
  return /[0-9a-fA-F]{4}/.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : undefined;
}

function open(cursor: Cursor, isObject: boolean): void {
  const outer = cursor.frame;
  if (outer.depth >= cursor.maxDepth) fail(cursor, "depth");
  cursor.frame = { container: isObject ? {} : [], outer, depth: outer.depth + 1, key: "" };
  cursor.expecting = isObject ? "key-or-end" : "item-or-end";
}

function close(cursor: Cursor): void {
  const { container, outer } = cursor.frame;
  if (outer !== undefined) cursor.frame = outer;
  place(cursor, container);
}

/** Puts a finished value into the innermost open container. */
function place(cursor: Cursor, value: unknown): void {
  if (!attach(cursor.frame, value)) fail(cursor, "repeated-key");
  cursor.expecting = "comma-or-end";
}

function attach({ container, key }: Frame, value: unknown): boolean {
  if (Array.isArray(container)) container.push(value);
  else if (!Object.hasOwn(container, key)) setOwn(container, key, value);
  else return sameData(container[key], value);
  return true;
}

/** The text ended between two tokens: it can be closed if only objects are open, each behind a member. */
function cutReading({ frame: innermost, expecting, controls, respelled }: Cursor): JsonReading {
  let closed: PlainObject = {};
  for (let frame = innermost; frame.outer !== undefined; frame = frame.outer) {
    const { container, outer } = frame;
    if (Array.isArray(container) || !attach(outer, container)) return BAD;
    closed = container;
  }
  // Behind a brace nothing is known of what was lost: closing it would make `{}` of that.
  return expecting === "comma-or-end" ? { kind: "cut", closed, controls, respelled } : BAD;
}

const BAD: JsonReading = Object.freeze({ kind: "bad", fault: "syntax" });
