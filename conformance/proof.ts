/**
 * `pnpm proof`: whether the suite means something. Saboteurs are caught exactly, with ten seeds; the zoo holds nothing
 * that it cannot know; no requirement is without vectors, property and saboteur.
 */

import { closeSync, openSync, writeFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { whole } from "./commands/command-line.ts";
import { writing } from "./commands/run.ts";
import { printHealth } from "./health-table.ts";
import { nearest } from "./nearest.ts";
import { bounded, printable } from "./printable.ts";
import { printCatches, printTraces, progress } from "./proof-text.ts";
import { proveAll } from "./proof-threads.ts";
import { PROPERTIES } from "./properties.ts";
import { BadCall } from "./refusals.ts";
import type { Saboteur } from "./saboteur.ts";
import { caughtOf, matrixPage } from "./saboteur-page.ts";
import { saboteurProblems } from "./saboteur-problems.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { loadSuite } from "./suite.ts";
import { runTool, toolCommand } from "./tool-command.ts";
import { ANIMALS } from "./zoo.ts";
import { printZoo } from "./zoo-table.ts";

interface Flags {
  readonly seeds: number;
  readonly minutes?: number;
  readonly only?: readonly string[];
  readonly generators?: true;
  readonly matrix?: string;
  readonly catches?: string;
}

const DESCRIPTION = [
  "Proves every saboteur with several seeds, and looks at the zoo and at what tests which requirement.",
  "Exit code 1 if anything is not as it must be, or was left out.",
].join(" ");

function minutesOf(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}

const repeated = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  text,
];

const command = toolCommand("pnpm proof", DESCRIPTION)
  .option("--seeds <number>", "seeds for each saboteur", whole(1, 1_000_000), 10)
  .option(
    "--minutes <number>",
    "begins no proof after that time; what is left out then is a failure",
    minutesOf,
  )
  .option(
    "--only <text>",
    "the saboteurs whose name holds the text, or one of several, and nothing else",
    repeated,
  )
  .option("--generators", "examines the generators too, as `pnpm health` does")
  .option("--matrix <file>", "writes requirements and saboteurs as an HTML page")
  .option("--catches <file>", "writes where each saboteur was caught, as JSON");

/** The saboteurs whose names hold one of the texts. Throws BadCall where a text is in none, or the list has a fault. */
function chosen(only: readonly string[] | undefined): readonly Saboteur[] {
  const problems = saboteurProblems(SABOTEURS);
  const [first, ...others] = problems;
  if (first !== undefined) throw new BadCall(first, others.slice(0, 20));
  const names = SABOTEURS.map(({ name }) => name);
  const nobodys = only?.find((text) => !names.some((name) => name.includes(text)));
  if (nobodys !== undefined) {
    const said = printable(bounded(nobodys, 100));
    throw new BadCall(`no saboteur's name holds "${said}"${nearest(nobodys, names)}`);
  }
  return SABOTEURS.filter(({ name }) => only?.some((text) => name.includes(text)) ?? true);
}

async function proof({ seeds, minutes, only, generators, matrix, catches }: Flags): Promise<void> {
  const saboteurs = chosen(only);
  // A place that cannot be written is known before the proofs, not behind them.
  for (const given of [matrix, catches])
    if (given !== undefined) writing(given, (path) => closeSync(openSync(path, "a")));
  const proofs = await proveAll(
    {
      ...{ saboteurs, seeds },
      until: performance.now() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000,
      animals: only === undefined ? ANIMALS.length : 0,
      generators: generators === true ? PROPERTIES.length : 0,
      onCatch: progress(saboteurs.length * seeds),
    },
    SABOTEURS,
  );
  let failed = printCatches(proofs);
  if (only === undefined) {
    failed = printZoo(proofs.zoo) || failed;
    failed = printTraces(loadSuite(), proofs) || failed;
  }
  if (generators === true) failed = printHealth(proofs.health) || failed;
  process.exitCode = failed ? 1 : 0;
  if (matrix !== undefined) {
    const page = matrixPage(caughtOf(SABOTEURS, proofs.catches), seeds);
    writing(matrix, (path) => writeFileSync(path, page));
  }
  if (catches !== undefined) {
    const text = JSON.stringify(caughtOf(saboteurs, proofs.catches), null, 2);
    writing(catches, (path) => writeFileSync(path, `${text}\n`));
  }
}

await runTool<Flags>(command, proof);
