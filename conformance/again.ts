/** What brings out state that one case leaves for the next: an order that the seed decides, and questions asked twice. */
import { createHash } from "node:crypto";
import { TargetFault } from "./answers.ts";
import { type Ask, isSessionAsk, type Reply } from "./check.ts";
import { describeAsk } from "./describe-ask.ts";
import { type CheckResult, type Execution, NoAnswer, type SuiteCheck } from "./execute.ts";
import { addressOf, requirementOf } from "./suite.ts";

/** The address under which questions asked twice are reported, beside the suite's own checks. */
export const AGAIN = "safety/no-memory/same-answer-again";
export const AGAIN_TITLE =
  "A sample of questions, asked again when all others are answered, gets the same answers.";
const SAMPLE = 64;

/** The same for equal seeds; which check comes first never follows from its name. */
export function shuffled(checks: readonly SuiteCheck[], seed: number): readonly SuiteCheck[] {
  const keyed = checks.map((check) => ({
    check,
    key: createHash("sha256")
      .update(JSON.stringify([seed, addressOf(check)]))
      .digest("hex"),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ check }) => check);
}

/** True if questions are to be asked again: a run of which `safety/no-memory` is a part. */
export function asksAgain(checks: readonly SuiteCheck[]): boolean {
  return checks.some((check) => requirementOf(check) === "safety/no-memory");
}

interface Asked {
  readonly ask: Ask;
  readonly answer: string;
}

/** Keeps the questions of the first vectors of an order with their answers, for later. */
export interface Sampling {
  /** `put`, but that what it answers is kept where the check is one of the sample. */
  keeping(check: SuiteCheck, put: Execution["put"]): Execution["put"];
  /** Puts the kept questions again, last one first, and compares the answers byte for byte; undefined if there are none. */
  again(put: Execution["put"]): Promise<CheckResult | undefined>;
}

const repeatable = (ask: Ask): boolean => !isSessionAsk(ask) && !("live" in ask && ask.live !== undefined);

async function askAgain(put: Execution["put"], sample: readonly Asked[]): Promise<CheckResult> {
  const head = { address: AGAIN, kind: "property", title: AGAIN_TITLE, cases: sample.length } as const;
  for (const { ask, answer } of sample.toReversed()) {
    let received: string;
    try {
      received = JSON.stringify((await put(ask)).answer);
    } catch (error) {
      if (error instanceof NoAnswer && error.verdict === "not-run") return { ...head, verdict: "not-run" };
      if (!(error instanceof NoAnswer) && !(error instanceof TargetFault)) throw error;
      received = error.message;
    }
    if (received === answer) continue;
    const problem = { says: "asked again, it answers otherwise", expected: answer, received };
    return { ...head, verdict: "failed", problem, given: describeAsk(ask) };
  }
  return { ...head, verdict: "held" };
}

/** Starts a sample of the checks in this order. */
export function startSampling(order: readonly SuiteCheck[]): Sampling {
  const sampled = new Set(order.filter(({ kind }) => kind === "vector").slice(0, SAMPLE));
  const sample: Asked[] = [];
  return {
    keeping(check, put) {
      if (!sampled.has(check)) return put;
      return async (ask): Promise<Reply> => {
        const reply = await put(ask);
        if (repeatable(ask)) sample.push({ ask, answer: JSON.stringify(reply.answer) });
        return reply;
      };
    },
    again: async (put) => (sample.length === 0 ? undefined : askAgain(put, sample)),
  };
}
