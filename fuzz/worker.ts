/**
 * The thread in which a campaign's target runs. The number of the current case stands in shared memory, so that the
 * case is known even if this thread hangs or dies.
 */
import { parentPort, workerData } from "node:worker_threads";
import { putAsk } from "../conformance/bind.ts";
import type { Ask, Reply } from "../conformance/check.ts";
import { importTarget } from "../conformance/load-target.ts";
import { Progress } from "../conformance/progress.ts";
import { NotATarget } from "../conformance/refusals.ts";
import type { FromWorker, WorkerStart } from "../conformance/worker-messages.ts";
import { drawBatch, runCases } from "./batch.ts";
import type { LaneOrder, LaneReply } from "./lane-messages.ts";
import { propertyAt } from "./properties.ts";
import { judgeCase } from "./property.ts";

const { module, seed, shared } = workerData as WorkerStart;
if (parentPort === null) throw new Error("worker.ts runs in a worker thread only");
const receiver = parentPort;
const send = (message: FromWorker | LaneReply): void => receiver.postMessage(message);
const progress = new Progress(shared);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let drawn: readonly unknown[] = [];

async function answer(order: LaneOrder, put: (ask: Ask) => Promise<Reply>): Promise<LaneReply> {
  if (order.kind === "draw") {
    drawn = drawBatch(propertyAt(order.plan.address), seed, order.plan);
    return { kind: "drawn" };
  }
  if (order.kind === "judge") {
    progress.startCheck(0);
    const judged = await judgeCase(propertyAt(order.address), order.value, put);
    await turn();
    return { kind: "judged", judged };
  }
  const { address, from, until, careful } = order;
  const counts = await runCases(propertyAt(address), drawn, {
    ...{ put, from, until, width: 1 },
    onCase: (index) => progress.startCheck(index),
    ...(careful && { pause: turn }),
  });
  progress.startCheck(until);
  await turn();
  return { kind: "counted", counts };
}

const says = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

try {
  const { target, identity } = await importTarget(module);
  const put = (ask: Ask): Promise<Reply> => putAsk(target, ask);
  receiver.on("message", (order: LaneOrder) => {
    const address = order.kind === "draw" ? order.plan.address : order.address;
    answer(order, put).then(send, (error: unknown) => {
      send({ kind: "broken", says: `${address}: ${says(error)}` });
    });
  });
  send({ kind: "ready", identity });
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  send({ kind: error instanceof NotATarget ? "refused" : "broken", says: why });
}
