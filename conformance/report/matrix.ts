/** Several runs side by side as text: a row a requirement, a column a target. */
import Table from "cli-table3";
import picocolors from "picocolors";
import { printable } from "../printable.ts";
import { countStandings, type Standing, standingOf, titleOf } from "./counts.ts";
import type { ReportDocument } from "./document.ts";

const WORDS: Readonly<Record<Standing, string>> = {
  held: "held",
  failed: "FAILED",
  crashed: "CRASHED",
  "timed-out": "TIMED OUT",
  "expected-failure": "expected",
  "not-run": "not run",
  unobservable: "unobs.",
  "not-applicable": "·",
};

const NO_BORDER = {
  ...{ top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "" },
  ...{ "bottom-left": "", "bottom-right": "", left: "", "left-mid": "", mid: "", "mid-mid": "", right: "" },
  ...{ "right-mid": "", middle: "  " },
};

/** A target that did not start. */
export interface NoRun {
  readonly name: string;
  readonly why: string;
}

/** The table and the counts of each target, with a line end. */
export function matrixReport(
  documents: readonly ReportDocument[],
  noRuns: readonly NoRun[],
  colour: boolean,
): string {
  const colours = picocolors.createColors(colour);
  const paint = (standing: Standing): string => {
    if (standing === "held") return colours.green(WORDS[standing]);
    if (standing === "expected-failure") return colours.yellow(WORDS[standing]);
    return standing === "unobservable" || standing === "not-applicable"
      ? colours.dim(WORDS[standing])
      : colours.red(WORDS[standing]);
  };
  const ids = [...new Set(documents.flatMap(({ body }) => body.requirements.map(({ id }) => id)))];
  const byId = documents.map(({ body }) => new Map(body.requirements.map((entry) => [entry.id, entry])));
  const table = new Table({
    chars: NO_BORDER,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
    head: ["requirement", ...documents.map(({ body }) => printable(body.target.name))],
  });
  for (const id of ids) {
    const cells = byId.map((known) => {
      const entry = known.get(id);
      return entry === undefined ? "" : paint(standingOf(entry));
    });
    table.push([id, ...cells]);
  }
  const counts = documents.map((document) => {
    const words = countStandings(document).map(([standing, count]) => `${count} ${standing}`);
    return `${printable(titleOf(document))}: ${words.join(", ")}; exit code ${document.body.exitCode}`;
  });
  const missing = noRuns.map(({ name, why }) => `${printable(name)} did not run: ${printable(why)}`);
  return `${[table.toString(), "", ...counts, ...missing].join("\n")}\n`;
}
