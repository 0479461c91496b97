// What the command line does, without its words: each command returns an exit code and what to print.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Bisection, bisect } from "./bisect.ts";
import { allChanges, describeChange } from "./changes.ts";
import { CLAIMS, claimById } from "./claims.ts";
import {
  cachedVersions,
  compareVersions,
  type Installed,
  installedPi,
  installPi,
  lastOfMinors,
  type NotInstalled,
  publishedVersions,
} from "./install.ts";
import {
  compareWithLedger,
  type Difference,
  type Ledger,
  mergeSurvey,
  readLedger,
  writeLedger,
} from "./ledger.ts";
import { messageOf } from "./load.ts";
import { differenceLines, matrix, observations } from "./matrix.ts";
import { PAGE_FILE, renderPage } from "./page.ts";
import { printable } from "./printable.ts";
import { startProgress } from "./progress.ts";
import { type Result, runCached, runProbe, type Survey, survey } from "./run.ts";

/** Exit codes of the project: 0 as expected, 1 stale page, 2 bad call, 3 incomplete, 4 our own error, 5 drift. */
export const EXIT = Object.freeze({ expected: 0, stale: 1, badCall: 2, incomplete: 3, harness: 4, drift: 5 });

/** Whose fault an error is decides the exit code. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RunOptions {
  readonly pi?: string;
  readonly minors?: boolean;
  readonly all?: boolean;
  readonly reverify?: boolean;
  readonly json?: boolean;
  readonly workers: number;
  readonly fresh?: boolean;
  /** The folder whose pi counts as the installed one. */
  readonly root?: string;
  readonly ledgerFile?: string;
}

/** What a run prints: `json` for machines, `text` for people. */
export interface Outcome {
  readonly code: number;
  readonly text: string;
  readonly json: unknown;
}

const IDS: readonly string[] = CLAIMS.map((claim) => claim.id);

async function published(): Promise<readonly string[]> {
  try {
    return await publishedVersions();
  } catch (error) {
    const cached = cachedVersions();
    if (cached.length === 0)
      throw new CommandError(
        EXIT.incomplete,
        `the registry cannot be asked for versions: ${printable(messageOf(error))}`,
      );
    process.stderr.write("drift: the registry cannot be asked; using the versions in the cache\n");
    return cached;
  }
}

async function chosenVersions(options: RunOptions, known: readonly string[]): Promise<readonly string[]> {
  if (options.all) return published();
  if (options.minors) return lastOfMinors(await published());
  if (options.pi !== undefined) return askedVersions(options.pi);
  if (!options.reverify) return [];
  const missing = (await published()).filter((version) => !known.includes(version));
  return missing;
}

function askedVersions(text: string): readonly string[] {
  const versions = text.split(",").map((part) => part.trim());
  for (const version of versions)
    if (!/^\d+\.\d+\.\d+$/.test(version))
      throw new CommandError(
        EXIT.badCall,
        `--pi wants versions such as 0.80.6,1.4.0; '${printable(version)}' is none`,
      );
  return [...new Set(versions)].sort(compareVersions);
}

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

function differencesOf(
  ledger: Ledger,
  run: Survey,
  installed: Installed,
): readonly (Difference & { readonly version: string })[] {
  return run.versions.flatMap((pi) => {
    if (pi.kind !== "installed") return [];
    const results = run.results.filter((result) => result.version === pi.version && result.final);
    const isLocked = pi.root === installed.root;
    return compareWithLedger(ledger, pi, results, isLocked).map((entry) => ({
      ...entry,
      version: pi.version,
    }));
  });
}

function reportText(
  run: Survey,
  versions: readonly string[],
  differences: readonly Difference[],
  single: boolean,
): string {
  const width = process.stdout.columns ?? 120;
  const parts = [matrix(IDS, versions, run.results, width)];
  if (single) parts.push(`\nNot as claimed:\n${observations(run.results)}`);
  for (const pi of run.versions)
    if (pi.kind === "not-installed") parts.push(`pi ${pi.version}: ${printable(pi.reason)}\n`);
  const verdict = differences.length === 0 ? "As in the ledger.\n" : "Differs from the ledger:\n";
  parts.push(`\n${verdict}${differenceLines(differences)}`);
  return parts.join("");
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
  const wanted = await chosenVersions(options, ledger?.versions.map((entry) => entry.version) ?? []);
  const found = await measure(wanted, installed, options);
  if (options.reverify) return reverify(ledger, installed, found, options);
  if (!ledger) throw new CommandError(EXIT.harness, "there is no ledger");
  const versions = found.versions.map((pi) => pi.version);
  const differences = differencesOf(ledger, found, installed);
  const unsure = found.results.filter((result) => !result.final);
  const code = unsure.length > 0 ? EXIT.incomplete : differences.length > 0 ? EXIT.drift : EXIT.expected;
  const incomplete = unsure.map(
    (result) => `  ${result.version} ${result.claim}: ${result.notes.join("; ")}\n`,
  );
  const text = reportText(found, versions, differences, versions.length === 1);
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

function walk(ledger: Ledger | undefined, found: Survey, installed: Installed): string {
  const lines = CLAIMS.map((claim, index) => {
    const head = `${index + 1}. ${claim.id}\n   ${claim.sentence}\n`;
    const own = found.results.filter((result) => result.claim === claim.id);
    const results = own.map((result) => `   pi ${result.version}: ${result.verdict}\n`).join("");
    const differences = ledger
      ? differencesOf(ledger, { ...found, results: own }, installed).filter(
          (entry) => entry.claim === claim.id,
        )
      : [];
    const changed = differences.map((entry) => `   changed at ${entry.version}: ${entry.text}\n`).join("");
    const touched =
      differences.length > 0 ? `   touches: ${claim.dependents.join(", ")}\n   ${claim.advice}\n` : "";
    return head + results + changed + touched;
  });
  return lines.join("");
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
  const text = `${walk(ledger, found, installed)}\nAll changes in the ledger:\n${changes.join("")}\nLocked: ${packages.join(", ")}\nLedger and page are written.\n`;
  return { code, text, json: { code, changes: allChanges(fresh), results: found.results } };
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

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** `; did you mean ...?` for the nearest name, or nothing where none is near. */
export function nearest(name: string, names: readonly string[]): string {
  const short = name.slice(0, 80);
  const ranked = names.map((entry) => ({ entry, far: distance(short, entry) })).sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.max(3, best.entry.length / 2) ? `; did you mean '${best.entry}'?` : "";
}
