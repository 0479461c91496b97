/**
 * Questions whose answer by the reference is known. A saboteur wraps the reference: to most questions it gives the very
 * same answer, and then the check need not be driven again. Where it answers otherwise, the check goes on from there.
 */
import fc from "fast-check";
import type { RepairCall } from "../spec/contract.ts";
import type { Vector } from "../spec/vectors.ts";
import { grammarAnswer, guarded, readArgs, repairAnswer, TargetFault } from "./answers.ts";
import { grammarRequest, repairRequest } from "./bind.ts";
import type { Ask, Check, Problem, Reply } from "./check.ts";
import { batchSeed, type Execution, NoAnswer, Unobservable } from "./execute.ts";
import { deepFreeze } from "./json-text.ts";
import { vectorCheck } from "./judge.ts";
import { knowAnswer } from "./known-answers.ts";
import type { Property } from "./property.ts";
import type { Claims } from "./standing.ts";
import type { GrammarRequest, RepairRequest, Target } from "./target.ts";

/** One question with the reference's answer; the request is deeply frozen, so that it can be sent again. */
interface Step {
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
  /** Known answers to all of its questions, in order; undefined where one of them has to be asked anew. */
  readonly steps: readonly Step[] | undefined;
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
  return { request, capability, result, reply, text: JSON.stringify(reply.answer) };
}

/** The steps of a case that the reference passes, all of them shareable; undefined for any other. */
async function rehearse(reference: Target, begin: () => Check): Promise<readonly Step[] | undefined> {
  const check = begin();
  const steps: Step[] = [];
  try {
    let turn = check.next();
    while (turn.done !== true) {
      const step = await askReference(reference, turn.value);
      if (step === undefined) return undefined;
      steps.push(step);
      turn = check.next(step.reply);
    }
    return turn.value === undefined ? steps : undefined;
  } catch (error) {
    if (error instanceof TargetFault) return undefined;
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

/** Drives a check; the first replies are those that were given before. */
async function drive(check: Check, given: readonly Reply[], put: Execution["put"]): Promise<Found> {
  let turn = check.next();
  for (const reply of given) turn = check.next(reply);
  while (turn.done !== true) {
    const { value: ask } = turn;
    const reply = await orProblem(() => put(ask));
    if ("problem" in reply) return reply;
    turn = check.next(reply);
  }
  return { problem: turn.value };
}

/** Judges a target on one case. `put` answers where nothing is known. */
export async function judgeCase(
  { begin, steps = [] }: Case,
  target: Target,
  put: Execution["put"],
): Promise<Found> {
  const given: Reply[] = [];
  try {
    for (const step of steps) {
      const result = await resultOf(target, step);
      if (result === step.result) {
        given.push(step.reply);
        continue;
      }
      const reply = replyOf(step.capability, result);
      given.push(reply);
      if (JSON.stringify(reply.answer) !== step.text) return await drive(begin(), given, put);
    }
    return steps.length > 0 ? { problem: undefined } : await drive(begin(), [], put);
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
