/** Families that print a name and then key and value tags: GLM, Hunyuan, K2 Horizon, LongCat, Solar. */

import type { Pair, Raw, RawCall } from "./call.ts";
import { TURN_ENDS } from "./closers.ts";
import {
  accept,
  ahead,
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
import { rawValue } from "./tags.ts";

export type PairTags = {
  /** Between name and pairs, in Hunyuan V3. */
  readonly separator: string;
  readonly keyOpen: string;
  readonly keyClose: string;
  readonly valueOpen: string;
  readonly valueClose: string;
  readonly callOpen: string;
  readonly callClose: string;
  readonly wrapClose: string;
  /** What may follow a value. */
  readonly follow: readonly string[];
};

function glmTags(prefix: string, suffix: string, callWord: string): PairTags {
  const tag = (word: string): string => `${prefix}${word}${suffix}>`;
  const keyOpen = `<${tag("arg_key")}`;
  const callOpen = `<${callWord}${suffix}>`;
  const callClose = `</${callWord}${suffix}>`;
  const wrapClose = `</${prefix}tool_calls${suffix}>`;
  return {
    separator: `<tool_sep${suffix}>`,
    keyOpen,
    keyClose: `</${tag("arg_key")}`,
    valueOpen: `<${tag("arg_value")}`,
    valueClose: `</${tag("arg_value")}`,
    callOpen,
    callClose,
    wrapClose,
    follow: [keyOpen, callClose, callOpen, wrapClose, ...TURN_ENDS],
  };
}

export const GLM_TAGS = glmTags("", "", "tool_call");
const HORIZON_TAGS = glmTags("ifm|", "", "ifm|tool_call");
const LONGCAT_TAGS = glmTags("longcat_", "", "longcat_tool_call");

/** An optional type between key and value, which K2 Horizon prints. */
function* skipType(c: Cursor): Parse<void> {
  if (!(yield* accept(c, "<ifm|arg_type>"))) return;
  yield* readUntil(c, "</ifm|arg_type>");
  yield* skipSpace(c);
}

function* readPairs(c: Cursor, tags: PairTags): Parse<Pair[] | undefined> {
  const pairs: Pair[] = [];
  yield* skipSpace(c);
  while (yield* accept(c, tags.keyOpen)) {
    c.began = true;
    const key = yield* readUntil(c, tags.keyClose);
    if (key === undefined) return undefined;
    yield* skipSpace(c);
    yield* skipType(c);
    if (!(yield* accept(c, tags.valueOpen))) return undefined;
    const span = yield* rawValue(c, tags.valueClose, tags.follow);
    if (span === undefined) return undefined;
    pairs.push({ ...span, key, reading: "mixed", inner: tags.keyOpen });
  }
  return pairs;
}

/** Behind a call's opener: its name, its pairs, its closer. Without pairs the closer must be there. */
export function* pairCall(
  c: Cursor,
  tags: PairTags,
  start: number,
): Parse<{ call: RawCall; separated: boolean; lines: boolean } | undefined> {
  yield* skipSpace(c);
  const name = yield* readName(c);
  if (name === undefined) return undefined;
  const separated = yield* accept(c, tags.separator);
  const lines = (yield* ahead(c, ["\n", "\r\n"])) !== undefined;
  const pairs = yield* readPairs(c, tags);
  if (pairs === undefined) return undefined;
  // What follows a pair stands for the closer, or the pair would not have ended.
  if (!(yield* accept(c, tags.callClose)) && pairs.length === 0) return undefined;
  return { call: { name, body: { kind: "pairs", pairs }, start, end: c.done }, separated, lines };
}

/** Calls one after the other in a wrapper that has been read. */
function* wrappedPairs(c: Cursor, tags: PairTags, shape: string): Parse<Found> {
  const calls = yield* callSequence(c, [tags.callOpen], undefined, (start) => pairCall(c, tags, start));
  if (calls === undefined) return undefined;
  yield* accept(c, tags.wrapClose);
  const separated = calls.some((one) => one.separated);
  return { shape: separated ? "hunyuan-v3" : shape, raws: calls.map((one) => one.call) };
}

/** Behind `<tool_calls>`, at `<tool_call>`. */
export const hunyuanCalls = (c: Cursor): Parse<Found> => wrappedPairs(c, GLM_TAGS, "hunyuan-v4");

const isSuffix = (code: number): boolean =>
  (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 95 || code === 45;

function* suffixed(c: Cursor, opener: string): Parse<Found> {
  const start = c.pos - opener.length;
  const suffix = yield* readWhile(c, isSuffix, 32);
  if (suffix === undefined || !(yield* accept(c, ">"))) return undefined;
  const tags = glmTags("", `:${suffix}`, "tool_call");
  if (opener === "<tool_calls:") return yield* wrappedPairs(c, tags, "hunyuan-v4");
  const one = yield* pairCall(c, tags, start);
  return one && { shape: one.separated ? "hunyuan-v3" : "hunyuan-v4", raws: [one.call] };
}

function* horizonCall(c: Cursor, start: number): Parse<Raw | undefined> {
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{"])) === undefined) return (yield* pairCall(c, HORIZON_TAGS, start))?.call;
  const span = yield* jsonExtent(c);
  if (span === undefined) return undefined;
  yield* skipSpace(c);
  yield* accept(c, HORIZON_TAGS.callClose);
  return { ...span, kind: "call-json", names: "usual" };
}

function* horizon(c: Cursor, opener: string): Parse<Found> {
  const openedAt = opener === HORIZON_TAGS.callOpen ? c.pos - opener.length : undefined;
  const call = (start: number) => horizonCall(c, start);
  const raws = yield* callSequence(c, [HORIZON_TAGS.callOpen], openedAt, call);
  return raws && { shape: "k2-horizon", raws };
}

function* longcat(c: Cursor, start: number): Parse<Found> {
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{", "["])) !== undefined) {
    const span = yield* jsonExtent(c);
    return span && { shape: "longcat", raws: [{ ...span, kind: "call-json", names: "usual" }] };
  }
  const one = yield* pairCall(c, LONGCAT_TAGS, start);
  return one && { shape: "longcat", raws: [one.call] };
}

const SOLAR_FOLLOW = ["<|tool_arg:start|>", "<|tool_call:end|>", "<|tool_call:start|>", ...TURN_ENDS];

function* solarOpen2(c: Cursor, start: number): Parse<Found> {
  const name = yield* readName(c);
  if (name === undefined) return undefined;
  const pairs: Pair[] = [];
  yield* skipSpace(c);
  while (yield* accept(c, "<|tool_arg:start|>")) {
    c.began = true;
    const key = yield* readUntil(c, "<|tool_arg:value|>");
    if (key === undefined) return undefined;
    const span = yield* rawValue(c, "<|tool_arg:end|>", SOLAR_FOLLOW, true);
    if (span === undefined) return undefined;
    pairs.push({ ...span, key, reading: "mixed", inner: "<|tool_arg:start|>" });
  }
  if (!(yield* accept(c, "<|tool_call:end|>")) && pairs.length === 0) return undefined;
  return { shape: "solar-open-2", raws: [{ name, body: { kind: "pairs", pairs }, start, end: c.done }] };
}

const opener = (
  literal: string,
  shapes: readonly string[],
  parse: (c: Cursor, literal: string) => Parse<Found>,
): Opener => ({ literal, shapes, parse: (c) => parse(c, literal) });

export const PAIR_OPENERS: readonly Opener[] = [
  opener("<tool_calls:", ["hunyuan-v4"], suffixed),
  opener("<tool_call:", ["hunyuan-v4"], suffixed),
  opener("<ifm|tool_calls>", ["k2-horizon"], horizon),
  opener("<ifm|tool_call>", ["k2-horizon"], horizon),
  opener("<longcat_tool_call>", ["longcat"], (c, literal) => longcat(c, c.pos - literal.length)),
  opener("<|tool_call:start|>", ["solar-open-2"], (c, literal) => solarOpen2(c, c.pos - literal.length)),
];
