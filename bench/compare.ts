/** Two checkouts in one run: each scene of both, in turns, in threads of their own; what is slower is asked three times. */
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import Table from "cli-table3";
import { callersPath } from "../conformance/find-target.ts";
import { BadCall } from "../conformance/select.ts";
import { ROOT } from "./layer.ts";
import type { Ratio } from "./measure.ts";
import { short } from "./tables.ts";

/** A head that takes so many times the base's time has become slower. */
export const WORST_RATIO = 1.25;
const ATTEMPTS = 3;

/** What a thread is asked to compare. */
export interface Comparison {
  readonly base: string;
  readonly head: string;
  /** Beginnings of ids; none means all. */
  readonly only: readonly string[];
  /** Whole ids; undefined means all. */
  readonly ids?: readonly string[];
  /** The head is loaded first. */
  readonly swapped: boolean;
}

/** Head over base, by id. */
export type Compared = Readonly<Record<string, Ratio>>;

/** A fresh thread has compiled nothing yet, so that no attempt inherits what the compiler guessed in another. */
function inThread(comparison: Comparison): Promise<Compared> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL("compare-worker.ts", import.meta.url), { workerData: comparison });
    worker.once("message", done);
    worker.once("error", failed);
    worker.once("exit", (code) => failed(new Error(`the comparing thread ended with ${code}`)));
  });
}

/** The ratios of all attempts, by id: one where the first was good. */
export type Attempts = ReadonlyMap<string, readonly Ratio[]>;

/** Asks again, up to three times, for what was slower. */
export async function attempts(
  ask: (ids: readonly string[] | undefined, turn: number) => Promise<Compared>,
): Promise<Attempts> {
  const found = new Map<string, Ratio[]>();
  let ids: readonly string[] | undefined;
  for (let turn = 0; turn < ATTEMPTS && (ids === undefined || ids.length > 0); turn++) {
    const compared = Object.entries(await ask(ids, turn));
    for (const [id, ratio] of compared) found.set(id, [...(found.get(id) ?? []), ratio]);
    ids = compared.filter(([, { ratio }]) => ratio > WORST_RATIO).map(([id]) => id);
  }
  return found;
}

/** The ids that were slower at every attempt. */
export function slower(found: Attempts): readonly string[] {
  return [...found].flatMap(([id, ratios]) =>
    ratios.length === ATTEMPTS && ratios.every(({ ratio }) => ratio > WORST_RATIO) ? [id] : [],
  );
}

function comparedTable(found: Attempts): string {
  const table = new Table({
    head: ["scene", "head / base", "rounds"],
    style: { head: [], border: [], compact: true },
  });
  for (const [id, ratios] of found) {
    const spread = ratios.map(({ low, high }) => `${short(low)} to ${short(high)}`).join(", ");
    table.push([id, ratios.map(({ ratio }) => short(ratio)).join(", "), spread]);
  }
  return table.toString();
}

/** The command: prints the table and sets the exit code. Throws BadCall where nothing is selected. */
export async function compareCheckouts(
  base: string,
  head: string | undefined,
  flags: { readonly only: readonly string[] },
): Promise<void> {
  const paths = { base: callersPath(base), head: head === undefined ? resolve(ROOT) : callersPath(head) };
  const found = await attempts((ids, turn) =>
    inThread({ ...paths, only: flags.only, swapped: turn % 2 === 1, ...(ids !== undefined && { ids }) }),
  );
  if (found.size === 0) throw new BadCall("there is nothing that both checkouts do");
  process.stdout.write(`${comparedTable(found)}\n`);
  const worse = slower(found);
  const verdict =
    worse.length === 0
      ? `${found.size} scenes, none slower by more than ${WORST_RATIO}`
      : `slower by more than ${WORST_RATIO} at ${ATTEMPTS} attempts: ${worse.join(", ")}`;
  process.stdout.write(`\n${verdict}\n`);
  if (worse.length > 0) process.exitCode = 1;
}
