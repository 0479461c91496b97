// Loaded into every process that is measured: on its end it leaves the microseconds of work of all its threads.
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.env.BENCH_WORK_FILE) {
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    appendFileSync(process.env.BENCH_WORK_FILE, `${user + system}\n`);
  });
}
