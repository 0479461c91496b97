/** A campaign's report for a terminal. All that comes from a target is made safe for it. */

import { counted } from "../conformance/counted.ts";
import { PACKAGED } from "../conformance/installed.ts";
import { bounded, printable } from "../conformance/printable.ts";
import { type Finding, findingName, tokenOf } from "./finding.ts";
import { badCases, type FailureCount, type FuzzReport } from "./report.ts";

/** How a person calls it. */
export const FUZZ = PACKAGED ? "npx pi-repair-fuzz" : "npx -y pnpm@12.21.0 fuzz";

const MAX_SHOWN = 600;
const safe = (text: string): string => printable(bounded(text, MAX_SHOWN));
const word = (given: string): string => (/^[\w./@-]+$/.test(given) ? given : JSON.stringify(given));

/** The command that draws a case again and puts it to the target. */
export function replayCommand(finding: Finding): string {
  return `${FUZZ} replay ${tokenOf(finding)} --target ${word(finding.target)}`;
}

/** A finding as a recipe. */
export function findingText(finding: Finding, count?: number): string {
  const fields = [
    ["wrong", finding.says],
    ["given", finding.given],
    ["expected", finding.expected],
    ["received", finding.received],
    ["replay", replayCommand(finding)],
  ] as const;
  const times = count === undefined ? "" : `, ${counted(count, "case")}`;
  const lines = fields.flatMap(([name, text]) =>
    text === undefined || text === "" ? [] : [`    ${name.padEnd(9)}${safe(text)}`],
  );
  return [`  ${finding.outcome} ${finding.property}${times} (${findingName(finding)})`, ...lines, ""].join(
    "\n",
  );
}

const counts = (all: Readonly<Record<string, number>>): string =>
  Object.entries(all)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

/** Counts by outcome, whatever the profile. */
export function byOutcome(outcomes: Readonly<Record<string, number>>): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [key, count] of Object.entries(outcomes)) {
    const outcome = key.split(" ").at(-1) ?? key;
    sum[outcome] = (sum[outcome] ?? 0) + count;
  }
  return sum;
}

function failureText({ finding, property, outcome, count, batch, case: index }: FailureCount, seed: number) {
  return finding === undefined
    ? `  ${outcome} ${property}, ${counted(count, "case")}, first ${seed}:${batch}:${index}:${property}\n`
    : findingText(finding, count);
}

/** The report. `verbose` lists every property with its counts. */
export function campaignText(report: FuzzReport, verbose: boolean): string {
  const { campaign, batches, complete, cases, outcomes, properties, failures, belowFloor } = report;
  const labels: Record<string, number> = {};
  for (const property of properties) {
    for (const [label, count] of Object.entries(property.labels))
      labels[label] = (labels[label] ?? 0) + count;
  }
  const rows = verbose
    ? properties.map((one) => `  ${one.address.padEnd(56)} ${counts(byOutcome(one.outcomes))}\n`)
    : [];
  return [
    ...rows,
    ...failures.map((failure) => failureText(failure, campaign.seed)),
    ...belowFloor.map((line) => `too rare: ${line}\n`),
    `${safe(campaign.target.name)} ${safe(campaign.target.version)}: ${counted(cases, "case")} of ${counted(properties.length, "property", "properties")}, seed ${campaign.seed}\n`,
    `outcomes: ${counts(byOutcome(outcomes))}\n`,
    `labels: ${safe(counts(labels))}\n`,
    `batches: ${bounded(batches, 200)}${complete ? ", all of the campaign" : ""}\n`,
    `${counted(failures.length, "kind")} of failures in ${counted(badCases(report), "case")}\n`,
  ].join("");
}
