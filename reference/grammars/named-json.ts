/** Families that print a name between tokens and then the JSON of the arguments. */

import type { Raw, RawCall } from "./call.ts";
import {
  accept,
  acceptAny,
  ahead,
  atEnd,
  type Cursor,
  type Parse,
  readName,
  readUntil,
  readWhile,
  skipSpace,
} from "./cursor.ts";
import { jsonExtent } from "./json-extent.ts";
import type { Found, Opener } from "./opener.ts";
import { callSequence } from "./sequence.ts";

/** The JSON object at the cursor, white space aside, as the arguments of the named call, and the closers behind it. */
export function* jsonArguments(
  c: Cursor,
  name: string,
  start: number,
  ...closers: readonly string[]
): Parse<RawCall | undefined> {
  c.began = true;
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{"])) === undefined) return undefined;
  const span = yield* jsonExtent(c);
  if (span === undefined) return undefined;
  for (const closer of closers) {
    yield* skipSpace(c);
    yield* accept(c, closer);
  }
  return { name, body: { kind: "json", span }, start, end: span.end };
}

/** Calls one after the other, each with the given opener; the first may be read already. */
function* repeated(
  c: Cursor,
  shape: string,
  opener: string,
  openedAt: number | undefined,
  call: (start: number) => Parse<RawCall | undefined>,
): Parse<Found> {
  const raws = yield* callSequence(c, [opener], openedAt, call);
  return raws && { shape, raws };
}

/** The tool's name inside a Kimi id: `functions.name:0`. */
const nameOfId = (id: string): string => id.replace(/:[0-9]+$/, "");

function* kimiCall(c: Cursor, start: number): Parse<RawCall | undefined> {
  yield* skipSpace(c);
  const id = yield* readName(c);
  if (id === undefined) return undefined;
  yield* skipSpace(c);
  if (!(yield* accept(c, "<|tool_call_argument_begin|>"))) return undefined;
  return yield* jsonArguments(c, nameOfId(id), start, "<|tool_call_end|>");
}

function* deepseekCall(c: Cursor, start: number, note: (shape: string) => void): Parse<RawCall | undefined> {
  const first = yield* readName(c);
  if (first === undefined || !(yield* acceptAny(c, ["<｜tool▁sep｜>", "<|tool_sep|>"]))) return undefined;
  let call: RawCall | undefined;
  if (first === "function" && (yield* ahead(c, ["{"])) === undefined) {
    const name = yield* readName(c);
    if (name === undefined || !(yield* acceptAny(c, ["\n```json", "\n```", "\r\n```json", "\r\n```"])))
      return undefined;
    call = yield* jsonArguments(c, name, start);
    if (call === undefined) return undefined;
    yield* skipSpace(c);
    if (!(yield* atEnd(c)) && !(yield* accept(c, "```"))) return undefined;
    note("deepseek-v3");
  } else call = yield* jsonArguments(c, first, start);
  yield* skipSpace(c);
  yield* acceptAny(c, ["<｜tool▁call▁end｜>", "<|tool_call_end|>"]);
  return call;
}

function* deepseek(c: Cursor, ascii: boolean, openedAt?: number): Parse<Found> {
  let shape = "deepseek-v3.1";
  const opener = ascii ? "<|tool_call_begin|>" : "<｜tool▁call▁begin｜>";
  const found = yield* repeated(c, shape, opener, openedAt, (start) =>
    deepseekCall(c, start, (better) => {
      shape = better;
    }),
  );
  return found && { ...found, shape };
}

/** Behind `[TOOL_CALLS]`. */
function* mistral(c: Cursor, start: number): Parse<Found> {
  yield* skipSpace(c);
  if ((yield* ahead(c, ["[", "{"])) !== undefined) {
    const span = yield* jsonExtent(c);
    return span && { shape: "mistral-array", raws: [{ ...span, kind: "call-json", names: "usual" }] };
  }
  const name = yield* readName(c);
  if (name === undefined) return undefined;
  const identified = yield* accept(c, "[CALL_ID]");
  if (identified && (yield* readName(c)) === undefined) return undefined;
  yield* accept(c, "[ARGS]");
  const call = yield* jsonArguments(c, name, start);
  return call && { shape: identified ? "mistral-call-id" : "mistral-args", raws: [call] };
}

const plamo = (word: string): string => `<|plamo:${word}:plamo|>`;

function* plamoCall(c: Cursor, start: number): Parse<RawCall | undefined> {
  if (!(yield* accept(c, plamo("begin_tool_name")))) return undefined;
  const name = yield* readName(c);
  if (name === undefined || !(yield* accept(c, plamo("end_tool_name")))) return undefined;
  if (!(yield* accept(c, plamo("begin_tool_arguments")))) return undefined;
  yield* accept(c, "<|plamo:constrain|>json");
  if (!(yield* accept(c, "<|plamo:msg|>"))) return undefined;
  return yield* jsonArguments(c, name, start, plamo("end_tool_arguments"), plamo("end_tool_request"));
}

function* solarCall(c: Cursor, start: number): Parse<RawCall | undefined> {
  yield* readName(c);
  if (!(yield* accept(c, "<|tool_call:name|>"))) return undefined;
  const name = yield* readName(c);
  if (name === undefined || !(yield* accept(c, "<|tool_call:args|>"))) return undefined;
  return yield* jsonArguments(c, name, start, "<|tool_call:end|>");
}

/** The header names the tool and so does the body; they must agree, which the body's own name decides. */
function* inkling(c: Cursor): Parse<Found> {
  const name = yield* readName(c);
  if (name === undefined || !(yield* accept(c, "<|content_invoke_tool_json|>"))) return undefined;
  c.began = true;
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{"])) === undefined) return undefined;
  const span = yield* jsonExtent(c);
  const raw: Raw | undefined = span && { ...span, kind: "call-json", names: "inkling", expected: name };
  return raw && { shape: "inkling", raws: [raw] };
}

function* qwenAgent(c: Cursor, start: number): Parse<Found> {
  yield* skipSpace(c);
  const name = yield* readName(c);
  yield* skipSpace(c);
  if (name === undefined || !(yield* accept(c, "✿ARGS✿:"))) return undefined;
  const call = yield* jsonArguments(c, name, start);
  return call && { shape: "qwen-agent", raws: [call] };
}

/** A tag around a short text: `<name>bash</name>`. */
function* tagged(c: Cursor, tag: string): Parse<string | undefined> {
  yield* skipSpace(c);
  if (!(yield* accept(c, `<${tag}>`))) return undefined;
  return (yield* readUntil(c, `</${tag}>`))?.trim();
}

function* nameAndArguments(c: Cursor, shape: string, nameTag: string, start: number): Parse<Found> {
  const name = yield* tagged(c, nameTag);
  if (!name) return undefined;
  yield* skipSpace(c);
  if (!(yield* accept(c, "<arguments>"))) return undefined;
  const call = yield* jsonArguments(c, name, start);
  return call && { shape, raws: [call] };
}

function* mcp(c: Cursor, start: number): Parse<Found> {
  const server = yield* tagged(c, "server_name");
  if (server === undefined) return undefined;
  return yield* nameAndArguments(c, "mcp-tool", "tool_name", start);
}

const RECIPIENT = /\bto=(\S+)/g;
const isHeader = (code: number): boolean => code !== 60 && code !== 10 && code !== 13;

/** Harmony's header up to `<|message|>`; the recipient may stand in the role or in the channel. */
function* harmony(
  c: Cursor,
  start: number,
  channel: boolean,
  muse: (c: Cursor) => Parse<Found>,
): Parse<Found> {
  const headers = [yield* readWhile(c, isHeader, 160)];
  if (!channel && (yield* accept(c, "<|channel|>"))) headers.push(yield* readWhile(c, isHeader, 160));
  if (yield* accept(c, "<|constrain|>")) yield* readWhile(c, isHeader, 32);
  if (!(yield* accept(c, "<|message|>"))) return undefined;
  const names = new Set([...headers.join(" ").matchAll(RECIPIENT)].map((match) => match[1]));
  yield* skipSpace(c);
  if (yield* accept(c, "<atem:function_calls>")) return yield* muse(c);
  const [name, other] = names;
  if (name === undefined || other !== undefined) return undefined;
  const call = yield* jsonArguments(c, name, start);
  return call && { shape: "harmony", raws: [call] };
}

/** A call behind each opener of its own, within a wrapper or without one. */
const inRows = (
  shape: string,
  wrappers: readonly string[],
  opener: string,
  call: (c: Cursor, start: number) => Parse<RawCall | undefined>,
): readonly Row[] => [
  ...wrappers.map(
    (wrapper): Row => [
      wrapper,
      [shape],
      (c) => repeated(c, shape, opener, undefined, (start) => call(c, start)),
    ],
  ),
  [opener, [shape], (c, at) => repeated(c, shape, opener, at, (start) => call(c, start))],
];

type Row = readonly [
  literal: string,
  shapes: readonly string[],
  parse: (c: Cursor, start: number) => Parse<Found>,
];

const rows = (muse: (c: Cursor) => Parse<Found>): readonly Row[] => [
  ...inRows(
    "kimi-k2",
    ["<|tool_calls_section_begin|>", "<|tool_call_section_begin|>"],
    "<|tool_call_begin|>",
    kimiCall,
  ),
  ["<｜tool▁calls▁begin｜>", ["deepseek-v3"], (c) => deepseek(c, false)],
  ["<｜tool▁call▁begin｜>", ["deepseek-v3"], (c, start) => deepseek(c, false, start)],
  ["<|tool_calls_begin|>", ["deepseek-v3"], (c) => deepseek(c, true)],
  ["[TOOL_CALLS]", ["mistral-array"], mistral],
  ...inRows("plamo-3", [plamo("begin_tool_requests")], plamo("begin_tool_request"), plamoCall),
  ...inRows("solar-open-100b", ["<|tool_calls|>"], "<|tool_call:begin|>", solarCall),
  ["<|message_model|>", ["inkling"], inkling],
  ["✿FUNCTION✿:", ["qwen-agent"], qwenAgent],
  ...["<tool_use>", "<tool>"].map(
    (tag): Row => [tag, ["tool-use"], (c, start) => nameAndArguments(c, "tool-use", "name", start)],
  ),
  ["<use_mcp_tool>", ["mcp-tool"], mcp],
  ...["<|start|>", "<|channel|>"].map(
    (tag): Row => [
      tag,
      ["harmony", "muse-glimmer"],
      (c, start) => harmony(c, start, tag === "<|channel|>", muse),
    ],
  ),
];

/** `muse` parses what follows Muse Glimmer's own wrapper in a Harmony-like channel. */
export const namedJsonOpeners = (muse: (c: Cursor) => Parse<Found>): readonly Opener[] =>
  rows(muse).map(([literal, shapes, parse]) => ({
    literal,
    shapes,
    parse: (c) => parse(c, c.pos - literal.length),
  }));
