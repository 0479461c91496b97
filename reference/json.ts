// A reader of JSON text that is exact where JSON.parse is lenient (repeated keys, numbers that a double cannot hold),
// lenient in one place (raw control characters inside strings), and that says where a cut text stopped. Linear, without
// recursion.
import { type PlainObject, sameData, setOwn } from "./value.ts";

export type JsonFault = "syntax" | "escape" | "repeated-key" | "number" | "depth";

/** What is known of the text besides its value. */
interface TextFacts {
  readonly controls: boolean;
  /** Numbers that print otherwise than they were written (`1.50`, `1e5`); absent where there is none. */
  readonly respelled?: ReadonlySet<number>;
}

export type JsonReading =
  | ({ readonly kind: "value"; readonly value: unknown; readonly end: number } & TextFacts)
  /** The text ended too early; `closed` is the value with its open objects closed, where nothing else is open. */
  | ({ readonly kind: "cut"; readonly closed: PlainObject | undefined } & TextFacts)
  | { readonly kind: "bad"; readonly fault: JsonFault };

type Expecting = "value" | "item-or-end" | "key-or-end" | "key" | "colon" | "comma-or-end";

interface Frame {
  readonly container: PlainObject | unknown[];
  key: string;
}

interface Cursor {
  readonly text: string;
  readonly open: Frame[];
  readonly maxDepth: number;
  at: number;
  controls: boolean;
  respelled: Set<number> | undefined;
  expecting: Expecting;
  fault: JsonFault | "cut" | undefined;
  result: { readonly value: unknown } | undefined;
}

/**
 * Reads one JSON value from `start` on; what follows it is the caller's (`end` is the offset behind it). `maxDepth` is
 * the number of levels of objects and arrays allowed.
 */
export function readJson(text: string, start: number, maxDepth: number): JsonReading {
  const cursor: Cursor = {
    text,
    open: [],
    maxDepth,
    at: start,
    controls: false,
    respelled: undefined,
    expecting: "value",
    fault: undefined,
    result: undefined,
  };
  while (cursor.result === undefined && cursor.fault === undefined) {
    cursor.at = skipSpace(text, cursor.at);
    if (cursor.at >= text.length) return cutReading(cursor);
    step(cursor, text.charCodeAt(cursor.at));
  }
  if (cursor.result !== undefined) {
    return { kind: "value", value: cursor.result.value, end: cursor.at, ...factsOf(cursor) };
  }
  if (cursor.fault === "cut") return { kind: "cut", closed: undefined, ...factsOf(cursor) };
  return { kind: "bad", fault: cursor.fault ?? "syntax" };
}

function factsOf({ controls, respelled }: Cursor): TextFacts {
  return respelled === undefined ? { controls } : { controls, respelled };
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
  if (!matches) {
    cursor.fault = "syntax";
    return;
  }
  cursor.at += 1;
  cursor.expecting = next;
}

function readSeparator(cursor: Cursor, code: number): void {
  const inArray = Array.isArray(cursor.open.at(-1)?.container);
  if (code === (inArray ? 0x5d : 0x7d)) close(cursor);
  else punctuation(cursor, code === 0x2c, inArray ? "value" : "key");
}

function readKey(cursor: Cursor, code: number): void {
  if (code !== 0x22) {
    cursor.fault = "syntax";
    return;
  }
  const key = readString(cursor);
  const frame = cursor.open.at(-1);
  if (cursor.fault !== undefined || frame === undefined) return;
  frame.key = key;
  cursor.expecting = "colon";
}

function readValue(cursor: Cursor, code: number): void {
  if (code === 0x22) {
    const text = readString(cursor);
    if (cursor.fault === undefined) place(cursor, text);
  } else if (code === 0x7b || code === 0x5b) {
    if (cursor.open.length >= cursor.maxDepth) {
      cursor.fault = "depth";
      return;
    }
    cursor.open.push({ container: code === 0x7b ? {} : [], key: "" });
    cursor.at += 1;
    cursor.expecting = code === 0x7b ? "key-or-end" : "item-or-end";
  } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
    readNumber(cursor);
  } else {
    readLiteral(cursor);
  }
}

const LITERALS = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;

function readLiteral(cursor: Cursor): void {
  for (const [word, value] of LITERALS) {
    if (cursor.text.startsWith(word, cursor.at)) {
      cursor.at += word.length;
      place(cursor, value);
      return;
    }
    if (cursor.text.length - cursor.at < word.length && word.startsWith(cursor.text.slice(cursor.at))) {
      cursor.fault = "cut";
      return;
    }
  }
  cursor.fault = "syntax";
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

function readNumber(cursor: Cursor): void {
  const { text, at } = cursor;
  let end = at;
  while (end < text.length && "+-.eE0123456789".includes(text.charAt(end))) end++;
  // At the very end of a text with something open, more digits may have followed.
  if (end === text.length && cursor.open.length > 0) {
    cursor.fault = "cut";
    return;
  }
  const token = text.slice(at, end);
  NUMBER.lastIndex = 0;
  if (NUMBER.exec(token)?.[0] !== token) cursor.fault = "syntax";
  else if (!isExactNumber(token)) cursor.fault = "number";
  else {
    cursor.at = end;
    const value = Number(token);
    if (String(value) !== token) {
      cursor.respelled ??= new Set();
      cursor.respelled.add(value);
    }
    place(cursor, value);
  }
}

/** Whether the double read from a JSON number stands for the decimal number as written (`1.0` and `0.1` do). */
export function isExactNumber(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  const printed = String(value);
  return printed === token || decimal(printed) === decimal(token);
}

/** One spelling for each decimal number: significant digits and the power of ten of the last one. */
function decimal(token: string): string {
  const [mantissa = "", exponent = "0"] = token.toLowerCase().split("e");
  const negative = mantissa.startsWith("-");
  const [whole = "", fraction = ""] = (negative ? mantissa.slice(1) : mantissa).split(".");
  const digits = whole + fraction;
  let first = 0;
  while (first < digits.length && digits.charCodeAt(first) === 0x30) first++;
  let last = digits.length;
  while (last > first && digits.charCodeAt(last - 1) === 0x30) last--;
  if (first === last) return "0";
  const power = Number(exponent) - fraction.length + (digits.length - last);
  return `${negative ? "-" : ""}${digits.slice(first, last)}e${power}`;
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

/** Reads the string that starts at the cursor; sets the cursor's fault where it is cut or has a bad escape. */
function readString(cursor: Cursor): string {
  const { text } = cursor;
  const parts: string[] = [];
  let from = cursor.at + 1;
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      cursor.at = index + 1;
      parts.push(text.slice(from, index));
      return parts.length === 1 ? (parts[0] ?? "") : parts.join("");
    }
    if (code < 0x20) cursor.controls = true;
    if (code !== 0x5c) continue;
    parts.push(text.slice(from, index));
    const length = readEscape(cursor, index, parts);
    if (length === 0) return "";
    index += length - 1;
    from = index + 1;
  }
  cursor.fault = "cut";
  return "";
}

/** Decodes the escape at `index` into `parts` and returns its length; 0 with the cursor's fault set. */
function readEscape(cursor: Cursor, index: number, parts: string[]): number {
  const { text } = cursor;
  const letter = text.charAt(index + 1);
  const simple = letter === "" ? undefined : ESCAPES[letter];
  if (simple !== undefined) {
    parts.push(simple);
    return 2;
  }
  const hex = text.slice(index + 2, index + 6);
  if (letter === "u" && /^[0-9a-fA-F]{4}$/.test(hex)) {
    parts.push(String.fromCharCode(Number.parseInt(hex, 16)));
    return 6;
  }
  const cut = letter === "" || (letter === "u" && hex.length < 4 && /^[0-9a-fA-F]*$/.test(hex));
  cursor.fault = cut ? "cut" : "escape";
  return 0;
}

function close(cursor: Cursor): void {
  const frame = cursor.open.pop();
  cursor.at += 1;
  if (frame !== undefined) place(cursor, frame.container);
}

/** Puts a finished value into the innermost open container, or makes it the result. */
function place(cursor: Cursor, value: unknown): void {
  const frame = cursor.open.at(-1);
  if (frame === undefined) {
    cursor.result = { value };
    return;
  }
  if (!attach(frame, value)) cursor.fault = "repeated-key";
  cursor.expecting = "comma-or-end";
}

function attach(frame: Frame, value: unknown): boolean {
  const { container, key } = frame;
  if (Array.isArray(container)) container.push(value);
  else if (!Object.hasOwn(container, key)) setOwn(container, key, value);
  else return sameData(container[key], value);
  return true;
}

/** What the text was when it ended between two tokens: it can be closed if only objects are open, each after a member. */
function cutReading(cursor: Cursor): JsonReading {
  const { open, expecting } = cursor;
  const closable = expecting === "comma-or-end" || expecting === "key-or-end";
  const root = open[0]?.container;
  if (!closable || root === undefined || open.some((frame) => Array.isArray(frame.container))) {
    return { kind: "cut", closed: undefined, ...factsOf(cursor) };
  }
  for (let index = open.length - 1; index > 0; index--) {
    const parent = open[index - 1];
    const child = open[index];
    if (parent !== undefined && child !== undefined && !attach(parent, child.container)) {
      return { kind: "bad", fault: "repeated-key" };
    }
  }
  // A lone `{` says nothing: closing it would make `{}` out of something lost.
  const closed = Array.isArray(root) || Object.keys(root).length === 0 ? undefined : root;
  return { kind: "cut", closed, ...factsOf(cursor) };
}
