/** How the programs that prove the suite start: flags are read strictly, and what cannot go on ends as one line. */
import { Command, type OptionValues } from "commander";
import { throwing } from "./commands/command-line.ts";
import { start } from "./start.ts";

/** A program without arguments; `name` as it is typed. */
export function toolCommand(name: string, description: string): Command {
  return new Command(name).usage("[options]").description(description).allowExcessArguments(false);
}

/** Reads the command line, and runs with the flags. Sets the exit code, and throws nothing. */
export async function runTool<Flags extends OptionValues>(
  command: Command,
  action: (flags: Flags) => Promise<void>,
): Promise<void> {
  command.action(() => action(command.opts<Flags>()));
  throwing(command);
  await start(async () => ({
    runProgram: async () => {
      await command.parseAsync();
    },
  }));
}
