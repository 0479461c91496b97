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

function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return user + system;
}

type Step<R> = Generator<Ask, R, Reply>;

function* cost(growing: Growing, units: number): Step<number> {
  // Asking for facts is what keeps a target in another process from being judged by our own time.
  const live = { facts: true } as const;
  if (growing.capability === "repair") {
    const call = growing.ask(units);
    const before = cpuMicroseconds();
    yield* askRepair(call, live);
    return cpuMicroseconds() - before;
  }
  const call = growing.ask(units);
  const before = cpuMicroseconds();
  yield* askGrammar(call, live);
  return cpuMicroseconds() - before;
}

/** The median of five; undefined as soon as it is clear that it will be below `least`. */
function* medianFrom(growing: Growing, units: number, least: number): Step<number | undefined> {
  const costs: number[] = [];
  while (costs.length < SAMPLES) {
    costs.push(yield* cost(growing, units));
    if (costs.filter((one) => one < least).length > SAMPLES >> 1) return undefined;
  }
  return costs.sort((one, other) => one - other)[SAMPLES >> 1];
}

/**
 * Whether the median of five is below `least`: the largest of those that are, else undefined. No more samples are taken
 * than decide it.
 */
function* largestBelow(growing: Growing, units: number, least: number): Step<number | undefined> {
  const below: number[] = [];
  for (let taken = 1; ; taken += 1) {
    const one = yield* cost(growing, units);
    if (one < least) below.push(one);
    if (below.length > SAMPLES >> 1) return Math.max(...below);
    if (taken - below.length > SAMPLES >> 1) return undefined;
  }
}

/** A problem if doubling the input multiplies the CPU time by more than 3, three times in a row; under 20 ms none. */
export function* growthProblem(growing: Growing): Step<Problem | undefined> {
  if ((yield* cost(growing, 2 * GROWTH_UNITS)) < ENOUGH_MICROSECONDS) return undefined;
  let ratio = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const two = yield* medianFrom(growing, 2 * GROWTH_UNITS, ENOUGH_MICROSECONDS);
    if (two === undefined) return undefined;
    const one = yield* largestBelow(growing, GROWTH_UNITS, two / MAX_RATIO);
    if (one === undefined) return undefined;
    ratio = two / Math.max(1, one);
  }
  return {
    says: `an input of twice ${GROWTH_UNITS} units takes at least ${ratio.toFixed(1)} times the CPU time`,
    expected: `at most ${MAX_RATIO} times`,
    received: ratio.toFixed(1),
  };
}
