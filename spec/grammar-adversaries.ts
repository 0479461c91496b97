/** Texts on which a recogniser of printed calls can lose its linear cost, each a unit to repeat up to a size. */
import data from "./grammar-adversaries.json" with { type: "json" };

export interface Adversary {
  readonly name: string;
  /** The text of about `size` UTF-16 units. */
  readonly build: (size: number) => string;
}

interface Row {
  readonly name: string;
  readonly unit: string;
  readonly before?: string;
  readonly middle?: string;
  readonly closing?: string;
  readonly after?: string;
}

function adversary({ name, unit, before = "", middle = "", closing = "", after = "" }: Row): Adversary {
  const fixed = before.length + middle.length + after.length;
  return {
    name,
    build(size) {
      const times = Math.max(1, Math.floor((size - fixed) / (unit.length + closing.length)));
      return before + unit.repeat(times) + middle + closing.repeat(times) + after;
    },
  };
}

/** All adversaries, in the order of the data. */
export const ADVERSARIES: readonly Adversary[] = Object.freeze(
  data.adversaries.map((row: Row) => adversary(row)),
);
