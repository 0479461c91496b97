/** The commands about single cases: replay one, make a vector of one. */

import { existsSync } from "node:fs";
import { type Command, Option } from "commander";
import { chosenTarget, ownWords, whole } from "../conformance/commands/command-line.ts";
import { callersPath, type TargetSource } from "../conformance/find-target.ts";
import { PACKAGED } from "../conformance/installed.ts";
import { printable } from "../conformance/printable.ts";
import { EXIT } from "../conformance/refusals.ts";
import { BadCall } from "../conformance/select.ts";
import { VECTOR_KINDS } from "../spec/vectors.ts";
import { type Finding, loadFinding, readToken, saveFinding } from "./finding.ts";
import { type PromoteOptions, promote, VECTORS } from "./promote.ts";
import { isBad } from "./property.ts";
import { type Replayed, replay } from "./replay.ts";
import { findingText } from "./text.ts";

interface ReplayFlags {
  readonly target?: string;
  readonly deadline: number;
  readonly save?: string;
}

function replayedOf(given: string): Replayed & { readonly target?: Finding["target"] } {
  const path = callersPath(given);
  if (existsSync(path)) return loadFinding(path);
  const token = readToken(given);
  if (token === undefined)
    throw new BadCall(`"${given}" is neither a file nor a token like 1:0:17:safety/total/x`);
  return token;
}

/** A program stands after `--` as for every command; else the flag decides, then the finding. */
function targetOf(flags: ReplayFlags, finding: { readonly target?: string }): TargetSource {
  const program = ownWords.length < process.argv.length;
  return chosenTarget(flags.target ?? (program ? undefined : finding.target));
}

async function replayCase(given: string, flags: ReplayFlags): Promise<void> {
  const replayed = replayedOf(given);
  const { judged, finding } = await replay(targetOf(flags, replayed), replayed, flags.deadline);
  if (flags.save !== undefined)
    process.stdout.write(`saved: ${saveFinding(callersPath(flags.save), finding)}\n`);
  if (isBad(judged.outcome)) process.stdout.write(findingText(finding));
  else process.stdout.write(`${judged.outcome}: ${printable(replayed.property)}\n`);
  process.exitCode = isBad(judged.outcome) ? EXIT.fellShort : EXIT.asExpected;
}

interface PromoteFlags extends Omit<PromoteOptions, "into"> {
  readonly into?: string;
}

function promoteFinding(given: string, { into, ...flags }: PromoteFlags): void {
  const finding = loadFinding(callersPath(given));
  const { address, file } = promote(finding, {
    ...flags,
    into: into === undefined ? VECTORS : callersPath(into),
  });
  process.stdout.write(`${address} is in ${file}\n`);
}

/** Adds `replay` and `promote`. */
export function addStored(command: Command): void {
  command
    .command("replay")
    .argument("<file-or-token>", "file of a finding, or the token that a report prints")
    .description("puts one case to a target again; exit code 1 if it still goes wrong")
    .option("--target <target>", "the target, in place of the finding's own")
    .option("--deadline <ms>", "milliseconds for one case", whole(10, 3_600_000), 5000)
    .option("--save <folder>", "store the case as it is now, for example in fuzz/corpus")
    .action(replayCase);
  // A vector belongs to the spec, which is the repository's.
  if (PACKAGED) return;
  command
    .command("promote")
    .argument("<file>", "file of a finding")
    .description("makes a finding a vector of the spec")
    .option("--into <file-or-folder>", "vector file, or folder of vector files (default: spec/vectors)")
    .option("--id <id>", "id of the vector")
    .option("--title <sentence>", "title of the vector")
    .addOption(new Option("--kind <kind>", "kind of the vector").choices(VECTOR_KINDS).default("edge"))
    .action(promoteFinding);
}
