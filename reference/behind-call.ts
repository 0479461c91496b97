/** What stands behind a call: closers that belong to it, recounted results, and then the rest of its line. */
import { isValueCloser } from "./grammars/closers.ts";
import {
  ahead,
  answer,
  atEnd,
  type Cursor,
  find,
  LOOK_BACK,
  MAX_CANDIDATE,
  type Parse,
  readWhile,
  skipSpace,
} from "./grammars/cursor.ts";
import { CLOSE_TREE, endsInside, literalAt, literalNow } from "./grammars/literals.ts";
import { type Candidate, type Recogniser, rewind } from "./recogniser.ts";

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

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13;

/** What comes next: on the same line, and at all. */
function* lookBehind(r: Recogniser, end: number): Parse<{ tail: number; next: number }> {
  const c = r.cursor;
  for (let before = -1; before !== c.pos; yield* readWhile(c, isBlank, LOOK_BACK)) before = c.pos;
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

/** What `lookBehind` finds where all that it looks at is in the window; false, with nothing moved, where it is not. */
function finishNow(c: Cursor, candidate: Candidate): boolean {
  const from = candidate.end - c.base;
  let at = from;
  while (at - from < LOOK_BACK && isBlank(c.text.charCodeAt(at))) at++;
  const lineEnds = c.text[at] === "\n";
  if (at >= c.text.length || isBlank(c.text.charCodeAt(at)) || (lineEnds && candidate.inTail)) return false;
  candidate.tail = lineEnds ? -1 : c.base + at;
  candidate.next = candidate.tail;
  c.steps += at - from + 1;
  return true;
}

export function finishCandidate(r: Recogniser): Parse<void> {
  const candidate = r.candidates.at(-1);
  const done = candidate === undefined || finishNow(r.cursor, candidate);
  return done ? answer<void>(undefined) : finishLater(r, candidate);
}

function* finishLater(r: Recogniser, candidate: Candidate): Parse<void> {
  const { tail, next } = yield* lookBehind(r, candidate.end);
  candidate.tail = tail;
  candidate.next = next;
}
