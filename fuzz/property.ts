/**
 * What a campaign runs: a statement over generated inputs whose cases are sorted by outcome, not only into right and
 * wrong. Every property of the suite can be one; mistakes.ts adds one for each mistake.
 */
import { createHash } from "node:crypto";
import type { Arbitrary } from "fast-check";
import { TargetFault } from "../conformance/answers.ts";
import type { Ask, Problem, Reply } from "../conformance/check.ts";
import { describeAsk } from "../conformance/describe-ask.ts";
import { NoAnswer, Unobservable } from "../conformance/execute.ts";
import { bounded } from "../conformance/printable.ts";
import type { Capability } from "../spec/contract.ts";

/**
 * Of a damaged call: `restored`, `shortened`, `refused`, `missed` (refused, although nothing was lost and it must come
 * back), `hidden` (it fits the schema and came back as it was), `wrong`. Of another statement: `held`, `failed`. Of
 * either: the rest.
 */
export const OUTCOMES = [
  "restored",
  "shortened",
  "refused",
  "hidden",
  "held",
  "missed",
  "wrong",
  "failed",
  "crashed",
  "timed-out",
  "unobservable",
  "not-run",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

const BAD: ReadonlySet<string> = new Set(["missed", "wrong", "failed", "crashed", "timed-out"]);

/** True if an outcome says that the target fell short. */
export function isBad(outcome: string): boolean {
  return BAD.has(outcome);
}

export interface Judgement {
  readonly outcome: Outcome;
  readonly problem?: Problem;
  /** Rule ids of the answer's changes: two wrong answers by the same rules are taken for one fault. */
  readonly rules?: readonly string[];
}

/** A case on its way: it yields asks and is resumed with replies, like a check of the suite. */
export type Judging = Generator<Ask, Judgement, Reply>;

export interface FuzzProperty<T = unknown> {
  /** `chapter/requirement/name`. */
  readonly address: string;
  readonly title: string;
  readonly capabilities: readonly Capability[];
  /** Made at the first use: a run rarely needs all of them. */
  arbitrary(): Arbitrary<T>;
  judge(value: T): Judging;
  labels(value: T): readonly string[];
  /** The profile by which outcomes are counted apart, where a case has one. */
  profile?(value: T): string;
  /** The least share (0 to 1) of the cases that must carry a label. */
  readonly floors: Readonly<Record<string, number>>;
  /** Cases in place of a batch's own number, where a case is costly; a share of it (0 to 1]. */
  readonly share: number;
}

/** Gives a property its types where it is written. */
export function fuzzProperty<T>(definition: FuzzProperty<T>): FuzzProperty {
  return definition as FuzzProperty<never> as FuzzProperty;
}

export interface Judged extends Judgement {
  /** The last question, for a person. */
  readonly given?: string;
}

/** Asks until a case is judged. What the target does wrong is an outcome; an error is the harness's. */
export async function judgeCase(
  property: FuzzProperty,
  value: unknown,
  put: (ask: Ask) => Promise<Reply>,
): Promise<Judged> {
  const judging = property.judge(value);
  let step = judging.next();
  while (step.done !== true) {
    const ask = step.value;
    try {
      step = judging.next(await put(ask));
    } catch (error) {
      if (error instanceof Unobservable) return { outcome: "unobservable" };
      const problem = { says: error instanceof Error ? error.message : String(error) };
      if (error instanceof NoAnswer) return { outcome: error.verdict, problem, given: describeAsk(ask) };
      if (error instanceof TargetFault) return { outcome: "crashed", problem, given: describeAsk(ask) };
      throw error;
    }
    if (step.done === true && step.value.problem !== undefined) {
      return { ...step.value, given: describeAsk(ask) };
    }
  }
  return step.value;
}

/** The first question of a case, for a person: a case that ended the target has said no more. */
export function firstQuestion(property: FuzzProperty, value: unknown): string | undefined {
  const step = property.judge(value).next();
  return step.done === true ? undefined : describeAsk(step.value);
}

/** What findings are told apart by: the property, the outcome, and by which rules or with which words. */
export function signatureOf(address: string, { outcome, problem, rules }: Judgement): string {
  const words = rules ?? bounded(problem?.says ?? "", 200).replaceAll(/"[^"]*"?|`[^`]*`?|\/[^\s:]*|\d+/g, "");
  const key = typeof words === "string" ? words : [...new Set(words)].sort();
  return createHash("sha256")
    .update(JSON.stringify([address, outcome, key]))
    .digest("hex")
    .slice(0, 12);
}
