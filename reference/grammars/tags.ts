/**
 * Raw values between tags. A closer counts only if, after white space, something of the family or the end of the turn
 * or of the text comes next; what else looks like a closer is part of the value.
 */

import type { Pair, RawCall } from "./call.ts";
import { TURN_ENDS } from "./closers.ts";
import {
  accept,
  ahead,
  aheadOrEnd,
  atEnd,
  type Cursor,
  find,
  type Parse,
  readUntil,
  skipSpace,
} from "./cursor.ts";
import { jsonExtent, type Span } from "./json-extent.ts";
import { callSequence } from "./sequence.ts";
import type { Reading } from "./values.ts";

/**
 * The span up to the first closer that counts; the cursor is then at what follows it. `firstOnly`: the family's parsers
 * end the value at the first closer, so one that does not count makes the value ambiguous.
 */
export function* rawValue(
  c: Cursor,
  closer: string,
  follow: readonly string[],
  firstOnly = false,
): Parse<Span | undefined> {
  const start = c.pos;
  while ((yield* find(c, closer)) && (yield* accept(c, closer))) {
    const end = c.pos - closer.length;
    yield* skipSpace(c);
    if ((yield* atEnd(c)) || (yield* ahead(c, follow)) !== undefined) return { start, end };
    if (firstOnly) return undefined;
  }
  return undefined;
}

/** A call element `<invoke name="...">` with parameter elements, in one family's spelling. */
export type ElementTags = {
  /** What opens a call, up to its name: `<invoke name="`. */
  readonly callOpen: readonly string[];
  readonly callClose: readonly string[];
  /** What opens a parameter, up to its name: `<parameter name="`. */
  readonly pairOpen: string;
  readonly pairClose: string;
  /** What ends a name: `"`, or `>` where names follow an equals sign. */
  readonly nameEnd: string;
  /** Closers of the wrapper around calls; they may be missing. */
  readonly wrapClose: readonly string[];
  readonly reading: Reading;
  readonly stripLine?: boolean;
  /** What may follow a value, and what may stand for a call's closer. */
  readonly follow: readonly string[];
  readonly ends: readonly string[];
};

/** Completes a spelling: the lists are made once, not at each call. */
export function elementTags(tags: Omit<ElementTags, "follow" | "ends">): ElementTags {
  const ends = [...tags.callClose, ...tags.wrapClose, ...tags.callOpen, ...TURN_ENDS];
  return Object.freeze({ ...tags, ends, follow: [tags.pairOpen, ...ends] });
}

/** Behind a parameter's name: the rest of its tag, and what `string="..."` says of the value. */
function* pairHead(c: Cursor, tags: ElementTags): Parse<Reading | undefined> {
  if (tags.nameEnd === ">") return tags.reading;
  let reading = tags.reading;
  yield* skipSpace(c);
  if (yield* accept(c, 'string="true"')) reading = "string";
  else if (yield* accept(c, 'string="false"')) reading = "json";
  yield* skipSpace(c);
  return (yield* accept(c, ">")) ? reading : undefined;
}

/** The parameters at the cursor; undefined if one is malformed or open. */
function* readPairs(c: Cursor, tags: ElementTags): Parse<Pair[] | undefined> {
  const pairs: Pair[] = [];
  while (yield* accept(c, tags.pairOpen)) {
    const key = yield* readUntil(c, tags.nameEnd);
    if (key === undefined) return undefined;
    const reading = yield* pairHead(c, tags);
    if (reading === undefined) return undefined;
    const span = yield* rawValue(c, tags.pairClose, tags.follow);
    if (span === undefined) return undefined;
    pairs.push({ ...span, key, reading, stripLine: tags.stripLine ?? false, inner: tags.pairOpen });
  }
  return pairs;
}

/** The rest of a call whose opener and name are read: a JSON object or parameters, and the closer or what stands for it. */
export function* callBody(
  c: Cursor,
  tags: ElementTags,
  name: string,
  start: number,
): Parse<RawCall | undefined> {
  c.began = true;
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{"])) !== undefined) {
    const span = yield* jsonExtent(c);
    if (span === undefined) return undefined;
    return (yield* closeCall(c, tags))
      ? { name, body: { kind: "json", span }, start, end: c.done }
      : undefined;
  }
  const pairs = yield* readPairs(c, tags);
  if (pairs === undefined || !(yield* closeCall(c, tags, pairs.length > 0))) return undefined;
  return { name, body: { kind: "pairs", pairs }, start, end: c.done };
}

/** The call's closer; where it is missing, its wrapper's, the next call, the end of the turn or of the text stands for it. */
function* closeCall(c: Cursor, tags: ElementTags, mayMiss = true): Parse<boolean> {
  yield* skipSpace(c);
  for (const close of tags.callClose) if (yield* accept(c, close)) return true;
  return mayMiss && (yield* aheadOrEnd(c, tags.ends));
}

/** The rest of a call whose opener is read up to its name. */
function* readElement(c: Cursor, tags: ElementTags, start: number): Parse<RawCall | undefined> {
  const name = yield* readUntil(c, tags.nameEnd);
  if (name === undefined) return undefined;
  if (tags.nameEnd !== ">") {
    yield* skipSpace(c);
    if (yield* accept(c, "/>")) return { name, body: { kind: "pairs", pairs: [] }, start, end: c.done };
    if (!(yield* accept(c, ">"))) return undefined;
  }
  return yield* callBody(c, tags, name, start);
}

/** All call elements from the cursor on; the first opener may be read already, up to the name. */
export const readElements = (c: Cursor, tags: ElementTags, openedAt?: number): Parse<RawCall[] | undefined> =>
  callSequence(c, tags.callOpen, openedAt, (start) => readElement(c, tags, start));
