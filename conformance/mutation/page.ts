/** docs/mutation.md, from the recorded scores and the list of survivors. */
import { writeFileSync } from "node:fs";
import { percent, type Score, type Survivor, total } from "./gate.ts";
import type { GroupScore, Scores } from "./survivors.ts";

const PAGE = new URL("../../docs/mutation.md", import.meta.url);

const HEAD = `| | killed | mutants | killed | timeout | survived | not reached |
|---|--:|--:|--:|--:|--:|--:|`;

function row(name: string, score: Score): string {
  const { killed, timeout, survived, noCoverage } = score;
  const cells = [`${percent(score).toFixed(1)} %`, total(score), killed, timeout, survived, noCoverage];
  return `| ${name} | ${cells.join(" | ")} |`;
}

function counts(file: string, survivors: readonly Survivor[]): string {
  const own = survivors.filter((entry) => entry.file === file);
  const open = own.filter(({ reason }) => reason.startsWith("open:")).length;
  return `${own.length - open} equivalent, ${open} open`;
}

const partOf = ({ part }: GroupScore): string => (part === undefined ? "" : `; judged so far: shard ${part}`);

function group(name: string, scores: Scores, survivors: readonly Survivor[]): string {
  const own = scores[name];
  if (own === undefined) return "";
  const files = Object.entries(own.files);
  const rows = files.map(([file, score]) => row(`\`${file}\` (${counts(file, survivors)})`, score));
  return [
    `### ${name}: ${own.floor} % required${partOf(own)}`,
    "",
    HEAD,
    ...rows,
    row("**all**", own.total),
    "",
  ].join("\n");
}

const TEXT = `<!-- Written by \`pnpm mutation --record\`. -->
# Mutation testing

Does the suite notice when the reference is wrong? [Stryker](https://stryker-mutator.io) changes one expression at a
time (a \`<\` becomes \`<=\`, a condition becomes \`true\`, a block is emptied), and the vectors and properties judge what
comes out. A mutant that no check notices is either **equivalent** (no caller can tell it from the original) or shows
what the suite does not ask.

## How to run it

\`\`\`sh
npx -y pnpm@12.21.0 mutation # slow: every group, and the gate, takes hours
npx -y pnpm@12.21.0 mutation core # slow: one group; what has not changed since the last run is not run again
npx -y pnpm@12.21.0 mutation core --sample 200 # slow: about 200 mutants, the same ones for the same --seed
npx -y pnpm@12.21.0 mutation core --shard 2/8 # slow: one of eight parts
npx -y pnpm@12.21.0 mutation core --reports a.json b.json # not run: the gate alone, over the reports of parts
npx -y pnpm@12.21.0 mutation core --force --record # slow: everything anew; writes the scores, the list of survivors and this page
\`\`\`

Reports lie in \`.mutation/\`. What is reused goes by the mutated file and by the check that killed; after a change in
another file of the reference, \`--force\` is the answer, and every night's run uses it.

## What counts

- A mutant is **killed** if a vector or property fails. Nothing else counts: not a timeout, not a mutant that no check
  reaches. Both stay in the denominator.
- A call that passes sixty million instrumented places is a loop that does not end: that check is left, and if no other
  check fails the mutant is a timeout. No clock decides this.
- The checks are asked in the thread in which the mutant is switched on. What modules keep between calls is put back
  before each mutant; code that runs while a module loads is loaded anew.
- Properties run with few cases and one seed. Left out are those that measure time or start processes, and one vector
  that spends millions of steps.
- Planted code (\`conformance/mutation/canary.ts\`) is mutated in every run; if its mutants do not come out as each of its
  functions says, the run is worth nothing and the gate says so.
- The gate fails below the required share, on a mutant that was reached and not asked about, on a survivor without an
  entry in \`conformance/mutation/survivors.json\`, and on an entry that no longer survives.

## How to read a survivor

\`{"file": …, "inside": …, "before": …, "after": …, "reason": …}\`: in that declaration, \`before\` became \`after\`, and
nothing failed. \`equivalent:\` says why no caller can tell. \`open:\` stands for the rest: what the suite does not ask, and
what nobody has decided yet. The cure is a vector (with its twin, where it says leave or refuse) or a property, never a
unit test.

## What is not in the scores

Of a group that says "judged so far", only that shard; the night's run judges all. Not mutated are the wire
(\`conformance/wire*.ts\`) and \`conformance/run.ts\`, whose tests start processes and take a minute a mutant. The older
facade (\`repairToolInput\`) and other functions that only importers call are mutated and count, though no target is asked
for them. The file of a property that was added may be judged alone (\`--left-by\`, \`--only\`): what any run of the suite
kills is killed.
`;

/** Writes the page. */
export function writePage(scores: Scores, survivors: readonly Survivor[]): void {
  const names = Object.keys(scores);
  const summary = names.flatMap((name) => {
    const own = scores[name];
    return own === undefined ? [] : [row(`${name} (${own.floor} % required${partOf(own)})`, own.total)];
  });
  const groups = names.map((name) => group(name, scores, survivors));
  writeFileSync(PAGE, [TEXT, "## Scores", "", HEAD, ...summary, "", ...groups].join("\n"));
}
