/**
 * `pnpm mutation [group...]`: changes code in small ways, one at a time, and judges whether the checks of the suite
 * notice.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import { Command, InvalidArgumentError } from "commander";
import { whole } from "../commands/command-line.ts";
import { faultOf } from "../fault.ts";
import { nearest } from "../nearest.ts";
import { BadCall, EXIT } from "../refusals.ts";
import { scratch } from "../scratch.ts";
import { checkCall, chosenFiles, type Flags, filesOf, hasOwnTests, readReports } from "./call.ts";
import { CANARY, type GateSettings, gate, type Score, sum, total, type Verdict } from "./gate.ts";
import { GROUPS, type Group } from "./groups.ts";
import { isolatedNode } from "./isolation.ts";
import { keyText } from "./key.ts";
import { writePage } from "./page.ts";
import { printVerdict } from "./printed-verdict.ts";
import { type Mutant, merged, readReport } from "./report.ts";
import { type RunnerSettings, SETTINGS } from "./runner.ts";
import { isDrawn, type Selection } from "./selection.ts";
import { divided, readScores, readSurvivors, record, type Scores, updated, withFiles } from "./survivors.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const NODE = process.execPath;

function shardOf(text: string): NonNullable<Flags["shard"]> {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new InvalidArgumentError("It must be a number and how many there are, as 2/8.");
}

/** Mutants that none of the reports shows killed. */
function notKilled(words: readonly string[]): readonly string[] {
  const left = merged(readReports("--left-by", words)).filter(({ status }) => status !== "Killed");
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

/** A group, and the files of it that the call is about. */
interface Task {
  readonly group: Group;
  readonly files: readonly string[];
  /** What a run writes is named after its group, and after its first file where it is about some only. */
  readonly name: string;
}

function taskOf(group: Group, { files }: Flags): Task {
  if (files === undefined) return { group, files: filesOf(group, ROOT), name: group.name };
  const chosen = chosenFiles(group, files, ROOT);
  return { group, files: chosen, name: [group.name, ...chosen.slice(0, 1)].join(".").replaceAll("/", "-") };
}

const reportFile = (name: string): string => `.mutation/${name}.json`;

async function mutate({ group, files, name }: Task, selection: Selection, flags: Flags): Promise<void> {
  const { runs, sessions, alwaysFresh = false, isolated = false } = group;
  const { only } = flags;
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
    mutate: [...(flags.files === undefined ? group.mutate : files), CANARY],
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

function headOf({ group }: Task, settings: GateSettings, flags: Flags): string {
  if (!settings.whole) return `${group.name} (a part, of which no share is required)`;
  if (flags.files !== undefined) return `some of ${group.name} (no share is required)`;
  return `${group.name} (${settings.floor} % required)`;
}

function recordGroup(
  { group }: Task,
  { judged, left, files }: Verdict,
  part: { readonly part?: string },
): void {
  const inGroup = filesOf(group, ROOT);
  const gone = Object.keys(readScores()[group.name]?.files ?? {}).filter((file) => !inGroup.includes(file));
  const listed = readSurvivors().filter(({ file }) => !gone.includes(file));
  const survivors = updated(listed, judged, left, part.part === undefined);
  const own = Object.fromEntries([...files].map(([file, score]) => [file, { ...score, ...part }]));
  const known = readScores();
  const all = withFiles(known[group.name], group.floor, own);
  const kept = Object.fromEntries(Object.entries(all.files).filter(([file]) => !gone.includes(file)));
  const scores = divided({ ...known, [group.name]: { ...all, files: kept } }, survivors);
  record(survivors, scores);
  writePage(scores, survivors);
}

function chosenGroups(names: readonly string[]): readonly Group[] {
  const unknown = names.find((name) => !GROUPS.some((group) => group.name === name));
  if (unknown !== undefined) {
    const known = GROUPS.map(({ name }) => name);
    throw new BadCall(`no group "${unknown}"; there are ${known.join(", ")}${nearest(unknown, known)}`);
  }
  return names.length === 0 ? GROUPS : GROUPS.filter(({ name }) => names.includes(name));
}

async function mutantsOf(task: Task, selection: Selection, flags: Flags): Promise<readonly Mutant[]> {
  if (flags.reports !== undefined) {
    // With --files the rest of the group is not asked about.
    const others = filesOf(task.group, ROOT).filter((file) => !task.files.includes(file));
    return merged(readReports("--reports", flags.reports)).filter(({ key }) => !others.includes(key.file));
  }
  await mutate(task, selection, flags);
  const report = reportFile(task.name);
  if (!existsSync(report)) throw new Error("the run left no report");
  return readReport(report);
}

async function judgeTask(task: Task, selection: Selection, flags: Flags): Promise<void> {
  const { shard } = flags;
  const whole = !isPartial(selection, flags);
  if (!whole && flags.reports === undefined && hasOwnTests(task.group)) {
    console.log(`${task.group.name}: every mutant is run, and the part is chosen among the results`);
  }
  const settings: GateSettings = {
    ...{ floor: flags.files === undefined ? task.group.floor : 0, whole, files: task.files },
    anyFiles: new Set(GROUPS.flatMap((group) => filesOf(group, ROOT))),
    sourceOf: (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
    drawn: (key) => isDrawn(selection, key),
  };
  const mutants = await mutantsOf(task, selection, flags);
  let verdict = gate(mutants, readSurvivors(), settings);
  if (flags.record === true && verdict.incomplete.length > 0) {
    console.log("nothing is recorded, since not all was judged");
  } else if (flags.record === true) {
    recordGroup(task, verdict, shard === undefined ? {} : { part: `${shard.index}/${shard.of}` });
    verdict = gate(mutants, readSurvivors(), settings);
  }
  printVerdict(headOf(task, settings, flags), verdict);
  if (verdict.problems.length > 0) process.exitCode = EXIT.fellShort;
}

async function judge(names: readonly string[], flags: Flags): Promise<void> {
  const groups = chosenGroups(names);
  await checkCall(groups, flags);
  const tasks = groups.map((group) => taskOf(group, flags));
  readSurvivors();
  const selection = selectionOf(flags, groups, readScores());
  // Only a shard is the same mutants each time, so that its counts mean something.
  const { shard: _shard, ...chosen } = selection;
  if (flags.record === true && isPartial(chosen, flags)) {
    throw new BadCall("a sample is not recorded");
  }
  for (const task of tasks) await judgeTask(task, selection, flags);
}

const AFTERWARDS = "judge, harness, wire and process run all and choose afterwards";

const command = new Command("mutation")
  .description("Changes the reference in small ways, one at a time, and judges what the suite notices.")
  .argument("[groups...]", `${GROUPS.map(({ name }) => name).join(", ")} (default: all)`)
  .option(
    "--sample <number>",
    `about so many mutants, always the same for a seed; ${AFTERWARDS}`,
    whole(1, 1_000_000),
  )
  .option("--shard <i/n>", `one of so many parts; ${AFTERWARDS}`, shardOf)
  .option("--seed <number>", "which sample", whole(0, 2 ** 31 - 1), 1)
  .option("--force", "judges every mutant anew, whatever an earlier run says")
  .option(
    "--reports <files...>",
    "runs nothing: judges reports together, which must hold all of the group (or of --files, or of --shard)",
  )
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
