/** The scorecard as a table for a terminal. */
import Table from "cli-table3";
import { EVERY_PROFILE } from "../conformance/mistake.ts";
import { printable } from "../conformance/printable.ts";
import { COLUMNS, type Counts, type Scorecard, type ScorecardRow, totalOf } from "./scorecard.ts";

const HEADS: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  restored: "rest.",
  shortened: "short.",
  refused: "ref.",
  missed: "missed",
  hidden: "hidden",
  wrong: "WRONG",
  crashed: "crash.",
};

const numbers = (counts: Counts | undefined): readonly string[] =>
  COLUMNS.map((column) => (counts === undefined ? "-" : counts[column] === 0 ? "·" : String(counts[column])));

const isCarrier = ({ mistake }: ScorecardRow): boolean => mistake.name.startsWith("carried-by-");

function line(name: string, kind: string, rows: readonly ScorecardRow[], card: Scorecard, profile?: string) {
  return [
    name,
    kind,
    ...card.targets.flatMap((_, target) => {
      const asked = rows.some(({ cells }) => cells[target] !== undefined);
      return numbers(asked ? totalOf(rows, target, profile) : undefined);
    }),
  ];
}

function lines(card: Scorecard, byProfile: boolean): readonly (readonly string[])[] {
  const alone = card.rows.filter((row) => byProfile || !isCarrier(row));
  const rows = alone.flatMap((row) => {
    const { name, kind } = row.mistake;
    const all = line(name, kind, [row], card);
    return byProfile ? [all, ...EVERY_PROFILE.map((one) => line(`  ${one}`, "", [row], card, one))] : [all];
  });
  const carriers = byProfile
    ? []
    : [line("carried by a grammar shape", "lossless", card.rows.filter(isCarrier), card)];
  const sums = EVERY_PROFILE.map((profile) => line(`all, ${profile}`, "", card.rows, card, profile));
  return [...rows, ...carriers, ...sums, line("all", "", card.rows, card)];
}

/** The table. `byProfile` gives each mistake a line for each profile, and each grammar shape its own. */
export function scorecardText(card: Scorecard, byProfile: boolean): string {
  const table = new Table({
    head: ["mistake", "kind", ...card.targets.flatMap(() => COLUMNS.map((column) => HEADS[column]))],
    style: { head: [], border: [], compact: true, "padding-left": 0, "padding-right": 1 },
    colAligns: ["left", "left", ...card.targets.flatMap(() => COLUMNS.map(() => "right" as const))],
    chars: {
      top: "",
      "top-mid": "",
      "top-left": "",
      "top-right": "",
      bottom: "",
      "bottom-mid": "",
      "bottom-left": "",
      "bottom-right": "",
      left: "",
      right: "",
      "left-mid": "",
      mid: "",
      "mid-mid": "",
      "right-mid": "",
      middle: " ",
    },
  });
  table.push(...lines(card, byProfile).map((cells) => [...cells]));
  const order = card.targets.map(
    ({ name, version }, index) => `${index + 1}. ${printable(name)} ${printable(version)}`,
  );
  return `${table.toString()}\n\ncolumns, from left to right: ${order.join(", ")}\n${card.cases} cases a mistake (a quarter for those that come as text), seed ${card.seed}; missed: refused although nothing was lost; hidden: it fits the schema and stayed\n`;
}
