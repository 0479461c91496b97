/** `pnpm bench`: side by side in one run, ratios with their spread; growth; the harness's own speed; comparison of checkouts. */
import { Command, CommanderError } from "commander";
import { throwing } from "../conformance/commands/command-line.ts";
import { namesBelow } from "../conformance/commands/help.ts";
import { faultOf } from "../conformance/fault.ts";
import { nearest } from "../conformance/nearest.ts";
import { printable } from "../conformance/printable.ts";
import { BadCall } from "../conformance/select.ts";
import { allocations } from "./allocation.ts";
import { compareCheckouts } from "./compare.ts";
import { figuresOf } from "./figures.ts";
import { EXPONENT_AIM, type Growth, growing, growthOf } from "./growth.ts";
import { entryOf, record } from "./history.ts";
import { loadPeers, OURS } from "./layer.ts";
import { FULL, QUICK } from "./measure.ts";
import { writePage } from "./page.ts";
import { type ProgramSpeed, programSpeeds } from "./processes.ts";
import { allScenes, measureScene, type Result } from "./run.ts";
import { aimLines, allocationTable, growthTable, programTable, resultTable } from "./tables.ts";
import { refusePartialRecord, type Wants, wanting, wantsGrowth, wantsScene } from "./wanted.ts";

interface Flags {
  readonly only: readonly string[];
  readonly peer: readonly string[];
  readonly quick?: true;
  readonly record?: true;
}

const repeated = (value: string, before: readonly string[]): readonly string[] => [...before, value];

const HEARTBEAT_MS = 10_000;
let lastSaid = performance.now();

/** What is measured now: on a terminal always on the same line, elsewhere a line now and then. */
function says(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (text !== "" && performance.now() - lastSaid > HEARTBEAT_MS) {
    lastSaid = performance.now();
    process.stderr.write(`${text}\n`);
  }
}

function note(text: string): void {
  says("");
  process.stderr.write(`note: ${printable(text)}\n`);
}

function print(title: string, table: string): void {
  says("");
  process.stdout.write(`\n${title}\n${table}\n`);
}

async function scenes(flags: Flags, wants: Wants): Promise<readonly Result[]> {
  const layers = [OURS, ...(await loadPeers(flags.peer))];
  const { scenes: all, close } = allScenes();
  try {
    const wanted = all.filter((scene) => wantsScene(wants, scene));
    const results = wanted.flatMap((scene) => {
      says(scene.id);
      return measureScene(scene, layers, flags.quick ? QUICK : FULL, note);
    });
    for (const { name } of wanted.length === 0 ? [] : layers)
      if (!results.some(({ contender }) => contender === name))
        note(`${name} does nothing of what is asked for`);
    return results;
  } finally {
    close();
  }
}

function growths(flags: Flags, wants: Wants): readonly Growth[] {
  const wanted = growing().filter((one) => wantsGrowth(wants, one));
  return wanted.map((one) => {
    says(`growth of ${one.id}`);
    return growthOf(one, flags.quick === true);
  });
}

/** What the harness's programs cost is asked for by name or not at all in a quick run: it takes minutes. */
function programs(flags: Flags, wants: Wants): readonly ProgramSpeed[] {
  if (flags.only.length === 0 && flags.quick === true) return [];
  return programSpeeds(flags.quick ? 1 : 3, wants, says);
}

async function bench(flags: Flags): Promise<void> {
  refusePartialRecord(flags);
  const wants = wanting(flags.only);
  const results = await scenes(flags, wants);
  if (results.length > 0)
    print("Ratios, least time over least time, and those of single rounds", resultTable(results));
  const allocated = allocations(wants);
  if (allocated.length > 0) print("Allocation on the fast path", allocationTable(allocated));
  const grown = growths(flags, wants);
  if (grown.length > 0) print("Growth, work of this thread", growthTable(grown, EXPONENT_AIM));
  const run = programs(flags, wants);
  if (run.length > 0) print("The harness", programTable(run));
  if (results.length + allocated.length + grown.length + run.length === 0)
    throw new BadCall(`nothing is called ${flags.only.join(", ")}; the ids stand in docs/bench.md`);
  const figures = figuresOf(results, grown, run, allocated);
  process.stdout.write(`\n${aimLines(figures)}\n`);
  if (flags.record !== true) return;
  record(entryOf(figures, new Date().toISOString().slice(0, 10), process.version));
  writePage();
}

const program = new Command("bench")
  // What stands behind a subcommand is its own.
  .enablePositionalOptions()
  .description("Measures the reference beside pi, peers and JSON.parse, in one run on one machine.")
  .option("--only <prefix>", "a group or the beginning of an id; may be repeated", repeated, [])
  .option(
    "--peer <name=path>",
    "another layer: a checkout of this project, a package with ./core and ./grammar, or a module that exports runRepairPipeline, recoverGrammarLeaks or both; may be repeated",
    repeated,
    [],
  )
  .option("--quick", "short rounds and few samples, without the harness's own speed")
  .option("--record", "add the run to bench/history.json and write docs/bench.md")
  .action(bench);
program
  .command("compare")
  .argument("<base>", "another checkout")
  .argument("[head]", "the one that is judged (default: this one)")
  .description(
    "compares two checkouts in one run; exit code 1 if something is slower by more than 1.25, three times in a row",
  )
  .option("--only <prefix>", "a group or the beginning of an id; may be repeated", repeated, [])
  .action(compareCheckouts);
program
  .command("page")
  .description("writes docs/bench.md and its chart from the history")
  .option("--check", "only say whether they are what the history gives; exit code 1 if not")
  .action((flags: { readonly check?: true }) => {
    const stale = writePage(flags.check === true);
    if (flags.check !== true || stale.length === 0) return;
    process.stderr.write(`${stale.join(", ")}: not what bench/history.json gives; run \`pnpm bench page\`\n`);
    process.exitCode = 1;
  });

/** A word that is no command is taken for an argument too many. */
function unknownCommand(error: unknown): BadCall | undefined {
  const [word] = program.args;
  const tooMany = error instanceof CommanderError && error.code === "commander.excessArguments";
  if (!tooMany || word === undefined) return undefined;
  const names = namesBelow(program);
  return new BadCall(`no command "${word}"; there are ${names.join(" and ")}${nearest(word, names)}`);
}

throwing(program);
try {
  await program.parseAsync();
} catch (error) {
  const fault = faultOf(unknownCommand(error) ?? error);
  if (fault !== undefined) {
    process.stderr.write(`${fault.line}\n`);
    process.exitCode = fault.exitCode;
  }
}
