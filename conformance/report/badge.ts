/** A run as badge JSON, in the endpoint form that badge services read. */
import { printable } from "../printable.ts";
import { countStandings } from "./counts.ts";
import type { ReportDocument } from "./document.ts";

const COLOURS = ["brightgreen", "red", "red", "orange"] as const;

/** Held requirements out of those that were judged; the colour follows the exit code. */
export function badgeReport(document: ReportDocument): string {
  const counts = new Map(countStandings(document));
  const held = counts.get("held") ?? 0;
  const judged = ["held", "failed", "crashed", "timed-out", "expected-failure", "not-run"] as const;
  const all = judged.reduce((sum, standing) => sum + (counts.get(standing) ?? 0), 0);
  const badge = {
    schemaVersion: 1,
    label: printable(document.body.target.name),
    message: `${held} of ${all} held`,
    color: COLOURS[document.body.exitCode] ?? "lightgrey",
  };
  return `${JSON.stringify(badge)}\n`;
}
