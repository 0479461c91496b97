/** `pnpm bench`: side by side in one run, ratios with their spread; growth; the harness's own speed; comparison of checkouts. */
import { Command } from "commander";
import { BadCall } from "../conformance/select.ts";
import { allocations } from "./allocation.ts";
import { compareCheckouts } from "./compare.ts";
import { figuresOf } from "./figures.ts";
import { EXPONENT_AIM, type Growth, growing, growthOf } from "./growth.ts";
import { entryOf, record } from "./history.ts";
import { loadPeer, OURS } from "./layer.ts";
import { FULL, QUICK } from "./measure.ts";
import { writePage } from "./page.ts";
import { type ProgramSpeed, programSpeeds } from "./processes.ts";
import { allScenes, measureScene, type Result } from "./run.ts";
import { aimLines, allocationTable, growthTable, programTable, resultTable } from "./tables.ts";

interface Flags {
  readonly only: readonly string[];
  readonly peer: readonly string[];
  readonly quick?: true;
  readonly record?: true;
}

const repeated = (value: string, before: readonly string[]): readonly string[] => [...before, value];

function says(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function print(title: string, table: string): void {
  says("");
  process.stdout.write(`\n${title}\n${table}\n`);
}

async function scenes(flags: Flags, wants: (id: string) => boolean): Promise<readonly Result[]> {
  const layers = [OURS, ...(await Promise.all(flags.peer.map(loadPeer)))];
  const { scenes: all, close } = allScenes();
  try {
    return all
      .filter(({ id }) => wants(id))
      .flatMap((scene) => {
        says(scene.id);
        return measureScene(scene, layers, flags.quick ? QUICK : FULL);
      });
  } finally {
    close();
  }
}

function growths(wants: (id: string) => boolean): readonly Growth[] {
  if (!wants("growth/")) return [];
  return growing().map((one) => {
    says(one.id);
    return growthOf(one);
  });
}

/** What the harness's programs cost is asked for by name or not at all in a quick run: it takes minutes. */
function programs(flags: Flags, wants: (id: string) => boolean): readonly ProgramSpeed[] {
  const asked = flags.only.length > 0 || flags.quick !== true;
  if (!asked || !(wants("suite/") || wants("fuzz/"))) return [];
  says("suite and campaigns");
  return programSpeeds(flags.quick ? 1 : 3);
}

async function bench(flags: Flags): Promise<void> {
  const wants = (id: string): boolean =>
    flags.only.length === 0 || flags.only.some((prefix) => id.startsWith(prefix) || prefix.startsWith(id));
  const results = await scenes(flags, wants);
  if (results.length > 0)
    print("Ratios, least time over least time, and those of single rounds", resultTable(results));
  const allocated = wants("allocation/") ? allocations() : [];
  if (allocated.length > 0) print("Allocation on the fast path", allocationTable(allocated));
  const grown = growths(wants);
  if (grown.length > 0) print("Growth, work of this thread", growthTable(grown, EXPONENT_AIM));
  const run = programs(flags, wants);
  if (run.length > 0) print("The harness", programTable(run));
  const figures = figuresOf(results, grown, run, allocated);
  if (figures.length === 0) throw new BadCall(`nothing is called ${flags.only.join(", ")}`);
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
    "another layer: a checkout, a package's folder or a module; may be repeated",
    repeated,
    [],
  )
  .option("--quick", "short rounds, without the harness's own speed")
  .option("--record", "add the run to bench/history.json and write docs/bench.md")
  .action(bench);
program
  .command("compare <base> [head]")
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

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof BadCall)) throw error;
  process.stderr.write(`bench: ${error.message}\n`);
  process.exitCode = 2;
}
