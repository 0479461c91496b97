/** The typed catalogue of requirements: data in `requirements.json`, checked once when it is loaded. */
import Type, { type Static } from "typebox";
import { Check, Errors } from "typebox/value";
import { CAPABILITIES, type Capability } from "./contract.ts";
import data from "./requirements.json" with { type: "json" };

export const CHAPTERS = [
  "outcome",
  "safety",
  "envelope",
  "preprocess",
  "schema",
  "profile",
  "boundary",
  "grammar",
  "stream",
  "guard",
  "feedback",
  "records",
  "pi",
  "drift",
] as const;
export type Chapter = (typeof CHAPTERS)[number];

/** `M` must; `X` must, and beyond the seeds; `S` should, reported and never failing a run. */
export const LEVELS = ["M", "X", "S"] as const;

const Requirement = Type.Object(
  {
    id: Type.String({ pattern: `^(${CHAPTERS.join("|")})/[a-z0-9]+(-[a-z0-9]+)*$` }),
    level: Type.Enum([...LEVELS]),
    /** A target that declares any of these is judged on the row; drift rows judge pi, not a target. */
    capabilities: Type.Array(Type.Enum([...CAPABILITIES])),
    source: Type.String({ minLength: 1 }),
    sentence: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);
type RequirementData = Static<typeof Requirement>;

export interface Requirement extends RequirementData {
  readonly chapter: Chapter;
}

const Catalogue = Type.Object({ requirements: Type.Array(Requirement) });

function load(value: unknown): readonly Requirement[] {
  if (!Check(Catalogue, value)) {
    const first = Errors(Catalogue, value)[0];
    throw new Error(
      `harness: spec/requirements.json is not a catalogue: ${first?.instancePath} ${first?.message}`,
    );
  }
  const rows = value.requirements.map((row) => ({ ...row, chapter: row.id.split("/")[0] as Chapter }));
  const ids = new Set(rows.map((row) => row.id));
  if (ids.size !== rows.length) throw new Error("harness: spec/requirements.json repeats an id");
  return Object.freeze(rows);
}

/** Every requirement, in the order of the catalogue. */
export const REQUIREMENTS: readonly Requirement[] = load(data);

const BY_ID: ReadonlyMap<string, Requirement> = new Map(REQUIREMENTS.map((row) => [row.id, row]));

/** The requirement with this id, or undefined. */
export function requirement(id: string): Requirement | undefined {
  return BY_ID.get(id);
}

/** True if a target with these capabilities is judged on the requirement. */
export function appliesTo(row: Requirement, capabilities: readonly Capability[]): boolean {
  return row.capabilities.some((name) => capabilities.includes(name));
}
