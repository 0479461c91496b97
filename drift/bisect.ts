// Finds the first published version with a new behaviour by halving, stepping over versions without an answer.
import { pattern } from "./ledger.ts";
import type { Result } from "./run.ts";

/** `same`: no difference between the ends. `unanswered`: too few versions answer. */
export type Bisection =
  | { readonly kind: "same"; readonly first: Result; readonly last: Result }
  | { readonly kind: "unanswered" }
  | { readonly kind: "found"; readonly before: Result; readonly since: Result; readonly asked: number };

/**
 * Between the first and the last of `versions` that answer, finds neighbours (unanswered versions aside) that
 * behave differently, the later one behaving like the last. Where behaviour changed more than once, it finds one
 * such change.
 */
export async function bisect(
  versions: readonly string[],
  ask: (version: string) => Promise<Result>,
): Promise<Bisection> {
  const known = new Map<number, Result | undefined>();
  const answer = async (index: number): Promise<Result | undefined> => {
    const version = versions[index];
    if (!known.has(index) && version !== undefined) {
      const result = await ask(version);
      known.set(index, result.verdict === "cannot-probe" ? undefined : result);
    }
    return known.get(index);
  };
  let low = 0;
  while (low < versions.length && !(await answer(low))) low += 1;
  let high = versions.length - 1;
  while (high > low && !(await answer(high))) high -= 1;
  const [first, last] = [known.get(low), known.get(high)];
  if (!first || !last) return { kind: "unanswered" };
  if (pattern(first) === pattern(last)) return { kind: "same", first, last };
  let [before, since] = [first, last];
  for (
    let middle = await answered(low, high, answer);
    middle !== undefined;
    middle = await answered(low, high, answer)
  ) {
    const result = known.get(middle);
    if (!result) break;
    if (pattern(result) === pattern(last)) {
      high = middle;
      since = result;
    } else {
      low = middle;
      before = result;
    }
  }
  return { kind: "found", before, since, asked: known.size };
}

/** The version nearest to the middle, strictly between the ends, that answers; undefined where none does. */
async function answered(
  low: number,
  high: number,
  answer: (index: number) => Promise<Result | undefined>,
): Promise<number | undefined> {
  const middle = Math.floor((low + high) / 2);
  for (let step = 0; step < high - low; step++) {
    for (const index of [middle - step, middle + step])
      if (index > low && index < high && (await answer(index))) return index;
  }
  return undefined;
}
