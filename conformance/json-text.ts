/**
 * JSON as text, the form in which every payload travels. All walks are iterative, so that depth is no limit, and
 * nothing is lost on the way: own `__proto__` keys, -0 and lone surrogates survive.
 */
import { mayEscapeKey, parseByOwnKeys } from "./json-keys.ts";
import { plainJson } from "./plain-json.ts";

// Taken before any target is loaded: one that replaces it must not judge itself.
const { is } = Object;

/** Characters and values that one JSON text may have; a value that refers to one part many times can print endlessly. */
const MAX_TEXT = 64 * 1024 * 1024;
const MAX_VALUES = 4 * 1024 * 1024;
const SHOWN = 60;

/** Reads JSON text. `__proto__` becomes an own key, -0 stays -0, the last of repeated keys wins. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayEscapeKey(text) ? parseByOwnKeys(text) : value;
}

/** One step of a JSON Pointer, with its slash. */
function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Why JSON cannot hold this value by itself (not looking inside), or undefined if it can. */
function whyOutside(value: unknown): string | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : String(value);
  if (typeof value !== "object") return typeof value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value) || prototype === null || prototype === Object.prototype) return undefined;
  return "not a plain object";
}

interface Frame {
  readonly holder: object;
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  readonly path: Place | undefined;
  next: number;
}
interface Place {
  readonly up: Place | undefined;
  readonly key: string | number;
}

function pointer(place: Place | undefined): string {
  const steps: string[] = [];
  for (let at = place; at !== undefined; at = at.up) steps.push(pointerStep(at.key));
  return steps.reverse().join("");
}

function primitive(value: unknown): string {
  return is(value, -0) ? "-0" : JSON.stringify(value);
}

function enter(value: object, path: Place | undefined): Frame {
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  return { holder: value, keys, length: keys?.length ?? (value as unknown[]).length, path, next: 0 };
}

/** The member at `key` if it is plain data; a getter, a hole or a hostile proxy is outside JSON. */
function member(
  holder: object,
  key: string | number,
): { readonly value: unknown } | { readonly why: string } {
  const found = Object.getOwnPropertyDescriptor(holder, key);
  if (found === undefined) return { why: "a hole" };
  return "value" in found ? { value: found.value } : { why: "a getter" };
}

/**
 * Writes any value as JSON text without spaces, keys in their own order. What JSON cannot hold is written as null and
 * listed in `outside` as `<pointer>: <why>`; where no list is given it throws TypeError. Throws RangeError if the text
 * would pass 64 Mi characters or 4 Mi values.
 */
export function toJson(value: unknown, outside?: string[]): string {
  return plainJson(value) ?? closeLook(value, outside);
}

function closeLook(value: unknown, outside: string[] | undefined): string {
  const out: string[] = [];
  const stack: Frame[] = [];
  const open = new Set<object>();
  let size = 0;
  let values = 0;
  const write = (text: string): void => {
    size += text.length;
    if (size > MAX_TEXT) throw new RangeError("the value is too large to be written as JSON");
    out.push(text);
  };
  const refuse = (place: Place | undefined, why: string): void => {
    if (outside === undefined)
      throw new TypeError(`JSON cannot hold ${pointer(place) || "the value"}: ${why}`);
    if (outside.length < 1000) outside.push(`${pointer(place)}: ${why}`);
    write("null");
  };
  const start = (item: unknown, place: Place | undefined): void => {
    values += 1;
    if (values > MAX_VALUES) throw new RangeError("the value is too large to be written as JSON");
    const why = typeof item === "object" && item !== null && open.has(item) ? "a cycle" : whyOutside(item);
    if (why !== undefined) refuse(place, why);
    else if (typeof item !== "object" || item === null) write(primitive(item));
    else {
      open.add(item);
      stack.push(enter(item, place));
      write(Array.isArray(item) ? "[" : "{");
    }
  };
  const guarded = (item: () => unknown, place: Place | undefined): void => {
    try {
      start(item(), place);
    } catch (error) {
      if (outside === undefined || error instanceof RangeError) throw error;
      refuse(place, "it throws when read");
    }
  };
  guarded(() => value, undefined);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (frame.next === frame.length) {
      write(frame.keys === undefined ? "]" : "}");
      open.delete(frame.holder);
      stack.pop();
      continue;
    }
    const key = frame.keys === undefined ? frame.next : (frame.keys[frame.next] as string);
    const { holder } = frame;
    write(
      (frame.next === 0 ? "" : ",") + (frame.keys === undefined ? "" : `${JSON.stringify(String(key))}:`),
    );
    frame.next += 1;
    const place = { up: frame.path, key };
    let found: ReturnType<typeof member>;
    try {
      found = member(holder, key);
    } catch {
      found = { why: "it throws when read" };
    }
    if ("why" in found) refuse(place, found.why);
    else guarded(() => ("value" in found ? found.value : undefined), place);
  }
  return out.join("");
}

interface Difference {
  readonly place: string;
  readonly left: string;
  readonly right: string;
}

const short = (text: string): string => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`);

function kind(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return `an object with ${Object.keys(value).length} keys`;
  return short(primitive(value));
}

function strings(left: string, right: string): { readonly left: string; readonly right: string } {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const from = Math.max(0, at - 20);
  const show = (text: string): string =>
    (from > 0 ? `at ${from}: …` : "") + short(JSON.stringify(text.slice(from)).slice(0, SHOWN + 1));
  return { left: show(left), right: show(right) };
}

/** The first key that only one of two objects (or arrays) has. */
function oddKey(left: object, right: object, path: Place | undefined): Difference | undefined {
  const lost = Object.keys(left).find((key) => !Object.hasOwn(right, key));
  if (lost !== undefined) {
    const place = pointer({ up: path, key: lost });
    return { place, left: kind(Reflect.get(left, lost)), right: "nothing" };
  }
  const added = Object.keys(right).find((key) => !Object.hasOwn(left, key));
  if (added === undefined) return undefined;
  return {
    place: pointer({ up: path, key: added }),
    left: "nothing",
    right: kind(Reflect.get(right, added)),
  };
}

/** The first place, in the left value's order, at which two parsed JSON values differ. */
function difference(leftRoot: unknown, rightRoot: unknown): Difference | undefined {
  const stack: { left: unknown; right: unknown; path: Place | undefined }[] = [
    { left: leftRoot, right: rightRoot, path: undefined },
  ];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const { left, right, path } = pair;
    if (typeof left === "string" && typeof right === "string") {
      if (left !== right) return { place: pointer(path), ...strings(left, right) };
      continue;
    }
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
      if (is(left, right)) continue;
      return { place: pointer(path), left: kind(left), right: kind(right) };
    }
    if (Array.isArray(left) !== Array.isArray(right)) {
      return { place: pointer(path), left: kind(left), right: kind(right) };
    }
    const odd = oddKey(left, right, path);
    if (odd !== undefined) return odd;
    for (const key of Object.keys(left).reverse()) {
      stack.push({ left: Reflect.get(left, key), right: Reflect.get(right, key), path: { up: path, key } });
    }
  }
  return undefined;
}

/** True if two JSON texts hold the same value: key order is ignored, numbers are compared by `Object.is`. */
export function sameJson(left: string, right: string): boolean {
  return left === right || difference(parseJson(left), parseJson(right)) === undefined;
}

/** Where two JSON texts first differ, as a short sentence (`/a: expected 1, received 2`); undefined if nowhere. */
export function firstDifference(expected: string, received: string): string | undefined {
  if (expected === received) return undefined;
  const found = difference(parseJson(expected), parseJson(received));
  if (found === undefined) return undefined;
  return `${short(found.place) || "the whole value"}: expected ${found.left}, received ${found.right}`;
}

/** Freezes a value and all that it holds, cycles included; what cannot be frozen is left. Gives the value back. */
export function deepFreeze<T>(value: T): T {
  const seen = new Set<unknown>();
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const item = stack.pop();
    if (((typeof item !== "object" || item === null) && typeof item !== "function") || seen.has(item))
      continue;
    seen.add(item);
    try {
      Object.freeze(item);
      for (const found of Object.values(Object.getOwnPropertyDescriptors(item))) stack.push(found.value);
    } catch {
      // A typed array or a hostile proxy: it stays as it is.
    }
  }
  return value;
}
