/**
 * Decides about a run: killed is what a check noticed, and nothing else. A timeout, a mutant that no check reaches and
 * one that could not be judged count against the suite.
 */
import type { MutantKey } from "./key.ts";
import type { Mutant } from "./report.ts";

export interface Score {
  readonly killed: number;
  readonly timeout: number;
  /** Those that a check may yet kill. */
  readonly survived: number;
  /** Survivors of which the list says why no caller can tell them from the original. */
  readonly equivalent: number;
  readonly noCoverage: number;
  /** Mutants that could not be judged. */
  readonly errors: number;
}

/** A mutant that was not killed, and why that is so. */
export interface Survivor extends MutantKey {
  /** `equivalent: ` and why no check can tell, or `open: ` and what is missing. */
  readonly reason: string;
}

/** The status of a mutant that the run was not about. */
export const OUTSIDE_STATUS = "Outside";

export const CANARY = "conformance/mutation/canary.ts";

const NO_SCORE: Score = Object.freeze({
  ...{ killed: 0, timeout: 0, survived: 0, equivalent: 0, noCoverage: 0, errors: 0 },
});

const COLUMN: Readonly<Record<string, keyof Score>> = {
  Killed: "killed",
  Timeout: "timeout",
  Survived: "survived",
  NoCoverage: "noCoverage",
};

/** How many mutants came to what; `equivalent` are the ids of those that nobody can tell from the original. */
export function scoreOf(mutants: readonly Mutant[], equivalent: ReadonlySet<string>): Score {
  const score: { -readonly [K in keyof Score]: number } = { ...NO_SCORE };
  for (const mutant of mutants) {
    // Nobody was asked about one that is not reached, so that nobody was shown to be unable to tell.
    const same = mutant.status === "Survived" && equivalent.has(mutant.id);
    score[same ? "equivalent" : (COLUMN[mutant.status] ?? "errors")] += 1;
  }
  return score;
}

/** Several scores as one. */
export function sum(scores: readonly Score[]): Score {
  const all: { -readonly [K in keyof Score]: number } = { ...NO_SCORE };
  for (const score of scores)
    for (const name of Object.keys(NO_SCORE) as (keyof Score)[]) all[name] += score[name];
  return all;
}

/** All mutants of a score. */
export function total({ killed, timeout, survived, equivalent, noCoverage, errors }: Score): number {
  return killed + timeout + survived + equivalent + noCoverage + errors;
}

/** The share of those that can be told from the original that was killed, in percent; 0 of none. */
export function percent(score: Score): number {
  const told = total(score) - score.equivalent;
  return told === 0 ? 0 : (100 * score.killed) / told;
}

/** Statuses that the mutants of each planted function must have, and one that must be among them. */
const PLANTED: Readonly<Record<string, { readonly only: readonly string[]; readonly some: string }>> = {
  judged: { only: ["Killed"], some: "Killed" },
  unjudged: { only: ["Survived"], some: "Survived" },
  uncalled: { only: ["NoCoverage"], some: "NoCoverage" },
  ending: { only: ["Survived", "Timeout"], some: "Timeout" },
  LOADED: { only: ["Killed"], some: "Killed" },
  kept: { only: ["Killed", "Survived"], some: "Killed" },
};

function wrongCanaries(planted: readonly Mutant[]): readonly string[] {
  return Object.entries(PLANTED).flatMap(([name, { only, some }]) => {
    const own = planted.filter(({ key }) => key.inside === name);
    const wrong = own.filter(({ status }) => !only.includes(status));
    const says = wrong.map(
      ({ status, key }) => `canary ${name}: \`${key.before}\` as \`${key.after}\` is ${status}`,
    );
    return own.some(({ status }) => status === some)
      ? says
      : [...says, `canary ${name}: no mutant is ${some}`];
  });
}

const show = ({ key, line }: Mutant): string =>
  `${key.file}:${line} ${key.inside}: \`${key.before}\` as \`${key.after}\``;

/** What came of a mutant without any check having been asked, although some reach it. */
function unasked({ status, testsRun }: Mutant): boolean {
  return status === "Survived" && testsRun === 0;
}

const isLeft = ({ status }: Mutant): boolean => status === "Survived" || status === "NoCoverage";

/** The identity of a survivor's entry, without its reason. */
export function survivorId({ file, inside, mutator, before, after, nth }: Survivor): string {
  return JSON.stringify([file, inside, mutator, before, after, nth]);
}

/** Whether an entry says that no caller can tell. */
export const isEquivalent = ({ reason }: Survivor): boolean => reason.startsWith("equivalent:");

export interface Verdict {
  readonly score: Score;
  /** By file, sorted by name. */
  readonly files: ReadonlyMap<string, Score>;
  /** All that were judged, without the planted ones. */
  readonly judged: readonly Mutant[];
  /** Not killed: what the list of survivors must say. */
  readonly left: readonly Mutant[];
  /** Why there was less to judge than there had to be; each is among the problems too. */
  readonly incomplete: readonly string[];
  /** Why the gate is shut; none, and it is open. */
  readonly problems: readonly string[];
}

export interface GateSettings {
  /** The least share, in percent. */
  readonly floor: number;
  /** All mutants were run: only then the floor and entries that no longer survive can be judged. */
  readonly whole: boolean;
  /** The files that must have mutants, and no other may. */
  readonly files: readonly string[];
  /** The files of all groups: an entry of any other one is a problem. */
  readonly anyFiles: ReadonlySet<string>;
  /** The text of a file as it is now; without it nobody asks whether a report is of another state. */
  readonly sourceOf?: (file: string) => string | undefined;
  /** What the run was about; all, without it. */
  readonly drawn?: (key: MutantKey) => boolean;
}

/** Files that are missing or too many, and mutants that the run was about and no report judged. */
function incompleteOf(own: readonly Mutant[], leftOut: readonly Mutant[], files: readonly string[]) {
  const covered = new Set(own.map(({ key }) => key.file));
  const wanted = new Set(files);
  const outside = Map.groupBy(leftOut, ({ key }) => key.file);
  return [
    ...files.filter((file) => !covered.has(file)).map((file) => `nothing was mutated in ${file}`),
    ...[...covered]
      .filter((file) => !wanted.has(file))
      .map((file) => `${file} is none of the files that this is about`),
    ...[...outside.values()].map(
      (some) =>
        `left out everywhere: ${some.slice(0, 1).map(show).join()}${some.length > 1 ? `, and ${some.length - 1} more of that file` : ""}`,
    ),
  ];
}

function changedSince(
  own: readonly Mutant[],
  sourceOf: NonNullable<GateSettings["sourceOf"]>,
): readonly string[] {
  const judged = new Map(own.map(({ key, source }) => [key.file, source]));
  const changed = [...judged].filter(([file, source]) => sourceOf(file) !== source);
  return changed.map(([file]) => `${file} is another one than was judged`);
}

function problemsOfList(
  { own, left, outside }: Readonly<Record<"own" | "left" | "outside", readonly Mutant[]>>,
  known: readonly Survivor[],
  { whole, anyFiles }: GateSettings,
): readonly string[] {
  const astray = known.filter(({ file }) => !anyFiles.has(file));
  const listed = new Map(known.map((entry) => [survivorId(entry), entry]));
  const covered = new Set(own.map(({ key }) => key.file));
  const there = new Set([...left, ...outside].map(({ id }) => id));
  const stale = known.filter((entry) => covered.has(entry.file) && !there.has(survivorId(entry)));
  const unreached = left.filter(({ id, status }) => {
    const entry = listed.get(id);
    return status === "NoCoverage" && entry !== undefined && isEquivalent(entry);
  });
  return [
    ...astray.map((entry) => `an entry of no file that is mutated: ${survivorId(entry)}`),
    ...left.filter(({ id }) => !listed.has(id)).map((mutant) => `survives without an entry: ${show(mutant)}`),
    ...(whole ? stale.map((entry) => `no longer survives: ${survivorId(entry)}`) : []),
    ...(whole
      ? unreached.map((mutant) => `not reached, and so not shown to be equivalent: ${show(mutant)}`)
      : []),
  ];
}

/** Judges the mutants of one group: those of a run, or of several reports. */
export function gate(
  mutants: readonly Mutant[],
  known: readonly Survivor[],
  settings: GateSettings,
): Verdict {
  const { floor, whole, files, sourceOf, drawn = () => true } = settings;
  const planted = mutants.filter(({ key }) => key.file === CANARY);
  const all = mutants.filter(({ key }) => key.file !== CANARY);
  const about = all.filter(({ key }) => drawn(key));
  const own = about.filter(({ status }) => status !== OUTSIDE_STATUS);
  const equivalent = new Set(known.filter(isEquivalent).map(survivorId));
  const score = scoreOf(own, equivalent);
  const left = own.filter(isLeft);
  const outside = about.filter(({ status }) => status === OUTSIDE_STATUS);
  const incomplete = incompleteOf(all, outside, files);
  const problems = [
    ...wrongCanaries(planted),
    ...incomplete,
    ...(sourceOf === undefined ? [] : changedSince(all, sourceOf)),
    ...own.filter(unasked).map((mutant) => `no check was asked about ${show(mutant)}`),
    ...own
      .filter(({ status }) => COLUMN[status] === undefined)
      .map((mutant) => `could not be judged: ${show(mutant)}: ${mutant.reason.slice(0, 200)}`),
    ...problemsOfList({ own, left, outside }, known, settings),
    ...(whole && percent(score) < floor
      ? [`${percent(score).toFixed(1)} % killed, and ${floor} % are required`]
      : []),
    ...(own.length === 0 ? ["nothing was mutated"] : []),
  ];
  const byFile = [...Map.groupBy(own, ({ key }) => key.file)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, some]) => [file, scoreOf(some, equivalent)] as const);
  return { score, files: new Map(byFile), judged: own, left, incomplete, problems };
}
