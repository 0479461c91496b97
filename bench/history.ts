/** The file of recorded runs: one line a run, and in it only numbers without a unit, so that machines can be compared. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Type, { type Static } from "typebox";
import { Check, Errors } from "typebox/value";
import type { Figure } from "./figures.ts";

const Entry = Type.Object({
  /** The day, in UTC. */
  day: Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }),
  node: Type.String(),
  /** Value, and where it was taken in rounds, the lowest and the highest of them. */
  figures: Type.Record(Type.String(), Type.Array(Type.Number(), { minItems: 1, maxItems: 3 })),
  /** What the values should not exceed. */
  aims: Type.Record(Type.String(), Type.Number()),
});
export type Entry = Static<typeof Entry>;
const History = Type.Array(Entry);

/** Where the history is. */
export const HISTORY = fileURLToPath(new URL("history.json", import.meta.url));

/** Three digits that count. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** An entry for a run's figures. */
export function entryOf(figures: readonly Figure[], day: string, node: string): Entry {
  const aimed = figures.filter(({ aim }) => aim !== undefined);
  return {
    day,
    node,
    figures: Object.fromEntries(
      figures.map(({ id, value, low, high }) => [
        id,
        (low === undefined || high === undefined ? [value] : [value, low, high]).map(rounded),
      ]),
    ),
    aims: Object.fromEntries(aimed.map(({ id, aim = 0 }) => [id, aim])),
  };
}

/** Reads a history. Throws Error, with the place, where it is none. */
export function parseHistory(text: string): readonly Entry[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error("bench/history.json is not JSON");
  }
  if (Check(History, read)) return read;
  throw new Error(`the history is malformed at ${Errors(History, read)[0]?.instancePath || "/"}`);
}

/** The file's text: an array with one line an entry. */
export function historyText(entries: readonly Entry[]): string {
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
}

/** The recorded runs, oldest first. */
export function loadHistory(): readonly Entry[] {
  return parseHistory(readFileSync(HISTORY, "utf8"));
}

/** Adds a run at the end. */
export function record(entry: Entry): void {
  writeFileSync(HISTORY, historyText([...loadHistory(), entry]));
}
