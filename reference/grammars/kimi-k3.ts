/** Kimi K3's notation, XTML: tags between `<|open|>` or `<|close|>` and `<|sep|>`, typed arguments. */

import type { Pair, RawCall } from "./call.ts";
import { TURN_ENDS } from "./closers.ts";
import { accept, type Cursor, type Parse, readUntil, skipSpace } from "./cursor.ts";
import { jsonExtent } from "./json-extent.ts";
import type { Found, Opener } from "./opener.ts";
import { callSequence } from "./sequence.ts";
import { rawValue } from "./tags.ts";
import type { Reading } from "./values.ts";

/** An attribute's text: the only place where K3 escapes anything. */
const unescapeAttribute = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

const K3_FOLLOW = ["<|open|>argument ", "<|close|>call", "<|close|>tools", "<|open|>call ", ...TURN_ENDS];

function* kimiArgument(c: Cursor): Parse<Pair | undefined> {
  const key = yield* readUntil(c, '"');
  if (key === undefined) return undefined;
  c.began = true;
  let reading: Reading = "mixed";
  if (yield* accept(c, ' type="')) {
    const type = yield* readUntil(c, '"');
    if (type === undefined) return undefined;
    reading = type === "string" ? "string" : "json";
  }
  if (!(yield* accept(c, "<|sep|>"))) return undefined;
  const span = yield* rawValue(c, "<|close|>argument<|sep|>", K3_FOLLOW);
  return span && { ...span, key: unescapeAttribute(key), reading, inner: "<|open|>argument " };
}

function* kimiBody(c: Cursor): Parse<RawCall["body"] | undefined> {
  yield* skipSpace(c);
  if (yield* accept(c, '<|open|>json type="object"<|sep|>')) {
    const span = yield* jsonExtent(c);
    if (span === undefined) return undefined;
    yield* skipSpace(c);
    yield* accept(c, "<|close|>json<|sep|>");
    return { kind: "json", span };
  }
  const pairs: Pair[] = [];
  while (yield* accept(c, '<|open|>argument key="')) {
    const pair = yield* kimiArgument(c);
    if (pair === undefined) return undefined;
    pairs.push(pair);
  }
  return { kind: "pairs", pairs };
}

/** The rest of a call whose opener is read up to its name. */
function* kimiCall(c: Cursor, start: number): Parse<RawCall | undefined> {
  const name = yield* readUntil(c, '"');
  if (name === undefined) return undefined;
  if ((yield* accept(c, ' index="')) && (yield* readUntil(c, '"')) === undefined) return undefined;
  if (!(yield* accept(c, "<|sep|>"))) return undefined;
  const body = yield* kimiBody(c);
  if (body === undefined) return undefined;
  yield* skipSpace(c);
  const closed = yield* accept(c, "<|close|>call<|sep|>");
  if (!closed && body.kind === "pairs" && body.pairs.length === 0) return undefined;
  return { name: unescapeAttribute(name), body, start, end: c.done };
}

const CALL = '<|open|>call tool="';

function* kimiCalls(c: Cursor, openedAt?: number): Parse<Found> {
  const raws = yield* callSequence(c, [CALL], openedAt, (start) => kimiCall(c, start));
  return raws && { shape: "kimi-k3", raws };
}

export const KIMI_K3_OPENERS: readonly Opener[] = [
  { literal: "<|open|>tools<|sep|>", shapes: ["kimi-k3"], parse: (c) => kimiCalls(c) },
  { literal: CALL, shapes: ["kimi-k3"], parse: (c) => kimiCalls(c, c.pos - CALL.length) },
];
