/** All commands of `fuzz` put together. */
import { Command } from "commander";
import { ownWords, withTarget } from "../conformance/commands/command-line.ts";
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

/** Runs what the command line asks for. Throws whatever ends it (`conformance/fault.ts`). */
export async function runProgram(): Promise<void> {
  await program().parseAsync(ownWords);
}
