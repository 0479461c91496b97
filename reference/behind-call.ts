/** What stands behind a call: closers that belong to it, recounted results, and then what comes next. */
import { isValueCloser } from "./grammars/closers.ts";
import { find, MAX_CANDIDATE, type Parse, shownTo, skipSpace } from "./grammars/cursor.ts";
import { CLOSE_TREE, endsInside, literalAt, literalNow } from "./grammars/literals.ts";
import { type Recogniser, rewind } from "./recogniser.ts";

/** Passes a result that the model made up, behind its opener. */
function* passResult(r: Recogniser): Parse<boolean> {
  const c = r.cursor;
  if (r.noResults) return false;
  c.limit = c.pos + MAX_CANDIDATE;
  const closed = yield* find(c, "</tool_result>");
  c.limit = Number.POSITIVE_INFINITY;
  c.pos += "</tool_result>".length;
  r.noResults = !closed;
  return closed;
}

/** What follows a candidate. */
type Behind = {
  /** Behind its closers. */
  readonly end: number;
  readonly tail: number;
  readonly next: number;
  /** A closer of a single value is among its closers. */
  readonly valueCloser: boolean;
  /** A made-up result is. */
  readonly recounted: boolean;
};

/** Takes closers and end-of-turn tokens behind a call, and looks at what comes next. */
export function* absorbClosers(r: Recogniser): Parse<Behind> {
  const c = r.cursor;
  let end = c.pos;
  let next: number;
  let valueCloser = false;
  let recounted = false;
  for (;;) {
    yield* skipSpace(c);
    next = c.pos;
    const now = literalNow(c, CLOSE_TREE);
    const entry = now === "more" ? yield* literalAt(c, CLOSE_TREE) : now;
    if (entry === undefined) {
      if (endsInside(c, CLOSE_TREE)) next = end = shownTo(c);
      break;
    }
    c.pos += entry.literal.length;
    if (entry.kind === "result") {
      if (!(yield* passResult(r))) break;
      recounted = true;
    }
    valueCloser ||= isValueCloser(entry.literal);
    end = c.pos;
  }
  const over = next === shownTo(c);
  const lineEnds = over || /[\n\r]/.test(r.options.read(end, next));
  rewind(r, end);
  return { end, tail: lineEnds ? -1 : next, next: over ? -1 : next, valueCloser, recounted };
}
