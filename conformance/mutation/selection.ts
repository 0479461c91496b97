/** Which mutants of a group a run is about: all, a sample, or one of several shards. */
import { CANARY } from "./gate.ts";
import { drawOf, keysOf, keyText, type MutantKey, type Mutation } from "./key.ts";

export interface Selection {
  readonly seed: number;
  /** The share of all mutants that a sample takes, from 0 to 1. */
  readonly share?: number;
  /** This shard of so many, both from 1. */
  readonly shard?: { readonly index: number; readonly of: number };
  /** Only these: texts of keys, each counted as the first of its kind. */
  readonly among?: readonly string[];
}

/** The status reason of a mutant that was left out. */
export const OUTSIDE = "outside the sample or shard";

const WHOLE = 2 ** 32;

/** Whether a run is about a mutant: the same mutants on every machine, whatever their order. Alike ones go together. */
export function isDrawn({ seed, share, shard, among }: Selection, key: MutantKey): boolean {
  if (key.file === CANARY) return true;
  const text = keyText({ ...key, nth: 1 });
  if (among !== undefined && !among.includes(text)) return false;
  const draw = drawOf(text, seed);
  if (shard !== undefined && draw % shard.of !== shard.index - 1) return false;
  return share === undefined || draw / WHOLE < share;
}

/** The same for a mutant of a file as it stands. */
export function isSelected(selection: Selection, file: string, source: string, mutation: Mutation): boolean {
  const [key] = keysOf(file, source, [mutation]);
  return key !== undefined && isDrawn(selection, key);
}
