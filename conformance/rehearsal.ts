/**
 * Questions whose answer by the reference is known. A saboteur wraps the reference: to most questions it gives the very
 * same answer, and then the check need not be driven again. Where it answers otherwise, the check goes on from there.
 */
import fc from "fast-check";
import type { RepairCall } from "../spec/contract.ts";
import type { Vector } from "../spec/vectors.ts";
import { grammarAnswer, guarded, readArgs, repairAnswer, TargetFault } from "./answers.ts";
import { putAsk } from "./bind.ts";
import { type Ask, type Check, isSessionAsk, type Problem, type Reply } from "./check.ts";
import { clockOf } from "./elsewhere.ts";
import { batchSeed, type Execution, NoAnswer, Unobservable } from "./execute.ts";
import { deepFreeze } from "./json-text.ts";
import { vectorCheck } from "./judge.ts";
import { knowAnswer } from "./known-answers.ts";
import { grammarRequest, repairRequest } from "./live-request.ts";
import type { Property } from "./property.ts";
import type { Claims } from "./standing.ts";
import type { GrammarRequest, RepairRequest, Target } from "./target.ts";

/** One question with the reference's answer; the request is deeply frozen, so that it can be sent again. */
interface Step {
  /** What was asked; the same object where a case asks about what was drawn. */
  readonly call: object;
  readonly request: object;
  readonly capability: "repair" | "grammar";
  /** The object that the reference gave back. */
  readonly result: unknown;
  readonly reply: Reply;
  /** The answer as text. */
  readonly text: string;
}

/** One vector, or one drawn value of a property. */
export interface Case {
  begin(): Check;
  /** Known answers to its questions, in order; none where a question has to be asked anew. */
  readonly steps: readonly (Step | undefined)[];
}

/** Owners may keep something between their calls, and facts are about one request. */
function isShareable(ask: Ask): ask is Extract<Ask, { readonly capability: "repair" | "grammar" }> {
  const { capability } = ask;
  if (capability !== "repair" && capability !== "grammar") return false;
  return ask.live === undefined && (ask.call as RepairCall).ownerHook === undefined;
}

async function resultOf(target: Target, { capability, request }: Pick<Step, "capability" | "request">) {
  const { repair, recoverMessage } = target;
  return capability === "repair"
    ? guarded("repair", () => repair?.(request as RepairRequest))
    : guarded("recoverMessage", () => recoverMessage?.(request as GrammarRequest));
}

function replyOf(capability: Step["capability"], result: unknown): Reply {
  if (capability === "grammar") return { answer: grammarAnswer(result) };
  return { answer: repairAnswer(result, readArgs(result).text) };
}

async function askReference(reference: Target, ask: Ask): Promise<Step | undefined> {
  if (!isShareable(ask)) return undefined;
  const { capability } = ask;
  const request = deepFreeze(capability === "repair" ? repairRequest(ask.call) : grammarRequest(ask.call));
  const result = await resultOf(reference, { capability, request });
  knowAnswer(request, result);
  const reply = replyOf(capability, result);
  return { call: ask.call, request, capability, result, reply, text: JSON.stringify(reply.answer) };
}

/** The steps of a case that the reference passes; none for any other. */
async function rehearse(reference: Target, begin: () => Check): Promise<Case["steps"]> {
  const check = begin();
  const steps: (Step | undefined)[] = [];
  try {
    let turn = check.next();
    while (turn.done !== true) {
      const { value: ask } = turn;
      // What follows is asked anew.
      if (isSessionAsk(ask) || clockOf(ask) !== undefined) return [...steps, undefined];
      const step = await askReference(reference, ask);
      steps.push(step);
      turn = check.next(step?.reply ?? (await putAsk(reference, ask)));
    }
    return turn.value === undefined ? steps : [];
  } catch (error) {
    if (error instanceof TargetFault) return [];
    throw error;
  }
}

/** What a case came to: a problem, nothing, or that it could not be observed. */
export type Found = { readonly problem: Problem | undefined } | "unobservable";

async function orProblem(ask: () => Promise<Reply>): Promise<Reply | { readonly problem: Problem }> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof TargetFault || error instanceof NoAnswer)) throw error;
    return { problem: { says: error.message } };
  }
}

/** What a target answers to a known question; the very reply of the reference where it says the same. */
async function answerTo(step: Step, target: Target): Promise<Reply> {
  const result = await resultOf(target, step);
  if (result === step.result) return step.reply;
  const reply = replyOf(step.capability, result);
  return JSON.stringify(reply.answer) === step.text ? step.reply : reply;
}

/** Drives a check; the first replies are those that were given before. */
async function drive(
  { begin, steps }: Case,
  given: readonly Reply[],
  target: Target,
  put: Execution["put"],
): Promise<Found> {
  const check = begin();
  let turn = check.next();
  for (const reply of given) turn = check.next(reply);
  for (let at = given.length; turn.done !== true; at += 1) {
    const { value: ask } = turn;
    const step = steps[at];
    const isKnown = step !== undefined && step.call === ask.call && isShareable(ask);
    const reply = await orProblem(() => (isKnown ? answerTo(step, target) : put(ask)));
    if ("problem" in reply) return reply;
    turn = check.next(reply);
  }
  return { problem: turn.value };
}

/** Judges a target on one case. `put` answers where nothing is known. */
export async function judgeCase(one: Case, target: Target, put: Execution["put"]): Promise<Found> {
  const { steps } = one;
  const given: Reply[] = [];
  try {
    for (const step of steps) {
      const reply = step === undefined ? undefined : await answerTo(step, target);
      if (reply !== undefined) given.push(reply);
      if (reply === undefined || reply !== step?.reply) return await drive(one, given, target, put);
    }
    return steps.length > 0 ? { problem: undefined } : await drive(one, [], target, put);
  } catch (error) {
    if (error instanceof Unobservable) return "unobservable";
    if (error instanceof TargetFault) return { problem: { says: error.message } };
    throw error;
  }
}

export interface Rehearsal {
  vector(vector: Vector): Promise<Case>;
  /** The first `runs` cases that a seed draws. */
  property(property: Property, seed: number, runs: number): AsyncIterable<Case>;
}

/** The values that a run with this seed draws, in blocks; each block is drawn once. */
function valuesOf(property: Property, seed: number, runs: number): readonly unknown[] {
  return fc.sample(property.arbitrary, { seed: batchSeed(seed, property.address), numRuns: runs });
}

/** Cases with the reference's answers. Those of vectors are kept for good, those of properties for one seed. */
export function rehearsal(
  reference: Target,
  vectors: ReadonlyMap<string, Vector>,
  claims: Claims,
): Rehearsal {
  const known = new Map<string, Case>();
  let drawn = new Map<string, { values: readonly unknown[]; cases: Case[] }>();
  let current: number | undefined;
  const prepare = async (begin: () => Check): Promise<Case> => ({
    begin,
    steps: await rehearse(reference, begin),
  });
  return {
    async vector(vector) {
      const found = known.get(vector.address);
      if (found !== undefined) return found;
      const made = await prepare(() => vectorCheck(vector, vectors, claims));
      known.set(vector.address, made);
      return made;
    },
    async *property(property, seed, runs) {
      if (seed !== current) drawn = new Map();
      current = seed;
      const kept = drawn.get(property.address) ?? { values: [], cases: [] };
      drawn.set(property.address, kept);
      if (kept.values.length < runs) kept.values = valuesOf(property, seed, runs);
      for (let at = 0; at < runs; at += 1) {
        const value = kept.values[at];
        kept.cases[at] ??= await prepare(() => property.check(value, claims));
        yield kept.cases[at] as Case;
      }
    },
  };
}
