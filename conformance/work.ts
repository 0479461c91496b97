/**
 * What a thread does in which a target runs (`worker.ts`). It says what it is doing in shared memory, so that whoever watches from outside
 * knows the case even if this thread hangs or dies.
 */
import { parentPort, workerData } from "node:worker_threads";
import { startSampling } from "./again.ts";
import { putAsk } from "./bind.ts";
import type { Reply } from "./check.ts";
import { describeAsk } from "./describe-ask.ts";
import { clockOf, elsewhere } from "./elsewhere.ts";
import { type Execution, executeCheck } from "./execute.ts";
import { importTarget } from "./load-target.ts";
import { Progress } from "./progress.ts";
import { NotATarget } from "./refusals.ts";
import { addressOf, loadSuite, type Suite } from "./suite.ts";
import { type FromWorker, NEVER_RESOLVES, type ToWorker, type WorkerStart } from "./worker-messages.ts";

const { module, seed, runs, shared } = workerData as WorkerStart;
if (parentPort === null) throw new Error("work.ts runs in a worker thread only");
const receiver = parentPort;
const send = (message: FromWorker): void => receiver.postMessage(message);
const progress = new Progress(shared);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function work(execution: Execution, { addresses, again }: ToWorker, suite: Suite) {
  const known = new Map(suite.checks.map((check) => [addressOf(check), check]));
  const checks = addresses.map((address) => {
    const check = known.get(address);
    if (check === undefined) throw new Error(`no check ${address}`);
    return check;
  });
  const sampling = startSampling(again ? checks : []);
  for (const [index, check] of checks.entries()) {
    progress.startCheck(index);
    const result = await executeCheck(check, {
      ...execution,
      put: sampling.keeping(check, execution.put),
    });
    send({ kind: "result", index, result });
  }
  progress.startCheck(checks.length);
  const result = await sampling.again(execution.put);
  if (result !== undefined) send({ kind: "result", index: checks.length, result });
  send({ kind: "done" });
}

/** A second process has deadlines of its own, its start among them: this thread is not hung while it waits for it. */
async function waitFor(reply: Promise<Reply>, asked: string): Promise<Reply> {
  const beat = setInterval(() => progress.startCase(asked), 100);
  try {
    return await reply;
  } finally {
    clearInterval(beat);
  }
}

function serve({ target, identity }: Awaited<ReturnType<typeof importTarget>>): void {
  const suite = loadSuite();
  const other = elsewhere(module);
  const execution: Execution = {
    async put(ask) {
      const asked = describeAsk(ask);
      progress.startCase(asked);
      try {
        return await (clockOf(ask) === undefined ? putAsk(target, ask) : waitFor(other.put(ask), asked));
      } finally {
        // Rejections that nobody handles come up when the event loop turns: now, so that they are this question's.
        await turn();
      }
    },
    claims: identity,
    vectors: suite.vectors,
    seed,
    runs,
  };
  receiver.once("message", (message: ToWorker) => {
    // The event loop is empty and a question is open.
    const never = (): void => {
      throw new Error(NEVER_RESOLVES);
    };
    process.once("beforeExit", never);
    void work(execution, message, suite).finally(() => process.off("beforeExit", never));
  });
  send({ kind: "ready", identity });
}

/** Imports the target and serves it, or says why that is none. Throws where the suite itself cannot be loaded. */
export async function startWork(): Promise<void> {
  // Nothing is left to do, and still the import is not over.
  const waitsForever = (): void =>
    send({ kind: "refused", says: "the target's module never ends: it awaits what never comes" });
  process.once("beforeExit", waitsForever);
  try {
    const found = await importTarget(module);
    process.off("beforeExit", waitsForever);
    serve(found);
  } catch (error) {
    if (!(error instanceof NotATarget)) throw error;
    send({ kind: "refused", says: error.message });
  }
}
