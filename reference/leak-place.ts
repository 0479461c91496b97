/** Whether a candidate counts as a leak, from its place alone; "open" until the text behind it has arrived. */
import type { Candidate } from "./recogniser.ts";

export type Reason =
  | "it counts"
  | "it stands in code"
  | "it stands in a block quote"
  | "it stands in a code span"
  | "nothing shows that it is meant as a call"
  | "text follows on its line"
  | "it stands in a think block"
  | "it is incomplete"
  | "it is malformed"
  | "parts of another call stand before it"
  | "text follows";

export type Placed = { readonly counts: boolean; readonly reason: Reason };

const left = (reason: Reason): Placed => ({ counts: false, reason });
const COUNTS: Placed = Object.freeze({ counts: true, reason: "it counts" });

/** What the text behind a candidate says. `settled`: up to where all candidates are known. */
type Behind = {
  readonly candidates: readonly Candidate[];
  readonly settled: number;
  readonly options: { readonly cuts: (candidate: Candidate) => boolean };
};

/**
 * Follows calls that stand one behind the other; "text" where anything else comes before the end. How far a chain was
 * followed is kept, so that a long row of calls is walked once.
 */
function chain(behind: Behind, from: number, kind: "tail" | "next"): "end" | "text" | "open" {
  const { candidates } = behind;
  const first = candidates[from];
  if (first === undefined) return "open";
  const known = first.chains[kind];
  if (known === "end" || known === "text") return known;
  let at = known;
  let outcome: "end" | "text" | "open" = "open";
  for (let candidate = candidates[at]; candidate !== undefined; candidate = candidates[++at]) {
    const position = candidate[kind];
    const next = candidates[at + 1];
    if (position < 0) outcome = "end";
    else if (next === undefined ? behind.settled > position : next.start > position) outcome = "text";
    // HyperCLOVA's marker begins with a blank of its own, so before the position.
    else if (next?.kind === "opener") outcome = "end";
    else if (next !== undefined && next.kind !== "call") outcome = "text";
    else if (next !== undefined) continue;
    break;
  }
  if (outcome === "open") first.chains[kind] = at;
  else for (const candidate of candidates.slice(from, at + 1)) candidate.chains[kind] = outcome;
  return outcome;
}

function placeOfMark(candidate: Candidate): Placed | undefined | "open" {
  if (candidate.mark.state === "open") return "open";
  return candidate.mark.state === "span" ? left("it stands in a code span") : undefined;
}

const evident = (candidate: Candidate): boolean => candidate.lead !== "none";

function placeOfCall(behind: Behind, index: number, candidate: Candidate): Placed | "open" {
  const marked = placeOfMark(candidate);
  if (marked !== undefined) return marked;
  if (!evident(candidate)) return left("nothing shows that it is meant as a call");
  if (candidate.opened) return left("parts of another call stand before it");
  // A mark is known once its line has ended, and then so is what follows on the line.
  if (chain(behind, index, "tail") === "text") return left("text follows on its line");
  if (candidate.thinkStart === undefined) return COUNTS;
  const rest = chain(behind, index, "next");
  if (rest === "open") return "open";
  return rest === "text" ? left("it stands in a think block") : COUNTS;
}

/**
 * Whether only leaks that are cut stand behind a left-over: then it ends what is left of the text. How far they were
 * followed is kept in it.
 */
function endsAll(behind: Behind, first: Candidate): boolean | "open" {
  const { candidates, options, settled } = behind;
  for (let at = first.followed; ; at++) {
    const candidate = candidates[at];
    if (candidate === undefined) return "open";
    first.followed = at;
    if (candidate.next < 0) return true;
    const next = candidates[at + 1];
    if (next === undefined) return settled > candidate.next ? false : "open";
    if (next.start > candidate.next || !options.cuts(next)) return false;
    const placed = judgePlace(behind, at + 1);
    if (placed === "open") return "open";
    if (!placed.counts || next.kind !== "call") return placed.counts;
  }
}

function placeOfLeftOver(behind: Behind, candidate: Candidate): Placed | "open" {
  const marked = placeOfMark(candidate);
  if (marked !== undefined) return marked;
  const last = endsAll(behind, candidate);
  if (last === "open") return "open";
  if (!last) return left("text follows");
  if (candidate.debris) return left("parts of another call stand before it");
  return evident(candidate) ? COUNTS : left("nothing shows that it is meant as a call");
}

/** Judges the candidate at `index`. */
export function judgePlace(behind: Behind, index: number): Placed | "open" {
  const candidate = behind.candidates[index];
  if (candidate === undefined) return "open";
  switch (candidate.kind) {
    case "quoted":
      return left(candidate.flaw === "quote" ? "it stands in a block quote" : "it stands in code");
    case "incomplete":
      return left("it is incomplete");
    case "malformed":
      return left("it is malformed");
    case "opener":
    case "closer":
      return placeOfLeftOver(behind, candidate);
    default:
      return placeOfCall(behind, index, candidate);
  }
}
