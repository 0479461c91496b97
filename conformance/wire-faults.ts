/** Breaches of the wire protocol that belong to no case: counted by kind, with one clipped sample. */

import { bounded } from "./printable.ts";

/** In the order in which reports list them. */
export const FAULTS = [
  "no-answer-line",
  "not-utf-8",
  "unknown-id",
  "repeated-answer",
  "error-without-id",
  "died-idle",
  "death-not-repeated",
  "other-identity",
  "did-not-restart",
  "too-many-restarts",
  "left-running",
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** `sample` is what the program did the first time, as a sentence about "it" without an end; at most 300 characters. */
export interface Fault {
  readonly kind: FaultKind;
  readonly count: number;
  readonly sample: string;
}

export interface FaultBook {
  note(kind: FaultKind, sample: string): void;
  list(): readonly Fault[];
}

const SHOWN = 300;

/** What to do about each kind. */
const ADVICE: Readonly<Record<FaultKind, string>> = {
  "no-answer-line": "only answers belong on standard output, a line each; write logs to standard error",
  "not-utf-8": "write UTF-8, and logs to standard error",
  "unknown-id": "answer with the request's own id",
  "repeated-answer": "answer each request once",
  "error-without-id": "give an error the id of its request",
  "died-idle": "run until standard input ends",
  "death-not-repeated": "an answer must not depend on what else is open or was asked before",
  "other-identity": "say the same of yourself at every start",
  "did-not-restart": "a start must not depend on the one before",
  "too-many-restarts": "mend the first of the crashes above; what was left was not run",
  "left-running": "end what you have started, and exit once standard input ends",
};

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

/** Faults that only follow from crashes and hangs, which are told as such. */
const GIVEN_UP: readonly FaultKind[] = ["did-not-restart", "too-many-restarts"];

/** True of a fault that the program is to mend in how it speaks, and not in what it answers. */
export function isOfSpeech({ kind }: Fault): boolean {
  return !GIVEN_UP.includes(kind);
}

/** A fault as one sentence that says whose it is and what to do; as untrusted as the target. */
export function sayFault(fault: Fault): string {
  const { kind, count, sample } = fault;
  const what = isOfSpeech(fault) ? "broke the protocol" : "was given up";
  return `your program ${what} (${kind}, ${times(count)}): ${sample}; ${ADVICE[kind]}`;
}

/** An empty book. */
export function faultBook(): FaultBook {
  const book = new Map<FaultKind, { count: number; readonly sample: string }>();
  return {
    note(kind, sample) {
      const known = book.get(kind);
      if (known === undefined) book.set(kind, { count: 1, sample: bounded(sample, SHOWN) });
      else known.count += 1;
    },
    list: () =>
      FAULTS.flatMap((kind) => {
        const found = book.get(kind);
        return found === undefined ? [] : [{ kind, ...found }];
      }),
  };
}
