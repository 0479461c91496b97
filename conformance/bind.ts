/**
 * A question of the contract put to a target in the same thread, and its answer, with the facts that only the same
 * thread can see.
 */
import type { GrammarCall, GuardCall, RepairCall } from "../spec/contract.ts";
import {
  grammarAnswer,
  guardAnswer,
  guarded,
  readArgs,
  repairAnswer,
  sessionAnswer,
  streamAnswer,
  TargetFault,
} from "./answers.ts";
import type { Ask, GrammarReply, GuardReply, LiveRepair, RepairFacts, RepairReply, Reply } from "./check.ts";
import { Unobservable } from "./execute.ts";
import { piAtHand } from "./install-pi.ts";
import { deepFreeze, parseJson, toJson } from "./json-text.ts";
import { grammarRequest, liveTools, repairRequest } from "./live-request.ts";
import type { RepairRequest, Target } from "./target.ts";

// Taken before any target is loaded: one that replaces it must not judge itself.
const { is, isExtensible, isFrozen, isSealed } = Object;

const PROTOTYPES = [
  Object.prototype,
  Array.prototype,
  String.prototype,
  Number.prototype,
  Function.prototype,
];
const prototypeKeys = (): string =>
  PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).map(String).join()).join("|");
const PRISTINE = prototypeKeys();

/** A text that differs whenever the value does; of what JSON cannot hold it keeps the place and the kind. */
function snapshot(value: unknown): string {
  const outside: string[] = [];
  return toJson(value, outside) + outside.join();
}

const configurationOf = ({
  input: _input,
  schema: _schema,
  onOutcome: _a,
  onObservation: _b,
  owner: _c,
  ...rest
}: RepairRequest) =>
  snapshot({ ...rest, preprocessors: rest.preprocessors?.map((rule) => ({ ...rule, apply: undefined })) });

/** Whether each object of a value may still be changed, in the order in which they are met. */
function openness(value: unknown): string {
  const states: string[] = [];
  const seen = new Set<unknown>();
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    states.push(isFrozen(next) ? "f" : isSealed(next) ? "s" : isExtensible(next) ? "-" : "x");
    for (const { value: held } of Object.values(Object.getOwnPropertyDescriptors(next))) left.push(held);
  }
  return states.join("");
}

interface Callbacks {
  outcomes: number;
  last: unknown;
}

function watched(request: RepairRequest, live: LiveRepair, seen: Callbacks): RepairRequest {
  const fail = (): void => {
    if (live.callbacksThrow === true) throw new Error("the caller's callback failed");
  };
  return {
    ...request,
    onOutcome: (result) => {
      seen.outcomes += 1;
      seen.last = result;
      fail();
    },
    onObservation: fail,
  };
}

const opennessOf = ({ input, schema, preprocessors, legacyConfig, limits }: RepairRequest): string =>
  openness([input, schema, preprocessors, legacyConfig, limits]);

/** What a target put off until its answer was given has been done after this. */
const laterTurn = (): Promise<void> =>
  new Promise((resolve) => setTimeout(() => setImmediate(() => setTimeout(resolve, 1)), 1));

/** User and system time of this thread; a Node that cannot tell it gives that of the process. */
function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return user + system;
}

/** Calls a target's function as `guarded` does, and says what that alone cost. */
async function measured<T>(what: string, call: () => T | Promise<T>) {
  const before = cpuMicroseconds();
  const result = await guarded(what, call);
  return { result, cpuMicroseconds: cpuMicroseconds() - before };
}

async function repair(target: Target, call: RepairCall, live?: LiveRepair): Promise<RepairReply> {
  const { repair: run } = target;
  if (run === undefined) throw new TargetFault("it declares `repair` and has no function of that name");
  const plain = repairRequest(call, live);
  if (live === undefined) {
    const result = await guarded("repair", () => run(plain));
    return { answer: repairAnswer(result, readArgs(result).text) };
  }
  if (live.cost === true) {
    const { result, ...cost } = await measured("repair", () => run(plain));
    return { answer: repairAnswer(result, readArgs(result).text), ...cost };
  }
  const seen: Callbacks = { outcomes: 0, last: undefined };
  const request = watched(plain, live, seen);
  if (live.frozen === true) {
    deepFreeze([request.schema, request.input, { ...request, owner: undefined, onOutcome: undefined }]);
    Object.freeze(request);
  }
  const before = {
    input: snapshot(request.input),
    schema: snapshot(request.schema),
    rest: configurationOf(request),
    open: live.later === true ? opennessOf(request) : "",
  };
  const result = await guarded("repair", () => run(request));
  const outsideJson: string[] = [];
  const args = readArgs(result, live.makeInput === undefined ? undefined : outsideJson);
  if (live.later === true) await laterTurn();
  const facts: RepairFacts = {
    sameReference: is(args.value, request.input),
    inputUntouched: snapshot(request.input) === before.input,
    schemaUntouched: snapshot(request.schema) === before.schema,
    configurationUntouched: configurationOf(request) === before.rest,
    stillOpen: live.later !== true || opennessOf(request) === before.open,
    prototypesUntouched: prototypeKeys() === PRISTINE,
    outcomeCallbacks: seen.outcomes,
    callbackGotResult: seen.last === result,
    outsideJson,
    result,
    input: request.input,
  };
  return { answer: repairAnswer(result, args.text), facts };
}

type GrammarAsk = Extract<Ask, { readonly capability: "grammar" }>;

async function grammar(target: Target, call: GrammarCall, live: GrammarAsk["live"]): Promise<GrammarReply> {
  const { recoverMessage } = target;
  if (recoverMessage === undefined)
    throw new TargetFault("it declares `grammar` and has no `recoverMessage`");
  const request = grammarRequest(call);
  if (live !== undefined && "cost" in live) {
    const { result, ...cost } = await measured("recoverMessage", () => recoverMessage(request));
    return { answer: grammarAnswer(result), ...cost };
  }
  const facts = live !== undefined;
  const before = facts ? snapshot(request.message) : "";
  const result = await guarded("recoverMessage", () => recoverMessage(request));
  const answer = grammarAnswer(result);
  if (!facts) return { answer };
  return {
    answer,
    facts: {
      sameReference: result.message === request.message,
      messageUntouched: snapshot(request.message) === before,
      result,
    },
  };
}

async function guard(target: Target, call: GuardCall, facts: boolean): Promise<GuardReply> {
  const { cleanPayload } = target;
  if (cleanPayload === undefined) throw new TargetFault("it declares `guard` and has no `cleanPayload`");
  const payload = parseJson(call.payload);
  const before = facts ? snapshot(payload) : "";
  const result = await guarded("cleanPayload", () => cleanPayload({ ...call, payload }));
  const reply = { answer: guardAnswer(result) };
  return facts ? { ...reply, facts: { payloadUntouched: snapshot(payload) === before } } : reply;
}

/** Puts one question to a target in this thread. Throws TargetFault where the answer is none. */
export async function putAsk(target: Target, ask: Ask): Promise<Reply> {
  switch (ask.capability) {
    case "repair":
      return repair(target, ask.call, ask.live);
    case "grammar":
      return grammar(target, ask.call, ask.live);
    case "guard":
      return guard(target, ask.call, ask.live !== undefined);
    case "feedback":
    case "records":
    case "pi": {
      const { runSession } = target;
      const { pi } = ask.call;
      if (pi !== undefined && piAtHand(pi) === undefined) throw new Unobservable(`pi ${pi} is not at hand`);
      if (target.adaptsNoTools === true && ask.call.companions?.includes("adapted"))
        throw new Unobservable("an extension given by its path adapts no tools");
      if (runSession === undefined)
        throw new TargetFault(`it declares \`${ask.capability}\` and has no \`runSession\``);
      return { answer: sessionAnswer(await guarded("runSession", () => runSession(ask.call))) };
    }
    case "stream": {
      const { stripStream } = target;
      if (stripStream === undefined) throw new TargetFault("it declares `stream` and has no `stripStream`");
      const result = await guarded("stripStream", () => stripStream(liveTools(ask.call)));
      return { answer: streamAnswer(result) };
    }
  }
}
