/** A verdict as a person reads it: a row a file, and why the gate is shut. */
import { plainTable } from "../plain-table.ts";
import { percent, type Score, total, type Verdict } from "./gate.ts";

function row(name: string, score: Score): readonly string[] {
  const { killed, timeout, survived, equivalent, noCoverage, errors } = score;
  const counts = [total(score), killed, timeout, survived, equivalent, noCoverage, errors].map(String);
  return [name, `${percent(score).toFixed(1)} %`, ...counts];
}

const HEAD = [
  ...["file", "score", "mutants", "killed", "timeout", "survived", "equivalent", "not reached", "not judged"],
];
const MAX_SHOWN = 60;

/** Prints the table of a verdict, with `head` before its last row, and what shuts the gate. */
export function printVerdict(head: string, { score, files, problems }: Verdict): void {
  console.log(plainTable(HEAD, [...[...files].map(([file, own]) => row(file, own)), row(head, score)]));
  for (const problem of problems.slice(0, MAX_SHOWN)) console.log(problem);
  if (problems.length > MAX_SHOWN) console.log(`and ${problems.length - MAX_SHOWN} more`);
}
