/** `conformance matrix [targets...]`: several targets in one run, side by side. */

import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import { faultOf } from "../fault.ts";
import { builtInTargets, findTarget, type TargetSource } from "../find-target.ts";
import { COMMAND } from "../installed.ts";
import { EXIT, NotATarget } from "../refusals.ts";
import { documentOf, type ReportDocument } from "../report/document.ts";
import { htmlReport } from "../report/html.ts";
import { matrixReport, type NoRun } from "../report/matrix.ts";
import { BadCall } from "../select.ts";
import { colourOnStdout, type RunFlags, runWith, withRunFlags } from "./command-line.ts";
import { writing } from "./run.ts";

interface Flags extends RunFlags {
  readonly json?: true;
  readonly html?: string;
}

/** The exit code of a run of several targets is the first of these that any of them has. */
const WORST = [EXIT.harnessError, EXIT.incomplete, EXIT.badCall, EXIT.fellShort, EXIT.asExpected] as const;

async function matrix(given: readonly string[], flags: Flags): Promise<void> {
  if (flags.expectedFailures !== undefined) {
    throw new BadCall("in a run of several targets each has its own expected failures");
  }
  const sources: readonly TargetSource[] = (given.length === 0 ? builtInTargets() : given).map((one) =>
    findTarget(one),
  );
  const documents: ReportDocument[] = [];
  const noRuns: NoRun[] = [];
  for (const source of sources) {
    process.stderr.write(`target ${source.given}\n`);
    try {
      const { result, meta } = await runWith(source, flags);
      documents.push(documentOf(result, meta, COMMAND));
    } catch (error) {
      const nothingToRun = error instanceof BadCall && flags.only.length > 0;
      if (!(error instanceof NotATarget) && !nothingToRun) throw error;
      noRuns.push({ name: source.given, why: faultOf(error)?.line ?? "" });
    }
  }
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ documents, noRuns }, null, 2)}\n`
      : matrixReport(documents, noRuns, colourOnStdout()),
  );
  if (flags.html !== undefined) writing(flags.html, (path) => writeFileSync(path, htmlReport(documents)));
  const codes = new Set(documents.map(({ body }) => body.exitCode));
  if (noRuns.length > 0) codes.add(EXIT.incomplete);
  process.exitCode = WORST.find((code) => codes.has(code)) ?? EXIT.asExpected;
}

/** Adds the command. */
export function addMatrix(command: Command): void {
  withRunFlags(
    command
      .command("matrix [targets...]")
      .description("runs several targets (default: all built-in ones) and prints them side by side"),
  )
    .option("--json", "print one JSON document")
    .option("--html <file>", "write a self-contained HTML page")
    .action(matrix);
}
