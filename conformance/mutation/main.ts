/**
 * `pnpm mutation [group...]`: changes code in small ways, one at a time, and judges whether the checks of the suite
 * notice.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import Table from "cli-table3";
import { Command, InvalidArgumentError } from "commander";
import { whole } from "../commands/command-line.ts";
import { faultOf } from "../fault.ts";
import { callersPath } from "../find-target.ts";
import { BadCall, EXIT } from "../refusals.ts";
import { scratch } from "../scratch.ts";
import { CANARY, gate, percent, type Score, sum, total, type Verdict } from "./gate.ts";
import { GROUPS, type Group } from "./groups.ts";
import { isolatedNode } from "./isolation.ts";
import { keyText } from "./key.ts";
import { writePage } from "./page.ts";
import { judgedOf, type Mutant, merged, readReport } from "./report.ts";
import { type RunnerSettings, SETTINGS } from "./runner.ts";
import { isDrawn, type Selection } from "./selection.ts";
import { readScores, readSurvivors, record, type Scores, updated, withFiles } from "./survivors.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const NODE = process.execPath;

interface Flags {
  readonly sample?: number;
  readonly shard?: { readonly index: number; readonly of: number };
  readonly seed: number;
  readonly force?: true;
  readonly reports?: readonly string[];
  readonly leftBy?: readonly string[];
  readonly only?: readonly string[];
  readonly files?: readonly string[];
  readonly concurrency?: number;
  readonly record?: true;
  readonly freshProcesses?: true;
}

function shardOf(text: string): NonNullable<Flags["shard"]> {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new InvalidArgumentError("It must be a number and how many there are, as 2/8.");
}

/** Mutants that none of the reports shows killed. */
function notKilled(files: readonly string[]): readonly string[] {
  const mutants = merged(files.map((file) => readReport(callersPath(file))));
  const left = mutants.filter(({ status }) => status !== "Killed");
  return left.map(({ key }) => keyText({ ...key, nth: 1 }));
}

const recorded = (scores: Scores, name: string): Score => sum(Object.values(scores[name]?.files ?? {}));

/** A sample is a share of what the last recorded run counted in the groups asked for. */
function selectionOf(
  { sample, shard, seed, leftBy }: Flags,
  groups: readonly Group[],
  scores: Scores,
): Selection {
  const known = groups.reduce((sum, { name }) => sum + total(recorded(scores, name)), 0);
  return {
    seed,
    ...(shard && { shard }),
    ...(leftBy && { among: notKilled(leftBy) }),
    ...(sample !== undefined && { share: known === 0 ? 1 : Math.min(1, sample / known) }),
  };
}

const isPartial = ({ share, shard, among }: Selection, { only }: Flags): boolean =>
  [share, shard, among, only].some((part) => part !== undefined);

/** What a run writes is named after its group, and after its first file where it is about some only. */
const nameOf = ({ name }: Group, { files }: Flags): string =>
  [name, ...(files ?? []).slice(0, 1)].join(".").replaceAll("/", "-");

const reportFile = (name: string): string => `.mutation/${name}.json`;

async function mutate(group: Group, selection: Selection, flags: Flags): Promise<void> {
  const { runs, sessions, alwaysFresh = false, isolated = false } = group;
  const { only, files } = flags;
  const name = nameOf(group, flags);
  const settings: RunnerSettings = {
    root: ROOT,
    runs,
    sessions,
    alwaysFresh,
    ...(only && { only }),
    selection,
  };
  const file = resolve(`.mutation/${name}.settings.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(settings));
  process.env[SETTINGS] = file;
  const partial = isPartial(selection, flags);
  // Stryker starts its test runners with the program that runs it.
  process.execPath = isolated ? isolatedNode(tmpdir()) : NODE;
  await new Stryker({
    testRunner: "suite",
    mutate: [...(files ?? group.mutate), CANARY],
    // A sample must not overwrite what is known of the rest.
    incremental: !partial,
    force: flags.force === true,
    incrementalFile: `.mutation/${name}.incremental.json`,
    jsonReporter: { fileName: reportFile(name) },
    tempDirName: `.stryker-tmp/${name}`,
    ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    ...(flags.freshProcesses === true && { maxTestRunnerReuse: 1 }),
    ...group.stryker,
  }).runMutationTest();
}

function row(name: string, score: Score): readonly string[] {
  const { killed, timeout, survived, equivalent, noCoverage, errors } = score;
  const counts = [total(score), killed, timeout, survived, equivalent, noCoverage, errors].map(String);
  return [name, `${percent(score).toFixed(1)} %`, ...counts];
}

const HEAD = [
  ...["file", "score", "mutants", "killed", "timeout", "survived", "equivalent", "not reached", "not judged"],
];
const MAX_SHOWN = 60;

function show({ name, floor }: Group, { score, files, problems }: Verdict): void {
  const table = new Table({ head: HEAD, style: { head: [], border: [] } });
  for (const [file, own] of files) table.push([...row(file, own)]);
  table.push([...row(`${name} (${floor} % required)`, score)]);
  console.log(table.toString());
  for (const problem of problems.slice(0, MAX_SHOWN)) console.log(problem);
  if (problems.length > MAX_SHOWN) console.log(`and ${problems.length - MAX_SHOWN} more`);
}

function recordGroup(
  group: Group,
  mutants: readonly Mutant[],
  verdict: Verdict,
  part: { readonly part?: string },
): void {
  const own = mutants.filter(({ key }) => key.file !== CANARY);
  const survivors = updated(readSurvivors(), own, verdict.left, part.part === undefined);
  const files = Object.fromEntries([...verdict.files].map(([file, score]) => [file, { ...score, ...part }]));
  const known = readScores();
  const scores = { ...known, [group.name]: withFiles(known[group.name], group.floor, files) };
  record(survivors, scores);
  writePage(scores, survivors);
}

function chosenGroups(names: readonly string[]): readonly Group[] {
  const unknown = names.find((name) => !GROUPS.some((group) => group.name === name));
  if (unknown !== undefined) {
    throw new BadCall(`no group "${unknown}"; there are ${GROUPS.map(({ name }) => name).join(", ")}`);
  }
  return names.length === 0 ? GROUPS : GROUPS.filter(({ name }) => names.includes(name));
}

async function mutantsOf(group: Group, selection: Selection, flags: Flags): Promise<readonly Mutant[]> {
  if (flags.reports !== undefined) return merged(flags.reports.map((file) => readReport(callersPath(file))));
  await mutate(group, selection, flags);
  const report = reportFile(nameOf(group, flags));
  if (!existsSync(report)) throw new Error("the run left no report");
  return readReport(report);
}

async function judge(names: readonly string[], flags: Flags): Promise<void> {
  const groups = chosenGroups(names);
  if (flags.reports !== undefined && groups.length !== 1) throw new BadCall("reports are those of one group");
  if (flags.files !== undefined && groups.length !== 1) throw new BadCall("files are those of one group");
  const selection = selectionOf(flags, groups, readScores());
  // Reports may be those of one shard only: then the shard is given beside them.
  const whole = flags.shard === undefined && (flags.reports !== undefined || !isPartial(selection, flags));
  const { shard } = flags;
  if (flags.record === true && !whole && shard === undefined) throw new BadCall("a sample is not recorded");
  const part = shard === undefined ? {} : { part: `${shard.index}/${shard.of}` };
  for (const group of groups) {
    // What no check reaches is told of all mutants, whatever the run was about.
    const all = judgedOf(await mutantsOf(group, selection, flags));
    const mutants = whole ? all : all.filter(({ key }) => isDrawn(selection, key));
    const settings = { floor: flags.files === undefined ? group.floor : 0, whole };
    let verdict = gate(mutants, readSurvivors(), settings);
    if (flags.record === true) {
      recordGroup(group, mutants, verdict, part);
      verdict = gate(mutants, readSurvivors(), settings);
    }
    show(group, verdict);
    if (verdict.problems.length > 0) process.exitCode = EXIT.fellShort;
  }
}

const command = new Command("mutation")
  .description("Changes the reference in small ways, one at a time, and judges what the suite notices.")
  .argument("[groups...]", `${GROUPS.map(({ name }) => name).join(", ")} (default: all)`)
  .option("--sample <number>", "about so many mutants, always the same for a seed", whole(1, 1_000_000))
  .option("--shard <i/n>", "one of so many parts", shardOf)
  .option("--seed <number>", "which sample", whole(0, 2 ** 31 - 1), 1)
  .option("--force", "judges every mutant anew, whatever an earlier run says")
  .option("--reports <files...>", "runs nothing: judges the reports of shards together")
  .option("--files <files...>", "only these files of the group, in its place")
  .option("--only <prefix...>", "asks only checks with these addresses, as after adding some")
  .option("--left-by <reports...>", "only mutants that none of these reports shows killed")
  .option("--fresh-processes", "a process of its own for every mutant; the verdicts must be the same")
  .option("--concurrency <number>", "mutants at a time (default: 2)", whole(1, 64))
  .option("--record", "writes survivors.json, scores.json and docs/mutation.md")
  .exitOverride()
  .configureOutput({ outputError: () => undefined });

process.chdir(ROOT);
const own = scratch();
Object.assign(process.env, own.env);
try {
  await command.parseAsync();
  await judge(command.args, command.opts<Flags>());
} catch (error) {
  const fault = faultOf(error);
  if (fault !== undefined) {
    console.error(fault.line);
    process.exitCode = fault.exitCode;
  }
} finally {
  own.remove();
}
