/** `conformance [target]`: one run, printed, and written in any of the other forms. */

import { appendFileSync, closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import type { Command } from "commander";
import { callersPath } from "../find-target.ts";
import { COMMAND } from "../installed.ts";
import { annotations } from "../report/annotations.ts";
import { badgeReport } from "../report/badge.ts";
import { documentOf, jsonReport, type ReportDocument } from "../report/document.ts";
import { eventStream } from "../report/events.ts";
import { htmlReport } from "../report/html.ts";
import { junitReport } from "../report/junit.ts";
import { markdownReport } from "../report/markdown.ts";
import { textReport } from "../report/text.ts";
import type { RunEvent, RunResult } from "../run.ts";
import { BadCall } from "../select.ts";
import {
  chosenTarget,
  colourOnStdout,
  type RunFlags,
  runWith,
  withRunFlags,
  withTarget,
} from "./command-line.ts";
import { namesBelow } from "./help.ts";

interface Flags extends RunFlags {
  readonly json?: true;
  readonly events?: string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly badge?: string;
}

/** Runs `write` on a path that the caller typed. Throws BadCall where that cannot be written. */
export function writing<T>(given: string, write: (path: string) => T): T {
  try {
    return write(callersPath(given));
  } catch (error) {
    throw new BadCall(`cannot write ${given}: ${error instanceof Error ? error.message : "unknown error"}`);
  }
}

function openEvents(given: string | undefined): {
  readonly hear?: (event: RunEvent) => void;
  finish(result: RunResult): void;
} {
  if (given === undefined) return { finish: () => {} };
  const file = writing(given, (path) => openSync(path, "w"));
  const stream = eventStream((line) => writeSync(file, line));
  return {
    hear: stream.hear,
    finish(result) {
      stream.finish(result);
      closeSync(file);
    },
  };
}

/** A place that cannot be written is known before a run, not behind it. */
function tryPlaces({ junit, markdown, html, badge }: Flags): void {
  for (const given of [junit, markdown, html, badge])
    if (given !== undefined) writing(given, (path) => closeSync(openSync(path, "a")));
}

function writeReports(document: ReportDocument, flags: Flags): void {
  const { junit, markdown, html, badge } = flags;
  if (junit !== undefined) writing(junit, (path) => writeFileSync(path, junitReport(document)));
  // A CI job's summary is one file to which every step appends.
  if (markdown !== undefined) writing(markdown, (path) => appendFileSync(path, markdownReport(document)));
  if (html !== undefined) writing(html, (path) => writeFileSync(path, htmlReport([document])));
  if (badge !== undefined) writing(badge, (path) => writeFileSync(path, badgeReport(document)));
}

async function conformance(
  given: string | undefined,
  flags: Flags,
  commands: readonly string[],
): Promise<void> {
  const target = chosenTarget(given, commands);
  tryPlaces(flags);
  const events = openEvents(flags.events);
  const { result, meta } = await runWith(target, flags, events.hear);
  events.finish(result);
  const document = documentOf(result, meta, COMMAND);
  process.stdout.write(
    flags.json === true
      ? jsonReport(document)
      : textReport(result, { colour: colourOnStdout(), command: COMMAND }),
  );
  // The runner of a workflow reads its commands from stderr too, and stdout stays one document.
  if (process.env.GITHUB_ACTIONS === "true") process.stderr.write(annotations(document));
  writeReports(document, flags);
  process.exitCode = result.exitCode;
}

/** Makes the command itself run a target. */
export function addRun(command: Command): void {
  withRunFlags(withTarget(command))
    .option("--json", "print one JSON document")
    .option("--events <file>", "write events as they come, one JSON object a line")
    .option("--junit <file>", "write JUnit XML")
    .option("--markdown <file>", "append a summary in markdown")
    .option("--html <file>", "write a self-contained HTML page")
    .option("--badge <file>", "write badge JSON")
    .action((given: string | undefined, flags: Flags) => conformance(given, flags, namesBelow(command)));
}
