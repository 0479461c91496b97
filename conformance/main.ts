/** The command `conformance`: reads the command line, runs, prints, sets the exit code. Nothing is decided here. */
import { Command, InvalidArgumentError, Option } from "commander";
import manifest from "../package.json" with { type: "json" };
import { REQUIREMENTS, requirement } from "../spec/requirements.ts";
import { loadExpectedFailures } from "./expected-failures.ts";
import { faultOf } from "./fault.ts";
import { builtInTargets, callersPath, findProgram, findTarget, type TargetSource } from "./load-target.ts";
import { nearest } from "./nearest.ts";
import { explanation, listing } from "./report/catalogue.ts";
import { documentOf, jsonReport } from "./report/document.ts";
import { showProgress } from "./report/progress.ts";
import { textReport } from "./report/text.ts";
import { run } from "./run.ts";
import { BadCall } from "./select.ts";
import { loadSuite } from "./suite.ts";

const COMMAND = "npx -y pnpm@12.21.0 conformance";

interface Flags {
  readonly only: readonly string[];
  readonly seed: number;
  readonly runs: number;
  readonly deadline: number;
  readonly json?: true;
  readonly expectedFailures?: string;
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[0-9]+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** What stands after a lone `--` is the command line of a program, whose flags are its own. */
const dashes = process.argv.indexOf("--");
const ownWords = dashes === -1 ? process.argv : process.argv.slice(0, dashes);
const programWords = dashes === -1 ? undefined : process.argv.slice(dashes + 1);

function chosenTarget(given: string | undefined): TargetSource {
  if (programWords === undefined) return findTarget(given ?? "reference");
  if (given !== undefined) throw new BadCall("give either the name of a target, or a program after --");
  return findProgram(programWords);
}

async function conformance(given: string | undefined, flags: Flags): Promise<void> {
  const target = chosenTarget(given);
  const file =
    flags.expectedFailures === undefined ? target.expectedFailures : callersPath(flags.expectedFailures);
  const started = new Date();
  const progress = showProgress(process.stderr);
  try {
    const result = await run({
      target,
      only: flags.only,
      seed: flags.seed,
      runs: flags.runs,
      deadlineMs: flags.deadline,
      expectedFailures: file === undefined ? [] : loadExpectedFailures(file),
      today: started.toISOString().slice(0, 10),
      onEvent: progress.hear,
    });
    progress.stop();
    const meta = {
      harness: manifest.version,
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      started: started.toISOString(),
      milliseconds: Date.now() - started.getTime(),
    };
    const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
    process.stdout.write(
      flags.json === true
        ? jsonReport(documentOf(result, meta, COMMAND))
        : textReport(result, { colour, command: COMMAND }),
    );
    process.exitCode = result.exitCode;
  } finally {
    progress.stop();
  }
}

function explain(id: string): void {
  const row = requirement(id);
  if (row === undefined) {
    throw new BadCall(
      `no requirement "${id}"${nearest(
        id,
        REQUIREMENTS.map((known) => known.id),
      )}`,
    );
  }
  process.stdout.write(explanation(row, loadSuite()));
}

function program(): Command {
  const command = new Command("conformance")
    .description("Judges a repair layer for tool calls against the requirements of the spec.")
    .argument(
      "[target]",
      "name of a built-in target, or path of a module (default: reference); or: -- <program>",
    )
    .addOption(
      new Option(
        "--only <prefix>",
        "address of a chapter, requirement or check, or a prefix; may be repeated",
      )
        .default([] as string[], "all")
        .argParser((value: string, before: readonly string[]) => [...before, value]),
    )
    .option("--seed <number>", "seed of all draws", whole(0, 2 ** 31 - 1), 1)
    .option("--runs <number>", "cases a property", whole(1, 10_000_000), 100)
    .option("--deadline <ms>", "milliseconds for one answer", whole(10, 3_600_000), 5000)
    .option("--expected-failures <file>", "what the target is known to get wrong")
    .option("--json", "print one JSON document")
    .allowExcessArguments(false)
    .action(conformance);
  command
    .command("list")
    .description("prints targets, requirements and checks")
    .allowExcessArguments(false)
    .action(() => {
      process.stdout.write(listing(builtInTargets(), loadSuite()));
    });
  command
    .command("explain <id>")
    .description("prints what one requirement says and what tests it")
    .allowExcessArguments(false)
    .action(explain);
  for (const each of [command, ...command.commands]) {
    each.exitOverride().configureOutput({ outputError: () => undefined });
  }
  return command;
}

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  await program().parseAsync(ownWords);
} catch (error) {
  const fault = faultOf(error);
  if (fault !== undefined) {
    process.stderr.write(`${fault.line}\n`);
    process.exitCode = fault.exitCode;
  }
}
