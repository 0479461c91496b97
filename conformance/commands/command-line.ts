/** What the commands share: the words after `--`, the flags of a run, and the run that they ask for. */
import { type Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { loadExpectedFailures } from "../expected-failures.ts";
import { callersPath, findProgram, findTarget, type TargetSource } from "../find-target.ts";
import { COMMAND, NAME, SUITE_VERSION } from "../installed.ts";
import { NotATarget } from "../refusals.ts";
import type { RunMeta } from "../report/document.ts";
import { showProgress } from "../report/progress.ts";
import { targetWords } from "../report/replay.ts";
import { DEADLINE_MS, type RunEvent, type RunResult, run } from "../run.ts";
import { BadCall } from "../select.ts";

export interface RunFlags {
  readonly only: readonly string[];
  readonly seed: number;
  readonly runs: number;
  /** Milliseconds. */
  readonly deadline: number;
  /** MiB. */
  readonly memory?: number;
  readonly expectedFailures?: string;
}

/** What stands after a lone `--` is the command line of a program, whose flags are its own. */
const dashes = process.argv.indexOf("--");
const programWords = dashes === -1 ? undefined : process.argv.slice(dashes + 1);

/** The words of the command line that are ours, as in `process.argv`. */
export const ownWords: readonly string[] = dashes === -1 ? process.argv : process.argv.slice(0, dashes);

/** A note about options of ours that stand behind `--`, where they are the program's; undefined where there are none. */
export function optionsBehind(command: Command): string | undefined {
  const ours = new Set(
    [command, ...command.commands].flatMap((each) => each.options.map(({ long }) => long)),
  );
  const behind = programWords?.filter((word) => ours.has(word.split("=", 1)[0]));
  if (behind === undefined || behind.length === 0) return undefined;
  const names = [...new Set(behind)].join(", ");
  return `note: what stands after -- goes to the program: ${names} too; put options for ${NAME} before it`;
}

/** The target by name, or the program after `--`, or the reference; `commands` as for `findTarget`. Throws BadCall. */
export function chosenTarget(given: string | undefined, commands: readonly string[] = []): TargetSource {
  if (programWords === undefined) return findTarget(given ?? "reference", commands);
  if (given !== undefined) throw new BadCall("give either the name of a target, or a program after --");
  return findProgram(programWords);
}

/** What is missing, with what it may be. */
function named(error: CommanderError, command: Command): CommanderError {
  if (error.code !== "commander.missingArgument") return error;
  const missing = command.registeredArguments.find((each) => error.message.includes(`'${each.name()}'`));
  if (missing === undefined || missing.description === "") return error;
  return new CommanderError(error.exitCode, error.code, `${error.message}: ${missing.description}`);
}

/** Makes a command and all below it throw in place of printing and leaving. */
export function throwing(command: Command): void {
  command
    .exitOverride((error) => {
      throw named(error, command);
    })
    .configureOutput({ outputError: () => undefined });
  for (const each of command.commands) throwing(each);
}

/** A parser of whole numbers within bounds, for commander. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[0-9]+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** A flag that may be repeated. */
function repeated(flag: string, description: string): Option {
  return new Option(flag, description)
    .default([] as string[], "all")
    .argParser((value: string, before: readonly string[]) => [...before, value]);
}

/** Adds the argument for the target. */
export function withTarget(command: Command): Command {
  const name = "name of a built-in target, or path of a module (default: reference); or: -- <program>";
  return command.argument("[target]", name).allowExcessArguments(false);
}

/** Adds the flags of a run. */
export function withRunFlags(command: Command): Command {
  return command
    .addOption(
      repeated("--only <prefix>", "address of a chapter, requirement or check, or a prefix; may be repeated"),
    )
    .option("--seed <number>", "seed of all draws", whole(0, 2 ** 31 - 1), 1)
    .option("--runs <number>", "cases a property", whole(1, 10_000_000), 100)
    .option("--deadline <ms>", "milliseconds for one answer", whole(10, 3_600_000), DEADLINE_MS)
    .option("--memory <MiB>", "memory that a program may use (default: 2048)", whole(16, 1_048_576))
    .option("--expected-failures <file>", "what the target is known to get wrong");
}

export interface Done {
  readonly result: RunResult;
  readonly meta: RunMeta;
}

/** The file of expected failures of a run, if there is one. */
export function failuresFile(target: TargetSource, flags: RunFlags): string | undefined {
  return flags.expectedFailures === undefined ? target.expectedFailures : callersPath(flags.expectedFailures);
}

/** What a program that did not become a target is told besides. */
function withDoctor(error: unknown, target: TargetSource): unknown {
  if (!(error instanceof NotATarget) || target.program === undefined) return error;
  const advice = `try \`${COMMAND} doctor ${targetWords(target)}\``;
  return new NotATarget(error.message, [...error.details, advice]);
}

/** Runs, with progress on stderr. */
export async function runWith(
  target: TargetSource,
  flags: RunFlags,
  onEvent?: (event: RunEvent) => void,
): Promise<Done> {
  const file = failuresFile(target, flags);
  const started = new Date();
  const progress = showProgress(process.stderr);
  try {
    const result = await run({
      target,
      only: flags.only,
      seed: flags.seed,
      runs: flags.runs,
      deadlineMs: flags.deadline,
      ...(flags.memory === undefined ? {} : { maxMemoryBytes: flags.memory * 1024 ** 2 }),
      expectedFailures: file === undefined ? [] : loadExpectedFailures(file),
      today: started.toISOString().slice(0, 10),
      onEvent: (event) => {
        progress.hear(event);
        onEvent?.(event);
      },
    });
    const meta = {
      harness: SUITE_VERSION,
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      started: started.toISOString(),
      milliseconds: Date.now() - started.getTime(),
    };
    return { result, meta };
  } catch (error) {
    throw withDoctor(error, target);
  } finally {
    progress.stop();
  }
}

/** True if colours may be written to stdout. */
export function colourOnStdout(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}
