/** `pnpm zoo`: what each animal of the zoo holds. It must be nothing: every requirement asks for a judgement once. */
import Table from "cli-table3";
import { judgeInThread } from "./in-thread.ts";
import { capabilityOf, loadSuite, requirementOf, type Suite } from "./suite.ts";
import type { Target } from "./target.ts";
import { ANIMALS } from "./zoo.ts";

const SEED = 1;
const RUNS = 2;

export interface ZooRow {
  readonly name: string;
  readonly does: string;
  /** Requirements that the animal is judged on. */
  readonly judged: number;
  readonly held: readonly string[];
}

/** Judges one animal that answers. */
export async function zooRow(target: Target, does: string, suite: Suite): Promise<ZooRow> {
  const checks = suite.checks.filter((check) => target.capabilities.includes(capabilityOf(check)));
  const { held } = await judgeInThread(target, suite, { seed: SEED, runs: RUNS });
  return { name: target.name, does, judged: new Set(checks.map(requirementOf)).size, held: [...held] };
}

/** Judges all animals that answer, one after the other. */
export async function zooRows(suite: Suite): Promise<readonly ZooRow[]> {
  const rows: ZooRow[] = [];
  const { log } = console;
  // One of them prints all the time.
  console.log = () => undefined;
  try {
    for (const { target, does } of ANIMALS) rows.push(await zooRow(target, does, suite));
  } finally {
    console.log = log;
  }
  return rows;
}

/** Prints the table. Gives true if an animal holds anything. */
export function printZoo(rows: readonly ZooRow[]): boolean {
  const table = new Table({ head: ["animal", "what it does", "held of judged"] });
  for (const { name, does, judged, held } of rows) table.push([name, does, `${held.length} of ${judged}`]);
  console.log(table.toString());
  for (const { name, held } of rows) {
    if (held.length > 0) console.log(`${name} holds ${held.join(", ")}`);
  }
  return rows.some(({ held }) => held.length > 0);
}

if (import.meta.main) process.exitCode = printZoo(await zooRows(loadSuite())) ? 1 : 0;
