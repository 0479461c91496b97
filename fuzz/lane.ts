/** A lane holds one instance of a target, in a thread or at the end of a pipe, and keeps it alive over its deaths. */

import type { TargetSource } from "../conformance/find-target.ts";
import { installPi } from "../conformance/install-pi.ts";
import { ownModule } from "../conformance/installed.ts";
import { startThread, type Thread, watch } from "../conformance/isolate.ts";
import type { Identity } from "../conformance/load-target.ts";
import { bounded, printable } from "../conformance/printable.ts";
import { NotATarget } from "../conformance/refusals.ts";
import { putOverWire } from "../conformance/wire.ts";
import type { Program } from "../conformance/wire-process.ts";
import { openSession, WireStartError } from "../conformance/wire-session.ts";
import { WIRE_DEFAULTS } from "../conformance/wire-window.ts";
import {
  type BatchCounts,
  type BatchPlan,
  type BatchResult,
  countCases,
  drawBatch,
  joinParts,
  type Range,
  runCases,
} from "./batch.ts";
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

/** After so many hangs the rest of a batch is not run; else a target that always hangs would take days. */
const MAX_HANGS = 20;
const OPEN_AT_ONCE = 64;
/** Drawing is the harness's own work, and may be slow on a machine that is busy; a thread that never ends it is stuck. */
const DRAW_MS = 300_000;

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

interface DeadCase {
  readonly case: number;
  readonly judged: Judged;
}

/** A late error may come up when the last case of the range is over. */
function deadCase({ hung, why, at }: Death, { from, until }: Range, deadlineMs: number): DeadCase {
  const says = hung ? `no answer within ${deadlineMs} ms` : `it crashed: ${bounded(why, 300)}`;
  return {
    case: Math.max(from, Math.min(at, until - 1)),
    judged: { outcome: hung ? "timed-out" : "crashed", problem: { says } },
  };
}

type Put = (message: LaneOrder) => Promise<LaneReply | Death>;

async function putCases(put: Put, plan: BatchPlan, range: Range, careful: boolean) {
  let drawn = await put({ kind: "draw", plan });
  // A timer that an earlier case set may end the thread here; a new thread has none.
  if (drawn.kind === "death") drawn = await put({ kind: "draw", plan });
  if (drawn.kind !== "drawn") throw new Error("a worker ended while it drew cases");
  const reply = await put({ kind: "cases", address: plan.address, ...range, careful });
  if (reply.kind !== "death" && reply.kind !== "counted") throw new Error(`no counts: ${reply.kind}`);
  return reply;
}

/**
 * Runs a batch in a thread that its cases may end. What ran before a dead case is lost with the thread and runs again,
 * so that no case runs more than a few times however many die.
 */
async function batchOverDeaths(put: Put, plan: BatchPlan, options: LaneOptions): Promise<BatchResult> {
  const property = propertyAt(plan.address);
  const values = (): readonly unknown[] => drawBatch(property, options.seed, plan);
  const parts: BatchCounts[] = [];
  let dead: DeadCase | undefined;
  let careful = false;
  let hangs = 0;
  for (let from = 0; from < plan.cases; ) {
    const range = { from, until: dead?.case ?? plan.cases };
    if (range.until > from) {
      const reply = await putCases(put, plan, range, careful);
      if (reply.kind === "death") {
        // A crash may be the late echo of an earlier case: it is looked for again, one turn of the loop a case.
        if (careful || reply.hung) dead = deadCase(reply, range, options.deadlineMs);
        careful = true;
        continue;
      }
      parts.push(reply.counts);
      from = range.until;
    }
    if (dead === undefined) continue;
    parts.push(countCases(property, values().slice(dead.case, dead.case + 1), [dead.judged], dead.case));
    from = dead.case + 1;
    hangs += dead.judged.outcome === "timed-out" ? 1 : 0;
    dead = undefined;
    if (hangs < MAX_HANGS) continue;
    parts.push(countCases(property, values().slice(from), [], from));
    break;
  }
  return joinParts(plan, parts);
}

async function openThreadLane(module: string, { seed, deadlineMs }: LaneOptions): Promise<Lane> {
  const script = ownModule("worker", import.meta.url);
  const start = (): Promise<Thread> => startThread(module, { seed, runs: 0 }, () => undefined, script);
  let thread: Thread | undefined = await start();
  const { identity } = thread;
  let closed = false;
  const put = async (message: LaneOrder): Promise<LaneReply | Death> => {
    // Closing ends a thread in the middle of its work, which must not look like a death that is to be survived.
    if (closed) throw new Error("the lane is closed");
    thread ??= await start();
    const reply = await order(thread, message, message.kind === "draw" ? DRAW_MS : deadlineMs);
    if (reply.kind === "broken") throw new Error(reply.says);
    if (reply.kind === "death") thread = undefined;
    return reply;
  };
  return {
    identity,
    batch: (plan) => batchOverDeaths(put, plan, { seed, deadlineMs }),
    async judge(address, value) {
      const reply = await put({ kind: "judge", address, value });
      if (reply.kind === "judged") return reply.judged;
      if (reply.kind !== "death") throw new Error(`a worker answered a case with ${reply.kind}`);
      return deadCase(reply, { from: 0, until: 1 }, deadlineMs).judged;
    },
    close: async () => {
      closed = true;
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
    async batch(plan) {
      const range = { from: 0, until: plan.cases };
      const property = propertyAt(plan.address);
      const run = { put, width: OPEN_AT_ONCE, confirm: true, ...range } as const;
      return joinParts(plan, [await runCases(property, drawBatch(property, seed, plan), run)]);
    },
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
