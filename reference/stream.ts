/** Stripping text that arrives in chunks. What becomes visible equals stripping the whole text, for any chunks. */
import { createCutter, cutHere, endOfText, keepText } from "./cut.ts";
import { type LeakOptions, readLeakOptions } from "./leak-options.ts";
import { createScan, cuttable, decidedUpTo, type Scan, scanChunk, scanEnd } from "./leak-scan.ts";
import type { Candidate } from "./recogniser.ts";
import { readText } from "./text-store.ts";

export type StripReport = {
  /** Leaks that were cut, by family, in order; the text itself is not kept here. */
  readonly strippedGrammars: readonly string[];
  readonly strippedRanges: number;
};

export type LeakStripper = {
  /** Takes the next chunk and returns what is certain to be visible. */
  readonly push: (chunk: string) => string;
  /** Says that the text is over and returns the rest of it. */
  readonly flush: () => string;
  readonly report: () => StripReport;
};

type State = {
  readonly scan: Scan;
  /** Leaks taken from the list, and the text up to here taken from the store. */
  taken: number;
  at: number;
  /** Output until the first visible character: a text that would be emptied stays as it was. */
  early: string | undefined;
  readonly cutter: ReturnType<typeof createCutter>;
  readonly cut: Candidate[];
};

/** Lets text out, once there is any to be seen. */
function release(state: State, text: string): string {
  if (state.early === undefined) return text;
  // What was held so far is blank; to look at it again for every chunk would be quadratic.
  const blank = text.trim() === "";
  const out = state.early + text;
  state.early = blank ? out : undefined;
  if (blank) return "";
  return out;
}

function drain(state: State, options: ReturnType<typeof readLeakOptions>): string {
  const { scan, cutter } = state;
  const parts: string[] = [];
  for (; state.taken < scan.leaks.length; state.taken++) {
    const leak = scan.leaks[state.taken];
    if (leak === undefined || !cuttable(leak, options.policy).cut) continue;
    const { candidate } = leak;
    parts.push(keepText(cutter, readText(scan.store, state.at, candidate.start)));
    cutHere(cutter);
    state.at = candidate.end;
    state.cut.push(candidate);
  }
  const upTo = decidedUpTo(scan);
  if (upTo > state.at) {
    parts.push(keepText(cutter, readText(scan.store, state.at, upTo)));
    state.at = upTo;
  }
  return release(state, parts.join(""));
}

/**
 * A stripper for the text of one part. Takes the options of `recoverGrammarLeaks`; only `mode` "strip" and "recover"
 * cut anything, and nothing is ever promoted. Held back are only a possible marker's beginning, an open candidate, the rest of
 * the line behind one, a paragraph whose backtick is unpaired, and a text that can still be one unframed call.
 */
export function createLeakStripper(given: LeakOptions): LeakStripper {
  const options = readLeakOptions(given);
  const active = options.mode === "strip" || options.mode === "recover";
  const state: State = {
    scan: createScan(options.scan),
    taken: 0,
    at: 0,
    early: "",
    cutter: createCutter(),
    cut: [],
  };
  let over = false;
  return {
    push: (chunk) => {
      if (over || typeof chunk !== "string") return "";
      if (!active) return chunk;
      const visible = scanChunk(state.scan, chunk);
      if (visible === undefined) return drain(state, options);
      state.at += visible.length;
      return release(state, keepText(state.cutter, visible));
    },
    flush: () => {
      if (over || !active) return "";
      over = true;
      scanEnd(state.scan);
      const rest = drain(state, options) + release(state, endOfText(state.cutter));
      if (state.early === undefined) return rest;
      state.cut.length = 0;
      return readText(state.scan.store, 0, state.scan.store.length);
    },
    report: () => ({
      strippedGrammars: [
        ...new Set(state.cut.map((candidate) => candidate.grammar).filter((name) => name !== "")),
      ],
      strippedRanges: state.cut.length,
    }),
  };
}
