// The frame around every probe: loads the pi that the command line names, runs the probe against it, and prints
// one line of JSON. A probe only states facts; the verdict follows from them.
import { CannotProbe, loadPi, messageOf, NotApplicable, type Pi } from "./load.ts";

export const VERDICTS = Object.freeze(["holds", "changed", "not-applicable", "cannot-probe"] as const);
export type Verdict = (typeof VERDICTS)[number];

/** One checked part of a claim: what is claimed, whether this pi does it, and what was seen. */
export interface Fact {
  readonly claimed: string;
  readonly holds: boolean;
  readonly seen: string;
}

/** What a probe found. `data` is kept for the tables; `notes` are observations that decide nothing. */
export interface Finding {
  readonly facts: readonly Fact[];
  readonly notes?: readonly string[];
  readonly data?: unknown;
}

/** What a probe prints. `notes` explain a verdict that rests on no facts. */
export interface Answer {
  readonly version: string;
  readonly verdict: Verdict;
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
  readonly data?: unknown;
}

/** A fact. `seen` is any value; it is shown as JSON, cut to 200 characters. */
export function fact(claimed: string, holds: boolean, seen: unknown): Fact {
  return { claimed, holds, seen: show(seen) };
}

/** A value as bounded text, for observations: strings as they are, the rest as JSON. */
export function show(value: unknown): string {
  const text = typeof value === "string" ? value : (safeJson(value) ?? String(value));
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

function safeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function answerOf(version: string, { facts, notes = [], data }: Finding): Answer {
  const verdict = facts.every((entry) => entry.holds) ? "holds" : "changed";
  return { version, verdict, facts, notes, ...(data === undefined ? {} : { data }) };
}

function failureOf(version: string, error: unknown): Answer {
  if (error instanceof NotApplicable)
    return { version, verdict: "not-applicable", facts: [], notes: [error.message] };
  const reason = error instanceof CannotProbe ? error.message : `the probe stopped: ${messageOf(error)}`;
  return { version, verdict: "cannot-probe", facts: [], notes: [reason] };
}

/** Runs `probe` against the pi under the folder that is the first argument, prints the answer and ends the process. */
export async function runProbe(probe: (pi: Pi) => Promise<Finding>): Promise<void> {
  // pi may print; stdout carries the answer alone.
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((chunk: string | Uint8Array) =>
    process.stderr.write(chunk)) as typeof process.stdout.write;
  let version = "unknown";
  let answer: Answer;
  try {
    const pi = await loadPi(process.argv[2] ?? ".");
    version = pi.version;
    answer = answerOf(version, await probe(pi));
  } catch (error) {
    answer = failureOf(version, error);
  }
  // A session may keep timers and sockets; a full pipe must be drained before the end.
  write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
}
