/** The list of survivors, and the recorded scores: committed files that a run is held against. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import Type, { type TSchema } from "typebox";
import { Check, Errors } from "typebox/value";
import { isEquivalent, type Score, type Survivor, survivorId } from "./gate.ts";
import type { Group } from "./groups.ts";
import type { Mutant } from "./report.ts";

const LIST = new URL("survivors.json", import.meta.url);
const SCORES = new URL("scores.json", import.meta.url);

const closed = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });
const Name = Type.String({ minLength: 1 });
const Entry = Type.Object(
  {
    ...{ file: Name, inside: Type.String(), mutator: Name, before: Type.String(), after: Type.String() },
    nth: Type.Integer({ minimum: 1 }),
    reason: Type.String(),
  },
  closed,
);
const FileCounts = Type.Object(
  {
    ...{
      killed: Count,
      timeout: Count,
      survived: Count,
      equivalent: Count,
      noCoverage: Count,
      errors: Count,
    },
    part: Type.Optional(Type.String({ pattern: "^[0-9]+/[0-9]+$" })),
  },
  closed,
);
const GroupCounts = Type.Object(
  { floor: Type.Number({ minimum: 0, maximum: 100 }), files: Type.Record(Name, FileCounts) },
  closed,
);

/** Which word it begins with, and a sentence: at least four words, none of them a placeholder. */
const REASON = /^(?:equivalent|open): \S+(?: \S+){3}/;

const shown = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 300);

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is no JSON: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}

function mustBe<T extends TSchema>(schema: T, where: string, value: unknown): void {
  if (Check(schema, value)) return;
  const [first] = Errors(schema, value);
  throw new Error(`${where}: ${first?.instancePath || "it"} ${first?.message}: ${shown(value)}`);
}

/**
 * The list of survivors from its text. Throws Error with the entry that is none, that is there twice, or whose reason does
 * not say what it is (`equivalent: ` or `open: `) and why in at least four words.
 */
export function survivorsOf(text: string): readonly Survivor[] {
  const list = parsed("survivors.json", text);
  if (!Array.isArray(list)) throw new Error(`survivors.json must be a list: ${shown(list)}`);
  const seen = new Set<string>();
  return list.map((entry: Survivor, index) => {
    const where = `survivors.json, entry ${index + 1}`;
    mustBe(Entry, where, entry);
    if (!REASON.test(entry.reason)) {
      const wanted = "must be `equivalent: ` or `open: ` and at least four words";
      throw new Error(`${where}: its reason ${wanted}: ${shown(entry)}`);
    }
    const id = survivorId(entry);
    if (seen.has(id)) throw new Error(`${where} is there twice: ${shown(entry)}`);
    seen.add(id);
    return entry;
  });
}

/** The recorded scores from their text. Throws Error with the group or file whose counts are none. */
export function scoresOf(text: string): Scores {
  const scores = parsed("scores.json", text);
  if (typeof scores !== "object" || scores === null || Array.isArray(scores)) {
    throw new Error(`scores.json must have groups by name: ${shown(scores)}`);
  }
  for (const [name, group] of Object.entries(scores))
    mustBe(GroupCounts, `scores.json, group "${name}"`, group);
  return scores as Scores;
}

/** Reads the list; none before the first recording. Throws Error as `survivorsOf` does. */
export function readSurvivors(): readonly Survivor[] {
  return existsSync(LIST) ? survivorsOf(readFileSync(LIST, "utf8")) : [];
}

const NOT_LOOKED_AT = "open: nobody has looked at it yet";

/**
 * The list after a run: who is left, with the reasons that are known. What the run was not about stays, unless it was
 * about all of the file: `whole`.
 */
export function updated(
  known: readonly Survivor[],
  judged: readonly Mutant[],
  left: readonly Mutant[],
  whole: boolean,
): readonly Survivor[] {
  const reasons = new Map(known.map((entry) => [survivorId(entry), entry.reason]));
  const files = new Set(judged.map(({ key }) => key.file));
  const ids = new Set(judged.map(({ id }) => id));
  const others = known.filter((entry) => !ids.has(survivorId(entry)) && !(whole && files.has(entry.file)));
  const now = left.map(({ key, id }): Survivor => ({ ...key, reason: reasons.get(id) ?? NOT_LOOKED_AT }));
  return [...others, ...now].sort((a, b) => (survivorId(a) < survivorId(b) ? -1 : 1));
}

/** Of a file. */
export interface FileScore extends Score {
  /** What was judged, where it was not all: a shard as `1/13`. */
  readonly part?: string;
}

export interface GroupScore {
  readonly floor: number;
  /** By name, sorted. */
  readonly files: Readonly<Record<string, FileScore>>;
}

/** Recorded scores by group. */
export type Scores = Readonly<Record<string, GroupScore>>;

/** Reads the recorded scores; none before the first recording. Throws Error as `scoresOf` does. */
export function readScores(): Scores {
  return existsSync(SCORES) ? scoresOf(readFileSync(SCORES, "utf8")) : {};
}

/** The recorded scores of a group with those of some of its files anew. */
export function withFiles(
  known: GroupScore | undefined,
  floor: number,
  files: Readonly<Record<string, FileScore>>,
): GroupScore {
  const all = Object.entries({ ...known?.files, ...files });
  return { floor, files: Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/**
 * Recorded scores, with the survivors divided anew into those that the list shows to be equivalent and the rest: a reason
 * may have changed since the run.
 */
export function divided(scores: Scores, survivors: readonly Survivor[]): Scores {
  const equivalents = Map.groupBy(survivors.filter(isEquivalent), ({ file }) => file);
  const fileOf = ([file, score]: readonly [string, FileScore]) => {
    // The list is about the whole of a file.
    if (score.part !== undefined) return [file, score] as const;
    const equivalent = equivalents.get(file)?.length ?? 0;
    const survived = score.survived + score.equivalent - equivalent;
    return [file, { ...score, survived, equivalent }] as const;
  };
  return Object.fromEntries(
    Object.entries(scores).map(([name, { floor, files }]) => [
      name,
      { floor, files: Object.fromEntries(Object.entries(files).map(fileOf)) },
    ]),
  );
}

const recording = "`pnpm mutation <group> --files <file> --record` judges it anew";

function disagreementOfFile(file: string, score: FileScore, entries: readonly Survivor[]): readonly string[] {
  const { survived, equivalent, noCoverage } = score;
  const left = survived + equivalent + noCoverage;
  const same = entries.filter(isEquivalent).length;
  if (score.part !== undefined) return [];
  if (entries.length !== left) {
    return [
      `${file}: ${left} mutants are recorded as left, and the list has ${entries.length}; ${recording}`,
    ];
  }
  return same <= survived + equivalent
    ? []
    : [`${file}: ${same} entries say "equivalent:", and only ${survived + equivalent} mutants were reached`];
}

/**
 * Where the list and the recorded scores say different things, or speak of files and groups that are not there. `groups`
 * are all groups, each with its files. A file of which nothing is recorded yet is left to the gate.
 */
export function disagreements(
  scores: Scores,
  survivors: readonly Survivor[],
  groups: readonly (Pick<Group, "name" | "floor"> & { readonly files: readonly string[] })[],
): readonly string[] {
  const listed = Map.groupBy(survivors, ({ file }) => file);
  const byName = new Map(groups.map((group) => [group.name, group]));
  const recorded = new Set(Object.values(scores).flatMap(({ files }) => Object.keys(files)));
  return [
    ...Object.entries(scores).flatMap(([name, { floor, files }]) => {
      const group = byName.get(name);
      if (group === undefined) return [`scores.json: there is no group "${name}"`];
      const gone = Object.keys(files).filter((file) => !group.files.includes(file));
      return [
        ...(floor === group.floor
          ? []
          : [`scores.json: of ${name} ${group.floor} % are required, not ${floor} %`]),
        ...gone.map((file) => `scores.json: group ${name} has no file ${file}`),
        ...Object.entries(files).flatMap(([file, score]) =>
          disagreementOfFile(file, score, listed.get(file) ?? []),
        ),
      ];
    }),
    ...[...listed.keys()]
      .filter((file) => !recorded.has(file))
      .map((file) => `survivors.json: of ${file} nothing is recorded, and it has entries`),
  ];
}

/** Writes both files. */
export function record(survivors: readonly Survivor[], scores: Scores): void {
  const line = (entry: Survivor): string => `  ${JSON.stringify(entry)}`;
  writeFileSync(LIST, `[\n${survivors.map(line).join(",\n")}\n]\n`);
  writeFileSync(SCORES, `${JSON.stringify(scores, null, 2)}\n`);
}
