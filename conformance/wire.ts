/**
 * Runs checks against a program that speaks the wire protocol, many at a time. It offers what `isolate.ts` does, so that
 * whoever runs a suite need not know where the target lives.
 */
import type { InitializeResult } from "../spec/wire.ts";
import { AGAIN, asksAgain, shuffled, startSampling } from "./again.ts";
import { TargetFault } from "./answers.ts";
import { type Ask, isSessionAsk, type Reply } from "./check.ts";
import { type CheckResult, executeCheck, NoAnswer, type SuiteCheck, Unobservable } from "./execute.ts";
import type { Identity } from "./load-target.ts";
import { firstAndLast, printable } from "./printable.ts";
import { NotATarget } from "./refusals.ts";
import { addressOf, type Suite } from "./suite.ts";
import type { Fault } from "./wire-faults.ts";
import type { Program } from "./wire-process.ts";
import {
  openSession,
  WIRE_DEFAULTS,
  type WireOptions,
  type WireSession,
  WireStartError,
} from "./wire-session.ts";

export interface WireRunOptions {
  readonly seed: number;
  readonly runs: number;
  readonly suite: Suite;
  readonly wire?: Partial<WireOptions>;
  readonly onResult?: (result: CheckResult) => void;
}

export interface WireTarget {
  readonly identity: Identity;
  /** Runs the checks, in an order that the seed decides. Results come in the order of `checks`. Call it once. */
  run(checks: readonly SuiteCheck[]): Promise<readonly CheckResult[]>;
  readonly restarts: () => number;
  readonly faults: () => readonly Fault[];
  /** The last of what the program wrote to stderr. */
  readonly output: () => string;
  close(): Promise<void>;
}

/** Checks under way at once: enough to fill the window although a check waits for its answers. */
const CHECKS_AT_ONCE = 256;

/** Lines of stderr from its beginning, and from its end: a panic says first what happened, and last where. */
const STDERR_LINES = 20;

/** Why a question cannot be put through a pipe to this target, if it cannot. */
function unobservable(ask: Ask, hello: InitializeResult): string | undefined {
  if ("live" in ask && ask.live !== undefined) return "what it looks at does not pass through a pipe";
  if (ask.capability !== "repair") return undefined;
  const { ownerHook, preprocessors } = ask.call;
  if (ownerHook !== undefined && hello.ownerHooks?.includes(ownerHook) !== true) {
    return `the target does not implement the owner hook ${ownerHook}`;
  }
  const missing = preprocessors?.find(
    (rule) => "transform" in rule && hello.transforms?.some((name) => name === rule.transform) !== true,
  );
  return missing === undefined ? undefined : "the target does not implement a transform";
}

/** Puts one question. Throws TargetFault for an answer that is none, NoAnswer and Unobservable where none comes. */
export async function putOverWire(session: WireSession, ask: Ask): Promise<Reply> {
  if (isSessionAsk(ask)) throw new Unobservable("a session in pi does not pass through a pipe");
  const why = unobservable(ask, session.hello);
  if (why !== undefined) throw new Unobservable(why);
  const answer = await session.ask(ask.capability, ask.call);
  if (answer.kind === "result") return { answer: answer.result } as Reply;
  if (answer.verdict === "failed") throw new TargetFault(answer.says);
  throw new NoAnswer(answer.verdict, answer.says);
}

/** Works on all items, at most `width` at a time, in order of their beginning. */
async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

async function runAll(
  session: WireSession,
  checks: readonly SuiteCheck[],
  options: WireRunOptions,
): Promise<readonly CheckResult[]> {
  const results = new Map<string, CheckResult>();
  const keep = (result: CheckResult): void => {
    results.set(result.address, result);
    options.onResult?.(result);
  };
  const order = shuffled(checks, options.seed);
  const sampling = startSampling(order);
  const put = (ask: Ask): Promise<Reply> => putOverWire(session, ask);
  const execution = {
    claims: session.hello.target,
    vectors: options.suite.vectors,
    seed: options.seed,
    runs: options.runs,
  };
  await inParallel(order, CHECKS_AT_ONCE, async (check) => {
    keep(await executeCheck(check, { ...execution, put: sampling.keeping(check, put) }));
  });
  const again = asksAgain(checks) ? await sampling.again(put) : undefined;
  if (again !== undefined) keep(again);
  return [...checks.map(addressOf), AGAIN].flatMap((address) => results.get(address) ?? []);
}

/** Starts a program and shakes hands. Throws NotATarget, with the beginning and the end of what it wrote to stderr. */
export async function openWire(program: Program, options: WireRunOptions): Promise<WireTarget> {
  const session = await openSession(program, { ...WIRE_DEFAULTS, ...options.wire }).catch(
    (error: unknown) => {
      if (!(error instanceof WireStartError)) throw error;
      const said = firstAndLast(error.stderr, STDERR_LINES).map((line) => `  ${line}`);
      throw new NotATarget(printable(error.message), said.length === 0 ? [] : ["its stderr:", ...said]);
    },
  );
  return {
    identity: session.hello.target as Identity,
    run: (checks) => runAll(session, checks, options),
    restarts: session.restarts,
    faults: session.faults,
    output: session.stderr,
    close: session.close,
  };
}
