/** `conformance compare A B`: what changed between two JSON reports. */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { type Change, type Comparison, compare } from "../compare.ts";
import { callersPath } from "../find-target.ts";
import { printable } from "../printable.ts";
import { titleOf } from "../report/counts.ts";
import { type ReportDocument, readDocument } from "../report/document.ts";
import { BadCall } from "../select.ts";

const KINDS = ["fixed", "broken", "new", "gone"] as const;

function load(given: string): ReportDocument {
  let text: string;
  try {
    text = readFileSync(callersPath(given), "utf8");
  } catch {
    throw new BadCall(`no file "${given}" to compare`);
  }
  return readDocument(text, given);
}

function lines(kind: (typeof KINDS)[number], changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const each = changes.map(
    ({ address, before, after }) =>
      `  ${printable(address)}: ${before ?? "not there"} → ${after ?? "not there"}`,
  );
  return [`${kind} (${changes.length})`, ...each, ""];
}

/** The comparison as text. */
export function comparisonText(comparison: Comparison): string {
  const all = KINDS.flatMap((kind) => lines(kind, comparison[kind]));
  const counts = KINDS.map((kind) => `${comparison[kind].length} ${kind}`).join(", ");
  return `${[...all, counts].join("\n")}\n`;
}

/** Adds the command. */
export function addCompare(command: Command): void {
  command
    .command("compare")
    .argument("<before>", "JSON report of an earlier run, written with --json")
    .argument("<after>", "JSON report of a later run")
    .description("compares two JSON reports; exit code 1 if something broke")
    .option("--json", "print one JSON document")
    .allowExcessArguments(false)
    .action((before: string, after: string, flags: { readonly json?: true }) => {
      const [first, second] = [load(before), load(after)];
      const comparison = compare(first, second);
      const [was, is] = [first, second].map(({ body }) => body.settings.only.join(", ") || "everything");
      if (was !== is)
        process.stderr.write(`note: the first report is about ${was}, the second about ${is}\n`);
      const head = `${printable(titleOf(first))} and ${printable(titleOf(second))}\n\n`;
      process.stdout.write(
        flags.json === true ? `${JSON.stringify(comparison, null, 2)}\n` : head + comparisonText(comparison),
      );
      process.exitCode = comparison.exitCode;
    });
}
