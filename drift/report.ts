// What a run prints: the verdict first, then the matrix, then what differs from the claims and whether the ledger has it so.
import { CLAIMS } from "./claims.ts";
import type { Difference } from "./ledger.ts";
import { differenceLines, matrix, VERDICT_WORDS } from "./matrix.ts";
import { printable } from "./printable.ts";
import type { Result, Survey } from "./run.ts";

const IDS: readonly string[] = CLAIMS.map((claim) => claim.id);

export type DifferenceAt = Difference & { readonly version: string };

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The counts of a run, in words; over several versions a claim has as many answers. */
function tally(results: readonly Result[], versions: number): string {
  const count = (...verdicts: readonly string[]): number =>
    results.filter((result) => verdicts.includes(result.verdict)).length;
  const silent = count("not-applicable", "cannot-probe");
  const [holds, differ] = [count("holds"), count("changed")];
  return [
    versions === 1 ? "" : `${versions} versions, `,
    `${counted(holds, versions === 1 ? "claim" : "answer")} ${holds === 1 ? "holds" : "hold"}, `,
    `${differ} ${differ === 1 ? "differs" : "differ"}`,
    silent === 0 ? "" : `, ${silent} ${silent === 1 ? "is" : "are"} missing`,
  ].join("");
}

/** One sentence on the whole run. */
export function verdictLine(run: Survey, differences: readonly DifferenceAt[]): string {
  const unsure = run.results.filter((result) => !result.final).length;
  const counts = tally(run.results, run.versions.length);
  if (unsure > 0) return `Incomplete: ${counted(unsure, "probe")} gave no answer this time; ${counts}.\n`;
  if (differences.length > 0)
    return `Differs from the ledger in ${counted(differences.length, "thing")}: ${counts}.\n`;
  return `As in the ledger: ${counts}, as recorded.\n`;
}

/** Where no claim has an answer, the version itself is the matter: one line instead of one for each claim. */
function notLoaded(results: readonly Result[]): boolean {
  return results.length > 0 && results.every(({ verdict }) => verdict === "cannot-probe");
}

function standing(results: readonly Result[], differences: readonly DifferenceAt[]): string {
  if (results.some((result) => !result.final)) return "asked again next time";
  const isNew = results.some(({ claim, version }) =>
    differences.some((entry) => entry.claim === claim && entry.version === version),
  );
  return isNew ? "not as recorded" : "as recorded";
}

function detail(result: Result, differences: readonly DifferenceAt[]): readonly string[] {
  if (result.verdict === "holds") return [];
  const parts = result.facts
    .filter((fact) => !fact.holds)
    .map((fact) => `    ${fact.claimed}: no, ${fact.seen}`);
  const notes = result.facts.length === 0 ? result.notes.map((note) => `    ${note}`) : [];
  return [
    `  ${result.claim}: ${VERDICT_WORDS[result.verdict]}, ${standing([result], differences)}`,
    ...parts,
    ...notes,
  ];
}

function versionLines(run: Survey, differences: readonly DifferenceAt[]): readonly string[] {
  return run.versions.flatMap((pi) => {
    const results = run.results.filter((result) => result.version === pi.version);
    if (pi.kind === "installed" && !notLoaded(results)) return [];
    const reason = pi.kind === "installed" ? (results[0]?.notes[0] ?? "") : printable(pi.reason);
    return [`pi ${pi.version} could not be loaded, ${standing(results, differences)}: ${reason}`];
  });
}

/** The report of a run over one version or more, as text. */
export function reportText(run: Survey, differences: readonly DifferenceAt[], width: number): string {
  const versions = run.versions.map((pi) => pi.version);
  const lines =
    versions.length === 1 && !notLoaded(run.results)
      ? run.results.flatMap((result) => detail(result, differences))
      : [];
  const blocks = [
    `${verdictLine(run, differences)}${differenceLines(differences)}`,
    matrix(IDS, versions, run.results, width),
    ...(lines.length === 0 ? [] : [`${lines.join("\n")}\n`]),
    ...versionLines(run, differences).map((line) => `${line}\n`),
  ];
  return blocks.join("\n");
}
