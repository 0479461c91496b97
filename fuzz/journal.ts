/**
 * The journal of a campaign: a line of settings, then a line for each batch as it ends. It is only ever appended to, so
 * that whatever ends the process costs the batches under way and nothing else.
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { BadCall } from "../conformance/select.ts";
import type { BatchResult } from "./batch.ts";

/** A batch that has run, with its place in the campaign. */
export interface DoneBatch extends BatchResult {
  readonly place: number;
}

export interface Journal {
  /** What was there when it was opened. */
  readonly done: readonly DoneBatch[];
  add(batch: DoneBatch): void;
  close(): void;
}

interface Read {
  readonly head: string | undefined;
  readonly done: readonly DoneBatch[];
  /** Bytes of the whole lines. A line that a kill has cut is run again. */
  readonly bytes: number;
}

function read(path: string): Read {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(10) + 1;
  const [head, ...lines] = bytes.subarray(0, end).toString("utf8").split("\n").slice(0, -1);
  return { head, done: lines.map((line) => JSON.parse(line) as DoneBatch), bytes: end };
}

/**
 * Opens a journal. `settings` is what decides its batches, as one line; a journal with other settings is not gone on
 * with (BadCall). Without `resume` an old one is replaced.
 */
export function openJournal(path: string, settings: string, resume: boolean): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const old = resume && existsSync(path) ? read(path) : undefined;
  if (old?.head !== undefined && old.head !== settings) {
    throw new BadCall(`${path} is the journal of another campaign: ${old.head}`);
  }
  if (old !== undefined) truncateSync(path, old.bytes);
  const file = openSync(path, old === undefined ? "w" : "a");
  if (old?.head === undefined) writeSync(file, `${settings}\n`);
  return {
    done: old?.done ?? [],
    add: (batch) => {
      writeSync(file, `${JSON.stringify(batch)}\n`);
    },
    close: () => closeSync(file),
  };
}
