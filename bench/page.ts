/** The page on speed, docs/bench.md, and its chart, both made of the history alone. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chart } from "./chart.ts";
import { type Entry, loadHistory } from "./history.ts";
import { groupOf } from "./scene.ts";
import { short, shortBeside } from "./tables.ts";

const PAGE = fileURLToPath(new URL("../docs/bench.md", import.meta.url));
const CHART = fileURLToPath(new URL("../docs/bench.svg", import.meta.url));

interface Section {
  readonly title: string;
  readonly says: string;
  readonly groups: readonly string[];
}

/** In the order of the page. */
const SECTIONS: readonly Section[] = Object.freeze([
  {
    title: "A clean call",
    says: "Time of the layer over time of pi's own validation of the same call, which runs anyway, for each built-in with its full configuration. `-every-gate` is with a model for which every clean-up of the built-ins is switched on. `allocation` is bytes over bytes.",
    groups: ["fast-path", "allocation"],
  },
  {
    title: "A call that is mended",
    says: "Time over pi's validation of the mended call, for each rule; and a bad day's mix of 70 clean, 20 mended and 10 hopeless calls over pi's validation of the same calls.",
    groups: ["rule", "mix"],
  },
  {
    title: "The envelope of long input",
    says: "Texts of 240 KiB, over JSON.parse; for the damaged ones, over JSON.parse of the text without its fault.",
    groups: ["envelope"],
  },
  {
    title: "Calls printed in messages",
    says: "Over writing the same text as JSON, which happens to every message that goes into a session file. `stream` is 16 characters at a time over the whole text at once. Adversaries are texts on which a recogniser can lose its linear cost.",
    groups: ["grammar", "stream"],
  },
  {
    title: "What surrounds a repair",
    says: "A call through a full feedback queue, over writing its arguments as JSON; a line of telemetry, over appending it to a file.",
    groups: ["feedback", "telemetry"],
  },
  {
    title: "Times that have an aim",
    says: "As shares of the aim: prose and code at 200 MB/s, one long call at 50 MB/s, an adversary of 256 KiB in 50 ms. They say something of the machine too.",
    groups: ["time"],
  },
  {
    title: "Growth",
    says: "Exponents of the work of one thread over inputs of 64 Ki to 1 Mi UTF-16 units, doubling: 1 is linear; beside it the exponents of single doublings. A candidate that is not closed within 256 Ki is given up and its inside is read as text: a message that is one candidate costs next to nothing up to there and takes a step, once. So messages have the larger of their exponents up to 256 Ki and beyond, where the step shows counted from it on; the step itself stands among the single doublings.",
    groups: ["growth"],
  },
  {
    title: "Memory",
    says: "Bytes of heap at most, a UTF-16 unit of an input of 1 Mi, garbage included.",
    groups: ["memory"],
  },
  {
    title: "The harness",
    says: "`suite/start` is one check over `node` alone, `suite/wire` a check over the wire over one in process: a program is not asked for sessions in pi, which cost most. The others are shares of the aim: the whole suite in 10 s, 20,000 damaged calls of built-ins and 5,000 of drawn schemas a second of work.",
    groups: ["suite", "fuzz"],
  },
]);

function row(id: string, { figures, aims }: Entry, before: Entry | undefined): string {
  const [value = Number.NaN, low, high] = figures[id] ?? [];
  const spread = low === undefined || high === undefined ? "" : `${short(low)} to ${short(high)}`;
  const aim = aims[id];
  const verdict = aim === undefined ? "" : value <= aim ? `${aim}` : `**over ${aim}**`;
  const earlier = before?.figures[id]?.[0];
  return `| ${id} | ${shortBeside(value, aim)} | ${spread} | ${verdict} | ${earlier === undefined ? "" : short(earlier)} |`;
}

function section(
  { title, says, groups }: Section,
  last: Entry,
  before: Entry | undefined,
): readonly string[] {
  const ids = groups.flatMap((group) => Object.keys(last.figures).filter((id) => groupOf(id) === group));
  if (ids.length === 0) return [];
  const head = ["| what | value | single rounds | aim | run before |", "| --- | ---: | ---: | ---: | ---: |"];
  return [`## ${title}`, "", says, "", ...head, ...ids.map((id) => row(id, last, before)), ""];
}

/** What stands in the way of an aim, by the beginning of the figure's id. */
const LIMITS: Readonly<Record<string, string>> = Object.freeze({
  "suite/in-process":
    "some 22 s of work for two cores, a third of it real sessions of pi and processes that the suite starts",
  "fuzz/drawn-schemas":
    "each case draws a schema of its own, which two validators compile; a third of the work is collecting what they leave",
  "growth/envelope": "`JSON.parse` itself grows like this on long strings, as its row shows",
  "growth/adversary-mistral-marker": "80,000 records of candidates stay alive, and the collector copies them",
  "growth/adversary-python-tag-object":
    "80,000 records of candidates stay alive, and the collector copies them",
  "growth/adversary-dsml-parameters":
    "up to the cap of a candidate it is one native search, tens of microseconds, in which caches decide",
  "growth/adversary":
    "a candidate costs next to nothing up to its cap, and the text behind it is read as text",
  "envelope/long-string": "every byte is counted against the limit before it is read",
  "time/grammar-adversary": "a decision record for each of some 20,000 candidates",
});

function reasonOf(id: string): string {
  const found = Object.entries(LIMITS).find(([start]) => id.startsWith(start));
  return found?.[1] ?? "not explained yet";
}

function aimsLines({ figures, aims }: Entry): readonly string[] {
  const missed = Object.keys(aims).filter((id) => (figures[id]?.[0] ?? 0) > (aims[id] ?? 0));
  const total = Object.keys(aims).length;
  const met = `${total - missed.length} of ${total} aims are met.`;
  if (missed.length === 0) return [met];
  return [
    `${met} Not met, and what stands in the way:`,
    "",
    ...missed.map((id) => `- \`${id}\`: ${reasonOf(id)}`),
  ];
}

/** The page of a history. */
export function pageOf(history: readonly Entry[]): string {
  const last = history.at(-1);
  const head = [
    "# Speed",
    "",
    "<!-- Generated by `pnpm bench page` from bench/history.json. Do not edit. -->",
    "",
    "All figures are numbers without a unit, so that they mean something on another machine: one time over another,",
    "measured in the same run by turns, the least of each. A row `scene @ somebody` is somebody else at the same work.",
    "",
    "```sh",
    "npx -y pnpm@12.21.0 bench                     # slow: everything, with times of this machine; some minutes",
    "npx -y pnpm@12.21.0 bench --quick             # slow: everything but the harness itself, in short rounds",
    "npx -y pnpm@12.21.0 bench --only fast-path --only rule # slow: a minute, and of no use on a busy machine",
    "npx -y pnpm@12.21.0 bench --peer mine=../my-layer # not run: it names a folder of yours",
    "npx -y pnpm@12.21.0 bench --only growth/adversary-brace --quick # slow: one row, enough to see that it works",
    "npx -y pnpm@12.21.0 bench --record            # not run: it adds a line to the history and writes this page",
    "npx -y pnpm@12.21.0 bench compare ../base     # not run: it names another checkout; exit code 1 if this one is slower by more than 1.25",
    "```",
    "",
    "A layer given by `--peer` is a checkout of this project, a package with `./core` and `./grammar`, or a module that exports",
    "`runRepairPipeline`, `recoverGrammarLeaks` or both, as the reference does. To see where time goes:",
    "`node --cpu-prof bench/main.ts --only <id>`, and the profile in any browser's tools.",
    "",
  ];
  if (last === undefined) return `${[...head, "No run has been recorded."].join("\n")}\n`;
  const before = history.at(-2);
  return [
    ...head,
    `The last of ${history.length} recorded runs: ${last.day}, Node ${last.node}.`,
    ...aimsLines(last),
    "",
    "![Ratios of the last run and those of the runs before](bench.svg)",
    "",
    ...SECTIONS.flatMap((one) => section(one, last, before)),
  ].join("\n");
}

/** Writes page and chart, or with `check` only looks; returns the names of those that were not up to date. */
export function writePage(check = false): readonly string[] {
  const history = loadHistory();
  const wanted = new Map([
    [PAGE, pageOf(history)],
    [CHART, chart(history)],
  ]);
  const stale = [...wanted].filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text,
  );
  if (!check) for (const [file, text] of stale) writeFileSync(file, text);
  return stale.map(([file]) => file.slice(file.lastIndexOf("docs/")));
}
