// The report of `/repair-stats`: counts by tool, model, grammar family and rule, in lines that wrap at any width.
import { plainText } from "../plain-text.ts";
import type { ReadRecord, ReadRecords } from "./telemetry.ts";

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

function countBy(
  records: readonly ReadRecord[],
  keysOf: (record: ReadRecord) => readonly string[],
  whatOf: (record: ReadRecord) => string,
): Counts {
  const counts = new Map<string, Map<string, number>>();
  for (const record of records) {
    for (const key of keysOf(record)) {
      const row = counts.get(key) ?? new Map<string, number>();
      counts.set(key, row.set(whatOf(record), (row.get(whatOf(record)) ?? 0) + 1));
    }
  }
  return counts;
}

const total = (row: ReadonlyMap<string, number>): number => [...row.values()].reduce((a, b) => a + b, 0);

/** Most frequent first, equal ones by name. */
function sorted<V>(
  rows: ReadonlyMap<string, V>,
  size: (value: V) => number,
): readonly (readonly [string, V])[] {
  return [...rows].sort(([a, x], [b, y]) => size(y) - size(x) || (a < b ? -1 : 1));
}

function section(title: string, counts: Counts): readonly string[] {
  if (counts.size === 0) return [];
  const rows = sorted(counts, total).map(([key, row]) => {
    const parts = sorted(row, (count) => count).map(([what, count]) => `${count} ${what}`.trimEnd());
    return `  ${plainText(key, 60)}: ${parts.join(", ")}`;
  });
  return ["", title, ...rows];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The report, one line an entry. Old records without a channel belong to the tools. */
export function statsReport({ records, malformed }: ReadRecords): readonly string[] {
  if (records.length === 0 && malformed === 0) return ["Tool repair has nothing to report yet."];
  const tools = records.filter(({ ofMessage }) => !ofMessage);
  const messages = records.filter(({ ofMessage }) => ofMessage);
  const outcome = (record: ReadRecord): string => record.outcome;
  return [
    `Tool repair: ${counted(tools.length, "call")}, ${counted(messages.length, "grammar event")} in messages`,
    ...section(
      "By tool",
      countBy(tools, (record) => [record.tool ?? "unknown"], outcome),
    ),
    ...section(
      "By model",
      countBy(records, (record) => [record.model ?? "unknown"], outcome),
    ),
    ...section(
      "Grammar events by family",
      countBy(records, (record) => (record.grammar === undefined ? [] : [record.grammar]), outcome),
    ),
    ...section(
      "Rules",
      countBy(
        records,
        (record) => record.rules,
        () => "",
      ),
    ),
    ...(malformed === 0 ? [] : ["", `Skipped, since it could not be read: ${counted(malformed, "line")}.`]),
  ];
}
