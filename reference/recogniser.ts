/** What the recogniser knows while it reads: its cursor, the markdown around it, the candidates so far. */
import type { Call } from "./grammars/call.ts";
import { type Cursor, createCursor, LOOK_BACK } from "./grammars/cursor.ts";
import type { Lead } from "./grammars/lead.ts";
import type { Opener } from "./grammars/opener.ts";
import { type Shape, shapeNamed } from "./grammars/table.ts";
import type { ToolSchemas } from "./grammars/values.ts";
import { createMarkdown, type Markdown, markdownText } from "./markdown.ts";
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
  /** Where the think block begins that was printed as text and is open; undefined in none. */
  readonly thinkStart: number | undefined;
  /** Parts of calls without an opener stood before it. */
  readonly debris: boolean;
  /** An opener that opened nothing stands directly before it, or on its line. */
  readonly opened: boolean;
  /** Where the next character of its line stands, blanks aside; -1 where the line or the text ends. */
  readonly tail: number;
  /** Where the next character stands, white space aside; -1 at the end of the text. */
  readonly next: number;
  /** Of a call: how far rows of calls were followed from here, or what they end in. */
  readonly chains: Record<"tail" | "next", number | "end" | "text">;
  /** Of a left-over: how far the leaks behind it were followed. */
  followed: number;
};

export type RecogniseOptions = {
  /** The families that are switched on; undefined for all. */
  readonly grammars?: ReadonlySet<string> | undefined;
  /** Names of tools, for the shapes that are named after one. */
  readonly tools: readonly string[];
  readonly schemas: ToolSchemas;
  /** Whether a leak would be cut, where its place is that of one. */
  readonly cuts: (candidate: Candidate) => boolean;
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
  /** Where the first visible character stands, once it is there. */
  first: number | undefined;
  /** Where the open think block begins. */
  thinkStart: number | undefined;
  debris: boolean;
  /** Behind an opener that opened nothing, and behind the candidates that follow it directly; undefined behind other text. */
  openEnd: number | undefined;
  /** A `<tool_result>` was not closed, so none behind it is looked for. */
  noResults: boolean;
  readonly options: RecogniseOptions;
};

export const createRecogniser = (options: RecogniseOptions): Recogniser => ({
  cursor: createCursor(),
  candidates: [],
  markdown: createMarkdown(),
  settled: 0,
  markdownAt: 0,
  first: undefined,
  thinkStart: undefined,
  debris: false,
  openEnd: undefined,
  noResults: false,
  options,
});

/** Moves the cursor back, with the window behind it. */
export function rewind(r: Recogniser, pos: number): void {
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
  r.cursor.steps += pos - r.markdownAt + r.markdown.work.steps;
  r.markdown.work.steps = 0;
  r.markdownAt = pos;
}

/** The family that a shape is reported as: the first of its families that is switched on. */
export const grammarOf = (r: Recogniser, shape: Shape): string | undefined => {
  const { grammars } = r.options;
  return grammars === undefined ? shape.grammars[0] : shape.grammars.find((name) => grammars.has(name));
};

/** Whether an opener may find anything that is switched on. */
export const isEnabled = (r: Recogniser, opener: Opener): boolean =>
  opener.shapes.some((name) => {
    const shape = shapeNamed(name);
    return shape !== undefined && grammarOf(r, shape) !== undefined;
  });

type Draft = Pick<Candidate, "kind" | "start" | "end" | "lead"> & Partial<Candidate>;

const TEXT_MARK: Mark = Object.freeze({ state: "text" });

/** Cutting what stands behind an open tag would leave that tag as the end of the text. */
function followsOpener(r: Recogniser, start: number): boolean {
  if (r.openEnd === undefined) return false;
  const between = r.options.read(r.openEnd, start);
  return between.trim() === "" || !/[\n\r]/.test(between);
}

export function addCandidate(r: Recogniser, shape: Shape | undefined, draft: Draft): void {
  const opened = followsOpener(r, draft.start);
  r.openEnd = opened ? draft.end : undefined;
  const index = r.candidates.length;
  r.candidates.push({
    shape: shape?.shape ?? "",
    grammar: (shape && grammarOf(r, shape)) ?? "",
    framed: true,
    promotable: shape?.promotable ?? false,
    calls: [],
    flaw: undefined,
    mark: TEXT_MARK,
    thinkStart: r.thinkStart,
    debris: r.debris,
    opened,
    tail: -1,
    next: -1,
    chains: { tail: index, next: index },
    followed: index,
    ...draft,
  });
}
