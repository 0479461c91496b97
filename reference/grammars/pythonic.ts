/** Families that print calls as Python or TypeScript would: keyword arguments, a list of calls, or one object. */

import { bracketExtent } from "./bracket-extent.ts";
import type { RawCall } from "./call.ts";
import { accept, acceptAny, ahead, atEnd, type Cursor, type Parse, readName, skipSpace } from "./cursor.ts";
import { braceExtent, gemmaCall } from "./gemma.ts";
import { jsonCalls } from "./json-calls.ts";
import { jsonExtent } from "./json-extent.ts";
import type { Found, Opener } from "./opener.ts";

/** `(k="v")` at the cursor, behind the name that began at `start`. */
export function* keywordCall(c: Cursor, name: string, start: number): Parse<RawCall | undefined> {
  if ((yield* ahead(c, ["("])) === undefined) return undefined;
  c.began = true;
  const span = yield* bracketExtent(c);
  return span && { name, body: { kind: "keywords", span }, start, end: span.end };
}

/** `name(k="v")` at the cursor. */
function* pythonCall(c: Cursor): Parse<RawCall | undefined> {
  const start = c.pos;
  const name = yield* readName(c);
  return name === undefined ? undefined : yield* keywordCall(c, name, start);
}

/** Calls on lines or behind semicolons, up to something that is no call. */
export function* pythonLines(c: Cursor, stops: readonly string[]): Parse<RawCall[] | undefined> {
  const calls: RawCall[] = [];
  for (;;) {
    yield* skipSpace(c);
    if (calls.length > 0) {
      if (yield* accept(c, ";")) yield* skipSpace(c);
      if ((yield* atEnd(c)) || (yield* ahead(c, stops)) !== undefined) break;
    }
    const call = yield* pythonCall(c);
    if (call === undefined) return undefined;
    calls.push(call);
  }
  return calls;
}

/** `[name(k="v"), other(n=2)]` at the cursor. */
export function* pythonList(c: Cursor): Parse<RawCall[] | undefined> {
  if (!(yield* accept(c, "["))) return undefined;
  const calls: RawCall[] = [];
  for (;;) {
    yield* skipSpace(c);
    const call = yield* pythonCall(c);
    if (call === undefined) return undefined;
    calls.push(call);
    yield* skipSpace(c);
    const next = yield* acceptAny(c, [",", "]"]);
    if (next === undefined) return undefined;
    if (next === "]") return calls;
  }
}

const found = (shape: string, raws: readonly RawCall[] | undefined): Found => raws && { shape, raws };

/** Behind `<|python_tag|>`: JSON calls, a list of calls, or one built-in's call. */
function* pythonTag(c: Cursor): Parse<Found> {
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{"])) !== undefined) {
    const raws = yield* jsonCalls(c, "usual", ";");
    return raws && { shape: "llama-json", raws };
  }
  if ((yield* ahead(c, ["["])) !== undefined) return found("llama-pythonic", yield* pythonList(c));
  const call = yield* pythonCall(c);
  return call && { shape: "llama-builtin", raws: [{ ...call, name: call.name.replace(/\.call$/, "") }] };
}

function* lfm2(c: Cursor): Parse<Found> {
  yield* skipSpace(c);
  return found("lfm2", yield* pythonList(c));
}

/** Behind `<function_call>`, at its fence: `functions.name({...})`, once or several times. */
export function* typescriptCalls(c: Cursor): Parse<Found> {
  if (!(yield* accept(c, "```typescript"))) return undefined;
  const calls: RawCall[] = [];
  for (;;) {
    yield* skipSpace(c);
    yield* accept(c, ";");
    yield* skipSpace(c);
    if (calls.length > 0 && ((yield* atEnd(c)) || (yield* accept(c, "```")))) break;
    const start = c.pos;
    const name = yield* readName(c);
    if (name === undefined || !(yield* accept(c, "("))) return undefined;
    c.began = true;
    yield* skipSpace(c);
    if ((yield* ahead(c, ["{"])) === undefined) return undefined;
    const span = yield* jsonExtent(c);
    if (span === undefined) return undefined;
    c.done = span.end;
    yield* skipSpace(c);
    if (!(yield* atEnd(c)) && !(yield* accept(c, ")"))) return undefined;
    calls.push({ name, body: { kind: "json", span }, start, end: c.done });
  }
  return found("minimax-text", calls);
}

function* toolCode(c: Cursor): Parse<Found> {
  yield* skipSpace(c);
  const list = (yield* ahead(c, ["["])) !== undefined;
  const calls = list ? yield* pythonList(c) : yield* pythonLines(c, ["```"]);
  if (calls === undefined) return undefined;
  yield* skipSpace(c);
  if (!(yield* atEnd(c)) && !(yield* accept(c, "```"))) return undefined;
  return found("gemini-tool-code", calls);
}

function* geminiBraces(c: Cursor): Parse<Found> {
  const start = c.pos;
  const name = yield* readName(c);
  if (name === undefined || (yield* ahead(c, ["{"])) === undefined) return undefined;
  c.began = true;
  const span = yield* braceExtent(c);
  if (span === undefined) return undefined;
  return found("gemini-tool-code", [{ name, body: { kind: "braces", span }, start, end: span.end }]);
}

/** Behind `<function_calls>`, where no tag follows. */
export function* olmoCalls(c: Cursor): Parse<Found> {
  return found("olmo-pythonic", yield* pythonLines(c, ["</function_calls>", "<|"]));
}

function* gemma(c: Cursor, shape: string): Parse<Found> {
  return found(shape, yield* gemmaCall(c));
}

export const PYTHONIC_OPENERS: readonly Opener[] = [
  {
    literal: "<|python_tag|>",
    shapes: ["llama-json"],
    parse: pythonTag,
  },
  { literal: "<|tool_call_start|>", shapes: ["lfm2"], parse: lfm2 },
  { literal: "```tool_code\n", shapes: ["gemini-tool-code"], parse: toolCode },
  { literal: "```tool_code\r\n", shapes: ["gemini-tool-code"], parse: toolCode },
  { literal: "prefix:default_api:", shapes: ["gemini-tool-code"], parse: geminiBraces },
  { literal: "<|tool_call>", shapes: ["gemma-4"], parse: (c) => gemma(c, "gemma-4") },
  {
    literal: "<start_function_call>",
    shapes: ["function-gemma"],
    parse: (c) => gemma(c, "function-gemma"),
  },
];
