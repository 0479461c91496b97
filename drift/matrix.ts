// The matrix of claims and versions for a terminal.
import pc from "picocolors";
import type { Difference } from "./ledger.ts";
import { VERDICTS, type Verdict } from "./probe.ts";
import type { Result } from "./run.ts";

/** One sign a verdict, in the order of the legend. */
const SIGNS: Readonly<Record<Verdict, string>> = Object.freeze({
  holds: "+",
  changed: "x",
  "not-applicable": "-",
  "cannot-probe": "?",
});
/** What a verdict says of a claim; whether that is news, only the ledger can tell. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = Object.freeze({
  holds: "holds",
  changed: "differs from the claim",
  "not-applicable": "does not apply",
  "cannot-probe": "no answer",
});
const LEGEND = `${VERDICTS.map((verdict) => `${SIGNS[verdict]} ${VERDICT_WORDS[verdict]}`).join("   ")}\n`;

function paint(sign: string): string {
  if (sign === SIGNS.holds) return pc.green(sign);
  if (sign === SIGNS.changed) return pc.red(sign);
  return pc.dim(sign);
}

function block(
  claims: readonly string[],
  versions: readonly string[],
  results: readonly Result[],
  names: number,
): string {
  const verdicts = new Map(results.map((result) => [`${result.claim} ${result.version}`, result.verdict]));
  const head = `${"".padEnd(names)}${versions.map((version) => version.padEnd(8)).join("")}`;
  const rows = claims.map((claim) => {
    const cells = versions.map((version) => {
      const verdict = verdicts.get(`${claim} ${version}`);
      const sign = verdict ? SIGNS[verdict] : " ";
      return `${paint(sign)}${" ".repeat(7)}`;
    });
    return `${claim.padEnd(names)}${cells.join("")}`.trimEnd();
  });
  return `${[head.trimEnd(), ...rows].join("\n")}\n`;
}

/** Claims as rows, versions as columns, in blocks that fit `width` columns, with a legend. */
export function matrix(
  claims: readonly string[],
  versions: readonly string[],
  results: readonly Result[],
  width: number,
): string {
  const names = Math.max(...claims.map((claim) => claim.length)) + 2;
  const perBlock = Math.max(1, Math.floor((width - names) / 8));
  const blocks: string[] = [];
  for (let start = 0; start < versions.length; start += perBlock)
    blocks.push(block(claims, versions.slice(start, start + perBlock), results, names));
  return `${blocks.join("\n")}\n${LEGEND}`;
}

/** Differences from the ledger, a line each. */
export function differenceLines(differences: readonly Difference[]): string {
  return differences.map(({ claim, text }) => `  ${claim ?? "packages"}: ${text}\n`).join("");
}
