/** Which requirement is tested by what: vectors, properties and saboteurs. */
import { CHAPTERS, type Chapter, REQUIREMENTS, type Requirement } from "../spec/requirements.ts";
import type { Saboteur } from "./saboteur.ts";
import { addressOf, requirementOf, type Suite } from "./suite.ts";

export interface Trace {
  readonly requirement: Requirement;
  /** Addresses. */
  readonly vectors: readonly string[];
  readonly properties: readonly string[];
  /** Names of the saboteurs that break it. */
  readonly saboteurs: readonly string[];
}

/** Every requirement with what tests it, in the order of the catalogue. */
export function trace(suite: Suite, saboteurs: readonly Saboteur[]): readonly Trace[] {
  const byRequirement = Map.groupBy(suite.checks, requirementOf);
  return REQUIREMENTS.map((requirement) => {
    const checks = byRequirement.get(requirement.id) ?? [];
    return {
      requirement,
      vectors: checks.filter(({ kind }) => kind === "vector").map(addressOf),
      properties: checks.filter(({ kind }) => kind === "property").map(addressOf),
      saboteurs: saboteurs.filter(({ breaks }) => breaks.includes(requirement.id)).map(({ name }) => name),
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
