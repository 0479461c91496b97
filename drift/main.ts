// The command line: `drift`, `drift bisect <claim>`, `drift page`. Words and exit codes only.
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { run, runBisect, runPage } from "./commands.ts";
import { CommandError, EXIT, type Outcome } from "./exit.ts";
import { messageOf } from "./load.ts";
import { nearest } from "./nearest.ts";
import { printable } from "./printable.ts";
import type { RunOptions } from "./versions.ts";

function print(outcome: Outcome, json: boolean | undefined): void {
  process.stdout.write(json ? `${JSON.stringify(outcome.json, null, 2)}\n` : outcome.text);
  process.exitCode = outcome.code;
}

function workers(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 32)
    throw new InvalidArgumentError("wants a number from 1 to 32");
  return count;
}

function oneChoice(options: RunOptions): void {
  const given = [options.pi !== undefined, options.minors, options.all, options.newest].filter(
    Boolean,
  ).length;
  if (given > 1) throw new CommandError(EXIT.badCall, "give one of --pi, --newest, --minors and --all");
}

function program(): Command {
  const command = new Command("drift")
    .description("Executes every claim about pi against the installed pi, or against published ones.")
    .option("--pi <versions>", "these published versions, separated by commas")
    .option("--newest", "the newest published version")
    .option("--minors", "the last version of every minor since 0.74")
    .option("--all", "every published version since 0.74; an interrupted run goes on where it stopped")
    .option(
      "--reverify",
      "walk through the claims, show what changed and whom it touches, rewrite ledger and page",
    )
    .option("--fresh", "ignore cached results")
    .option("--workers <count>", "probes at a time", workers, 2)
    .option("--json", "print one JSON document")
    .argument("[words...]")
    .usage("[options] [command]")
    .addHelpText(
      "after",
      "\nExit: 0 as in the ledger (what differs from a claim was recorded so), 1 stale page, 2 bad call, 3 incomplete, 4 error of drift itself, 5 drift.",
    )
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) });
  command.action(async (words: readonly string[], options: RunOptions) => {
    const [word] = words;
    if (word !== undefined)
      throw new CommandError(
        EXIT.badCall,
        `no command '${printable(word)}'${nearest(word, ["bisect", "page"])}`,
      );
    oneChoice(options);
    print(await run(options), options.json);
  });
  command
    .command("bisect")
    .description("first published version with the newest behaviour of a claim")
    .argument("<claim>")
    .option("--from <version>", "oldest version to ask")
    .option("--to <version>", "newest version to ask")
    .option("--json", "print one JSON document")
    .exitOverride()
    .action(async (claim: string, options: { from?: string; to?: string; json?: boolean }, sub: Command) => {
      print(
        await runBisect(claim, options.from, options.to),
        sub.optsWithGlobals().json as boolean | undefined,
      );
    });
  command
    .command("page")
    .description("write docs/pi.md from the ledger")
    .option("--check", "write nothing, exit 1 where the page is stale")
    .exitOverride()
    .action((options: { check?: boolean }) => print(runPage(options.check ?? false), false));
  return command;
}

try {
  await program().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.expected : EXIT.badCall;
  else {
    process.stderr.write(`drift: ${messageOf(error)}\n`);
    process.exitCode = error instanceof CommandError ? error.code : EXIT.harness;
  }
}
