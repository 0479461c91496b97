/** A property: a statement over generated inputs, addressed `chapter/requirement/name` like a vector. */
import fc, { type Arbitrary } from "fast-check";
import type { Capability } from "../spec/contract.ts";
import type { Check } from "./check.ts";
import type { Claims } from "./standing.ts";

export interface Property<T = unknown> {
  readonly address: string;
  /** The statement, as a sentence. */
  readonly title: string;
  readonly capability: Capability;
  readonly arbitrary: Arbitrary<T>;
  /**
   * Method syntax on purpose: a list may hold properties over different inputs. `claims` is what the target says of
   * itself; without it a check says nothing of that.
   */
  check(value: T, claims?: Claims): Check;
  /** What kind of input a value is; counted over the run. */
  labels?(value: T): readonly string[];
  /** The least share of runs (0 to 1) that must carry a label; below it the run fails as a harness error. */
  readonly floors?: Readonly<Record<string, number>>;
  /** Runs in place of the run's own number, where a case is costly; a share of it (0 to 1]. */
  readonly share?: number;
  /** It measures time or starts processes: left out where a target is only asked about something else. */
  readonly costly?: true;
  /** All that can be drawn, where that is a table. */
  readonly rows?: readonly T[];
  /** Every seed asks the same questions, if in another order. */
  readonly fixed?: true;
}

/** Gives a property its types where it is written. */
export function property<T>(definition: Property<T>): Property {
  return definition;
}

/** Runs of any number come to one. */
export const ONE_CASE = 1e-9;
const ONCE = Object.freeze({ arbitrary: fc.constant(null), fixed: true, share: ONE_CASE } as const);

/** The same statement as one case, over every row of its table; as it is where it has none. */
export function overAllRows(own: Property): Property {
  const { rows, labels: _labels, floors: _floors, ...rest } = own;
  if (rows === undefined) return own;
  return {
    ...rest,
    ...ONCE,
    *check(_value, claims) {
      for (const row of rows) {
        const problem = yield* own.check(row, claims);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
  };
}

/** The same statement in one case of a run: each case would ask the same. */
export function asOneCase(own: Property): Property {
  return { ...own, ...ONCE };
}

/** A property of one case that asks about all there is, whatever the seed. */
export function everything(
  definition: Omit<Property, "arbitrary" | "check" | "fixed" | "rows" | "share"> & { check(): Check },
): Property {
  return property<null>({ ...definition, ...ONCE });
}
