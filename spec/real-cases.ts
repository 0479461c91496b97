/** Real failures, each with the checks that hold it: the typed form of `real-cases.json`, which says what its fields mean. */
import table from "./real-cases.json" with { type: "json" };

export interface RealKind {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly happens: string;
  readonly does: string;
  readonly why: string;
  /** Address of the vector that shows it best. */
  readonly example?: string;
}

export interface RealCase {
  readonly case: string;
  readonly source: string;
  readonly kind: string;
  readonly modelFamily: string;
  readonly addresses: readonly string[];
  readonly siblings: readonly string[];
  readonly judged?: string;
  readonly notYet?: string;
}

/** In the order in which the page tells them. */
export const REAL_KINDS: readonly RealKind[] = Object.freeze(table.kinds);

export const REAL_CASES: readonly RealCase[] = Object.freeze(table.cases);

/** A model's call, seen in public; the others are requests on published layers. */
export const isReport = ({ source }: RealCase): boolean => source.startsWith("https://");
