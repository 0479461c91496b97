/**
 * The start of the thread in which a target runs. The suite is loaded here by hand, so that a suite that cannot be
 * loaded is a message and no crash.
 */
import { enableCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import type { FromWorker } from "./worker-messages.ts";

async function start(): Promise<void> {
  enableCompileCache();
  try {
    const { startWork } = await import("./work.ts");
    await startWork();
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ kind: "broken", says } satisfies FromWorker);
  }
}

void start();
