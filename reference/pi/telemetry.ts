// One line of JSON an event, without any value of the user's. Appending never tears a line and never stops a call.
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";

export const OUTCOMES = Object.freeze([
  "repaired",
  "unrepairable",
  "recovered",
  "stripped",
  "observed",
] as const);
export type RecordOutcome = (typeof OUTCOMES)[number];

/** A telemetry line. Without `channel` it belongs to the tool channel. */
export interface TelemetryRecord {
  readonly ts: string;
  readonly tool?: string;
  readonly model?: string;
  readonly outcome: RecordOutcome;
  readonly rules: readonly string[];
  readonly issues?: string;
  /** Eight hexadecimal digits, FNV-1a. */
  readonly fingerprint?: string;
  readonly channel?: "tool" | "message";
  readonly grammar?: string;
  readonly profile?: string;
  readonly stages?: readonly string[];
  readonly observation?: string;
}

/** The file is renamed to `<file>.1` beyond this; the one before is dropped then. */
export const MAX_BYTES = 4 * 1024 * 1024;
const STALE_LOCK_MS = 10_000;

function endsWithNewline(file: string, size: number): boolean {
  if (size === 0) return true;
  const handle = openSync(file, "r");
  try {
    const last = Buffer.alloc(1);
    readSync(handle, last, 0, 1, size - 1);
    return last[0] === 10;
  } finally {
    closeSync(handle);
  }
}

/** A device has no end to read to, and a pipe may keep its writer waiting. */
function isPlainFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function remove(lock: string): void {
  // Another writer may have thought it stale.
  rmSync(lock, { force: true });
}

/** Only one writer may rename, else a second one would put a fresh file in the place of the full one. */
function rotate(file: string, maxBytes: number): void {
  const lock = `${file}.lock`;
  try {
    closeSync(openSync(lock, "wx"));
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
    if (Math.abs(Date.now() - since) > STALE_LOCK_MS) remove(lock);
    return;
  }
  try {
    if (sizeOf(file) > maxBytes) renameSync(file, `${file}.1`);
  } finally {
    remove(lock);
  }
}

/** Appends one record, where the disk takes it. Never throws. */
export function appendRecord(file: string, record: TelemetryRecord, maxBytes: number = MAX_BYTES): void {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFIFO() === true) return;
    mkdirSync(dirname(file), { recursive: true });
    if (sizeOf(file) > maxBytes) rotate(file, maxBytes);
    const torn = !endsWithNewline(file, sizeOf(file));
    // One write in append mode: writers in other processes never come in between.
    appendFileSync(file, `${torn ? "\n" : ""}${JSON.stringify(record)}\n`, { mode: 0o600 });
  } catch {
    // A call never waits for its record.
  }
}

/** What the report needs of a record. */
export interface ReadRecord {
  readonly outcome: RecordOutcome;
  readonly rules: readonly string[];
  readonly tool: string | undefined;
  readonly model: string | undefined;
  readonly grammar: string | undefined;
  readonly ofMessage: boolean;
}

export interface ReadRecords {
  readonly records: readonly ReadRecord[];
  /** Lines that are no record. */
  readonly malformed: number;
}

const isText = (value: unknown): value is string => typeof value === "string";
const text = (value: unknown): string | undefined => (isText(value) ? value : undefined);

/** The record in a line; undefined where it is none. Whatever JSON is there, reading it may throw. */
function recordIn(line: string): ReadRecord | undefined {
  try {
    const value = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const outcome = OUTCOMES.find((known) => known === value.outcome);
    if (outcome === undefined) return undefined;
    return {
      outcome,
      rules: Array.isArray(value.rules) ? value.rules.filter(isText) : [],
      tool: text(value.tool),
      model: text(value.model),
      grammar: text(value.grammar),
      ofMessage: value.channel === "message",
    };
  } catch {
    return undefined;
  }
}

/** The records in a telemetry text of any age. Lines that are none are counted and skipped. */
export function parseRecords(text: string): ReadRecords {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const records = lines.map(recordIn).filter((record) => record !== undefined);
  return { records, malformed: lines.length - records.length };
}

/** All records of a file and of the full one before it. Never throws. */
export function readRecords(file: string): ReadRecords {
  try {
    const parts = [`${file}.1`, file].filter(isPlainFile);
    return parseRecords(parts.map((name) => readFileSync(name, "utf8")).join("\n"));
  } catch {
    return { records: [], malformed: 0 };
  }
}
