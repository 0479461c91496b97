/**
 * Counts what the filters of generators reject while values are drawn. To be imported before anything that makes
 * generators: a filter that was made earlier is not counted.
 */
import fc, { type Arbitrary } from "fast-check";

export interface Filtered {
  /** Values that came to a filter. */
  readonly tries: number;
  readonly rejected: number;
}

let counts: { tries: number; rejected: number } | undefined;

const { filter } = fc.Arbitrary.prototype;

fc.Arbitrary.prototype.filter = function counted(
  this: Arbitrary<unknown>,
  keep: (value: unknown) => boolean,
) {
  const kept = (value: unknown): boolean => {
    const keeps = keep(value);
    if (counts !== undefined) {
      counts.tries += 1;
      if (!keeps) counts.rejected += 1;
    }
    return keeps;
  };
  return Reflect.apply(filter, this, [kept]);
} as typeof filter;

/** What the filters saw while `draw` ran. */
export function countFilters(draw: () => void): Filtered {
  const mine = { tries: 0, rejected: 0 };
  counts = mine;
  try {
    draw();
  } finally {
    counts = undefined;
  }
  return mine;
}
