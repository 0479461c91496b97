#!/usr/bin/env node
/** The command `fuzz`: reads the command line, hands over, sets the exit code. Nothing is decided here. */
import { Command } from "commander";
import { ownWords, withTarget } from "../conformance/commands/command-line.ts";
import { faultOf } from "../conformance/fault.ts";
import { withCampaignFlags } from "./command-line.ts";
import { addMerge, addNightly, runCommand } from "./run-command.ts";
import { addStored } from "./stored-commands.ts";

function quiet(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => undefined });
  for (const each of command.commands) quiet(each);
}

const withFlags = (command: Command): Command => withCampaignFlags(withTarget(command));

function program(): Command {
  const command = new Command("fuzz")
    .description("Runs campaigns of damaged calls against a repair layer: restored as meant, or refused.")
    .enablePositionalOptions();
  withFlags(command).action(runCommand);
  addNightly(command, withFlags);
  addMerge(command);
  addStored(command);
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
