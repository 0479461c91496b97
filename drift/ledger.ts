// The committed record of what every version was seen to do, kept as spans of versions that agree, and the
// comparison of a new run with it.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLAIMS } from "./claims.ts";
import type { Received } from "./conversion.ts";
import { compareVersions, type Installed, type NotInstalled, ROOT } from "./install.ts";
import type { Fact, Verdict } from "./probe.ts";
import type { Result, Survey } from "./run.ts";
import { type Snapshot, schemaChanges } from "./schemas.ts";

/** A value that did not change from version `from` to version `to`, both included. */
export interface Span<T> {
  readonly from: string;
  readonly to: string;
  readonly value: T;
}

/** What one claim's probe found; the observations are those of the first version of the span. */
export interface Observed {
  readonly verdict: Verdict;
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
}

export interface Ledger {
  readonly format: 1;
  /** The pi that the project locks, with every pi package that it resolves. */
  readonly locked: { readonly version: string; readonly resolved: Readonly<Record<string, string>> };
  /** All measured versions, in order, and the reason where one does not install. */
  readonly versions: readonly { readonly version: string; readonly refused?: string }[];
  readonly claims: Readonly<Record<string, readonly Span<Observed>[]>>;
  readonly conversion: Readonly<Record<string, readonly Span<Received>[]>>;
  readonly schemas: readonly Span<Snapshot>[];
}

export const LEDGER_FILE = join(import.meta.dirname, "ledger.json");
/** Whose probes carry the data of the two tables. */
const CONVERSION_CLAIM = "native-conversion";
const SCHEMA_CLAIM = "schemas-without-pattern";

/** What two runs must agree on: the verdict and each fact, not the words of an observation. */
export function pattern(observed: Pick<Observed, "verdict" | "facts">): string {
  return JSON.stringify([observed.verdict, observed.facts.map((fact) => [fact.claimed, fact.holds])]);
}

function spans<T>(
  values: readonly (readonly [version: string, value: T])[],
  key: (value: T) => string,
): readonly Span<T>[] {
  const found: Span<T>[] = [];
  for (const [version, value] of values) {
    const last = found.at(-1);
    if (last && key(last.value) === key(value)) found[found.length - 1] = { ...last, to: version };
    else found.push({ from: version, to: version, value });
  }
  return found;
}

/** The value of a list of spans at `version`, or undefined where none covers it. */
export function at<T>(list: readonly Span<T>[] | undefined, version: string): T | undefined {
  const inside = (span: Span<T>): boolean =>
    compareVersions(span.from, version) <= 0 && compareVersions(version, span.to) <= 0;
  return list?.find(inside)?.value;
}

/** All results that a ledger stands for, one a claim and version, tables included. */
export function resultsOf(ledger: Ledger): readonly Result[] {
  return ledger.versions.flatMap(({ version }) =>
    Object.entries(ledger.claims).flatMap(([claim, list]) => {
      const observed = at(list, version);
      return observed
        ? [{ claim, version, ...observed, ...dataAt(ledger, claim, version), final: true }]
        : [];
    }),
  );
}

function dataAt(ledger: Ledger, claim: string, version: string): { data?: unknown } {
  if (claim === SCHEMA_CLAIM) {
    const snapshot = at(ledger.schemas, version);
    return snapshot ? { data: snapshot } : {};
  }
  if (claim !== CONVERSION_CLAIM) return {};
  const rows = Object.entries(ledger.conversion).flatMap(([id, list]) => {
    const row = at(list, version);
    return row ? [[id, row] as const] : [];
  });
  return rows.length > 0 ? { data: Object.fromEntries(rows) } : {};
}

function observedOf(result: Result): Observed {
  return { verdict: result.verdict, facts: result.facts, notes: result.notes };
}

function tableSpans(results: readonly Result[]): Record<string, readonly Span<Received>[]> {
  const rows = results.flatMap(({ version, data }) =>
    Object.entries((data ?? {}) as Record<string, Received>).map(([id, row]) => ({ id, version, row })),
  );
  const ids = [...new Set(rows.map((row) => row.id))];
  const of = (id: string) =>
    rows.filter((row) => row.id === id).map((row) => [row.version, row.row] as const);
  return Object.fromEntries(ids.map((id) => [id, spans(of(id), (row) => JSON.stringify(row))]));
}

/** A ledger of the given results. `locked` is the project's own pi. */
export function makeLedger(
  locked: Installed,
  versions: Ledger["versions"],
  results: readonly Result[],
): Ledger {
  const sorted = [...results].sort((a, b) => compareVersions(a.version, b.version));
  const of = (claim: string): readonly Result[] => sorted.filter((result) => result.claim === claim);
  const claims = CLAIMS.map(({ id }) => {
    const values = of(id).map((result) => [result.version, observedOf(result)] as const);
    return [
      id,
      spans(values, (value) => pattern(value) + (value.facts.length === 0 ? value.notes.join() : "")),
    ] as const;
  });
  const snapshots = of(SCHEMA_CLAIM).flatMap(({ version, data }) =>
    data ? [[version, data as Snapshot] as const] : [],
  );
  return {
    format: 1,
    locked: { version: locked.version, resolved: locked.resolved },
    versions: [...versions].sort((a, b) => compareVersions(a.version, b.version)),
    claims: Object.fromEntries(claims),
    conversion: tableSpans(of(CONVERSION_CLAIM)),
    schemas: spans(snapshots, (snapshot) => JSON.stringify(snapshot)),
  };
}

/** The ledger with the results of a new run put over what it held for the same claims and versions. */
export function mergeSurvey(ledger: Ledger | undefined, locked: Installed, run: Survey): Ledger {
  const key = (result: Result): string => `${result.version} ${result.claim}`;
  const merged = new Map((ledger ? resultsOf(ledger) : []).map((result) => [key(result), result]));
  // A registry out of reach or a probe that ran out of time says nothing about a version.
  for (const result of run.results) if (result.final) merged.set(key(result), result);
  const kept = new Map((ledger?.versions ?? []).map((entry) => [entry.version, entry]));
  for (const pi of run.versions)
    if (pi.kind === "installed" || !pi.transient) kept.set(pi.version, versionEntry(pi));
  return makeLedger(locked, [...kept.values()], [...merged.values()]);
}

function versionEntry(pi: Installed | NotInstalled): Ledger["versions"][number] {
  return pi.kind === "installed" ? { version: pi.version } : { version: pi.version, refused: pi.reason };
}

/** Reads and checks a ledger. Throws where the file is missing or no ledger. */
export function readLedger(file: string = LEDGER_FILE): Ledger {
  const parsed = JSON.parse(readFileSync(file, "utf8")) as Partial<Ledger>;
  const complete =
    parsed.format === 1 && parsed.locked && parsed.versions && parsed.claims && parsed.conversion;
  if (!complete || !parsed.schemas) throw new Error(`${file} is no ledger of format 1`);
  return parsed as Ledger;
}

/** Writes a ledger, byte-stable for equal contents, in the project's own format where its formatter is installed. */
export function writeLedger(ledger: Ledger, file: string = LEDGER_FILE): void {
  writeFileSync(file, `${JSON.stringify(ledger, null, 2)}\n`);
  const formatter = join(ROOT, "node_modules", ".bin", "biome");
  if (existsSync(formatter))
    execFileSync(formatter, ["format", "--write", file], { cwd: ROOT, stdio: "ignore" });
}

/** One way in which a run differs from the ledger. `claim` is absent where the packages themselves differ. */
export interface Difference {
  readonly claim?: string;
  readonly text: string;
}

/** Where the pi packages of the locked pi are others than the ledger names. */
export function packageDifferences(
  ledger: Ledger,
  resolved: Readonly<Record<string, string>>,
): readonly Difference[] {
  const names = [...new Set([...Object.keys(ledger.locked.resolved), ...Object.keys(resolved)])].sort();
  return names.flatMap((name) => {
    const [was, is] = [ledger.locked.resolved[name] ?? "absent", resolved[name] ?? "absent"];
    return was === is ? [] : [{ text: `package ${name} was ${was}, is ${is}` }];
  });
}

function factDifferences(claim: string, known: Observed, result: Result): readonly Difference[] {
  const verdicts =
    known.verdict === result.verdict ? [] : [{ claim, text: `was ${known.verdict}, is ${result.verdict}` }];
  const facts = result.facts.flatMap((fact) => {
    const old = known.facts.find((entry) => entry.claimed === fact.claimed);
    if (old?.holds === fact.holds) return [];
    const was = old ? (old.holds ? "held" : "did not hold") : "was not asked";
    return [
      {
        claim,
        text: `${fact.claimed}: ${was}, ${fact.holds ? "holds" : "does not hold"} now (${fact.seen})`,
      },
    ];
  });
  const notes = result.facts.length === 0 ? result.notes.map((text) => ({ claim, text })) : [];
  return [...verdicts, ...facts, ...(verdicts.length > 0 ? notes : [])];
}

function tableDifferences(ledger: Ledger, result: Result, version: string): readonly Difference[] {
  if (result.data === undefined) return [];
  const claim = result.claim;
  if (claim === SCHEMA_CLAIM) {
    const known = at(ledger.schemas, version);
    return known ? schemaChanges(known, result.data as Snapshot).map((text) => ({ claim, text })) : [];
  }
  if (claim !== CONVERSION_CLAIM) return [];
  return Object.entries(result.data as Record<string, Received>).flatMap(([id, row]) => {
    const known = at(ledger.conversion[id], version);
    if (known && known.plain === row.plain && known.typebox === row.typebox) return [];
    const was = known ? `plain ${known.plain}, TypeBox ${known.typebox}` : "not measured";
    return [{ claim, text: `conversion ${id} was ${was}; is plain ${row.plain}, TypeBox ${row.typebox}` }];
  });
}

/**
 * How results for one version differ from the ledger. A version that the ledger does not know is measured against
 * the newest that it does know.
 */
export function claimDifferences(
  ledger: Ledger,
  version: string,
  results: readonly Result[],
): readonly Difference[] {
  const known = ledger.versions.some((entry) => entry.version === version);
  const reference = known ? version : (ledger.versions.at(-1)?.version ?? version);
  return results.flatMap((result) => {
    const observed = at(ledger.claims[result.claim], reference);
    if (!observed) return [{ claim: result.claim, text: `not in the ledger, is ${result.verdict}` }];
    return [
      ...factDifferences(result.claim, observed, result),
      ...tableDifferences(ledger, result, reference),
    ];
  });
}
