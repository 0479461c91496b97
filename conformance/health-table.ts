/** `pnpm health`: what generators draw. `--write` states anew the floors of questions and answers in `floors.json`. */
import { counted } from "./counted.ts";
import "./filter-count.ts";
import { writeFileSync } from "node:fs";
import { examine, floorGaps, type GeneratorHealth } from "./health.ts";
import { plainTable } from "./plain-table.ts";
import { PROPERTIES } from "./properties.ts";
import reference from "./targets/reference.ts";
import { runTool, toolCommand } from "./tool-command.ts";

const SEEDS = [1, 2, 3, 4, 5];
/** Only what is no rare chance gets a floor, and that well below what is drawn. */
const COMMON = 0.1;
const SLACK = 0.5;
const FILE = new URL("floors.json", import.meta.url);

const ADDRESSES = PROPERTIES.map(({ address }) => address);

/** Prints which filters reject most, which floors are missed and which are missing. Gives true if anything is wrong. */
export function printHealth(rows: readonly GeneratorHealth[]): boolean {
  const head = ["generators whose filters reject most", "rejected"];
  const worst = rows.toSorted((one, other) => other.rejected - one.rejected).slice(0, 3);
  const shares = worst.map(({ address, rejected }) => [address, `${(rejected * 100).toFixed(1)} %`]);
  console.log(plainTable(head, shares));
  const below = rows.flatMap(({ address, problems }) => problems.map((problem) => `${address}: ${problem}`));
  const wrong = [...below, ...floorGaps(ADDRESSES, rows)];
  for (const sentence of wrong) console.log(sentence);
  if (wrong.length > 0) console.log("node conformance/health-table.ts --write states floors anew");
  const all = counted(ADDRESSES.length, "generator");
  console.log(`Generators: ${rows.length} of ${all} examined, ${counted(wrong.length, "problem")}`);
  return wrong.length > 0 || rows.length < ADDRESSES.length;
}

async function statedAnew(): Promise<string> {
  const floors: Record<string, Record<string, number>> = {};
  for (const property of PROPERTIES) {
    const rows: GeneratorHealth[] = [];
    for (const seed of SEEDS) rows.push(await examine(property, reference, seed));
    const own = new Set(Object.keys(property.floors ?? {}));
    const labels = [...new Set(rows.flatMap(({ shares }) => Object.keys(shares)))].toSorted();
    const least = labels.map(
      (label) => [label, Math.min(...rows.map(({ shares }) => shares[label] ?? 0))] as const,
    );
    const common = least.filter(([label, share]) => share >= COMMON && !own.has(label));
    floors[property.address] = Object.fromEntries(
      common.map(([label, share]) => [label, Math.floor(share * SLACK * 100) / 100]),
    );
  }
  return `${JSON.stringify(floors, null, 2)}\n`;
}

if (import.meta.main) {
  const command = toolCommand(
    "pnpm health",
    "Draws from every generator, and compares with its floors. Exit code 1 if a kind of input is too rare, or has no floor.",
  ).option("--write", "states the floors of questions and answers in floors.json anew");
  await runTool<{ write?: true }>(command, async ({ write }) => {
    if (write === true) return writeFileSync(FILE, await statedAnew());
    const rows: GeneratorHealth[] = [];
    for (const property of PROPERTIES) rows.push(await examine(property, reference, 1));
    process.exitCode = printHealth(rows) ? 1 : 0;
  });
}
