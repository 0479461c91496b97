/** Reads Stryker's JSON reports: one mutant, one row, with the key that survives edits. */
import { readFileSync } from "node:fs";
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { OUTSIDE_STATUS } from "./gate.ts";
import { keysOf, keyText, type MutantKey } from "./key.ts";
import { OUTSIDE } from "./selection.ts";

const Spot = Type.Object({ line: Type.Integer(), column: Type.Integer() });
const Report = Type.Object({
  files: Type.Record(
    Type.String(),
    Type.Object({
      source: Type.String(),
      mutants: Type.Array(
        Type.Object({
          mutatorName: Type.String(),
          replacement: Type.Optional(Type.String()),
          location: Type.Object({ start: Spot, end: Spot }),
          status: Type.String(),
          statusReason: Type.Optional(Type.String()),
          testsCompleted: Type.Optional(Type.Number()),
          static: Type.Optional(Type.Boolean()),
        }),
      ),
    }),
  ),
});
const checker = Compile(Report);

export interface Mutant {
  readonly key: MutantKey;
  /** The key as text. */
  readonly id: string;
  readonly line: number;
  /** `Killed`, `Survived`, `Timeout`, `NoCoverage`, `Outside` of the run, or what Stryker says where it cannot tell. */
  readonly status: string;
  readonly reason: string;
  readonly testsRun: number;
  /** The text of its file when it was judged. */
  readonly source: string;
}

/** The mutants of a report. Throws Error on what is no report. */
export function mutantsOf(report: unknown): readonly Mutant[] {
  if (!checker.Check(report)) throw new Error("it is no report of Stryker");
  return Object.entries((report as Static<typeof Report>).files).flatMap(([file, { source, mutants }]) => {
    const keys = keysOf(
      file,
      source,
      mutants.map((mutant) => ({ ...mutant, replacement: mutant.replacement ?? "" })),
    );
    return mutants.flatMap((mutant, index): readonly Mutant[] => {
      const key = keys[index];
      const { status, statusReason = "", testsCompleted = 0 } = mutant;
      if (key === undefined) return [];
      const line = mutant.location.start.line;
      const outside = statusReason.includes(OUTSIDE);
      return [
        {
          key,
          id: keyText(key),
          line,
          status: outside ? OUTSIDE_STATUS : status,
          reason: statusReason,
          testsRun: testsCompleted,
          source,
        },
      ];
    });
  });
}

/** The same from a file. Throws Error on what cannot be read, and on what is no report. */
export function readReport(file: string): readonly Mutant[] {
  return mutantsOf(JSON.parse(readFileSync(file, "utf8")));
}

const RANK: readonly string[] = ["Killed", "Survived", "Timeout", "NoCoverage"];

/** What a run says of a mutant comes before that it was not about it. */
function rank({ status }: Mutant): number {
  if (status === OUTSIDE_STATUS) return RANK.length + 1;
  return RANK.includes(status) ? RANK.indexOf(status) : RANK.length;
}

/**
 * Several reports as one: what any of them shows killed is killed, since every killer belongs to the suite. Which mutants
 * a file has is said by the last report that has the file.
 */
export function merged(reports: readonly (readonly Mutant[])[]): readonly Mutant[] {
  const files = new Map<string, readonly Mutant[]>();
  for (const report of reports)
    for (const [file, mutants] of Map.groupBy(report, ({ key }) => key.file)) files.set(file, mutants);
  const best = new Map([...files.values()].flat().map((mutant) => [mutant.id, mutant]));
  for (const mutant of reports.flat()) {
    const known = best.get(mutant.id);
    if (known !== undefined && rank(mutant) < rank(known)) best.set(mutant.id, mutant);
  }
  return [...best.values()];
}
