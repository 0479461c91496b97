/** Where the scalars of a repaired value come from, and what became of arrays and objects of the input. */
import { parseJson } from "./json-text.ts";

/** Calls `visit` with every part of a value, the value first; `path` is a JSON Pointer without escapes. */
function walk(value: unknown, visit: (part: unknown, path: string) => void): void {
  const stack: { part: unknown; path: string }[] = [{ part: value, path: "" }];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    visit(at.part, at.path);
    if (typeof at.part !== "object" || at.part === null) continue;
    for (const [key, below] of Object.entries(at.part))
      stack.push({ part: below, path: `${at.path}/${key}` });
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Text with the escapes of JSON strings undone once, wherever they stand. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/gs,
    (_, unit: string | undefined, one: string | undefined) =>
      unit !== undefined ? String.fromCharCode(Number.parseInt(unit, 16)) : (ESCAPES[one ?? ""] ?? one ?? ""),
  );
}

/** A text without what configured clean-up takes out of its middle: auto-links and grammar tokens. */
const cleaned = (text: string): string =>
  text.replace(/\[([^[\]]*)\]\(\w+:\/\/[^()]*\)/g, "$1").replace(/<\/?arg_(?:key|value)>/g, "");

/** The input's JSON text and what its escapes hide, five levels deep (a text encoded three times inside a field). */
function readings(input: string): readonly string[] {
  const texts = [input];
  for (let level = 0; level < 5; level += 1) texts.push(unescaped(texts.at(-1) ?? ""));
  return [...texts, ...texts.map(cleaned)];
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A scalar of `args` that occurs nowhere in `input`, not in text decoded from it, and not as a listed conversion. */
export function inventedScalar(
  input: string,
  args: string,
): { readonly path: string; readonly value: unknown } | undefined {
  const texts = readings(input);
  const numbers = new Set(texts.flatMap((text) => text.match(NUMBER) ?? []).map(Number));
  const has = (text: string): boolean => texts.some((reading) => reading.includes(text));
  let invented: { readonly path: string; readonly value: unknown } | undefined;
  walk(parseJson(args), (value, path) => {
    if (invented !== undefined || typeof value === "object") {
      if (value === null && invented === undefined && !has("null")) invented = { path, value };
      return;
    }
    const occurs =
      typeof value === "number"
        ? numbers.has(value)
        : typeof value === "boolean"
          ? has(String(value)) || has(value ? "True" : "False") || has(value ? "1" : "0")
          : has(String(value)) || has(JSON.stringify(value).slice(1, -1));
    if (!occurs) invented = { path, value };
  });
  return invented;
}

/** An array of `input` that has fewer members in `args`, or content of `input` that became `{}`: its path. */
export function droppedPart(input: unknown, args: unknown): string | undefined {
  const after = new Map<string, unknown>();
  walk(args, (part, path) => after.set(path, part));
  let dropped: string | undefined;
  walk(input, (part, path) => {
    const now = after.get(path);
    if (Array.isArray(part) && Array.isArray(now) && now.length < part.length) dropped ??= path || "the root";
    if (isEmptied(part, now)) dropped ??= path || "the root";
  });
  return dropped;
}

function isEmptied(before: unknown, now: unknown): boolean {
  if (typeof now !== "object" || now === null || Array.isArray(now) || Object.keys(now).length > 0)
    return false;
  if (typeof before === "string") return !/\{\s*\}/.test(before);
  if (typeof before !== "object" || before === null) return true;
  return Object.values(before).some(
    (member) => member !== null && !(typeof member === "object" && Object.keys(member).length === 0),
  );
}
