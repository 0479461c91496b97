/**
 * The thread in which a target runs. It says what it is doing in shared memory, so that whoever watches from outside
 * knows the case even if this thread hangs or dies.
 */
import { parentPort, workerData } from "node:worker_threads";
import { putAsk } from "./bind.ts";
import { describeAsk } from "./describe-ask.ts";
import { type Execution, executeCheck } from "./execute.ts";
import { importTarget, NotATarget } from "./load-target.ts";
import { Progress } from "./progress.ts";
import { addressOf, loadSuite } from "./suite.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./worker-messages.ts";

const { module, seed, runs, shared } = workerData as WorkerStart;
const port = parentPort;
if (port === null) throw new Error("harness: worker.ts runs in a worker thread only");
const send = (message: FromWorker): void => port.postMessage(message);
const progress = new Progress(shared);

async function work(execution: Execution, addresses: readonly string[], suite: ReturnType<typeof loadSuite>) {
  const checks = new Map(suite.checks.map((check) => [addressOf(check), check]));
  for (const [index, address] of addresses.entries()) {
    const check = checks.get(address);
    if (check === undefined) throw new Error(`harness: no check ${address}`);
    progress.startCheck(index);
    const result = await executeCheck(check, execution);
    // Rejections that nobody handles come up when the event loop turns: before the next check, so that it is this one's.
    await new Promise<void>((resolve) => setImmediate(resolve));
    send({ kind: "result", index, result });
  }
  progress.startCheck(addresses.length);
  send({ kind: "done" });
}

try {
  const { target, identity } = await importTarget(module);
  const suite = loadSuite();
  const execution: Execution = {
    put(ask) {
      progress.startCase(describeAsk(ask));
      return putAsk(target, ask);
    },
    claims: identity,
    vectors: suite.vectors,
    seed,
    runs,
  };
  port.once("message", (message: ToWorker) => {
    void work(execution, message.addresses, suite);
  });
  send({ kind: "ready", identity });
} catch (error) {
  if (!(error instanceof NotATarget)) throw error;
  send({ kind: "refused", says: error.message });
}
