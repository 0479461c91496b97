/**
 * From a contract call to a live request, into a target in the same thread, and back to an answer of the contract, with
 * the facts that only the same thread can see.
 */
import type { GrammarCall, GuardCall, RepairCall, StreamCall } from "../spec/contract.ts";
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
import { ownerOf } from "./owner-hooks.ts";
import type { GrammarRequest, PreprocessorRule, RepairRequest, Target } from "./target.ts";
import { transformOf } from "./transforms.ts";

// Taken before any target is loaded: one that replaces it must not judge itself.
const { is, isExtensible, isFrozen, isSealed } = Object;

/** A copy of plain data. The engine's own clone takes ten times as long on configurations, which every case has. */
function copyOf<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const copy: Record<string, unknown> = {};
  for (const [key, held] of Object.entries(value)) {
    if (key !== "__proto__") copy[key] = copyOf<unknown>(held);
    else Object.defineProperty(copy, key, { value: copyOf<unknown>(held), ...OWN });
  }
  return copy as T;
}

const OWN = { writable: true, enumerable: true, configurable: true } as const;

/** A rule of its own for every request, so that what a target does to one cannot hide in the next. */
function liveRules(call: RepairCall): readonly PreprocessorRule[] | undefined {
  return call.preprocessors?.map((shared): PreprocessorRule => {
    const rule = copyOf(shared);
    if (!("transform" in rule)) return rule as PreprocessorRule;
    return { ...rule, apply: transformOf(rule.transform) } as PreprocessorRule;
  });
}

const MAX_SCHEMAS = 100;
const schemas = new Map<string, unknown>();

/** One object a schema text, as in a real host: a target may cache what it compiled by the object. */
function sharedSchema(text: string): unknown {
  if (schemas.has(text)) return schemas.get(text);
  const parsed = parseJson(text);
  const oldest = schemas.size >= MAX_SCHEMAS ? schemas.keys().next().value : undefined;
  if (oldest !== undefined) schemas.delete(oldest);
  if (text.length < 65_536) schemas.set(text, parsed);
  return parsed;
}

function schemaOf(text: string, live: LiveRepair | undefined): unknown {
  if (live === undefined) return sharedSchema(text);
  // A check that looks at facts, or freezes, gets an object of its own.
  return live.makeSchema === undefined ? parseJson(text) : live.makeSchema();
}

/** The live request of a call, without callbacks; the input is parsed anew each time. */
export function repairRequest(call: RepairCall, live?: LiveRepair): RepairRequest {
  const { schema, input, preprocessors: _named, ownerHook, ...settings } = call;
  const rules = liveRules(call);
  return {
    ...copyOf(settings),
    schema: schemaOf(schema, live),
    input: live?.makeInput === undefined ? parseJson(input) : live.makeInput(),
    ...(rules === undefined ? {} : { preprocessors: rules }),
    ...(ownerHook === undefined ? {} : { owner: ownerOf(ownerHook) }),
  };
}

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

async function repair(target: Target, call: RepairCall, live?: LiveRepair): Promise<RepairReply> {
  const { repair: run } = target;
  if (run === undefined) throw new TargetFault("it declares `repair` and has no function of that name");
  const plain = repairRequest(call, live);
  if (live === undefined) {
    const result = await guarded("repair", () => run(plain));
    return { answer: repairAnswer(result, readArgs(result).text) };
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

/** Known tools, schemas and allow list of a grammar or stream call as live values. */
function liveTools<C extends GrammarCall | StreamCall>(call: C) {
  const { toolSchemas, allowedTools, ...rest } = call;
  return {
    ...rest,
    ...(toolSchemas === undefined
      ? {}
      : {
          toolSchemas: Object.fromEntries(
            Object.entries(toolSchemas).map(([name, text]) => [name, parseJson(text)]),
          ),
        }),
    ...(allowedTools === undefined ? {} : { allowedTools: parseJson(allowedTools) }),
  };
}

/** The live request of a call; the message is parsed anew each time. */
export function grammarRequest(call: GrammarCall): GrammarRequest {
  return { ...liveTools(call), message: parseJson(call.message) };
}

async function grammar(target: Target, call: GrammarCall, facts: boolean): Promise<GrammarReply> {
  const { recoverMessage } = target;
  if (recoverMessage === undefined)
    throw new TargetFault("it declares `grammar` and has no `recoverMessage`");
  const request = grammarRequest(call);
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
      return grammar(target, ask.call, ask.live !== undefined);
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
