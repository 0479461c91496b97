/** The commands that run campaigns: the campaign itself, the nightly one, and the merge of shards. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { chosenTarget } from "../conformance/commands/command-line.ts";
import { callersPath, type TargetSource } from "../conformance/find-target.ts";
import { EXIT } from "../conformance/refusals.ts";
import { runCampaign } from "./campaign.ts";
import { type CampaignFlags, CORPUS, outFolder } from "./command-line.ts";
import { loadFinding, saveFinding } from "./finding.ts";
import { openLane } from "./lane.ts";
import { showLive } from "./live.ts";
import { isBad } from "./property.ts";
import { judgeReplayed } from "./replay.ts";
import { badCases, type FuzzReport, loadReport, mergeReports, reportText } from "./report.ts";
import { campaignText, FUZZ, findingText } from "./text.ts";

const DEFAULT_SEED = 1;
const DEFAULT_CASES = 100_000;

function exitCodeOf(report: FuzzReport, interrupted: boolean): number {
  if (report.belowFloor.length > 0) return EXIT.harnessError;
  if (badCases(report) > 0) return EXIT.fellShort;
  const notRun = Object.keys(report.outcomes).some((key) => key.endsWith("not-run"));
  return interrupted || notRun ? EXIT.incomplete : EXIT.asExpected;
}

/** Writes a report and its findings into a folder. */
function writeAll(folder: string, name: string, report: FuzzReport): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), reportText(report));
  for (const { finding } of report.failures) if (finding !== undefined) saveFinding(folder, finding);
}

const partName = ({ shard }: CampaignFlags): string =>
  shard === undefined ? "" : `-${shard.index}-of-${shard.of}`;

/** A first interrupt lets the batches under way end; a second one ends at once. */
function interrupts(): AbortController {
  const control = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => control.abort());
  return control;
}

async function campaign(source: TargetSource, flags: CampaignFlags): Promise<number> {
  const folder = outFolder(flags.out);
  const { seed = DEFAULT_SEED, time, shard, only, workers } = flags;
  const cases = flags.cases ?? (time === undefined ? DEFAULT_CASES : undefined);
  const control = interrupts();
  const live = showLive(process.stderr);
  let report: FuzzReport;
  try {
    report = await runCampaign({
      ...{ source, seed, only, workers, deadlineMs: flags.deadline, resume: flags.resume === true },
      ...(cases !== undefined && { cases }),
      ...(shard !== undefined && { shard }),
      ...(time !== undefined && { milliseconds: time }),
      journal: join(folder, `journal${partName(flags)}.ndjson`),
      signal: control.signal,
      onBatch: live.onBatch,
      onShrink: live.onShrink,
    });
  } finally {
    live.stop();
  }
  const name = `report${partName(flags)}.json`;
  writeAll(folder, name, report);
  process.stdout.write(campaignText(report, flags.verbose === true));
  process.stdout.write(`written: ${join(folder, name)}\n`);
  return exitCodeOf(report, control.signal.aborted);
}

/** Files of findings in a folder, sorted; reports and journals are none. */
export function findingFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{16}\.json$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

async function replayAll(
  source: TargetSource,
  files: readonly string[],
  flags: CampaignFlags,
): Promise<number> {
  const lane = await openLane(source, { seed: 0, deadlineMs: flags.deadline });
  let bad = 0;
  try {
    for (const finding of files.map(loadFinding)) {
      const judged = await judgeReplayed(lane, finding);
      if (!isBad(judged.outcome)) continue;
      bad += 1;
      process.stdout.write(findingText({ ...finding, outcome: judged.outcome, target: source.given }));
    }
  } finally {
    await lane.close();
  }
  process.stdout.write(`replayed: ${files.length} stored cases, ${bad} bad\n`);
  return bad;
}

/** The day, in UTC, as a seed: 20260102. */
function seedOfDay(now: Date): number {
  return Number(now.toISOString().slice(0, 10).replaceAll("-", ""));
}

async function nightly(given: string | undefined, flags: CampaignFlags): Promise<void> {
  const source = chosenTarget(given);
  const seed = flags.seed ?? seedOfDay(new Date());
  process.stdout.write(`nightly: seed ${seed}; again with ${FUZZ} nightly --seed ${seed}\n`);
  const stored = [...findingFiles(CORPUS), ...findingFiles(outFolder(flags.out))];
  const bad = await replayAll(source, stored, flags);
  const code = await campaign(source, { ...flags, seed });
  process.exitCode = code === EXIT.asExpected && bad > 0 ? EXIT.fellShort : code;
}

function merge(files: readonly string[], flags: { readonly out?: string; readonly verbose?: true }): void {
  const report = mergeReports(files.map(callersPath).map(loadReport));
  const folder = outFolder(flags.out);
  writeAll(folder, "report.json", report);
  process.stdout.write(campaignText(report, flags.verbose === true));
  process.exitCode = exitCodeOf(report, report.campaign.cases !== null && !report.complete);
}

/** What the command itself does. */
export async function runCommand(given: string | undefined, flags: CampaignFlags): Promise<void> {
  process.exitCode = await campaign(chosenTarget(given), flags);
}

/** Adds `nightly`; `withFlags` adds the flags of a campaign and its target. */
export function addNightly(command: Command, withFlags: (command: Command) => Command): void {
  withFlags(command.command("nightly"))
    .description("replays what is stored, then runs a campaign whose seed is the day")
    .action(nightly);
}

/** Adds `merge`. */
export function addMerge(command: Command): void {
  command
    .command("merge")
    .argument("<reports...>", "JSON reports, one a shard")
    .description("adds up the reports of shards to that of one run")
    .option("--out <folder>", "where report and findings go (default: fuzz/findings)")
    .option("--verbose", "print the counts of every property")
    .action(merge);
}
