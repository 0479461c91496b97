/** What a body parser found, as spans, and how spans become calls once the whole candidate is there. */
import { isPlainObject, type PlainObject, setOwn } from "../value.ts";
import { decodeJson } from "./exact-json.ts";
import { decodeBraces } from "./gemma.ts";
import type { Span } from "./json-extent.ts";
import { readTree } from "./minimax-tree.ts";
import { resolveToolName } from "./names.ts";
import { decodeArrows, decodeKeywords } from "./python.ts";
import {
  fieldNode,
  numbersForText,
  type Reading,
  readValue,
  type ToolSchemas,
  unwrapArguments,
} from "./values.ts";

export type Pair = Span & {
  readonly key: string;
  readonly reading: Reading;
  readonly stripLine?: boolean;
  /** What opens a value of the family: a value that holds it could end at either of two closers. */
  readonly inner?: string;
};

/** Where a call's name and arguments stand. `start` and `end` bound the call itself, without its wrapper. */
export type RawCall = Span & {
  readonly name: string;
  readonly body:
    | { readonly kind: "pairs"; readonly pairs: readonly Pair[] }
    | { readonly kind: "json" | "keywords" | "braces"; readonly span: Span };
};

/** `{tool => "name", args => {...}}`: the name is inside. */
export type RawArrows = Span & { readonly kind: "arrows" };

/** One or several JSON calls: the name and the arguments are inside. */
export type RawCalls = Span & {
  readonly kind: "call-json";
  readonly names: CallKeys;
  /** The name that the header gives, where the family has one: the body must agree. */
  readonly expected?: string;
};

export type Raw = RawCall | RawCalls | RawArrows;

/** Which fields of a JSON call hold its name and its arguments; `only-key`: the key is the name, the value the rest. */
export type CallKeys = "usual" | "cohere" | "inkling" | "only-key" | "named-arguments";

export type Call = Span & { readonly name: string; readonly arguments: PlainObject };
export type Read = (start: number, end: number) => string;

class Flawed extends Error {}

type NamedKeys = Exclude<CallKeys, "only-key">;

const NAME_KEY: Readonly<Record<NamedKeys, string>> = {
  usual: "name",
  cohere: "tool_name",
  inkling: "name",
  "named-arguments": "name",
};
const ARGUMENT_KEYS: Readonly<Record<NamedKeys, readonly string[]>> = {
  usual: ["arguments", "parameters"],
  cohere: ["parameters"],
  inkling: ["args"],
  "named-arguments": ["arguments"],
};
/** What may stand beside name and arguments. */
const OTHER_KEYS: ReadonlySet<string> = new Set(["id", "type", "tool_call_id", "index", "call_id"]);

function argumentObject(value: unknown): PlainObject {
  if (value === undefined || value === null) return {};
  const decoded = typeof value === "string" ? decodeJson(value) : { value };
  if ("flaw" in decoded || !isPlainObject(decoded.value)) throw new Flawed("arguments are no JSON object");
  return decoded.value;
}

type Loose = { readonly name: string; readonly arguments: PlainObject };

/** One call from its JSON object; undefined where the object is something else. */
export function readCallObject(value: unknown, keys: CallKeys): Loose | undefined {
  if (!isPlainObject(value)) return undefined;
  const own = Object.keys(value);
  if (keys === "only-key") {
    const [name = "", ...others] = own;
    const inner = value[name];
    return others.length === 0 && isPlainObject(inner) ? { name, arguments: inner } : undefined;
  }
  const inner = value.function;
  if (
    keys === "usual" &&
    isPlainObject(inner) &&
    own.every((key) => key === "function" || OTHER_KEYS.has(key))
  )
    return readCallObject(inner, keys);
  const nameKey = NAME_KEY[keys];
  const name = value[nameKey];
  const given = ARGUMENT_KEYS[keys].filter((key) => Object.hasOwn(value, key));
  if (given.length > 1 || typeof name !== "string" || name === "") return undefined;
  if (own.some((key) => key !== nameKey && !given.includes(key) && !OTHER_KEYS.has(key))) return undefined;
  return { name, arguments: argumentObject(given.map((key) => value[key])[0]) };
}

/** All calls of a decoded value: an object, an array of objects, or the OpenAI wrapper around one. */
export function readCallValue(value: unknown, keys: CallKeys): readonly Loose[] | undefined {
  const wrapped =
    keys === "usual" && isPlainObject(value) && Object.keys(value).length === 1
      ? value.tool_calls
      : undefined;
  const items = Array.isArray(wrapped) ? wrapped : Array.isArray(value) ? value : [value];
  const calls = items.map((item) => readCallObject(item, keys));
  return items.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined;
}

function stripLineEnds(text: string): string {
  const start = text.startsWith("\r\n") ? 2 : text.startsWith("\n") ? 1 : 0;
  const end = text.endsWith("\r\n") ? 2 : text.endsWith("\n") ? 1 : 0;
  return text.slice(start, text.length - end);
}

function pairFields(pairs: readonly Pair[], schema: unknown, read: Read): PlainObject {
  const fields: PlainObject = {};
  for (const pair of pairs) {
    if (Object.hasOwn(fields, pair.key)) throw new Flawed("a parameter is repeated");
    const text = read(pair.start, pair.end);
    if (pair.inner !== undefined && text.includes(pair.inner)) throw new Flawed("a value holds an opener");
    const node = fieldNode(schema, schema, pair.key);
    const value =
      pair.reading === "tree"
        ? readTree(text, schema, node)
        : readValue(pair.stripLine ? stripLineEnds(text) : text, pair.reading, schema, node);
    if ("flaw" in value) throw new Flawed(value.flaw);
    setOwn(fields, pair.key, value.value);
  }
  return fields;
}

function jsonFields(text: string): PlainObject {
  const decoded = decodeJson(text);
  if ("flaw" in decoded) throw new Flawed(decoded.flaw);
  return argumentObject(decoded.value);
}

function bodyFields(raw: RawCall, schema: unknown, read: Read): PlainObject {
  const { body } = raw;
  if (body.kind === "pairs") return pairFields(body.pairs, schema, read);
  const text = read(body.span.start, body.span.end);
  if (body.kind === "json") return jsonFields(text);
  const fields = body.kind === "keywords" ? decodeKeywords(text) : decodeBraces(text);
  if (fields === undefined) throw new Flawed("arguments do not parse");
  return fields;
}

function arrowCall(text: string): Loose {
  const value = decodeArrows(text)?.value;
  const { tool: name, args, ...others } = isPlainObject(value) ? value : {};
  if (typeof name !== "string" || Object.keys(others).length > 0) throw new Flawed("no call");
  return { name, arguments: argumentObject(args) };
}

function jsonCalls(raw: RawCalls, text: string): readonly Loose[] {
  const decoded = decodeJson(text);
  if ("flaw" in decoded) throw new Flawed(decoded.flaw);
  const calls = readCallValue(decoded.value, raw.names);
  if (calls === undefined) throw new Flawed("no call");
  for (const { name } of calls)
    if (name !== (raw.expected ?? name)) throw new Flawed("header and body name different tools");
  return calls;
}

const NUMBER = /[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/g;

/** Refuses numbers that would become text other than what was printed: `1.50` is not "1.5". */
function checkNumbers(numbers: ReadonlySet<number>, printed: string): void {
  for (const [token] of printed.matchAll(NUMBER)) {
    const value = Number(token);
    if (numbers.has(value) && String(value) !== token) throw new Flawed("a number stands for text");
  }
}

function decodeOne(raw: Raw, schemas: ToolSchemas, read: Read): Call[] {
  const schemaOf = (name: string): unknown => {
    const tool = resolveToolName(name, Object.keys(schemas));
    return tool === undefined ? undefined : schemas[tool];
  };
  const { start, end } = raw;
  const loose =
    "name" in raw
      ? [{ name: raw.name, arguments: bodyFields(raw, schemaOf(raw.name), read) }]
      : raw.kind === "arrows"
        ? [arrowCall(read(start, end))]
        : jsonCalls(raw, read(start, end));
  // Of all calls, so that the text of many calls is gone through once.
  const numbers = new Set<number>();
  const calls = loose.map(({ name, arguments: given }): Call => {
    const schema = schemaOf(name);
    const args = unwrapArguments(given, schema);
    numbersForText(args, schema, schema, numbers);
    return { name, arguments: args, start, end };
  });
  if (numbers.size > 0) checkNumbers(numbers, read(start, end));
  return calls;
}

/** The calls of a candidate in printed order, or the reason why it has none that may be trusted. */
export function decodeCalls(
  raws: readonly Raw[],
  schemas: ToolSchemas,
  read: Read,
): { readonly calls: readonly Call[] } | { readonly flaw: string } {
  try {
    return { calls: raws.flatMap((raw) => decodeOne(raw, schemas, read)) };
  } catch (error) {
    if (error instanceof Flawed) return { flaw: error.message };
    throw error;
  }
}
