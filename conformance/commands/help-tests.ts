/** What every command's help texts are held to, as tests. */
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { commandsBelow, type Examples } from "./help.ts";

/** The command line without what it does. */
function inert(command: Command): Command {
  for (const [, each] of commandsBelow(command)) each.action(() => undefined);
  return command;
}

/** As the shell and `command-line.ts` cut it: no redirection, and no program behind `--`. */
const words = (example: string): readonly string[] =>
  (example.split(/ > |(?:^| )-- /)[0] ?? "").split(" ").filter((word) => word !== "");

function helpOf(command: Command): string {
  let text = "";
  const writeOut = (part: string): void => {
    text += part;
  };
  command.configureOutput({ writeOut }).outputHelp();
  return text;
}

/** Registers the tests for a command. */
export function describeHelp(name: string, make: () => Command, examples: Examples): void {
  describe(`the help of ${name}`, () => {
    test("has an example for every command, and none is left over", () => {
      const paths = commandsBelow(make())
        .filter(([, command]) => command.commands.length === 0 || command.registeredArguments.length > 0)
        .map(([path]) => path);
      expect(Object.keys(examples).sort()).toEqual([...paths].sort());
    });

    test.each(Object.values(examples).flat())("has an example that is understood: %s", async (example) => {
      await inert(make()).parseAsync(words(example), { from: "user" });
    });

    test("names the exit codes everywhere", () => {
      for (const [, command] of commandsBelow(make())) {
        expect(helpOf(command)).toMatch(/\nExit codes: 0 as expected, .*\n$/);
      }
    });
  });
}
