/**
 * Planted code, mutated beside the reference in every run: its mutants must come out as each function says, or the
 * wiring is broken and the scores mean nothing.
 */

/** Called and judged: all its mutants must be killed. */
export function judged(count: number): number {
  return count + 1;
}

/** Called, and its answer is not looked at: all its mutants must survive. */
export function unjudged(count: number): number {
  return count + 1;
}

/** Never called: its mutants must have no coverage. */
export function uncalled(count: number): number {
  return count + 1;
}

/** Called; a mutant that never ends must come out as a timeout. */
export function ending(count: number): number {
  let steps = 0;
  while (steps < count) steps++;
  return steps;
}

/** Read once, while the module loads: its mutants must be killed by a module that is loaded anew. */
const LOADED = 20 * 2;

/** What was read while the module loaded. */
export function loaded(): number {
  return LOADED;
}

/** What an earlier call left behind must not decide about the next mutant. */
const KEPT = new Map<number, number>();

/** Called and judged, and the first answer is kept: its mutants must be killed all the same. */
export function kept(count: number): number {
  const known = KEPT.get(count);
  if (known !== undefined) return known;
  const made = count * 3;
  KEPT.set(count, made);
  return made;
}
