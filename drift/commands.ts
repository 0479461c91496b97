// What the command line does, without its words: each command returns an exit code and what to print.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Bisection, bisect } from "./bisect.ts";
import { allChanges, describeChange } from "./changes.ts";
import { CLAIMS, claimById } from "./claims.ts";
import { CommandError, EXIT, type Outcome } from "./exit.ts";
import { compareVersions, type Installed, installedPi, installPi, type NotInstalled } from "./install.ts";
import {
  claimDifferences,
  type Ledger,
  mergeSurvey,
  packageDifferences,
  readLedger,
  writeLedger,
} from "./ledger.ts";
import { messageOf } from "./load.ts";
import { differenceLines } from "./matrix.ts";
import { nearest } from "./nearest.ts";
import { PAGE_FILE, renderPage } from "./page.ts";
import { printable } from "./printable.ts";
import { startProgress } from "./progress.ts";
import { type DifferenceAt, reportText } from "./report.ts";
import { type Result, runCached, runProbe, type Survey, survey } from "./run.ts";
import { chosenVersions, published, type RunOptions } from "./versions.ts";

const IDS: readonly string[] = CLAIMS.map((claim) => claim.id);

function loadLedger(options: RunOptions): Ledger | undefined {
  try {
    return readLedger(options.ledgerFile);
  } catch (error) {
    if (options.reverify) return undefined;
    throw new CommandError(EXIT.harness, `the ledger cannot be read: ${messageOf(error)}`);
  }
}

async function measure(
  versions: readonly string[],
  installed: Installed,
  options: RunOptions,
): Promise<Survey> {
  const progress = startProgress();
  const others = versions
    .filter((version) => !options.reverify || version !== installed.version)
    .map((version) => ({ version, install: () => installPi(version) }));
  const own = {
    version: installed.version,
    install: () => Promise.resolve<Installed | NotInstalled>(installed),
  };
  try {
    return await survey({
      claims: IDS,
      pis: options.reverify || versions.length === 0 ? [...others, own] : others,
      workers: options.workers,
      // The installed pi is always asked anew: a developer may have changed it in place.
      probe: (claim, pi) =>
        pi.root === installed.root || options.fresh ? runProbe(claim, pi) : runCached(claim, pi),
      onProgress: progress.step,
    });
  } finally {
    progress.stop();
  }
}

function differencesOf(ledger: Ledger, run: Survey, installed: Installed): readonly DifferenceAt[] {
  return run.versions.flatMap((pi) => {
    const results = run.results.filter((result) => result.version === pi.version && result.final);
    const isLocked = pi.kind === "installed" && pi.root === installed.root;
    const packages = isLocked ? packageDifferences(ledger, pi.resolved) : [];
    return [...packages, ...claimDifferences(ledger, pi.version, results)].map((entry) => ({
      ...entry,
      version: pi.version,
    }));
  });
}

function requireInstalled(options: RunOptions): Installed {
  const pi = installedPi(options.root);
  if (pi.kind === "not-installed") throw new CommandError(EXIT.incomplete, pi.reason);
  return pi;
}

/** Runs the claims against the chosen versions and compares with the ledger. */
export async function run(options: RunOptions): Promise<Outcome> {
  const installed = requireInstalled(options);
  const ledger = loadLedger(options);
  const wanted = await chosenVersions(options, ledger);
  const found = await measure(wanted, installed, options);
  if (options.reverify) return reverify(ledger, installed, found, options);
  if (!ledger) throw new CommandError(EXIT.harness, "there is no ledger");
  const differences = differencesOf(ledger, found, installed);
  const unsure = found.results.filter((result) => !result.final);
  const code = unsure.length > 0 ? EXIT.incomplete : differences.length > 0 ? EXIT.drift : EXIT.expected;
  const incomplete = unsure.map(
    (result) => `  ${result.version} ${result.claim}: ${result.notes.join("; ")}\n`,
  );
  const text = reportText(found, differences, process.stdout.columns ?? 120);
  return {
    code,
    text: incomplete.length > 0 ? `${text}\nWithout an answer:\n${incomplete.join("")}` : text,
    json: { code, versions: found.versions.map(publicPi), results: found.results, differences },
  };
}

/** An installation without its folder: machine paths are nobody's business. */
function publicPi(pi: Installed | NotInstalled): unknown {
  const { version } = pi;
  return pi.kind === "installed" ? { version, resolved: pi.resolved } : { version, refused: pi.reason };
}

function walk(ledger: Ledger | undefined, fresh: Ledger, differences: readonly DifferenceAt[]): string {
  const lines = CLAIMS.map((claim, index) => {
    const spans = (fresh.claims[claim.id] ?? []).map(
      ({ from, to, value }) => `   ${from === to ? from : `${from} to ${to}`}: ${value.verdict}\n`,
    );
    const changed = differences.filter((entry) => entry.claim === claim.id);
    const found = changed.map((entry) => `   now at ${entry.version}: ${entry.text}\n`);
    const touched =
      changed.length > 0 ? [`   touches: ${claim.dependents.join(", ")}\n   do: ${claim.advice}\n`] : [];
    return [`${index + 1}. ${claim.id}: ${claim.sentence}\n`, ...spans, ...found, ...touched].join("");
  });
  const head = ledger
    ? `${differences.length} differences from the ledger as it was.\n`
    : "There was no ledger.\n";
  return `${lines.join("")}\n${head}`;
}

function reverify(
  ledger: Ledger | undefined,
  installed: Installed,
  found: Survey,
  options: RunOptions,
): Outcome {
  const fresh = mergeSurvey(ledger, installed, found);
  writeLedger(fresh, options.ledgerFile);
  if (options.ledgerFile === undefined) writeFileSync(PAGE_FILE, renderPage(fresh));
  const unsure = found.results.filter((result) => !result.final);
  const changes = allChanges(fresh).map((change) => `  ${change.claim} ${describeChange(change)}\n`);
  const packages = Object.entries(installed.resolved).map(([name, version]) => `${name} ${version}`);
  const code = unsure.length > 0 ? EXIT.incomplete : EXIT.expected;
  const differences = ledger ? differencesOf(ledger, found, installed) : [];
  const text = `${walk(ledger, fresh, differences)}${differenceLines(differences.filter((entry) => !entry.claim))}\nAll changes in the ledger:\n${changes.join("")}\nLocked: ${packages.join(", ")}\nLedger and page are written.\n`;
  return { code, text, json: { code, differences, changes: allChanges(fresh), results: found.results } };
}

function bisectText(claim: string, found: Bisection): string {
  if (found.kind === "unanswered") return `${claim}: no version gives an answer.\n`;
  if (found.kind === "same")
    return `${claim}: the same at ${found.first.version} and ${found.last.version} (${found.last.verdict}).\n`;
  const { before, since } = found;
  const facts = since.facts.filter(
    (fact) => before.facts.find((old) => old.claimed === fact.claimed)?.holds !== fact.holds,
  );
  const lines = facts
    .map((fact) => `  ${fact.claimed}: ${fact.holds ? "yes" : "no"} (${fact.seen})\n`)
    .join("");
  return `${claim}: ${since.version} is the first with the new behaviour (${before.verdict} up to ${before.version}, then ${since.verdict}); ${found.asked} versions asked.\n${lines}`;
}

/** Finds the first published version with the newest behaviour of a claim. */
export async function runBisect(id: string, from?: string, to?: string): Promise<Outcome> {
  if (!claimById(id)) throw new CommandError(EXIT.badCall, `no claim '${printable(id)}'${nearest(id, IDS)}`);
  const versions = (await published()).filter(
    (version) => (!from || compareVersions(from, version) <= 0) && (!to || compareVersions(version, to) <= 0),
  );
  const found = await bisect(versions, async (version): Promise<Result> => {
    process.stderr.write(`drift: asking pi ${version}\n`);
    const pi = await installPi(version);
    if (pi.kind === "installed") return runCached(id, pi);
    return { claim: id, version, verdict: "cannot-probe", facts: [], notes: [pi.reason], final: true };
  });
  const code = found.kind === "unanswered" ? EXIT.incomplete : EXIT.expected;
  return { code, text: bisectText(id, found), json: { claim: id, ...found } };
}

/** Writes the page, or with `check` says whether the committed one is stale. */
export function runPage(check: boolean): Outcome {
  const page = renderPage(readLedger());
  if (!check) {
    writeFileSync(PAGE_FILE, page);
    return { code: EXIT.expected, text: "docs/pi.md is written.\n", json: { code: EXIT.expected } };
  }
  const stale = !existsSync(PAGE_FILE) || readFileSync(PAGE_FILE, "utf8") !== page;
  const code = stale ? EXIT.stale : EXIT.expected;
  const text = stale ? "docs/pi.md is stale: run `pnpm drift page`.\n" : "docs/pi.md is up to date.\n";
  return { code, text, json: { code } };
}
