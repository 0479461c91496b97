/** The list of survivors, and the recorded scores: committed files that a run is held against. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Score, type Survivor, survivorId } from "./gate.ts";
import type { Mutant } from "./report.ts";

const LIST = new URL("survivors.json", import.meta.url);
const SCORES = new URL("scores.json", import.meta.url);

const REASON = /^(?:equivalent|open): \S/;

/** Reads the list. Throws Error where an entry has no reason that says what it is. */
export function readSurvivors(): readonly Survivor[] {
  const list = (existsSync(LIST) ? JSON.parse(readFileSync(LIST, "utf8")) : []) as readonly Survivor[];
  const bad = list.find(({ reason }) => !REASON.test(reason));
  if (bad !== undefined)
    throw new Error(`survivors.json: a reason begins with neither word: ${survivorId(bad)}`);
  return list;
}

const NOT_LOOKED_AT = "open: nobody has looked at it yet";

/**
 * The list after a run: who is left, with the reasons that are known. What the run was not about stays, unless it was
 * about all of the file: `whole`.
 */
export function updated(
  known: readonly Survivor[],
  judged: readonly Mutant[],
  left: readonly Mutant[],
  whole: boolean,
): readonly Survivor[] {
  const reasons = new Map(known.map((entry) => [survivorId(entry), entry.reason]));
  const files = new Set(judged.map(({ key }) => key.file));
  const ids = new Set(judged.map(({ id }) => id));
  const others = known.filter((entry) => !ids.has(survivorId(entry)) && !(whole && files.has(entry.file)));
  const now = left.map(({ key, id }): Survivor => ({ ...key, reason: reasons.get(id) ?? NOT_LOOKED_AT }));
  return [...others, ...now].sort((a, b) => (survivorId(a) < survivorId(b) ? -1 : 1));
}

/** Of a file. */
export interface FileScore extends Score {
  /** What was judged, where it was not all: a shard as `1/13`. */
  readonly part?: string;
}

export interface GroupScore {
  readonly floor: number;
  /** By name, sorted. */
  readonly files: Readonly<Record<string, FileScore>>;
}

/** Recorded scores by group. */
export type Scores = Readonly<Record<string, GroupScore>>;

/** Reads the recorded scores; none before the first recording. */
export function readScores(): Scores {
  return existsSync(SCORES) ? (JSON.parse(readFileSync(SCORES, "utf8")) as Scores) : {};
}

/** The recorded scores of a group with those of some of its files anew. */
export function withFiles(
  known: GroupScore | undefined,
  floor: number,
  files: Readonly<Record<string, FileScore>>,
): GroupScore {
  const all = Object.entries({ ...known?.files, ...files });
  return { floor, files: Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Writes both files. */
export function record(survivors: readonly Survivor[], scores: Scores): void {
  const line = (entry: Survivor): string => `  ${JSON.stringify(entry)}`;
  writeFileSync(LIST, `[\n${survivors.map(line).join(",\n")}\n]\n`);
  writeFileSync(SCORES, `${JSON.stringify(scores, null, 2)}\n`);
}
