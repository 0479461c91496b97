/** How a target's CPU time grows with its input, measured in its own thread; a target elsewhere cannot be seen. */
import type { GrammarCall, RepairCall } from "../spec/contract.ts";
import { type Ask, askGrammar, askRepair, type Problem, type Reply } from "./check.ts";

/** n, in UTF-16 units; 2n stays within the default limit on input bytes. */
export const GROWTH_UNITS = 64 * 1024;
const MAX_RATIO = 3;
const ENOUGH_MICROSECONDS = 20_000;
const SAMPLES = 5;
const ATTEMPTS = 3;

/** Questions of a growing kind: `ask(units)` has an input of about that many UTF-16 units. */
export type Growing =
  | { readonly capability: "repair"; ask(units: number): RepairCall }
  | { readonly capability: "grammar"; ask(units: number): GrammarCall };

type Step<R> = Generator<Ask, R, Reply>;

/** What the target alone spends on one question, in microseconds of its thread's CPU time. */
function* cost(growing: Growing, units: number): Step<number> {
  const live = { cost: true } as const;
  const { cpuMicroseconds } =
    growing.capability === "repair"
      ? yield* askRepair(growing.ask(units), live)
      : yield* askGrammar(growing.ask(units), live);
  if (cpuMicroseconds === undefined) throw new Error("harness: a question of cost came back without it");
  return cpuMicroseconds;
}

/** Of five samples any three say what the median is at most, and at least. */
const ENOUGH_SAMPLES = (SAMPLES >> 1) + 1;

const median = (costs: readonly number[]): number =>
  costs.toSorted((one, other) => one - other)[SAMPLES >> 1] ?? 0;

const isSmall = (cost: number): boolean => cost < ENOUGH_MICROSECONDS;

function* fill(costs: number[], growing: Growing, units: number, count: number): Step<void> {
  while (costs.length < count) costs.push(yield* cost(growing, units));
}

/**
 * The median of five at 2n over that of five at n; undefined as soon as it is clear that it will be at most `MAX_RATIO`, or
 * that the median at 2n is too small to be judged. `two` are samples at 2n that there are already.
 */
function* excess(growing: Growing, two: number[]): Step<number | undefined> {
  const one: number[] = [];
  yield* fill(two, growing, 2 * GROWTH_UNITS, ENOUGH_SAMPLES);
  // What ran for the first time is slower than it will be: one more may show that it is nothing to be judged.
  if (two.filter(isSmall).length === ENOUGH_SAMPLES - 1)
    yield* fill(two, growing, 2 * GROWTH_UNITS, two.length + 1);
  if (two.filter(isSmall).length >= ENOUGH_SAMPLES) return undefined;
  yield* fill(one, growing, GROWTH_UNITS, ENOUGH_SAMPLES);
  if (Math.max(...two) <= MAX_RATIO * Math.min(...one)) return undefined;
  yield* fill(two, growing, 2 * GROWTH_UNITS, SAMPLES);
  yield* fill(one, growing, GROWTH_UNITS, SAMPLES);
  const ratio = median(two) / Math.max(1, median(one));
  return median(two) >= ENOUGH_MICROSECONDS && ratio > MAX_RATIO ? ratio : undefined;
}

/** A problem if doubling the input multiplies the CPU time by more than 3, three times in a row; under 20 ms none. */
export function* growthProblem(growing: Growing): Step<Problem | undefined> {
  const first = yield* cost(growing, 2 * GROWTH_UNITS);
  if (first < ENOUGH_MICROSECONDS) return undefined;
  let ratio = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = yield* excess(growing, attempt === 0 ? [first] : []);
    if (found === undefined) return undefined;
    ratio = found;
  }
  return {
    says: `an input of twice ${GROWTH_UNITS} units takes at least ${ratio.toFixed(1)} times the CPU time`,
    expected: `at most ${MAX_RATIO} times`,
    received: ratio.toFixed(1),
  };
}
