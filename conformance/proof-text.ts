/** What `proof.ts` prints of saboteurs and of what traces to what. */
import { counted, whole } from "./counted.ts";
import { plainTable } from "./plain-table.ts";
import { bounded, printable } from "./printable.ts";
import type { Proofs } from "./proof-threads.ts";
import type { Catch } from "./prove.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { addressOf, type Suite } from "./suite.ts";
import { COVERED_CHAPTERS, gaps, listed, needsOtherPi, strays, TESTED_ALONE, trace } from "./traceability.ts";

const fellThrough = ({ missed, extra }: Catch): boolean => missed.length + extra.length > 0;

const MOST_NAMED = 5;
const LONGEST = 200;

/** The first of a list, and how many more there are. */
function firstOf(texts: readonly string[], between: string): string {
  const shown = texts.slice(0, MOST_NAMED).map((one) => printable(bounded(one, LONGEST)));
  const left = texts.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join(between);
}

/** What was not exact about a saboteur with one seed: a line of at most some thousand characters. */
export function inexact({ name, seed, missed, extra }: Catch): string {
  const elsewhere = extra.map(({ id, address, says }) => `${id} (${address}: ${bounded(says, LONGEST / 2)})`);
  return `${name}, seed ${seed}: missed at [${firstOf(missed, ", ")}], caught also at [${firstOf(elsewhere, "; ")}]`;
}

function printChapters(catches: readonly Catch[]): void {
  const byChapter = Map.groupBy(catches, ({ name }) => name.split("/")[0] ?? "");
  const head = ["chapter", "saboteurs", "seeds each", "cases", "not exact"];
  const rows = [...byChapter].map(([chapter, found]) => {
    const seeds = [...Map.groupBy(found, ({ name }) => name).values()].map((one) => one.length);
    const [least, most] = [Math.min(...seeds), Math.max(...seeds)];
    const each = least === most ? `${least}` : `${least} to ${most}`;
    const cases = whole(found.reduce((sum, one) => sum + one.cases, 0));
    return [chapter, seeds.length, each, cases, found.filter(fellThrough).length];
  });
  console.log(plainTable(head, rows));
}

/** Prints what became of the saboteurs. Gives true if one was not caught exactly, or not tried with every seed. */
export function printCatches({ catches, stuck, wanted }: Proofs): boolean {
  printChapters(catches);
  for (const found of catches.filter(fellThrough)) console.log(inexact(found));
  for (const sentence of stuck) console.log(sentence);
  const proved = new Set(catches.map(({ name }) => name)).size;
  const all = catches.length === wanted;
  const over = all ? "" : stuck.length > 0 ? `: ${stuck.length} hung` : ": the time was over";
  console.log(
    `${whole(catches.length)} of ${counted(wanted, "proof")} (${counted(proved, "saboteur")})${over}`,
  );
  return catches.some(fellThrough) || !all || stuck.length > 0;
}

/** Prints gaps of the catalogue, and checks with which no saboteur was judged. Gives true if there are any. */
export function printTraces(suite: Suite, { catches, emitted, judged }: Proofs): boolean {
  const caught = new Map(
    catches.map(({ name, broken, settled }) => [name, [...Object.keys(broken), ...settled]]),
  );
  const tried = SABOTEURS.map(({ name }) => ({ name, breaks: caught.get(name) ?? [] }));
  const checks = listed(suite);
  // What is costly is not asked where another check of its requirement has seen the fault.
  const costly = suite.checks.filter((check) => check.kind === "property" && check.property.costly === true);
  const left = new Set(costly.map(addressOf).filter((address) => !emitted.has(address)));
  const addresses = checks.map(({ address }) => address);
  const unjudged = addresses.filter((address) => !judged.has(address) && !left.has(address));
  const absent = unjudged.filter((address) => emitted.has(address) && needsOtherPi(address));
  const idle = unjudged.filter((address) => !absent.includes(address));
  const sentences = [
    ...gaps(trace(checks, tried, { emitted, judged }), COVERED_CHAPTERS),
    ...strays({ known: new Set(addresses), judged, left }),
    ...idle.map((address) =>
      emitted.has(address) ? `${address} could observe no saboteur` : `no saboteur was judged by ${address}`,
    ),
  ];
  for (const sentence of sentences) console.log(sentence);
  for (const address of absent)
    console.log(
      `${address} observed nothing: its pi is not at hand, which is no gap; \`pnpm test:pi\` asks it`,
    );
  console.log(
    `Traceability: ${counted(checks.length, "check")} expected, ${whole(left.size)} of them costly and left to \`pnpm conformance\`; ${whole(emitted.size)} emitted, ${whole(judged.size)} judged; ${counted(TESTED_ALONE.length, "real case")} left to tests of the reference; ${counted(sentences.length, "gap")}`,
  );
  return sentences.length > 0;
}

/** A line on stderr now and then: on a terminal always the same line. */
export function progress(wanted: number): (found: Catch) => void {
  const start = performance.now();
  let [done, wrong, last] = [0, 0, start];
  return (found) => {
    done += 1;
    if (fellThrough(found)) wrong += 1;
    const now = performance.now();
    const wait = process.stderr.isTTY ? 200 : 10_000;
    if (now - last < wait && done < wanted) return;
    last = now;
    const seconds = Math.round((now - start) / 1000);
    const line = `${done} of ${wanted} proofs, seed ${found.seed}, ${wrong} not exact, ${seconds} s`;
    process.stderr.write(
      process.stderr.isTTY ? `\r${line}\u001b[K${done < wanted ? "" : "\n"}` : `${line}\n`,
    );
  };
}
