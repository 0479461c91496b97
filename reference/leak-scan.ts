/** The machine over one text: fed in chunks, it lists candidates in order and says of each whether it counts as a leak. */
import { feed, LOOK_BACK, shownTo } from "./grammars/cursor.ts";
import { leadOf } from "./grammars/lead.ts";
import { resolveToolName } from "./grammars/names.ts";
import { type Skim, skim } from "./grammars/triggers.ts";
import type { ToolSchemas } from "./grammars/values.ts";
import { judgePlace, type Reason } from "./leak-place.ts";
import { recognise } from "./recognise.ts";
import { advanceMarkdown, type Candidate, createRecogniser, type Recogniser } from "./recogniser.ts";
import { createTextStore, readText, storeText, type TextStore } from "./text-store.ts";

export type ScanOptions = {
  readonly grammars?: ReadonlySet<string> | undefined;
  readonly tools: readonly string[];
  readonly schemas: ToolSchemas;
  /** What decides on cutting; omitted, every leak of a call is taken to be cut. */
  readonly policy?: ToolPolicy;
};

export type Leak = {
  readonly candidate: Candidate;
  /** In its place it counts as a call, or as a left-over of one. */
  readonly counts: boolean;
  readonly reason: Reason;
};

export type Scan = {
  readonly store: TextStore;
  readonly recogniser: Recogniser;
  readonly run: Generator<undefined, void, undefined>;
  /** Candidates that are judged, in order. */
  readonly leaks: Leak[];
  /** For chunks that the cursor is not shown, once it has run; what it holds is not settled. */
  skim: Skim | undefined;
};

/** Most that the cursor is shown at once: what a candidate may look at ends at its cap, not at the end of the message. */
const WINDOW = 64 * 1024;

export function createScan(options: ScanOptions): Scan {
  const store = createTextStore();
  const { policy, grammars, tools, schemas } = options;
  const recogniser = createRecogniser({
    grammars,
    tools,
    schemas,
    read: (start, end) => readText(store, start, end),
    cuts: (candidate) => policy === undefined || cuttable({ candidate, ...CERTAIN }, policy).cut,
  });
  return {
    store,
    recogniser,
    run: recognise(recogniser),
    leaks: [],
    skim: undefined,
  };
}

function judge(scan: Scan): void {
  const { recogniser, leaks } = scan;
  for (;;) {
    const candidate = recogniser.candidates[leaks.length];
    if (candidate === undefined) return;
    if (candidate.mark.state === "open") advanceMarkdown(recogniser, recogniser.settled);
    const placed = judgePlace(recogniser, leaks.length);
    if (placed === "open") return;
    leaks.push({ candidate, ...placed });
  }
}

function pass(scan: Scan, text: string): void {
  feed(scan.recogniser.cursor, text);
  scan.run.next();
  judge(scan);
}

/** Shows the cursor what the store has and it has not. Behind plain text its window need only reach back, not over all of it. */
function catchUp(scan: Scan): void {
  const { store } = scan;
  const { cursor, settled } = scan.recogniser;
  if (settled > shownTo(cursor)) {
    cursor.base = Math.max(0, settled - LOOK_BACK);
    cursor.text = readText(store, cursor.base, settled);
    cursor.pos = settled;
  }
  for (let at = shownTo(cursor); at < store.length; at += WINDOW)
    pass(scan, readText(store, at, Math.min(at + WINDOW, store.length)));
}

/** Nothing is open or held: plain text would only move the cursor to its end. */
function isIdle(scan: Scan): boolean {
  const { cursor, candidates } = scan.recogniser;
  return scan.leaks.length === candidates.length && scan.recogniser.settled >= shownTo(cursor);
}

/**
 * Takes the next chunk of a stream. Returns the text that is visible with it where that is plain to see: nothing in it can
 * open anything, or end what is open. Undefined where the leaks and `decidedUpTo` have to be asked.
 */
export function scanChunk(scan: Scan, chunk: string): string | undefined {
  storeText(scan.store, chunk);
  const { cursor } = scan.recogniser;
  if (!chunk.includes(cursor.wake) && scan.store.length < cursor.limit) return "";
  if (scan.skim !== undefined && isIdle(scan)) {
    const visible = skim(scan.skim, chunk);
    if (visible !== undefined) {
      scan.recogniser.settled = scan.store.length - scan.skim.held.length;
      return visible;
    }
  }
  catchUp(scan);
  scan.skim = { held: "", edge: isIdle(scan) && leadOf(cursor, cursor.pos) !== "none" };
  return undefined;
}

/** Says that no more text comes. */
export function scanEnd(scan: Scan): void {
  catchUp(scan);
  scan.recogniser.cursor.final = true;
  scan.run.next();
  judge(scan);
}

/** Up to where the text is decided: what stands before is visible unless it is in a leak. */
export function decidedUpTo(scan: Scan): number {
  const pending = scan.recogniser.candidates[scan.leaks.length];
  return pending === undefined ? scan.recogniser.settled : pending.start;
}

/** Scans a whole text. */
export function scanText(text: string, options: ScanOptions): Scan {
  const scan = createScan(options);
  storeText(scan.store, text);
  scanEnd(scan);
  return scan;
}

const CERTAIN = { counts: true, reason: "it counts" } as const;

export type ToolPolicy = {
  /** Tools that a leak may name to be cut or promoted. */
  readonly usable: readonly string[];
  /** Text of calls of other tools is cut too. */
  readonly stripUnknown: boolean;
};

/** Whether a leak's text is to be cut when its calls are not promoted, and why not. */
export function cuttable(leak: Leak, policy: ToolPolicy): { readonly cut: boolean; readonly reason: string } {
  const { candidate } = leak;
  if (!leak.counts) return { cut: false, reason: leak.reason };
  if (candidate.kind === "opener" || candidate.kind === "closer")
    return { cut: true, reason: "a left-over of a call ends the text" };
  if (!candidate.framed) return { cut: false, reason: "it is all there is" };
  if (candidate.flaw !== undefined) return { cut: false, reason: candidate.flaw };
  const known = candidate.calls.every((call) => resolveToolName(call.name, policy.usable) !== undefined);
  if (known) return { cut: true, reason: "a printed call is no text" };
  return { cut: policy.stripUnknown, reason: "no such tool may be called" };
}
