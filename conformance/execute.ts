/**
 * Runs one check against anything that answers asks. Draws come from fast-check, seeded by run seed and address, so
 * that every check gives the same cases alone or among others, here or in a worker.
 */

import { createHash } from "node:crypto";
import fc from "fast-check";
import type { Vector } from "../spec/vectors.ts";
import { TargetFault } from "./answers.ts";
import type { Ask, Check, Problem, Reply } from "./check.ts";
import { describeAsk } from "./describe-ask.ts";
import { vectorCheck } from "./judge.ts";
import { bounded } from "./printable.ts";
import type { Property } from "./property.ts";
import { NotInstalled } from "./refusals.ts";
import type { Claims } from "./standing.ts";
import { vectorAsk } from "./vector-call.ts";

/** In order of how bad they are: a requirement has the first one that any of its checks has. */
export const VERDICTS = [
  "crashed",
  "timed-out",
  "failed",
  "not-run",
  "held",
  "unobservable",
  "not-applicable",
] as const;
export type Verdict = (typeof VERDICTS)[number];

export type SuiteCheck =
  | { readonly kind: "vector"; readonly vector: Vector }
  | { readonly kind: "property"; readonly property: Property };

/** What one check came to. Texts are bounded, and as untrusted as the target. */
export interface CheckResult {
  readonly address: string;
  readonly kind: "vector" | "property";
  readonly title: string;
  readonly verdict: Verdict;
  /** Cases that were judged; a vector is one. */
  readonly cases: number;
  readonly problem?: Problem;
  /** The last question of the failing (shrunk) case. */
  readonly given?: string;
  /** True if that was the question of the vector's twin. */
  readonly ofTwin?: true;
  /** The generated (shrunk) value of a property. */
  readonly drawn?: string;
  /** fast-check's path to the shrunk case. */
  readonly path?: string;
  readonly labels?: Readonly<Record<string, number>>;
  /** True of a crash whose cause may lie in an earlier check: this one alone may not show it. */
  readonly perhapsEarlier?: true;
  /** What is wrong with the suite itself; the verdict is then `not-run`. */
  readonly harnessError?: string;
}

export interface Execution {
  readonly put: (ask: Ask) => Promise<Reply>;
  readonly claims: Claims;
  readonly vectors: ReadonlyMap<string, Vector>;
  readonly seed: number;
  /** Cases a property. */
  readonly runs: number;
  /** How many smaller cases may be tried once one failed. */
  readonly maxShrinks?: number;
}

/** Thrown by `put` where there is no answer: the target crashed or hung over this question. */
export class NoAnswer extends Error {
  readonly verdict: Extract<Verdict, "crashed" | "timed-out" | "not-run">;
  constructor(verdict: NoAnswer["verdict"], says: string) {
    super(says);
    this.verdict = verdict;
  }
}

const DEFAULT_SHRINKS = 2000;
/** Below this number a share of labels says nothing. */
const RUNS_FOR_FLOORS = 100;
const MAX_TEXT = 4000;

/**
 * Thrown by `put` for a question that only an in-process run can ask: that case is not counted, and a check of which no
 * case is left is `unobservable`.
 */
export class Unobservable extends Error {}

interface Outcome {
  readonly problem: Problem | undefined;
  readonly ask: Ask | undefined;
  /** Where a question had no answer. */
  readonly verdict?: NoAnswer["verdict"];
}

/** Puts the questions of a check one after the other. What the target does wrong is a problem, not an error. */
async function drive(check: Check, put: Execution["put"]): Promise<Outcome> {
  let ask: Ask | undefined;
  let step = check.next();
  while (step.done !== true) {
    ask = step.value;
    let reply: Reply;
    try {
      reply = await put(ask);
    } catch (error) {
      if (error instanceof NoAnswer) return { problem: { says: error.message }, ask, verdict: error.verdict };
      if (error instanceof NotInstalled) return { problem: { says: error.message }, ask, verdict: "not-run" };
      if (!(error instanceof TargetFault)) throw error;
      return { problem: { says: error.message }, ask };
    }
    step = check.next(reply);
  }
  return { problem: step.value, ask };
}

function boundedProblem({ says, expected, received }: Problem): Problem {
  return {
    says: bounded(says, 1000),
    ...(expected === undefined ? {} : { expected: bounded(expected, MAX_TEXT) }),
    ...(received === undefined ? {} : { received: bounded(received, MAX_TEXT) }),
  };
}

function failure({ problem, ask, verdict }: Outcome) {
  if (problem === undefined) return { verdict: "held" as const };
  return {
    verdict: verdict ?? ("failed" as const),
    problem: boundedProblem(problem),
    ...(ask === undefined ? {} : { given: describeAsk(ask) }),
  };
}

const says = (error: unknown): string =>
  bounded(error instanceof Error ? `${error.name}: ${error.message}` : String(error), 1000);

function unjudged(error: unknown) {
  if (error instanceof Unobservable) return { verdict: "unobservable" as const };
  return { verdict: "not-run" as const, harnessError: says(error) };
}

/** True if the last question was the twin's. */
function askedTwin(ask: Ask | undefined, { twin }: Vector, { vectors }: Execution): boolean {
  const other = twin === undefined ? undefined : vectors.get(twin);
  return other !== undefined && JSON.stringify(ask) === JSON.stringify(vectorAsk(other));
}

async function executeVector(vector: Vector, execution: Execution): Promise<CheckResult> {
  const head = { address: vector.address, kind: "vector", title: vector.title, cases: 1 } as const;
  try {
    const outcome = await drive(vectorCheck(vector, execution.vectors, execution.claims), execution.put);
    const ofTwin = outcome.problem !== undefined && askedTwin(outcome.ask, vector, execution);
    return { ...head, ...failure(outcome), ...(ofTwin && { ofTwin }) };
  } catch (error) {
    return { ...head, cases: 0, ...unjudged(error) };
  }
}

/** A 32-bit seed from run seed and address: the same whatever else runs. */
export function batchSeed(seed: number, address: string): number {
  return createHash("sha256")
    .update(JSON.stringify([seed, address]))
    .digest()
    .readInt32BE(0);
}

function count(property: Property, value: unknown, labels: Record<string, number>): void {
  for (const label of property.labels?.(value) ?? []) labels[label] = (labels[label] ?? 0) + 1;
}

/**
 * Which kind of input is too rare, as a sentence. A costly property has few cases in a whole run: for it the first
 * hundred that the seed draws are counted, without asking the target.
 */
function belowFloor(
  property: Property,
  drawn: { readonly labels: Readonly<Record<string, number>>; readonly cases: number },
  { runs, seed }: Execution,
): string | undefined {
  const { floors, address } = property;
  if (floors === undefined || runs < RUNS_FOR_FLOORS) return undefined;
  let { labels, cases } = drawn;
  if (cases < RUNS_FOR_FLOORS) {
    cases = RUNS_FOR_FLOORS;
    const more: Record<string, number> = {};
    const sample = { seed: batchSeed(seed, address), numRuns: cases };
    for (const value of fc.sample(property.arbitrary, sample)) count(property, value, more);
    labels = more;
  }
  for (const [label, floor] of Object.entries(floors)) {
    const share = (labels[label] ?? 0) / cases;
    if (share < floor)
      return `${address}: only ${share.toFixed(3)} of the cases are "${label}", not ${floor}`;
  }
  return undefined;
}

async function executeProperty(property: Property, execution: Execution): Promise<CheckResult> {
  const head = { address: property.address, kind: "property", title: property.title } as const;
  const labels: Record<string, number> = {};
  let cases = 0;
  let found: { readonly outcome: Outcome; readonly value: unknown } | undefined;
  let shrinks = 0;
  let unobserved = 0;
  let broken: unknown;
  const statement = fc.asyncProperty(property.arbitrary, async (value) => {
    // Once the shrinker has had its share every smaller case counts as good, which ends it where it is.
    if (broken !== undefined || (found !== undefined && shrinks >= (execution.maxShrinks ?? DEFAULT_SHRINKS)))
      return;
    if (found === undefined) {
      cases += 1;
      count(property, value, labels);
    } else shrinks += 1;
    try {
      const outcome = await drive(property.check(value, execution.claims), execution.put);
      if (outcome.problem === undefined) return;
      found = { outcome, value };
      // A target that crashed or hung is not asked for a smaller case of the same.
      if (outcome.verdict !== undefined) shrinks = Number.POSITIVE_INFINITY;
    } catch (error) {
      if (error instanceof Unobservable) {
        if (found === undefined) unobserved += 1;
        return;
      }
      broken = error;
    }
    throw new Error("not held");
  });
  try {
    const details = await fc.check(statement, {
      seed: batchSeed(execution.seed, property.address),
      numRuns: Math.max(1, Math.ceil(execution.runs * (property.share ?? 1))),
    });
    if (broken !== undefined) throw broken;
    if (found !== undefined) {
      const path = details.counterexamplePath;
      const drawn = bounded(fc.stringify(found.value), MAX_TEXT);
      return { ...head, cases, labels, drawn, ...(path === null ? {} : { path }), ...failure(found.outcome) };
    }
    if (details.failed) throw details.errorInstance ?? new Error("the property was interrupted");
  } catch (error) {
    return { ...head, cases, ...unjudged(error) };
  }
  const tooRare = belowFloor(property, { labels, cases }, execution);
  if (tooRare !== undefined) return { ...head, cases, labels, verdict: "not-run", harnessError: tooRare };
  const observed = cases - unobserved;
  return { ...head, cases: observed, labels, verdict: observed === 0 ? "unobservable" : "held" };
}

/** Runs one check to its end. Never throws: what is wrong with the suite is in the result. */
export function executeCheck(check: SuiteCheck, execution: Execution): Promise<CheckResult> {
  return check.kind === "vector"
    ? executeVector(check.vector, execution)
    : executeProperty(check.property, execution);
}
