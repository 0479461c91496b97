/** All commands put together. */
import { Command } from "commander";
import { CHAPTERS, REQUIREMENTS, requirement } from "../../spec/requirements.ts";
import { builtInTargets } from "../find-target.ts";
import { nearest } from "../nearest.ts";
import { chapterListing, explanation, listing } from "../report/catalogue.ts";
import { BadCall } from "../select.ts";
import { loadSuite } from "../suite.ts";
import { ownWords } from "./command-line.ts";
import { addCompare } from "./compare.ts";
import { addDoctor } from "./doctor.ts";
import { addEmit } from "./emit.ts";
import { addExpectedFailures } from "./expected-failures.ts";
import { addInit } from "./init.ts";
import { addMatrix } from "./matrix.ts";
import { addRun } from "./run.ts";

function explain(id: string): void {
  const row = requirement(id);
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

function quiet(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => undefined });
  for (const each of command.commands) quiet(each);
}

function program(): Command {
  const command = new Command("conformance")
    .description("Judges a repair layer for tool calls against the requirements of the spec.")
    .enablePositionalOptions();
  addRun(command);
  command
    .command("list")
    .description("prints targets, requirements and checks")
    .allowExcessArguments(false)
    .action(() => {
      process.stdout.write(listing(builtInTargets(), loadSuite()));
    });
  command
    .command("explain <id>")
    .description("prints what a requirement, or each of a chapter, says and what tests it")
    .allowExcessArguments(false)
    .action(explain);
  for (const add of [addMatrix, addCompare, addDoctor, addEmit, addExpectedFailures, addInit]) add(command);
  quiet(command);
  return command;
}

/** Runs what the command line asks for. Throws whatever ends it (`fault.ts`). */
export async function runProgram(): Promise<void> {
  await program().parseAsync(ownWords);
}
