/** `conformance expected-failures init|update|check [target]`: keeps what a target is known to get wrong. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { fellShort } from "../assemble.ts";
import { counted } from "../counted.ts";
import { loadExpectedFailures } from "../expected-failures.ts";
import { failuresText, upkeep } from "../failures-file.ts";
import { callersPath, failuresBeside, type TargetSource } from "../find-target.ts";
import { EXIT } from "../refusals.ts";
import { BadCall } from "../select.ts";
import { loadSuite } from "../suite.ts";
import {
  chosenTarget,
  failuresFile,
  type RunFlags,
  runWith,
  withRunFlags,
  withTarget,
} from "./command-line.ts";
import { writing } from "./run.ts";

/** Where a target's file belongs if none is named: beside what is run. */
function homeOf(target: TargetSource): string {
  const words =
    target.program === undefined
      ? [fileURLToPath(target.module)]
      : [target.program.command, ...target.program.args];
  const file = words
    .map((word) => resolve(target.program?.cwd ?? ".", word))
    .find((path) => existsSync(path));
  if (file === undefined) throw new BadCall("say where the file belongs, with --expected-failures <file>");
  return target.program === undefined ? failuresBeside(file) : resolve(file, "..", "expected-failures.json");
}

function sourceLine(file: string): string {
  const read: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const source: unknown = typeof read === "object" && read !== null ? Reflect.get(read, "source") : undefined;
  return typeof source === "string" ? source : "What this target is known to get wrong, and why.";
}

async function keep(given: string | undefined, flags: RunFlags, mode: "init" | "update"): Promise<void> {
  if (flags.only.length > 0) throw new BadCall("the file is about all of the suite: leave --only away");
  const target = chosenTarget(given);
  const file = failuresFile(target, flags) ?? homeOf(target);
  if (mode === "init" && existsSync(file)) throw new BadCall(`${file} is there already; use update`);
  const known = existsSync(file) ? loadExpectedFailures(file) : [];
  const { expectedFailures: _named, ...rest } = flags;
  const { result } = await runWith(
    { ...target, ...(existsSync(file) ? { expectedFailures: file } : {}) },
    rest,
  );
  if (result.exitCode === EXIT.incomplete || result.exitCode === EXIT.harnessError) {
    throw new BadCall("the run was not complete, so the file stays as it is");
  }
  const { entries, added, removed } = upkeep(known, result, loadSuite());
  writing(file, (path) => writeFileSync(path, failuresText(sourceLine(file), entries)));
  const lines = [
    `${callersPath(file)}: ${counted(entries.length, "entry", "entries")}, ${added.length} added, ${removed.length} removed`,
    ...added.map((address) => `  added ${address}`),
    ...removed.map((address) => `  removed ${address}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

async function check(given: string | undefined, flags: RunFlags): Promise<void> {
  const target = chosenTarget(given);
  const file = failuresFile(target, flags);
  if (file === undefined)
    throw new BadCall(
      "the target has no file of expected failures beside it: write one with init, or name it with --expected-failures",
    );
  const { result } = await runWith(target, flags);
  const unexpected = result.requirements.filter(
    ({ requirement, verdict, expected }) => requirement.level !== "S" && fellShort(verdict) && !expected,
  );
  const lines = [
    ...unexpected.map(({ requirement }) => `${requirement.id} falls short, and no entry covers all of it`),
    ...result.stale.map((address) => `the entry ${address} held: take it out`),
    `exit code ${result.exitCode}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = result.exitCode;
}

/** Adds the commands. */
export function addExpectedFailures(command: Command): void {
  const group = command
    .command("expected-failures")
    .description("keeps the file of what a target is known to get wrong");
  const sub = (name: string, description: string): Command =>
    withRunFlags(withTarget(group.command(name).description(description)));
  sub("init", "writes the file from what fails now").action((given: string | undefined, flags: RunFlags) =>
    keep(given, flags, "init"),
  );
  sub("update", "takes out what holds, adds what fails").action(
    (given: string | undefined, flags: RunFlags) => keep(given, flags, "update"),
  );
  sub("check", "says whether the file tells the truth").action(check);
}
