/** The name of a mutant that survives edits around it: what was changed into what, in which declaration of which file. */
import { createHash } from "node:crypto";

export interface Spot {
  readonly line: number;
  readonly column: number;
}

/** As Stryker reports it: lines from 1, columns from 1. */
export interface Mutation {
  readonly location: { readonly start: Spot; readonly end: Spot };
  readonly mutatorName: string;
  readonly replacement: string;
}

export interface MutantKey {
  readonly file: string;
  /** The top-level declaration or method that it lies in; "" before the first. */
  readonly inside: string;
  readonly mutator: string;
  readonly before: string;
  readonly after: string;
  /** Counts from 1 among those that are otherwise alike, in the order of the file. */
  readonly nth: number;
}

const DECLARATION =
  /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|interface|type) ([\w$]+)|^ {2}(?:static |async |get |set )*([#\w$]+)\([^;]*\{$/;

function declarationAt(lines: readonly string[], line: number): string {
  let method = "";
  for (let index = line; index >= 0; index--) {
    const found = DECLARATION.exec(lines[index] ?? "");
    if (found?.[1] !== undefined) {
      const inClass = /^(?:export )?class /.test(lines[index] ?? "");
      return inClass && method !== "" ? `${found[1]}.${method}` : found[1];
    }
    if (method === "" && found?.[2] !== undefined) method = found[2];
  }
  return "";
}

function textBetween(lines: readonly string[], { start, end }: Mutation["location"]): string {
  const first = lines[start.line - 1] ?? "";
  if (start.line === end.line) return first.slice(start.column - 1, end.column - 1);
  const between = lines.slice(start.line, end.line - 1);
  return [
    first.slice(start.column - 1),
    ...between,
    (lines[end.line - 1] ?? "").slice(0, end.column - 1),
  ].join("\n");
}

/** Code on one line, so that a new indentation is no other mutant. */
const oneLine = (code: string): string => code.replace(/\s+/g, " ").trim();

const alike = ({ nth: _nth, ...rest }: MutantKey): string => JSON.stringify(rest);

/** The keys of all mutants of one file, in their order. */
export function keysOf(file: string, source: string, mutants: readonly Mutation[]): readonly MutantKey[] {
  const lines = source.split("\n");
  const bare = mutants.map(({ location, mutatorName, replacement }) => ({
    file,
    inside: declarationAt(lines, location.start.line - 1),
    mutator: mutatorName,
    before: oneLine(textBetween(lines, location)),
    after: oneLine(replacement),
    nth: 1,
  }));
  const order = bare.map((_key, index) => index);
  const place = (index: number) => {
    const start = mutants[index]?.location.start ?? { line: 0, column: 0 };
    return start.line * 100_000 + start.column;
  };
  order.sort((a, b) => place(a) - place(b) || a - b);
  const counts = new Map<string, number>();
  const keys: MutantKey[] = [...bare];
  for (const index of order) {
    const key = bare[index] as MutantKey;
    const nth = (counts.get(alike(key)) ?? 0) + 1;
    counts.set(alike(key), nth);
    keys[index] = { ...key, nth };
  }
  return keys;
}

/** A key as one line of text: equal keys, equal text. */
export function keyText({ file, inside, mutator, before, after, nth }: MutantKey): string {
  return JSON.stringify([file, inside, mutator, before, after, nth]);
}

/** A number from 0 to 2³² - 1 that a mutant has for a seed. */
export function drawOf(text: string, seed: number): number {
  return createHash("sha256").update(`${seed} ${text}`).digest().readUInt32BE(0);
}
