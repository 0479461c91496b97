/** The command `conformance`: reads the command line, runs, prints, sets the exit code. Nothing is decided here. */
import { Command } from "commander";
import { REQUIREMENTS, requirement } from "../spec/requirements.ts";
import { ownWords } from "./commands/command-line.ts";
import { addCompare } from "./commands/compare.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addEmit } from "./commands/emit.ts";
import { addExpectedFailures } from "./commands/expected-failures.ts";
import { addInit } from "./commands/init.ts";
import { addMatrix } from "./commands/matrix.ts";
import { addRun } from "./commands/run.ts";
import { faultOf } from "./fault.ts";
import { builtInTargets } from "./load-target.ts";
import { nearest } from "./nearest.ts";
import { explanation, listing } from "./report/catalogue.ts";
import { BadCall } from "./select.ts";
import { loadSuite } from "./suite.ts";

function explain(id: string): void {
  const row = requirement(id);
  if (row === undefined) {
    const known = REQUIREMENTS.map((each) => each.id);
    throw new BadCall(`no requirement "${id}"${nearest(id, known)}`);
  }
  process.stdout.write(explanation(row, loadSuite()));
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
    .description("prints what one requirement says and what tests it")
    .allowExcessArguments(false)
    .action(explain);
  for (const add of [addMatrix, addCompare, addDoctor, addEmit, addExpectedFailures, addInit]) add(command);
  quiet(command);
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
