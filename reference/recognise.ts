/**
 * Finds candidates: every range that some family could claim, with its calls and with what its place says. It decides
 * nothing. The same generator reads a whole text and a stream.
 */
import { absorbClosers } from "./behind-call.ts";
import { bracketRequest } from "./grammars/bracket.ts";
import { type Call, decodeCalls, type Raw } from "./grammars/call.ts";
import { type Cursor, MAX_CANDIDATE, type Parse, skipSpace } from "./grammars/cursor.ts";
import { namespaced } from "./grammars/dispatch.ts";
import { type Lead, leadOf } from "./grammars/lead.ts";
import type { Entry } from "./grammars/literals.ts";
import type { Found } from "./grammars/opener.ts";
import { type Shape, shapeNamed } from "./grammars/table.ts";
import { nextTrigger } from "./grammars/triggers.ts";
import { wholeMessage } from "./grammars/unframed.ts";
import { markdownCall, markdownEnd, placeNow } from "./markdown.ts";
import {
  addCandidate,
  advanceMarkdown,
  grammarOf,
  isEnabled,
  type Recogniser,
  rewind,
} from "./recogniser.ts";

const endOfRaws = (raws: readonly Raw[], done: number): number =>
  raws.reduce((end, raw) => Math.max(end, raw.end), done);

function* takeCall(r: Recogniser, start: number, lead: Lead, found: NonNullable<Found>): Parse<void> {
  const c = r.cursor;
  const shape = shapeNamed(found.shape);
  rewind(r, endOfRaws(found.raws, c.done));
  const decoded = decodeCalls(found.raws, r.options.schemas, r.options.read);
  if (shape === undefined || grammarOf(r, shape) === undefined) {
    r.debris = true;
    yield* absorbClosers(r);
    return;
  }
  if ("flaw" in decoded && decoded.flaw === "no call") {
    addCandidate(r, shape, { kind: "malformed", start, end: c.pos, lead });
    r.debris = true;
    return;
  }
  const { end, tail, next, valueCloser, recounted } = yield* absorbClosers(r);
  const flaw = "flaw" in decoded ? decoded.flaw : valueCloser ? "a second closer follows" : undefined;
  addCandidate(r, shape, {
    kind: "call",
    start,
    end,
    tail,
    next,
    lead,
    calls: "calls" in decoded ? decoded.calls : [],
    flaw,
    mark: markdownCall(r.markdown),
    promotable: shape.promotable && !recounted,
  });
  r.markdownAt = end;
}

/** Runs one family's parser from its opener on. */
function* tryOpener(
  r: Recogniser,
  start: number,
  length: number,
  shapes: readonly string[],
  parse: (c: Cursor) => Parse<Found>,
): Parse<void> {
  const c = r.cursor;
  const lead = leadFor(r, start);
  advanceMarkdown(r, start);
  const place = placeNow(r.markdown);
  const shape = shapeNamed(shapes[0] ?? "");
  if (place !== "text") {
    addCandidate(r, shape, { kind: "quoted", start, end: start + length, lead, flaw: place });
    c.pos = start + length;
    return;
  }
  c.pos = start + length;
  c.done = c.pos;
  c.limit = start + MAX_CANDIDATE;
  c.cut = false;
  c.began = false;
  const found = yield* parse(c);
  const { cut } = c;
  c.limit = Number.POSITIVE_INFINITY;
  if (found !== undefined) {
    yield* takeCall(r, start, lead, found);
    return;
  }
  if (cut) {
    c.pos = c.base + c.text.length;
    // Whatever stands behind an opener may be prose: only one with nothing behind it is a left-over.
    const bare = !c.began && r.options.read(start + length, c.pos).trim() === "";
    addCandidate(r, shape, { kind: bare ? "opener" : "incomplete", start, end: c.pos, lead });
    return;
  }
  if (c.began) addCandidate(r, shape, { kind: "malformed", start, end: c.pos, lead });
  else if (lead !== "none") r.openEnd = c.done;
  r.debris = true;
}

/** What follows a call directly, blanks aside, stands as the call does. */
function leadFor(r: Recogniser, start: number): Lead {
  const last = r.candidates.at(-1);
  return last?.kind === "call" && start <= last.tail ? last.lead : leadOf(r.cursor, start);
}

/** Closers that nothing opened. */
function* orphan(r: Recogniser, entry: Entry, start: number): Parse<void> {
  const c = r.cursor;
  const lead = leadFor(r, start);
  advanceMarkdown(r, start);
  c.pos = start + entry.literal.length;
  if (placeNow(r.markdown) !== "text") return;
  const { end, tail, next } = yield* absorbClosers(r);
  addCandidate(r, undefined, {
    kind: "closer",
    start,
    end,
    tail,
    next,
    lead,
    mark: markdownCall(r.markdown),
  });
  r.markdownAt = end;
}

type Whole = { readonly shape: Shape; readonly calls: readonly Call[]; readonly end: number };

/** What is all that the text holds, from `start` on, where it is a call of a family that is switched on. */
function* readWhole(r: Recogniser, start: number): Parse<Whole | undefined> {
  const c = r.cursor;
  c.limit = start + MAX_CANDIDATE;
  c.done = start;
  const found = yield* wholeMessage(c, r.options.tools);
  c.limit = Number.POSITIVE_INFINITY;
  if (found === undefined) return undefined;
  const shape = shapeNamed(found.shape);
  const decoded = decodeCalls(found.raws, r.options.schemas, r.options.read);
  if (shape === undefined || grammarOf(r, shape) === undefined || "flaw" in decoded) return undefined;
  advanceMarkdown(r, start);
  if (placeNow(r.markdown) !== "text") return undefined;
  return { shape, calls: decoded.calls, end: endOfRaws(found.raws, c.done) };
}

/** A shape that counts only as the whole message, tried where nothing visible stands before it. */
function* tryWhole(r: Recogniser): Parse<void> {
  const c = r.cursor;
  const from = c.pos;
  yield* skipSpace(c);
  const start = c.pos;
  r.first ??= start;
  const whole = yield* readWhole(r, start);
  if (whole === undefined) rewind(r, from);
  else {
    const { shape, calls, end } = whole;
    addCandidate(r, shape, { kind: "call", start, end, lead: "line", calls, framed: false });
  }
}

function* handleEntry(r: Recogniser, entry: Entry, start: number): Parse<void> {
  const c = r.cursor;
  const { literal } = entry;
  if (entry.kind === "opener") {
    const { opener } = entry;
    if (isEnabled(r, opener)) {
      yield* tryOpener(r, start, literal.length, opener.shapes, opener.parse);
      return;
    }
  } else if (entry.kind === "closer") {
    yield* orphan(r, entry, start);
    return;
  }
  c.pos = start + literal.length;
  if (entry.kind !== "think" && entry.kind !== "unthink") {
    r.debris = true;
    return;
  }
  advanceMarkdown(r, start);
  if (placeNow(r.markdown) !== "text") return;
  if (entry.kind === "think") {
    if (leadOf(c, start) !== "none") r.thinkStart ??= start;
    return;
  }
  const thought = r.thinkStart === r.first;
  r.thinkStart = undefined;
  if (thought) yield* tryWhole(r);
}

/** Reads everything that the cursor is fed. Yields where it needs more. */
export function* recognise(r: Recogniser): Generator<undefined, void, undefined> {
  const c = r.cursor;
  yield* tryWhole(r);
  for (;;) {
    const trigger = nextTrigger(c);
    const start = c.pos;
    r.settled = start;
    if (trigger === undefined || trigger === "more") {
      if (c.final) break;
      yield;
      continue;
    }
    if (trigger.kind === "entry") yield* handleEntry(r, trigger.entry, start);
    else if (trigger.kind === "request") yield* tryOpener(r, start, 1, ["bracket-request"], bracketRequest);
    else {
      const { prefix } = trigger;
      const parse = (cursor: Cursor) => namespaced(cursor, prefix);
      yield* tryOpener(r, start, prefix.length + 1, ["invoke-anthropic"], parse);
    }
    // Whatever came of it, the text is read on.
    c.pos = Math.max(c.pos, start + 1);
  }
  // Only a code span that may still close needs the rest of the markdown.
  if (!r.candidates.some((candidate) => candidate.mark.state === "open")) return;
  advanceMarkdown(r, c.pos);
  markdownEnd(r.markdown);
}
