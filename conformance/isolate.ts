/**
 * Runs a target in a worker thread under a deadline. A worker that dies or hangs costs the check that it was at: that
 * check is `crashed` or `timed-out`, and a new worker goes on with the rest.
 */

import { Worker } from "node:worker_threads";
import { AGAIN, AGAIN_TITLE, asksAgain, shuffled } from "./again.ts";
import type { CheckResult, SuiteCheck, Verdict } from "./execute.ts";
import { ownModule } from "./installed.ts";
import type { Identity } from "./load-target.ts";
import { bounded } from "./printable.ts";
import { Progress } from "./progress.ts";
import { NotATarget } from "./refusals.ts";
import { scratch } from "./scratch.ts";
import { addressOf } from "./suite.ts";
import { type FromWorker, NEVER_RESOLVES, type ToWorker, type WorkerStart } from "./worker-messages.ts";

const MAX_RESTARTS = 10;
/** An import may read many files; a target that needs longer than this does not start. */
const START_MS = 20_000;
const MAX_OUTPUT = 65_536;
const HEAP_MB = 2048;
const EARLIER = "during this check; a timer or promise of an earlier call may be the cause";

export interface IsolateOptions {
  readonly seed: number;
  readonly runs: number;
  /** Milliseconds for one answer. */
  readonly deadlineMs: number;
  readonly onResult?: (result: CheckResult) => void;
}

export interface Isolated {
  readonly identity: Identity;
  /**
   * Runs the checks, in an order that the seed decides. Every one of them gets a result, in the order of `checks`; behind
   * them may stand the one of `again.ts`. Call it once.
   */
  run(checks: readonly SuiteCheck[]): Promise<readonly CheckResult[]>;
  readonly restarts: () => number;
  /** What the target wrote to stdout and stderr, the first 64 Ki characters. */
  readonly output: () => string;
  close(): Promise<void>;
}

export interface Thread {
  readonly worker: Worker;
  readonly progress: Progress;
  readonly identity: Identity;
  /** Resolves with the reason when the thread has ended. */
  readonly ended: Promise<string>;
  /** True if it ended over an error that nobody caught: what a question throws is caught, so that a timer or promise did. */
  readonly loose: () => boolean;
}

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;

function endOf(worker: Worker): Pick<Thread, "ended" | "loose"> {
  let why: string | undefined;
  let loose = false;
  // The listener stays: a thread that dies may report more than one error.
  worker.on("error", (error: unknown) => {
    if (why === undefined) loose = codeOf(error) !== "ERR_WORKER_OUT_OF_MEMORY";
    why ??= error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  });
  const ended = new Promise<string>((resolve) => {
    worker.once("exit", (code) => resolve(why ?? `its thread ended by itself with code ${code}`));
  });
  return { ended, loose: () => loose };
}

/** Starts a target in a thread that runs `script`. Throws NotATarget if it does not become one. */
export async function startThread(
  module: string,
  options: Pick<IsolateOptions, "seed" | "runs">,
  hear: (text: string) => void,
  script = ownModule("worker", import.meta.url),
): Promise<Thread> {
  const shared = Progress.allocate();
  const data: WorkerStart = { module, seed: options.seed, runs: options.runs, shared };
  const own = scratch();
  const worker = new Worker(script, {
    workerData: data,
    env: { ...process.env, ...own.env },
    stdout: true,
    stderr: true,
    stdin: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  worker.stdout.on("data", (chunk: Buffer) => hear(chunk.toString()));
  worker.stderr.on("data", (chunk: Buffer) => hear(chunk.toString()));
  const { ended, loose } = endOf(worker);
  void ended.then(own.remove);
  const { promise: late, stop } = timeout(START_MS);
  const first = await Promise.race([
    new Promise<FromWorker>((resolve) => worker.once("message", resolve)),
    ended,
    late,
  ]);
  stop();
  if (typeof first === "object" && first.kind === "ready") {
    return { worker, progress: new Progress(shared), identity: first.identity, ended, loose };
  }
  await worker.terminate();
  if (typeof first === "object" && first.kind === "refused") throw new NotATarget(first.says);
  if (typeof first === "object" && first.kind === "broken") throw new Error(first.says);
  throw new NotATarget(
    `the target did not start: ${typeof first === "string" ? bounded(first, 300) : "no answer"}`,
  );
}

function timeout(milliseconds: number) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`not within ${milliseconds} ms`), milliseconds);
  });
  return { promise, stop: () => clearTimeout(timer) };
}

/** Ends the thread if its steps stand still for the deadline. Gives true if it had to. */
export function watch(
  { worker, progress, ended }: Thread,
  deadlineMs: number,
): { readonly hung: () => boolean; stop(): void } {
  let steps = progress.steps;
  let since = performance.now();
  let hung = false;
  const timer = setInterval(
    () => {
      const now = performance.now();
      if (progress.steps !== steps) {
        steps = progress.steps;
        since = now;
      } else if (now - since >= deadlineMs && !hung) {
        hung = true;
        void worker.terminate();
      }
    },
    Math.max(5, Math.min(50, deadlineMs / 4)),
  );
  void ended.then(() => clearInterval(timer));
  return { hung: () => hung, stop: () => clearInterval(timer) };
}

/** Lets a thread work on the checks until it is done, dead or hung; gives what ended it early, if anything. */
async function workOn(
  thread: Thread,
  checks: readonly SuiteCheck[],
  again: boolean,
  deadlineMs: number,
  onResult: (result: CheckResult) => void,
): Promise<CheckResult | undefined> {
  const { worker, progress, ended, loose } = thread;
  const dog = watch(thread, deadlineMs);
  const done = new Promise<"done">((resolve) => {
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "result") onResult(message.result);
      if (message.kind === "done") resolve("done");
    });
  });
  const order: ToWorker = { addresses: checks.map(addressOf), again };
  worker.postMessage(order);
  const end = await Promise.race([done.then(() => undefined), ended]);
  dog.stop();
  if (end === undefined) return undefined;
  const check = checks[progress.check];
  if (check === undefined && !again) return undefined;
  const given = progress.caseText;
  const says = dog.hung() ? `no answer within ${deadlineMs} ms` : `it crashed: ${bounded(end, 300)}`;
  const early = !dog.hung() && loose() && !end.includes(NEVER_RESOLVES);
  const problem = { says: early ? `${says} (${EARLIER})` : says };
  return {
    ...headOf(check, dog.hung() ? "timed-out" : "crashed"),
    problem,
    ...(given === "" ? {} : { given }),
    ...(early ? { perhapsEarlier: true } : {}),
  };
}

/** Behind the last check the questions of the sample are asked again. */
function headOf(check: SuiteCheck | undefined, verdict: Verdict): CheckResult {
  if (check === undefined) return { address: AGAIN, kind: "property", title: AGAIN_TITLE, verdict, cases: 0 };
  const { title } = check.kind === "vector" ? check.vector : check.property;
  return { address: addressOf(check), kind: check.kind, title, verdict, cases: 0 };
}

/** Starts a target's module in a worker. Throws NotATarget if it does not become a target. */
export async function isolate(module: string, options: IsolateOptions): Promise<Isolated> {
  let output = "";
  const hear = (text: string): void => {
    output = (output + text).slice(0, MAX_OUTPUT);
  };
  let thread: Thread | undefined = await startThread(module, options, hear);
  const { identity } = thread;
  let restarts = 0;

  async function run(checks: readonly SuiteCheck[]): Promise<readonly CheckResult[]> {
    const results = new Map<string, CheckResult>();
    const keep = (result: CheckResult): void => {
      results.set(result.address, result);
      options.onResult?.(result);
    };
    const order = shuffled(checks, options.seed);
    const again = asksAgain(checks);
    let left = order;
    while (left.length > 0 && thread !== undefined) {
      const fault = await workOn(thread, left, again, options.deadlineMs, keep);
      if (fault !== undefined) keep(fault);
      left = order.filter((check) => !results.has(addressOf(check)));
      await thread.worker.terminate();
      thread = undefined;
      if (left.length === 0 || restarts >= MAX_RESTARTS) break;
      restarts += 1;
      thread = await startThread(module, options, hear);
    }
    for (const check of left) {
      keep({
        ...headOf(check, "not-run"),
        problem: { says: `the target was started ${MAX_RESTARTS} times again, and not once more` },
      });
    }
    const asked = results.get(AGAIN);
    const inOrder = checks.map((check) => results.get(addressOf(check)) ?? headOf(check, "not-run"));
    return asked === undefined ? inOrder : [...inOrder, asked];
  }

  return {
    identity,
    run,
    restarts: () => restarts,
    output: () => output,
    close: async () => {
      await thread?.worker.terminate();
    },
  };
}
