/** The one line at the end of a report that says what to do next; nothing where all is as expected. */

import { fellShort } from "../assemble.ts";
import type { CheckResult } from "../execute.ts";
import { bounded, printable } from "../printable.ts";
import type { RunResult } from "../run.ts";
import { isOfSpeech } from "../wire-faults.ts";
import { tellingFirst } from "./order.ts";
import { replayCommand, targetWords } from "./replay.ts";

function firstShort({ requirements }: RunResult): CheckResult | undefined {
  const short = requirements.filter(
    ({ requirement, verdict, expected }) => requirement.level !== "S" && fellShort(verdict) && !expected,
  );
  return short.flatMap(({ checks }) => tellingFirst(checks))[0];
}

/** Why checks were not run, each reason once. */
function notRun({ requirements }: RunResult): readonly string[] {
  const checks = requirements.flatMap((entry) => entry.checks);
  const reasons = checks.flatMap(({ verdict, problem }) =>
    verdict === "not-run" && problem !== undefined ? [problem.says] : [],
  );
  return [...Map.groupBy(reasons, (reason) => reason)].map(
    ([reason, all]) =>
      `not run: ${all.length} check${all.length === 1 ? "" : "s"}: ${printable(bounded(reason, 300))}`,
  );
}

/** The lines; `command` is how a person calls the suite. */
export function hintLines(result: RunResult, command: string): readonly string[] {
  const first = firstShort(result);
  if (result.faults.some(isOfSpeech)) {
    const doctor = `${command} doctor ${targetWords(result.options.target)}`;
    const page = `next: docs/protocol.md, "What counts as what", says what a program may write; then ${doctor}`;
    return [...notRun(result), page];
  }
  if (first === undefined) return notRun(result);
  const requirement = first.address.split("/").slice(0, 2).join("/");
  const again = replayCommand(first, result.options, command);
  return [...notRun(result), `next: ${command} explain ${requirement}; the first failure again: ${again}`];
}
