/**
 * The process of `elsewhere.ts`. The target runs in a thread of it, so that this one can end the process as soon as
 * whoever started it is gone, even if the target hangs.
 */
import { Worker } from "node:worker_threads";
import { ownModule } from "./installed.ts";

const [, , module] = process.argv;
const thread = new Worker(ownModule("elsewhere-thread", import.meta.url), { workerData: module });
thread.on("message", (message) => process.send?.(message));
thread.on("error", () => process.exit(1));
thread.on("exit", () => process.exit(1));
process.on("message", (message) => thread.postMessage(message));
process.on("disconnect", () => process.exit(0));
