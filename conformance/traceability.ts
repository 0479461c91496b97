/** Which requirement is tested by what, of what ran: vectors, properties, saboteurs, mistakes of campaigns, real failures. */
import { REAL_CASES, type RealCase } from "../spec/real-cases.ts";
import { CHAPTERS, type Chapter, REQUIREMENTS, type Requirement, requirement } from "../spec/requirements.ts";
import { mistakesOf, REQUIREMENTS_OF } from "./mistake-requirements.ts";
import { MISTAKES } from "./mistakes.ts";
import { nearest, nearestAddress } from "./nearest.ts";
import type { Saboteur } from "./saboteur.ts";
import { addressOf, type Suite } from "./suite.ts";

/** A check of the catalogue. */
export interface Listed {
  readonly kind: "vector" | "property";
  readonly address: string;
}

/** Addresses of the checks of a run. */
export interface Ran {
  /** Those that gave a verdict, whatever it was. */
  readonly emitted: ReadonlySet<string>;
  /** Those that held or failed: something could be observed. */
  readonly judged: ReadonlySet<string>;
}

export interface Trace {
  readonly requirement: Requirement;
  /** Addresses of the catalogue: they are expected. */
  readonly vectors: readonly string[];
  readonly properties: readonly string[];
  /** How many of them gave a verdict, and how many held or failed. */
  readonly emitted: number;
  readonly judged: number;
  /** Names of the saboteurs that break it. */
  readonly saboteurs: readonly string[];
  /** Names of the mistakes that it says something about. */
  readonly mistakes: readonly string[];
  /** Real failures that a check of it holds. */
  readonly cases: readonly string[];
}

const ownerOf = (address: string): string => address.split("/").slice(0, 2).join("/");

/** The checks of a suite. */
export const listed = (suite: Suite): readonly Listed[] =>
  suite.checks.map((check) => ({ kind: check.kind, address: addressOf(check) }));

/** Every requirement with what tests it, in the order of the catalogue. */
export function trace(
  checks: readonly Listed[],
  saboteurs: readonly Pick<Saboteur, "name" | "breaks">[],
  { emitted, judged }: Ran,
): readonly Trace[] {
  const byRequirement = Map.groupBy(checks, ({ address }) => ownerOf(address));
  return REQUIREMENTS.map((requirement) => {
    const { id } = requirement;
    const own = byRequirement.get(id) ?? [];
    const ofKind = (wanted: Listed["kind"]) =>
      own.filter(({ kind }) => kind === wanted).map(({ address }) => address);
    return {
      requirement,
      vectors: ofKind("vector"),
      properties: ofKind("property"),
      emitted: own.filter(({ address }) => emitted.has(address)).length,
      judged: own.filter(({ address }) => judged.has(address)).length,
      saboteurs: saboteurs.filter(({ breaks }) => breaks.includes(id)).map(({ name }) => name),
      mistakes: mistakesOf(id),
      cases: REAL_CASES.filter(({ addresses }) => addresses.some((address) => ownerOf(address) === id)).map(
        (one) => one.case,
      ),
    };
  });
}

/** Their cases are sessions in a real pi, which no fixed example is. */
const WITHOUT_VECTORS: readonly Chapter[] = ["boundary", "feedback", "records", "pi"];

/** Those in which a gap is an error: all but the one that judges pi itself. */
export const COVERED_CHAPTERS: readonly Chapter[] = Object.freeze(
  CHAPTERS.filter((chapter) => chapter !== "drift"),
);

/** The least that each requirement must have. */
const LEAST = { vectors: 3, properties: 1, saboteurs: 1 } as const;

/** What is missing, one sentence each, in the chapters that are meant to be complete. */
export function gaps(traces: readonly Trace[], chapters: readonly Chapter[]): readonly string[] {
  return traces
    .filter(({ requirement }) => chapters.includes(requirement.chapter))
    .flatMap((row) =>
      (["vectors", "properties", "saboteurs"] as const)
        .filter((kind) => kind !== "vectors" || !WITHOUT_VECTORS.includes(row.requirement.chapter))
        .filter((kind) => row[kind].length < LEAST[kind])
        .map((kind) => `${row.requirement.id} has ${row[kind].length} ${kind}, not ${LEAST[kind]}`),
    );
}

/** What says that it traces to checks. */
export interface Claimed {
  /** By name of a mistake: its requirements. */
  readonly mistakes: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly Pick<RealCase, "case" | "addresses">[];
}

const CLAIMED: Claimed = { mistakes: REQUIREMENTS_OF, cases: REAL_CASES };
const IDS = REQUIREMENTS.map(({ id }) => id);
const NAMES = MISTAKES.map(({ name }) => name);

/** The property in which every mistake is drawn. */
const ANY_MISTAKE = "safety/never-wrong/one-mistake";

/** The checks of a run, and those that another run is for. */
export interface Reach {
  /** All of the catalogue. */
  readonly known: ReadonlySet<string>;
  readonly judged: ReadonlySet<string>;
  /** Those that are left to another run. */
  readonly left: ReadonlySet<string>;
}

function unknownRequirement(who: string, id: string): readonly string[] {
  return requirement(id) === undefined
    ? [`${who} is about ${JSON.stringify(id)}, which is no requirement${nearestAddress(id, IDS)}`]
    : [];
}

function mistakeGaps({ mistakes }: Claimed, { judged, left }: Reach): readonly string[] {
  const reached = new Set([...judged, ...left].map(ownerOf));
  const missing = NAMES.filter((name) => (mistakes[name] ?? []).length === 0);
  return [
    ...missing.map((name) => `the mistake ${name} is about no requirement`),
    ...(judged.has(ANY_MISTAKE) || left.has(ANY_MISTAKE)
      ? []
      : [`no mistake was made: ${ANY_MISTAKE} was not judged`]),
    ...Object.entries(mistakes).flatMap(([name, ids]) => {
      const who = `the mistake ${name}`;
      if (!NAMES.includes(name)) return [`${who} is none of the list${nearest(name, NAMES)}`];
      const idle = ids.filter((id) => requirement(id) !== undefined && !reached.has(id));
      return [
        ...ids.flatMap((id) => unknownRequirement(who, id)),
        ...idle.map((id) => `${who} is about ${id}, of which nothing was judged`),
      ];
    }),
  ];
}

/** Held by a test of the reference, which no run of the suite judges. */
const isTest = (address: string): boolean => address.startsWith("test:");

function caseGaps({ cases }: Claimed, { known, judged, left }: Reach): readonly string[] {
  const addressGaps = (who: string, address: string): readonly string[] => {
    if (isTest(address) || judged.has(address) || left.has(address)) return [];
    const id = ownerOf(address);
    if (requirement(id) === undefined) return unknownRequirement(who, id);
    return known.has(address)
      ? [`${who} names ${address}, which was not judged`]
      : [`${who} names ${JSON.stringify(address)}, which is no check${nearestAddress(address, [...known])}`];
  };
  return cases.flatMap(({ case: name, addresses }) =>
    addresses.length === 0
      ? [`the real case ${name} names no check`]
      : addresses.flatMap((address) => addressGaps(`the real case ${name}`, address)),
  );
}

/** Mistakes and real failures that are about an unknown requirement, or trace to nothing that ran; one sentence each. */
export function strays(reach: Reach, claimed: Claimed = CLAIMED): readonly string[] {
  return [...mistakeGaps(claimed, reach), ...caseGaps(claimed, reach)];
}

/** Real failures that no check holds, but a test of the reference alone. */
export const TESTED_ALONE: readonly string[] = Object.freeze(
  REAL_CASES.filter(({ addresses }) => addresses.every(isTest)).map((one) => one.case),
);

/** Whether a check asks for a published pi: where that is not in the cache, nothing can be observed. */
export const needsOtherPi = (address: string): boolean => address.startsWith("pi/every-supported-version/");
