/** Calls in square brackets: LM Studio's request, the arrow notation, and the ways in which models recount past calls. */

import { bracketExtent } from "./bracket-extent.ts";
import type { RawCall } from "./call.ts";
import {
  accept,
  acceptAny,
  ahead,
  aheadOrEnd,
  type Cursor,
  type Parse,
  readName,
  readUntil,
  skipSpace,
} from "./cursor.ts";
import { jsonExtent } from "./json-extent.ts";
import { jsonArguments } from "./named-json.ts";
import type { Found, Opener } from "./opener.ts";

/** Behind a bracket, where `name]` and the arguments on the next line are known to follow: up to a closer or the text's end. */
export function* bracketRequest(c: Cursor): Parse<Found> {
  const start = c.pos - 1;
  const name = yield* readName(c);
  yield* acceptAny(c, ["]\n", "]\r\n"]);
  const call = name && (yield* jsonArguments(c, name, start));
  if (!call) return undefined;
  yield* skipSpace(c);
  const closers = ["[END_TOOL_REQUEST]", `[/${name}]`];
  const closed = (yield* acceptAny(c, closers)) !== undefined || (yield* aheadOrEnd(c, closers));
  return closed ? { shape: "bracket-request", raws: [call] } : undefined;
}

function* arrows(c: Cursor): Parse<Found> {
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{"])) === undefined) return undefined;
  c.began = true;
  const span = yield* bracketExtent(c);
  return span && { shape: "bracket-arrow", raws: [{ ...span, kind: "arrows" }] };
}

/** A recounted call's arguments, where it has any. */
function* recounted(c: Cursor, name: string, start: number): Parse<RawCall | undefined> {
  c.began = true;
  if ((yield* ahead(c, ["{"])) === undefined)
    return { name, body: { kind: "pairs", pairs: [] }, start, end: c.done };
  const span = yield* jsonExtent(c);
  return span && { name, body: { kind: "json", span }, start, end: span.end };
}

function* historyTool(c: Cursor, start: number): Parse<Found> {
  const name = yield* readUntil(c, "]");
  if (name === undefined) return undefined;
  yield* accept(c, " ");
  const call = yield* recounted(c, name, start);
  return call && { shape: "history-tool", raws: [call] };
}

function* historyCalling(c: Cursor, start: number): Parse<Found> {
  const name = yield* readName(c);
  if (name === undefined || !(yield* accept(c, "("))) return undefined;
  const call = yield* recounted(c, name, start);
  if (call === undefined || !(yield* accept(c, ")]"))) return undefined;
  return { shape: "history-calling", raws: [call] };
}

function* historyCalled(c: Cursor, start: number): Parse<Found> {
  const name = yield* readName(c);
  if (name === undefined || !(yield* accept(c, " with args: "))) return undefined;
  const call = yield* recounted(c, name, start);
  if (call === undefined || !(yield* accept(c, "]"))) return undefined;
  return { shape: "history-called", raws: [call] };
}

function* historyToolCall(c: Cursor, start: number): Parse<Found> {
  const name = yield* readName(c);
  if (name === undefined) return undefined;
  if (yield* accept(c, " (ID: ")) yield* readUntil(c, ")");
  if (!(yield* accept(c, "]"))) return undefined;
  yield* skipSpace(c);
  if (!(yield* accept(c, "Arguments: "))) return undefined;
  const call = yield* recounted(c, name, start);
  return call && { shape: "history-tool-call", raws: [call] };
}

const opener = (
  literal: string,
  shape: string,
  parse: (c: Cursor, start: number) => Parse<Found>,
): Opener => ({
  literal,
  shapes: [shape],
  parse: (c) => parse(c, c.pos - literal.length),
});

export const BRACKET_OPENERS: readonly Opener[] = [
  opener("[TOOL_CALL]", "bracket-arrow", arrows),
  opener("[tool:", "history-tool", historyTool),
  opener("[Calling tool: ", "history-calling", historyCalling),
  opener("[Called ", "history-called", historyCalled),
  opener("[Tool Call: ", "history-tool-call", historyToolCall),
];
