/**
 * Finds candidates: every range that some family could claim, with its calls and with what its place says. It decides
 * nothing. The same generator reads a whole text and a stream.
 */

import { bracketRequest } from "./grammars/bracket.ts";
import { type Call, decodeCalls, type Raw } from "./grammars/call.ts";
import { isValueCloser } from "./grammars/closers.ts";
import {
  ahead,
  atEnd,
  type Cursor,
  createCursor,
  find,
  LOOK_BACK,
  MAX_CANDIDATE,
  type Parse,
  readWhile,
  skipSpace,
} from "./grammars/cursor.ts";
import { namespaced } from "./grammars/dispatch.ts";
import type { Found, Opener } from "./grammars/opener.ts";
import { type Shape, shapeNamed } from "./grammars/table.ts";
import {
  CLOSE_TREE,
  type Entry,
  endsInside,
  type Lead,
  leadOf,
  literalAt,
  literalNow,
  nextTrigger,
} from "./grammars/triggers.ts";
import { wholeMessage } from "./grammars/unframed.ts";
import type { ToolSchemas } from "./grammars/values.ts";
import {
  createMarkdown,
  type Markdown,
  markdownCall,
  markdownEnd,
  markdownText,
  placeNow,
} from "./markdown.ts";
import type { Mark } from "./markdown-inline.ts";

export type CandidateKind =
  /** Complete; `flaw` says why its calls may not be trusted. */
  | "call"
  /** The text ended inside it. */
  | "incomplete"
  /** It had begun to be a call and then was none. */
  | "malformed"
  /** An opener with nothing behind it, or closers with nothing before them. */
  | "opener"
  | "closer"
  /** An opener in code or in a block quote. */
  | "quoted";

export type Candidate = {
  readonly kind: CandidateKind;
  readonly shape: string;
  readonly grammar: string;
  readonly framed: boolean;
  readonly promotable: boolean;
  readonly start: number;
  readonly end: number;
  readonly calls: readonly Call[];
  readonly flaw: string | undefined;
  readonly lead: Lead;
  /** Whether it stands in a code span; open until the paragraph has ended. */
  readonly mark: Mark;
  /** It stands in a think block that was printed as text and is open. */
  readonly thinking: boolean;
  /** Parts of calls without an opener stood before it. */
  readonly debris: boolean;
  /** Where the next character of its line stands, blanks aside; -1 where the line or the text ends. */
  tail: number;
  /** Where the next character stands, white space aside; -1 at the end of the text. */
  next: number;
  /** How far rows of calls were followed from here, or what they end in. */
  readonly chains: Record<"tail" | "next", number | "end" | "text">;
};

export type RecogniseOptions = {
  /** The families that are switched on; undefined for all. */
  readonly grammars?: ReadonlySet<string> | undefined;
  /** Names of tools, for the shapes that are named after one. */
  readonly tools: readonly string[];
  readonly schemas: ToolSchemas;
  /** The text between two positions, however long ago it arrived. */
  readonly read: (start: number, end: number) => string;
};

export type Recogniser = {
  readonly cursor: Cursor;
  readonly candidates: Candidate[];
  readonly markdown: Markdown;
  /** The text before this position holds no candidate that is not in the list. */
  settled: number;
  markdownAt: number;
  thinking: boolean;
  /** The open think block is the first thing of the text. */
  thinksFirst: boolean;
  debris: boolean;
  /** The last complete call: what follows it directly stands as it does. */
  last: { readonly end: number; readonly lead: Lead } | undefined;
  readonly options: RecogniseOptions;
};

export const createRecogniser = (options: RecogniseOptions): Recogniser => ({
  cursor: createCursor(),
  candidates: [],
  markdown: createMarkdown(),
  settled: 0,
  markdownAt: 0,
  thinking: false,
  thinksFirst: false,
  debris: false,
  last: undefined,
  options,
});

/** Moves the cursor back, with the window behind it. */
function rewind(r: Recogniser, pos: number): void {
  const c = r.cursor;
  const from = Math.max(0, pos - LOOK_BACK);
  if (from < c.base) {
    c.text = r.options.read(from, c.base) + c.text;
    c.base = from;
  }
  c.pos = pos;
}

/** Lets the markdown catch up with text that holds no complete call. */
export function advanceMarkdown(r: Recogniser, pos: number): void {
  if (pos <= r.markdownAt) return;
  markdownText(r.markdown, r.options.read(r.markdownAt, pos));
  r.cursor.steps += pos - r.markdownAt;
  r.markdownAt = pos;
}

const grammarOf = (r: Recogniser, shape: Shape): string | undefined => {
  const { grammars } = r.options;
  return grammars === undefined ? shape.grammars[0] : shape.grammars.find((name) => grammars.has(name));
};

const enabled = (r: Recogniser, opener: Opener): boolean =>
  opener.shapes.some((name) => {
    const shape = shapeNamed(name);
    return shape !== undefined && grammarOf(r, shape) !== undefined;
  });

type Draft = Pick<Candidate, "kind" | "start" | "end" | "lead"> & Partial<Candidate>;

const TEXT_MARK: Mark = Object.freeze({ state: "text" });

function push(r: Recogniser, shape: Shape | undefined, draft: Draft): void {
  r.candidates.push({
    shape: shape?.shape ?? "",
    grammar: (shape && grammarOf(r, shape)) ?? "",
    framed: shape?.framed ?? true,
    promotable: shape?.promotable ?? false,
    calls: [],
    flaw: undefined,
    mark: TEXT_MARK,
    thinking: r.thinking,
    debris: r.debris,
    tail: -1,
    next: -1,
    chains: { tail: 0, next: 0 },
    ...draft,
  });
}

/** Takes closers and end-of-turn tokens behind a call. */
function* absorb(r: Recogniser): Parse<{ end: number; valueCloser: boolean; recounted: boolean }> {
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
      if (!(yield* find(c, "</tool_result>"))) break;
      c.pos += "</tool_result>".length;
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
  if (onLine < 0 && (r.thinking || r.candidates.at(-1)?.kind === "closer")) {
    yield* skipSpace(c);
    next = (yield* atEnd(c)) ? -1 : c.pos;
  }
  rewind(r, end);
  return { tail: onLine, next };
}

function* finishCandidate(r: Recogniser): Parse<void> {
  const candidate = r.candidates.at(-1);
  if (candidate === undefined) return;
  const { tail, next } = yield* lookBehind(r, candidate.end);
  candidate.tail = tail;
  candidate.next = next;
}

const endOfRaws = (raws: readonly Raw[], done: number): number =>
  Math.max(done, ...raws.map((raw) => raw.end));

function* takeCall(r: Recogniser, start: number, lead: Lead, found: NonNullable<Found>): Parse<void> {
  const c = r.cursor;
  const shape = shapeNamed(found.shape);
  rewind(r, endOfRaws(found.raws, c.done));
  const decoded = decodeCalls(found.raws, r.options.schemas, r.options.read);
  if (shape === undefined || grammarOf(r, shape) === undefined) {
    r.debris = true;
    yield* absorb(r);
    return;
  }
  if ("flaw" in decoded && decoded.flaw === "no call") {
    push(r, shape, { kind: "malformed", start, end: c.pos, lead });
    return;
  }
  const { end, valueCloser, recounted } = yield* absorb(r);
  const flaw = "flaw" in decoded ? decoded.flaw : valueCloser ? "a second closer follows" : undefined;
  push(r, shape, {
    kind: "call",
    start,
    end,
    lead,
    calls: "calls" in decoded ? decoded.calls : [],
    flaw,
    mark: markdownCall(r.markdown),
    promotable: shape.promotable && !recounted,
  });
  r.markdownAt = end;
  r.last = { end, lead };
  yield* finishCandidate(r);
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
    push(r, shape, { kind: "quoted", start, end: start + length, lead, flaw: place });
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
    push(r, shape, { kind: c.began ? "incomplete" : "opener", start, end: c.pos, lead });
    return;
  }
  if (c.pos < start + length) c.pos = start + length;
  if (c.began) push(r, shape, { kind: "malformed", start, end: c.pos, lead });
  r.debris = true;
}

function leadFor(r: Recogniser, start: number): Lead {
  const { last } = r;
  const near = last !== undefined && start >= last.end && start - last.end <= LOOK_BACK;
  if (near && r.options.read(last.end, start).replace(/[ \t]+/, "") === "") return last.lead;
  return leadOf(r.cursor, start);
}

/** Closers that nothing opened. */
function* orphan(r: Recogniser, entry: Entry, start: number): Parse<void> {
  const c = r.cursor;
  const lead = leadFor(r, start);
  advanceMarkdown(r, start);
  c.pos = start + entry.literal.length;
  if (placeNow(r.markdown) !== "text") return;
  const { end } = yield* absorb(r);
  push(r, undefined, { kind: "closer", start, end, lead, mark: markdownCall(r.markdown) });
  r.markdownAt = end;
  yield* finishCandidate(r);
}

/** A shape that counts only as the whole message, tried where nothing visible stands before it. */
function* tryWhole(r: Recogniser): Parse<void> {
  const c = r.cursor;
  const from = c.pos;
  yield* skipSpace(c);
  const start = c.pos;
  c.limit = start + MAX_CANDIDATE;
  c.done = start;
  const found = yield* wholeMessage(c, r.options.tools);
  c.limit = Number.POSITIVE_INFINITY;
  c.cut = false;
  const shape = found && shapeNamed(found.shape);
  const decoded = found && decodeCalls(found.raws, r.options.schemas, r.options.read);
  if (
    found === undefined ||
    shape === undefined ||
    decoded === undefined ||
    !("calls" in decoded) ||
    grammarOf(r, shape) === undefined
  ) {
    rewind(r, from);
    return;
  }
  const end = endOfRaws(found.raws, c.done);
  advanceMarkdown(r, start);
  if (placeNow(r.markdown) !== "text") {
    rewind(r, from);
    return;
  }
  const { calls } = decoded;
  push(r, shape, {
    kind: "call",
    start,
    end,
    lead: "line",
    calls,
    framed: false,
  });
  c.pos = c.base + c.text.length;
}

function* handleEntry(r: Recogniser, entry: Entry, start: number): Parse<void> {
  const c = r.cursor;
  const { literal } = entry;
  if (entry.kind === "opener") {
    const { opener } = entry;
    if (enabled(r, opener) && (!opener.word || leadFor(r, start) !== "none")) {
      yield* tryOpener(r, start, literal.length, opener.shapes, opener.parse);
      return;
    }
    r.debris ||= !opener.word;
  } else if (entry.kind === "closer") {
    yield* orphan(r, entry, start);
    return;
  } else if (entry.kind === "debris") r.debris = true;
  c.pos = start + (entry.kind === "opener" ? 1 : literal.length);
  if (entry.kind !== "think" && entry.kind !== "unthink") return;
  advanceMarkdown(r, start);
  if (placeNow(r.markdown) !== "text") return;
  if (entry.kind === "think") {
    if (r.thinking || leadOf(c, start) !== "line") return;
    r.thinking = true;
    r.thinksFirst = start <= LOOK_BACK && r.options.read(0, start).trim() === "";
  } else if (r.thinking) {
    r.thinking = false;
    if (r.thinksFirst) yield* tryWhole(r);
  }
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
  }
  // Only a code span that may still close needs the rest of the markdown.
  if (!r.candidates.some((candidate) => candidate.mark.state === "open")) return;
  advanceMarkdown(r, c.pos);
  markdownEnd(r.markdown);
}
