/** A lane holds one instance of a target, in a thread or at the end of a pipe, and keeps it alive over its deaths. */

import { installPi } from "../conformance/install-pi.ts";
import { startThread, type Thread, watch } from "../conformance/isolate.ts";
import { type Identity, NotATarget, type TargetSource } from "../conformance/load-target.ts";
import { bounded, printable } from "../conformance/printable.ts";
import { putOverWire } from "../conformance/wire.ts";
import type { Program } from "../conformance/wire-process.ts";
import { openSession, WireStartError } from "../conformance/wire-session.ts";
import { WIRE_DEFAULTS } from "../conformance/wire-window.ts";
import { type BatchPlan, type BatchResult, type DeadCase, runBatch } from "./batch.ts";
import type { LaneOrder, LaneReply } from "./lane-messages.ts";
import { propertyAt } from "./properties.ts";
import { type Judged, judgeCase } from "./property.ts";

export interface LaneOptions {
  readonly seed: number;
  /** Milliseconds for one case. */
  readonly deadlineMs: number;
}

export interface Lane {
  readonly identity: Identity;
  /** Runs one batch at a time. A case that ends the target costs that case. */
  batch(plan: BatchPlan): Promise<BatchResult>;
  /** Judges one value, which must survive a structured clone. */
  judge(address: string, value: unknown): Promise<Judged>;
  close(): Promise<void>;
}

/** After so many dead cases the rest of a batch is not run; else a target that always hangs would take days. */
const MAX_DEAD = 20;
const OPEN_AT_ONCE = 64;

type Death = { readonly kind: "death"; readonly hung: boolean; readonly why: string; readonly at: number };

async function order(thread: Thread, message: LaneOrder, deadlineMs: number): Promise<LaneReply | Death> {
  const { worker, progress, ended } = thread;
  const dog = watch(thread, deadlineMs);
  const reply = new Promise<LaneReply>((resolve) => worker.once("message", resolve));
  try {
    worker.postMessage(message);
    return await Promise.race([
      reply,
      ended.then((why): Death => ({ kind: "death", hung: dog.hung(), why, at: progress.check })),
    ]);
  } finally {
    dog.stop();
  }
}

const deadOutcome = ({ hung, why }: Death, deadlineMs: number) =>
  hung
    ? ({ outcome: "timed-out", says: `no answer within ${deadlineMs} ms` } as const)
    : ({ outcome: "crashed", says: `it crashed: ${bounded(why, 300)}` } as const);

/** The case to blame for a death; a late error may come up after the last one. */
function culprit(at: number, dead: readonly DeadCase[], cases: number): number {
  let index = Math.min(at, cases - 1);
  while (index > 0 && dead.some((one) => one.case === index)) index -= 1;
  return index;
}

async function openThreadLane(module: string, { seed, deadlineMs }: LaneOptions): Promise<Lane> {
  const script = new URL("worker.ts", import.meta.url);
  const start = (): Promise<Thread> => startThread(module, { seed, runs: 0 }, () => undefined, script);
  let thread: Thread | undefined = await start();
  const { identity } = thread;
  const put = async (message: LaneOrder): Promise<LaneReply | Death> => {
    thread ??= await start();
    const reply = await order(thread, message, deadlineMs);
    if (reply.kind === "broken") throw new Error(reply.says);
    if (reply.kind === "death") thread = undefined;
    return reply;
  };
  return {
    identity,
    async batch(plan) {
      const dead: DeadCase[] = [];
      let until = plan.cases;
      let careful = false;
      for (;;) {
        const reply = await put({ kind: "batch", plan, dead, until, careful });
        if (reply.kind === "batch") return reply.result;
        if (reply.kind !== "death") throw new Error(`a worker answered a batch with ${reply.kind}`);
        // A crash may be the late echo of an earlier case: it is looked for again, one turn of the loop a case.
        if (careful || reply.hung) {
          dead.push({ case: culprit(reply.at, dead, plan.cases), ...deadOutcome(reply, deadlineMs) });
          if (dead.length >= MAX_DEAD) until = Math.min(until, ...dead.slice(-1).map((one) => one.case));
          if (dead.length > MAX_DEAD + 2) throw new Error("a target dies outside of its cases");
        }
        careful = true;
      }
    },
    async judge(address, value) {
      const reply = await put({ kind: "judge", address, value });
      if (reply.kind === "judged") return reply.judged;
      if (reply.kind !== "death") throw new Error(`a worker answered a case with ${reply.kind}`);
      const { outcome, says } = deadOutcome(reply, deadlineMs);
      return { outcome, problem: { says } };
    },
    close: async () => {
      await thread?.worker.terminate();
    },
  };
}

async function openWireLane(program: Program, { seed, deadlineMs }: LaneOptions): Promise<Lane> {
  const options = { ...WIRE_DEFAULTS, deadlineMs, maxRestarts: Number.MAX_SAFE_INTEGER };
  const session = await openSession(program, options).catch((error: unknown) => {
    if (error instanceof WireStartError) throw new NotATarget(printable(error.message));
    throw error;
  });
  const put = putOverWire.bind(undefined, session);
  return {
    identity: session.hello.target as Identity,
    batch: (plan) =>
      runBatch(propertyAt(plan.address), plan, {
        ...{ seed, put, dead: [], until: plan.cases, width: OPEN_AT_ONCE },
      }),
    judge: (address, value) => judgeCase(propertyAt(address), value, put),
    close: session.close,
  };
}

/** Starts a target. Throws NotATarget if it does not become one. */
export async function openLane(source: TargetSource, options: LaneOptions): Promise<Lane> {
  if (source.pi !== undefined) await installPi(source.pi);
  return source.program === undefined
    ? openThreadLane(source.module, options)
    : openWireLane(source.program, options);
}
