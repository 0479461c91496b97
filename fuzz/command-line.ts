/** Flags that the fuzz commands share, read once. */

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { type Command, InvalidArgumentError, Option } from "commander";
import { whole } from "../conformance/commands/command-line.ts";
import { callersPath } from "../conformance/find-target.ts";
import { PACKAGED } from "../conformance/installed.ts";
import type { Shard } from "./plan.ts";

/** Where journals, reports and findings go unless a flag says otherwise; in the repository git ignores it. */
export const FINDINGS = PACKAGED
  ? callersPath("fuzz/findings")
  : fileURLToPath(new URL("findings/", import.meta.url));
/** Stored cases that every test run replays. */
export const CORPUS = fileURLToPath(new URL("corpus/", import.meta.url));

export interface CampaignFlags {
  readonly seed?: number;
  readonly cases?: number;
  /** Milliseconds. */
  readonly time?: number;
  readonly workers: number;
  readonly shard?: Shard;
  readonly only: readonly string[];
  readonly deadline: number;
  readonly out?: string;
  readonly resume?: true;
  readonly verbose?: true;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

function duration(text: string): number {
  const [, amount, unit = "s"] = /^(\d{1,6})([smh])?$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError("It must be a time as 90s, 10m or 2h.");
  return Number(amount) * (UNITS[unit] ?? 1000);
}

function shard(text: string): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > of)
    throw new InvalidArgumentError("It must be as 2/8, the first of which is 1/8.");
  return { index, of };
}

const repeated = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** Adds the flags of a campaign. */
export function withCampaignFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--seed <number>", "seed of all draws (default: 1)")
        .argParser(whole(0, 2 ** 31 - 1))
        .env("PI_REPAIR_FUZZ_SEED"),
    )
    .addOption(
      new Option("--cases <number>", "cases of the whole campaign, all shards together (default: 100000)")
        .argParser(whole(1, 1_000_000_000))
        .env("PI_REPAIR_FUZZ_CASES"),
    )
    .option(
      "--time <time>",
      "begin no batch after this: 90s, 10m, 2h; without --cases nothing else ends it",
      duration,
    )
    .option("--workers <number>", "instances of the target at work", whole(1, 256), availableParallelism())
    .option("--shard <i/n>", "this part of the batches only, as 2/8", shard)
    .addOption(
      new Option("--only <prefix>", "address of a property, or a prefix; may be repeated")
        .default([] as string[], "the mistakes")
        .argParser(repeated),
    )
    .option("--deadline <ms>", "milliseconds for one case", whole(10, 3_600_000), 5000)
    .option("--out <folder>", "where journal, report and findings go (default: fuzz/findings)")
    .option("--resume", "go on with the journal of the same campaign")
    .option("--verbose", "print the counts of every property");
}

/** The folder that the caller named, or the usual one. */
export function outFolder(given: string | undefined): string {
  return given === undefined ? FINDINGS : callersPath(given);
}
