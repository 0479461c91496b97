/**
 * A check asks a target questions and says what is wrong with the answers. Checks are generators: they yield an ask
 * and are resumed with the reply, so that the same check runs in a worker and, many at a time, over a wire.
 */
import type {
  GrammarAnswer,
  GrammarCall,
  GuardAnswer,
  GuardCall,
  RepairAnswer,
  RepairCall,
  SessionAnswer,
  SessionCall,
  StreamAnswer,
  StreamCall,
} from "../spec/contract.ts";
import type { GrammarResult, RepairResult } from "./target.ts";

/** How time passes where a question is answered elsewhere (`elsewhere.ts`). */
export type Clock = "still" | "racing";

/** What only an in-process run can do; an ask that has it is `unobservable` over a wire. */
export interface LiveRepair {
  /** The question goes to the same target in another process, in another time zone and locale, by this clock. */
  readonly elsewhere?: Clock;
  /** Makes the input that is sent in place of `call.input`: values outside JSON. Called once an ask. */
  readonly makeInput?: () => unknown;
  /** Makes the schema that is sent in place of `call.schema`. */
  readonly makeSchema?: () => unknown;
  /** Deep-freezes input, schema and configuration first. */
  readonly frozen?: boolean;
  /** The callbacks throw after they were counted. */
  readonly callbacksThrow?: boolean;
  /** The facts are looked at some turns of the event loop after the answer, and whether anything was frozen is one. */
  readonly later?: boolean;
  /** True if the check looks at `facts`, without any of the above. */
  readonly facts?: boolean;
  /** True if the check looks at `cpuMicroseconds`, and at no facts. */
  readonly cost?: true;
}

type LiveMessage = { readonly facts: true } | { readonly elsewhere: Clock } | { readonly cost: true };

export type Ask =
  | { readonly capability: "repair"; readonly call: RepairCall; readonly live?: LiveRepair }
  | { readonly capability: "grammar"; readonly call: GrammarCall; readonly live?: LiveMessage }
  | { readonly capability: "stream"; readonly call: StreamCall }
  | { readonly capability: "guard"; readonly call: GuardCall; readonly live?: { readonly facts: true } }
  | { readonly capability: SessionCapability; readonly call: SessionCall };

/** The capabilities that show in a session of a real pi, which no wire carries. */
export const SESSION_CAPABILITIES = Object.freeze(["feedback", "records", "pi"] as const);
export type SessionCapability = (typeof SESSION_CAPABILITIES)[number];
type SessionAsk = Extract<Ask, { readonly capability: SessionCapability }>;

/** Whether a question is about a session. */
export function isSessionAsk(ask: Ask): ask is SessionAsk {
  return SESSION_CAPABILITIES.some((capability) => capability === ask.capability);
}

/** What the harness saw beside the answer; in process only. */
export interface RepairFacts {
  /** The very reference that was passed came back. */
  readonly sameReference: boolean;
  /** Input, schema and configuration read the same after the call as before. */
  readonly inputUntouched: boolean;
  readonly schemaUntouched: boolean;
  readonly configurationUntouched: boolean;
  /** No object of the request was frozen, sealed or closed; looked at only for an ask with `later`. */
  readonly stillOpen: boolean;
  /** `Object.prototype` and friends have the properties that they had before. */
  readonly prototypesUntouched: boolean;
  readonly outcomeCallbacks: number;
  /** The object that the last outcome callback got is the returned result itself. */
  readonly callbackGotResult: boolean;
  /** Places in `args` that JSON cannot hold (`/a: undefined`). */
  readonly outsideJson: readonly string[];
  readonly result: RepairResult;
  /** The input as it was passed. */
  readonly input: unknown;
}

/** What the target's thread spent on one answer; only for an ask with `cost`. */
interface Cost {
  readonly cpuMicroseconds?: number;
}

export interface RepairReply extends Cost {
  readonly answer: RepairAnswer;
  readonly facts?: RepairFacts;
}

export interface GrammarReply extends Cost {
  readonly answer: GrammarAnswer;
  readonly facts?: {
    readonly sameReference: boolean;
    readonly messageUntouched: boolean;
    readonly result: GrammarResult;
  };
}

export interface StreamReply {
  readonly answer: StreamAnswer;
}

export interface GuardReply {
  readonly answer: GuardAnswer;
  readonly facts?: { readonly payloadUntouched: boolean };
}

export interface SessionReply {
  readonly answer: SessionAnswer;
}

export type Reply = RepairReply | GrammarReply | StreamReply | GuardReply | SessionReply;

/** What is wrong: one sentence for a person, with what was expected and received where that says more. */
export interface Problem {
  readonly says: string;
  readonly expected?: string;
  readonly received?: string;
}

/** undefined means that nothing is wrong. */
export type Check = Generator<Ask, Problem | undefined, Reply>;

/** A step of a check, for `yield*`. */
type Step<R> = Generator<Ask, R, Reply>;

/** Asks for a repair. Use as `const { answer } = yield* askRepair(call)`. */
export function* askRepair(call: RepairCall, live?: LiveRepair): Step<RepairReply> {
  return (yield live === undefined
    ? { capability: "repair", call }
    : { capability: "repair", call, live }) as RepairReply;
}

/** Asks for the handling of one message. */
export function* askGrammar(call: GrammarCall, live?: LiveMessage): Step<GrammarReply> {
  return (yield live === undefined
    ? { capability: "grammar", call }
    : { capability: "grammar", call, live }) as GrammarReply;
}

/** Asks for the stripping of a stream. */
export function* askStream(call: StreamCall): Step<StreamReply> {
  return (yield { capability: "stream", call }) as StreamReply;
}

/** Asks for the cleaning of an outgoing payload. */
export function* askGuard(call: GuardCall, live?: { readonly facts: true }): Step<GuardReply> {
  return (yield live === undefined
    ? { capability: "guard", call }
    : { capability: "guard", call, live }) as GuardReply;
}

/** Asks for a session in a real pi. */
export function* askSession(capability: SessionCapability, call: SessionCall): Step<SessionAnswer> {
  return ((yield { capability, call }) as SessionReply).answer;
}
