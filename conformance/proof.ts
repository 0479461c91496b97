/**
 * `pnpm proof`: whether the suite means something. Saboteurs are caught exactly, the zoo holds nothing that it cannot
 * know, and no requirement is without vectors, property and saboteur. Seeds go round until the time is over.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import Table from "cli-table3";
import { type Catch, FIRST_SEED } from "./prove.ts";
import type { FromProver, ToProver } from "./prove-worker.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { loadSuite } from "./suite.ts";
import { COVERED_CHAPTERS, gaps, trace } from "./traceability.ts";
import { printZoo, zooRows } from "./zoo-table.ts";

const USAGE = `Usage: pnpm proof [--seeds <number>] [--minutes <number>] [--only <text>]

Proves every saboteur with up to that many seeds (default 10), seed by seed, and begins none after that many
minutes (default 3). --only takes the saboteurs whose name holds the text.`;

interface Task extends ToProver {
  readonly name: string;
}

function tasksOf(seeds: number, only: string): readonly Task[] {
  const chosen = [...SABOTEURS.entries()].filter(([, { name }]) => name.includes(only));
  return Array.from({ length: seeds }, (_, round) =>
    chosen.map(([index, { name }]) => ({ index, name, seed: FIRST_SEED + round })),
  ).flat();
}

/** Works through the tasks in threads; those that were not begun in time are left out. */
async function proveAll(tasks: readonly Task[], until: number): Promise<readonly Catch[]> {
  const queue = tasks.values();
  const done: Catch[] = [];
  const thread = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL("prove-worker.ts", import.meta.url));
      worker.on("error", reject);
      worker.on("message", (message: FromProver) => {
        if (message !== undefined) done.push(message);
        const next = performance.now() < until ? queue.next() : undefined;
        if (next === undefined || next.done === true) void worker.terminate().then(() => resolve());
        else worker.postMessage({ index: next.value.index, seed: next.value.seed } satisfies ToProver);
      });
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, thread));
  return done;
}

const fellThrough = ({ missed, extra }: Catch): boolean => missed.length + extra.length > 0;

function printCatches(catches: readonly Catch[], wanted: number): boolean {
  const byChapter = Map.groupBy(catches, ({ name }) => name.split("/")[0] ?? "");
  const table = new Table({ head: ["chapter", "saboteurs", "seeds each", "not exact"] });
  for (const [chapter, found] of byChapter) {
    const seeds = [...Map.groupBy(found, ({ name }) => name).values()].map((one) => one.length);
    const [least, most] = [Math.min(...seeds), Math.max(...seeds)];
    const each = least === most ? `${least}` : `${least} to ${most}`;
    table.push([chapter, seeds.length, each, found.filter(fellThrough).length]);
  }
  console.log(table.toString());
  for (const { name, seed, missed, extra } of catches.filter(fellThrough)) {
    console.log(
      `${name}, seed ${seed}: missed at [${missed.join(", ")}], caught also at [${extra.join("; ")}]`,
    );
  }
  const proved = new Set(catches.map(({ name }) => name)).size;
  const all = catches.length === wanted;
  console.log(
    `${catches.length} of ${wanted} proofs (${proved} saboteurs)${all ? "" : ": the time was over"}`,
  );
  return catches.some(fellThrough);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "10" },
      minutes: { type: "string", default: "3" },
      only: { type: "string", default: "" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const tasks = tasksOf(Number(values.seeds), values.only);
  const catches = await proveAll(tasks, performance.now() + Number(values.minutes) * 60_000);
  const inexact = printCatches(catches, tasks.length);
  // One seed for each of them is the least that proves anything.
  const unproved =
    new Set(tasks.map(({ name }) => name)).size - new Set(catches.map(({ name }) => name)).size;
  if (unproved > 0) console.log(`${unproved} saboteurs were not tried at all`);
  const suite = loadSuite();
  const wild = printZoo(await zooRows(suite));
  const missing = gaps(trace(suite, SABOTEURS), COVERED_CHAPTERS);
  console.log(missing.length === 0 ? "Traceability: no gaps" : missing.join("\n"));
  process.exitCode = inexact || unproved > 0 || wild || missing.length > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
