/** Breaches of the wire protocol that belong to no case: counted by kind, with one clipped sample. */

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

/** `sample` is the first one seen, in at most 200 characters of the target's. */
export interface Fault {
  readonly kind: FaultKind;
  readonly count: number;
  readonly sample: string;
}

export interface FaultBook {
  note(kind: FaultKind, sample: string): void;
  list(): readonly Fault[];
}

const SHOWN = 200;

/** An empty book. */
export function faultBook(): FaultBook {
  const book = new Map<FaultKind, { count: number; readonly sample: string }>();
  return {
    note(kind, sample) {
      const known = book.get(kind);
      if (known === undefined) book.set(kind, { count: 1, sample: sample.slice(0, SHOWN) });
      else known.count += 1;
    },
    list: () =>
      FAULTS.flatMap((kind) => {
        const found = book.get(kind);
        return found === undefined ? [] : [{ kind, ...found }];
      }),
  };
}
