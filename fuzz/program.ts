/** All commands of `fuzz` put together. */
import { Command } from "commander";
import { ownWords, throwing, withTarget } from "../conformance/commands/command-line.ts";
import { addCompletion } from "../conformance/commands/completion.ts";
import { EXIT_CODES } from "../conformance/commands/examples.ts";
import { type Examples, withExamples } from "../conformance/commands/help.ts";
import { addVersion } from "../conformance/commands/version.ts";
import { PACKAGED } from "../conformance/installed.ts";
import { withCampaignFlags } from "./command-line.ts";
import { addMerge, addNightly, runCommand } from "./run-command.ts";
import { addStored } from "./stored-commands.ts";
import { FUZZ } from "./text.ts";

/** A test parses each of them. */
export const EXAMPLES: Examples = {
  "": ["./my-layer.ts --cases 20000", "--time 10m --only safety -- python3 my_layer.py"],
  nightly: ["nightly ./my-layer.ts --time 30m"],
  merge: ["merge shard-1/report.json shard-2/report.json"],
  replay: ["replay fuzz/findings/0a1b2c3d.json --target ./my-layer.ts"],
  completion: ["completion bash > ~/.local/share/bash-completion/completions/pi-repair-fuzz"],
  promote: ["promote fuzz/findings/0a1b2c3d.json --kind edge"],
};

const withFlags = (command: Command): Command => withCampaignFlags(withTarget(command));

/** All commands. */
export function program(): Command {
  const command = new Command(PACKAGED ? "pi-repair-fuzz" : "fuzz")
    .description("Runs campaigns of damaged calls against a repair layer: restored as meant, or refused.")
    .enablePositionalOptions();
  withFlags(command).action(runCommand);
  addVersion(command);
  addNightly(command, withFlags);
  addMerge(command);
  addStored(command);
  addCompletion(command, "pi-repair-fuzz");
  withExamples(command, FUZZ, EXAMPLES, EXIT_CODES);
  throwing(command);
  return command;
}

/** Runs what the command line asks for. Throws whatever ends it (`conformance/fault.ts`). */
export async function runProgram(): Promise<void> {
  await program().parseAsync(ownWords);
}
