/** The end of every help text: commands to copy, and what the exit codes mean. */
import type { Command } from "commander";

/** Examples by the path of a subcommand (`expected-failures init`; the command itself is ""): the words after the command. */
export type Examples = Readonly<Record<string, readonly string[]>>;

/** Every command with its path, the command itself first. */
export function commandsBelow(command: Command, path = ""): readonly (readonly [string, Command])[] {
  const below = command.commands.flatMap((each) =>
    commandsBelow(each, path === "" ? each.name() : `${path} ${each.name()}`),
  );
  return [[path, command], ...below];
}

/** Names of the commands right below one. */
export function namesBelow(command: Command): readonly string[] {
  return command.commands.map((each) => each.name());
}

/** Adds the examples, each after `called` (how a person calls the command), and the line about exit codes. */
export function withExamples(command: Command, called: string, examples: Examples, exitCodes: string): void {
  for (const [path, each] of commandsBelow(command)) {
    const own = examples[path] ?? [];
    const lines = own.map((words) => `  ${called} ${words}`.trimEnd());
    const title = lines.length === 1 ? "Example:" : "Examples:";
    each.addHelpText("after", () =>
      [...(lines.length === 0 ? [] : ["", title, ...lines]), "", `Exit codes: ${exitCodes}`].join("\n"),
    );
  }
}
