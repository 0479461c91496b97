/** What stands behind a call: closers that belong to it, recounted results, and then the rest of its line. */
import { isValueCloser } from "./grammars/closers.ts";
import {
  ahead,
  atEnd,
  find,
  LOOK_BACK,
  MAX_CANDIDATE,
  type Parse,
  readWhile,
  skipSpace,
} from "./grammars/cursor.ts";
import { CLOSE_TREE, endsInside, literalAt, literalNow } from "./grammars/literals.ts";
import { type Recogniser, rewind } from "./recogniser.ts";

/** Passes a result that the model made up, behind its opener. */
function* passResult(r: Recogniser): Parse<boolean> {
  const c = r.cursor;
  if (r.noResults) return false;
  c.limit = c.pos + MAX_CANDIDATE;
  const closed = yield* find(c, "</tool_result>");
  c.limit = Number.POSITIVE_INFINITY;
  r.noResults = !closed;
  if (closed) c.pos += "</tool_result>".length;
  return closed;
}

/** Takes closers and end-of-turn tokens behind a call. */
export function* absorbClosers(
  r: Recogniser,
): Parse<{ end: number; valueCloser: boolean; recounted: boolean }> {
  const c = r.cursor;
  let end = c.pos;
  let valueCloser = false;
  let recounted = false;
  for (;;) {
    yield* skipSpace(c);
    const now = literalNow(c, CLOSE_TREE);
    const entry = now === "more" ? yield* literalAt(c, CLOSE_TREE) : now;
    if (entry === undefined) {
      if (endsInside(c, CLOSE_TREE)) end = c.base + c.text.length;
      break;
    }
    c.pos += entry.literal.length;
    if (entry.kind === "result") {
      if (!(yield* passResult(r))) break;
      recounted = true;
    }
    valueCloser ||= entry.kind === "closer" && isValueCloser(entry.literal);
    end = c.pos;
  }
  c.cut = false;
  rewind(r, end);
  return { end, valueCloser, recounted };
}

/** What comes next: on the same line, and at all. */
function* lookBehind(r: Recogniser, end: number): Parse<{ tail: number; next: number }> {
  const c = r.cursor;
  const blank = (code: number): boolean => code === 32 || code === 9 || code === 13;
  for (let before = -1; before !== c.pos; yield* readWhile(c, blank, LOOK_BACK)) before = c.pos;
  const onLine = (yield* atEnd(c)) || (yield* ahead(c, ["\n"])) !== undefined ? -1 : c.pos;
  c.cut = false;
  let next = onLine;
  if (onLine < 0 && r.candidates.at(-1)?.inTail) {
    yield* skipSpace(c);
    next = (yield* atEnd(c)) ? -1 : c.pos;
  }
  rewind(r, end);
  return { tail: onLine, next };
}

export function* finishCandidate(r: Recogniser): Parse<void> {
  const candidate = r.candidates.at(-1);
  if (candidate === undefined) return;
  const { tail, next } = yield* lookBehind(r, candidate.end);
  candidate.tail = tail;
  candidate.next = next;
}
