/** Two checkouts in one run: each scene of both, in turns, in threads of their own; what is slower is asked three times. */
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import Table from "cli-table3";
import { counted } from "../conformance/counted.ts";
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

export interface Compared {
  /** Head over base, by id. */
  readonly ratios: Readonly<Record<string, Ratio>>;
  /** What the base does and the head does not. */
  readonly gone: readonly string[];
  /** What the head does and the base does not: nothing to compare it with. */
  readonly added: readonly string[];
}

/** What a thread says: a comparison, or why it refuses. */
export type FromComparer = Compared | { readonly refused: string };

/** A fresh thread has compiled nothing yet, so that no attempt inherits what the compiler guessed in another. */
function inThread(comparison: Comparison): Promise<Compared> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL("compare-worker.ts", import.meta.url), { workerData: comparison });
    worker.once("message", (said: FromComparer) =>
      "refused" in said ? failed(new BadCall(said.refused)) : done(said),
    );
    worker.once("error", failed);
    worker.once("exit", (code) => failed(new Error(`the comparing thread ended with ${code}`)));
  });
}

export interface Attempts {
  /** The ratios of all attempts, by id: one where the first was good. */
  readonly ratios: ReadonlyMap<string, readonly Ratio[]>;
  readonly gone: readonly string[];
  readonly added: readonly string[];
}

/** Asks again, up to three times, for what was slower. */
export async function attempts(
  ask: (ids: readonly string[] | undefined, turn: number) => Promise<Compared>,
): Promise<Attempts> {
  const found = new Map<string, Ratio[]>();
  let first: Compared | undefined;
  let ids: readonly string[] | undefined;
  for (let turn = 0; turn < ATTEMPTS && (ids === undefined || ids.length > 0); turn++) {
    const answer = await ask(ids, turn);
    first ??= answer;
    const compared = Object.entries(answer.ratios);
    for (const [id, ratio] of compared) found.set(id, [...(found.get(id) ?? []), ratio]);
    ids = compared.filter(([, { ratio }]) => ratio > WORST_RATIO).map(([id]) => id);
  }
  return { ratios: found, gone: first?.gone ?? [], added: first?.added ?? [] };
}

/** The ids that were slower at every attempt. */
export function slower(found: Attempts): readonly string[] {
  return [...found.ratios].flatMap(([id, ratios]) =>
    ratios.length === ATTEMPTS && ratios.every(({ ratio }) => ratio > WORST_RATIO) ? [id] : [],
  );
}

function comparedTable(found: Attempts): string {
  const table = new Table({
    head: ["scene", "head / base", "rounds"],
    style: { head: [], border: [], compact: true },
  });
  for (const [id, ratios] of found.ratios) {
    const spread = ratios.map(({ low, high }) => `${short(low)} to ${short(high)}`).join(", ");
    table.push([id, ratios.map(({ ratio }) => short(ratio)).join(", "), spread]);
  }
  return table.toString();
}

/** What the comparison comes to, a line each. */
export function verdictLines(found: Attempts): readonly string[] {
  const worse = slower(found);
  const scenes = counted(found.ratios.size, "scene");
  return [
    worse.length === 0
      ? `${scenes} compared, none slower by more than ${WORST_RATIO}`
      : `slower by more than ${WORST_RATIO} at ${ATTEMPTS} attempts: ${worse.join(", ")}`,
    ...(found.gone.length === 0
      ? []
      : [`the head no longer does what the base does: ${found.gone.join(", ")}`]),
    ...(found.added.length === 0 ? [] : [`new in the head, and so not compared: ${found.added.join(", ")}`]),
  ];
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
  if (found.ratios.size + found.gone.length === 0) throw new BadCall("there is nothing that the base does");
  process.stdout.write(`${comparedTable(found)}\n\n${verdictLines(found).join("\n")}\n`);
  if (slower(found).length + found.gone.length > 0) process.exitCode = 1;
}
