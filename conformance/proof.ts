/**
 * `pnpm proof`: whether the suite means something. Saboteurs are caught exactly, with ten seeds; the zoo holds nothing
 * that it cannot know; generators draw what they say; no requirement is without vectors, property and saboteur.
 */

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import Table from "cli-table3";
import { counted, whole } from "./counted.ts";
import { printHealth } from "./health-table.ts";
import { nearest } from "./nearest.ts";
import { type Proofs, proveAll } from "./proof-threads.ts";
import { PROPERTIES } from "./properties.ts";
import type { Catch } from "./prove.ts";
import { caughtOf, matrixPage } from "./saboteur-page.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { addressOf, loadSuite, type Suite } from "./suite.ts";
import { COVERED_CHAPTERS, gaps, trace } from "./traceability.ts";
import { ANIMALS } from "./zoo.ts";
import { printZoo } from "./zoo-table.ts";

const USAGE = `Usage: pnpm proof [--seeds <number>] [--minutes <number>] [--only <text>]...
                  [--matrix <file>] [--catches <file>]

Proves every saboteur with that many seeds (default 10), looks at the zoo, at what generators draw and at what tests
which requirement. --minutes begins no proof after that time (default: no end); what is left out then is a failure.
--only takes the saboteurs whose name holds the text, or one of several, and nothing else. --matrix writes
requirements and saboteurs as an HTML page, --catches where each saboteur was caught as JSON.`;

const fellThrough = ({ missed, extra }: Catch): boolean => missed.length + extra.length > 0;

/** Prints what became of the saboteurs. Gives true if one was not caught exactly, or not tried with every seed. */
function printCatches({ catches, wanted }: Proofs): boolean {
  const byChapter = Map.groupBy(catches, ({ name }) => name.split("/")[0] ?? "");
  const table = new Table({ head: ["chapter", "saboteurs", "seeds each", "cases", "not exact"] });
  for (const [chapter, found] of byChapter) {
    const seeds = [...Map.groupBy(found, ({ name }) => name).values()].map((one) => one.length);
    const [least, most] = [Math.min(...seeds), Math.max(...seeds)];
    const each = least === most ? `${least}` : `${least} to ${most}`;
    const cases = found.reduce((sum, one) => sum + one.cases, 0).toLocaleString("en");
    table.push([chapter, seeds.length, each, cases, found.filter(fellThrough).length]);
  }
  console.log(table.toString());
  for (const { name, seed, missed, extra } of catches.filter(fellThrough)) {
    console.log(
      `${name}, seed ${seed}: missed at [${missed.join(", ")}], caught also at [${extra.join("; ")}]`,
    );
  }
  const proved = new Set(catches.map(({ name }) => name)).size;
  const all = catches.length === wanted;
  const over = all ? "" : ": the time was over";
  console.log(
    `${whole(catches.length)} of ${counted(wanted, "proof")} (${counted(proved, "saboteur")})${over}`,
  );
  return catches.some(fellThrough) || !all;
}

/** Gaps of the catalogue, and checks with which no saboteur was judged. */
function printTraces(suite: Suite, { catches, judged }: Proofs): boolean {
  const caught = new Map(
    catches.map(({ name, broken, settled }) => [name, [...Object.keys(broken), ...settled]]),
  );
  const tried = SABOTEURS.map((saboteur) => ({ ...saboteur, breaks: caught.get(saboteur.name) ?? [] }));
  const missing = gaps(trace(suite, tried), COVERED_CHAPTERS);
  // What is costly is not asked where another check of its requirement has seen the fault.
  const asked = suite.checks.filter((check) => check.kind === "vector" || check.property.costly !== true);
  const idle = asked.map(addressOf).filter((address) => !judged.has(address));
  const count = asked.length;
  console.log(
    `Traceability: ${counted(count, "check")} expected, ${whole(count - idle.length)} judged, ${counted(missing.length, "gap")}`,
  );
  for (const sentence of [...missing, ...idle.map((address) => `no saboteur was judged by ${address}`)])
    console.log(sentence);
  return missing.length + idle.length > 0;
}

/** A line on stderr now and then: on a terminal always the same line. */
function progress(wanted: number): (found: Catch) => void {
  const start = performance.now();
  let [done, inexact, last] = [0, 0, start];
  return (found) => {
    done += 1;
    if (fellThrough(found)) inexact += 1;
    const now = performance.now();
    const wait = process.stderr.isTTY ? 200 : 10_000;
    if (now - last < wait && done < wanted) return;
    last = now;
    const seconds = Math.round((now - start) / 1000);
    const line = `${done} of ${wanted} proofs, seed ${found.seed}, ${inexact} not exact, ${seconds} s`;
    process.stderr.write(
      process.stderr.isTTY ? `\r${line}\u001b[K${done < wanted ? "" : "\n"}` : `${line}\n`,
    );
  };
}

/** A number of a flag. Throws Error on anything else. */
function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0)) throw new Error(`--${name} wants a number above 0, not "${text}"`);
  return value;
}

const write = (file: string, text: string): void =>
  writeFileSync(resolve(process.env.INIT_CWD ?? "", file), text);

function flags() {
  return parseArgs({
    options: {
      seeds: { type: "string", default: "10" },
      minutes: { type: "string" },
      only: { type: "string", multiple: true },
      matrix: { type: "string" },
      catches: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  }).values;
}

async function main(): Promise<void> {
  const { seeds, minutes, only, matrix, catches, help } = flags();
  if (help) {
    console.log(USAGE);
    return;
  }
  const nobodys = only?.find((text) => !SABOTEURS.some(({ name }) => name.includes(text)));
  if (nobodys !== undefined) {
    const names = SABOTEURS.map(({ name }) => name);
    throw new Error(`no saboteur's name holds "${nobodys}"${nearest(nobodys, names)}`);
  }
  const saboteurs = SABOTEURS.filter(({ name }) => only?.some((text) => name.includes(text)) ?? true);
  const rounds = Math.ceil(numberOf("seeds", seeds));
  const time = minutes === undefined ? Number.POSITIVE_INFINITY : numberOf("minutes", minutes) * 60_000;
  const proofs = await proveAll(
    {
      ...{ saboteurs, seeds: rounds, until: performance.now() + time },
      animals: only === undefined ? ANIMALS.length : 0,
      generators: only === undefined ? PROPERTIES.length : 0,
      onCatch: progress(saboteurs.length * rounds),
    },
    SABOTEURS,
  );
  const suite = loadSuite();
  const caught = caughtOf(saboteurs, proofs.catches);
  if (matrix !== undefined) write(matrix, matrixPage(caught));
  if (catches !== undefined) write(catches, `${JSON.stringify(caught, null, 2)}\n`);
  let failed = printCatches(proofs);
  if (only === undefined) {
    failed = printZoo(proofs.zoo) || failed;
    failed = printHealth(proofs.health) || failed;
    failed = printTraces(suite, proofs) || failed;
  }
  process.exitCode = failed ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
