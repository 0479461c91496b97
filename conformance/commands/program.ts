/** All commands put together. */
import { Command, CommanderError } from "commander";
import { CHAPTERS, REQUIREMENTS, requirement } from "../../spec/requirements.ts";
import { builtInTargets, findTarget } from "../find-target.ts";
import { COMMAND, NAME } from "../installed.ts";
import { nearest } from "../nearest.ts";
import { printable } from "../printable.ts";
import { chapterListing, explanation, listing, listingBelow } from "../report/catalogue.ts";
import { BadCall } from "../select.ts";
import { addressOf, loadSuite, requirementOf } from "../suite.ts";
import { optionsBehind, ownWords, throwing } from "./command-line.ts";
import { addCompare } from "./compare.ts";
import { addCompletion } from "./completion.ts";
import { addDoctor } from "./doctor.ts";
import { addEmit } from "./emit.ts";
import { EXAMPLES, EXIT_CODES } from "./examples.ts";
import { addExpectedFailures } from "./expected-failures.ts";
import { namesBelow, withExamples } from "./help.ts";
import { addInit } from "./init.ts";
import { addMatrix } from "./matrix.ts";
import { addRun } from "./run.ts";
import { addVersion } from "./version.ts";

function explain(id: string): void {
  const row = requirement(id) ?? requirementOfCheck(id);
  if (row !== undefined) {
    process.stdout.write(explanation(row, loadSuite()));
    return;
  }
  const below = REQUIREMENTS.filter(({ chapter }) => chapter === id);
  if (below.length === 0) {
    const known = [...CHAPTERS, ...REQUIREMENTS.map((each) => each.id)];
    throw new BadCall(`no requirement "${id}"${nearest(id, known)}`);
  }
  process.stdout.write(chapterListing(below, loadSuite()));
}

/** A report names checks, so people ask for those too. */
function requirementOfCheck(address: string) {
  const check = loadSuite().checks.find((each) => addressOf(each) === address);
  return check && requirement(requirementOf(check));
}

function list(prefix: string | undefined): void {
  const suite = loadSuite();
  const text = prefix === undefined ? listing(builtInTargets(), suite) : listingBelow(prefix, suite);
  if (text === undefined) {
    const known = [...CHAPTERS, ...REQUIREMENTS.map((each) => each.id)];
    throw new BadCall(`no address begins with "${prefix}"${nearest(prefix ?? "", known)}`);
  }
  process.stdout.write(text);
}

/** All commands. */
export function program(): Command {
  const command = new Command(NAME)
    .description("Judges a repair layer for tool calls against the requirements of the spec.")
    .enablePositionalOptions();
  addRun(command);
  addVersion(command);
  command
    .command("list [prefix]")
    .description("prints targets, requirements and checks, or those whose address begins with a prefix")
    .allowExcessArguments(false)
    .action(list);
  command
    .command("explain")
    .argument("<id>", "a chapter, requirement or check, as schema/additional-properties")
    .description("prints what a requirement, or each of a chapter, says and what tests it")
    .allowExcessArguments(false)
    .action(explain);
  for (const add of [addMatrix, addCompare, addDoctor, addEmit, addExpectedFailures, addInit]) add(command);
  addCompletion(command, "pi-repair-conformance");
  withExamples(command, COMMAND, EXAMPLES, EXIT_CODES);
  throwing(command);
  return command;
}

/** Runs what the command line asks for. Throws whatever ends it (`fault.ts`). */
export async function runProgram(): Promise<void> {
  const command = program();
  const note = optionsBehind(command);
  if (note !== undefined) process.stderr.write(`${printable(note)}\n`);
  try {
    await command.parseAsync(ownWords);
  } catch (error) {
    // A mistyped command is taken for a target, and the words after it are then too many.
    const [first] = command.args;
    const tooMany = error instanceof CommanderError && error.code === "commander.excessArguments";
    const names = namesBelow(command);
    if (tooMany && first !== undefined && !names.includes(first)) findTarget(first, names);
    throw error;
  }
}
