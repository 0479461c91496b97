/** The command `scorecard`: several targets over the same damaged calls, as a table, a page or JSON. */

import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Command, Option } from "commander";
import { whole } from "../conformance/commands/command-line.ts";
import { writing } from "../conformance/commands/run.ts";
import { faultOf } from "../conformance/fault.ts";
import { findTarget } from "../conformance/find-target.ts";
import { EXIT } from "../conformance/refusals.ts";
import { makeScorecard, totalOf } from "./scorecard.ts";
import { scorecardHtml } from "./scorecard-html.ts";
import { scorecardText } from "./scorecard-text.ts";

interface Flags {
  readonly seed: number;
  readonly cases: number;
  readonly workers: number;
  readonly deadline: number;
  readonly html?: string;
  readonly json?: string;
  readonly byProfile?: true;
}

async function scorecard(targets: readonly string[], flags: Flags): Promise<void> {
  const sources = targets.map((one) => findTarget(one));
  const show = process.stderr.isTTY === true;
  const card = await makeScorecard({
    sources,
    ...{ seed: flags.seed, cases: flags.cases, workers: flags.workers, deadlineMs: flags.deadline },
    onProgress: (target, done, of) => {
      if (show) process.stderr.write(`\r\u001b[2K${target}: ${done} of ${of} batches`);
      else if (done === of) process.stderr.write(`${target}: ${of} batches\n`);
    },
  });
  if (show) process.stderr.write("\r\u001b[2K");
  process.stdout.write(scorecardText(card, flags.byProfile === true));
  if (flags.html !== undefined) writing(flags.html, (path) => writeFileSync(path, scorecardHtml(card)));
  if (flags.json !== undefined)
    writing(flags.json, (path) => writeFileSync(path, `${JSON.stringify(card, null, 2)}\n`));
  const bad = card.targets.some((_, target) => {
    const { wrong, crashed, missed } = totalOf(card.rows, target);
    return wrong + crashed + missed > 0;
  });
  process.exitCode = bad ? EXIT.fellShort : EXIT.asExpected;
}

try {
  const command = new Command("scorecard")
    .description("What targets make of the same damaged calls: restored, shortened, refused, wrong, crashed.")
    .argument("<targets...>", "names of built-in targets, or paths of modules")
    .addOption(
      new Option("--seed <number>", "seed of all draws")
        .argParser(whole(0, 2 ** 31 - 1))
        .env("PI_REPAIR_FUZZ_SEED")
        .default(1),
    )
    .addOption(
      new Option("--cases <number>", "cases a mistake")
        .argParser(whole(1, 10_000_000))
        .env("PI_REPAIR_FUZZ_CASES")
        .default(300),
    )
    .option("--workers <number>", "instances of a target at work", whole(1, 256), availableParallelism())
    .option("--deadline <ms>", "milliseconds for one case", whole(10, 3_600_000), 5000)
    .option("--by-profile", "a line for each profile and each grammar shape")
    .option("--html <file>", "write a self-contained HTML page")
    .option("--json <file>", "write the counts as JSON")
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .action(scorecard);
  await command.parseAsync();
} catch (error) {
  const fault = faultOf(error);
  if (fault !== undefined) {
    process.stderr.write(`${fault.line}\n`);
    process.exitCode = fault.exitCode;
  }
}
