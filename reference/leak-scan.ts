/** The machine over one text: fed in chunks, it lists candidates in order and says of each whether it counts as a leak. */
import { feed } from "./grammars/cursor.ts";
import { resolveToolName } from "./grammars/names.ts";
import type { ToolSchemas } from "./grammars/values.ts";
import { judgePlace, type Reason } from "./leak-place.ts";
import {
  advanceMarkdown,
  type Candidate,
  createRecogniser,
  type Recogniser,
  recognise,
} from "./recognise.ts";
import { createTextStore, readText, storeText, type TextStore } from "./text-store.ts";

export type ScanOptions = {
  readonly grammars?: ReadonlySet<string> | undefined;
  readonly tools: readonly string[];
  readonly schemas: ToolSchemas;
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
};

/** Windows of a whole text: what a candidate may look at ends at its cap, not at the end of the message. */
const WINDOW = 64 * 1024;

export function createScan(options: ScanOptions): Scan {
  const store = createTextStore();
  const recogniser = createRecogniser({ ...options, read: (start, end) => readText(store, start, end) });
  return { store, recogniser, run: recognise(recogniser), leaks: [] };
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

/** Takes a chunk that the store has already. */
function pass(scan: Scan, chunk: string): void {
  feed(scan.recogniser.cursor, chunk);
  scan.run.next();
  judge(scan);
}

/** Takes the next chunk of a stream. */
export function scanChunk(scan: Scan, chunk: string): void {
  storeText(scan.store, chunk);
  pass(scan, chunk);
}

/** Says that no more text comes. */
export function scanEnd(scan: Scan): void {
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
  for (let at = 0; at < text.length; at += WINDOW) pass(scan, text.slice(at, at + WINDOW));
  scanEnd(scan);
  return scan;
}

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
