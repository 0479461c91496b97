/** docs/mutation.md, from the recorded scores and the list of survivors. */
import { writeFileSync } from "node:fs";
import { percent, type Score, type Survivor, sum, total } from "./gate.ts";
import { divided, type FileScore, type GroupScore, type Scores } from "./survivors.ts";

const PAGE = new URL("../../docs/mutation.md", import.meta.url);

const HEAD = `| | score | mutants | killed | timeout | survived | equivalent | not reached |
|---|--:|--:|--:|--:|--:|--:|--:|`;

function row(name: string, score: Score): string {
  const { killed, timeout, survived, equivalent, noCoverage } = score;
  const cells = [
    `${percent(score).toFixed(1)} %`,
    total(score),
    killed,
    timeout,
    survived,
    equivalent,
    noCoverage,
  ];
  return `| ${name} | ${cells.join(" | ")} |`;
}

const fileRow = ([name, score]: readonly [string, FileScore]): string =>
  row(score.part === undefined ? `\`${name}\`` : `\`${name}\` (shard ${score.part})`, score);

function sumRow(name: string, { floor, files }: GroupScore): string {
  const all = Object.values(files);
  const parts = all.filter(({ part }) => part !== undefined).length;
  const said = parts === 0 ? "" : `; of ${parts} of ${all.length} files a shard only`;
  return row(`${name} (${floor} % required${said})`, sum(all));
}

function group(name: string, own: GroupScore): string {
  const rows = Object.entries(own.files).map(fileRow);
  return [`### ${name}`, "", HEAD, ...rows, sumRow("**all**", own), ""].join("\n");
}

const TEXT = `<!-- Written by \`pnpm docs:check --write docs/mutation.md\`, and by \`pnpm mutation --record\`; do not edit. -->
# Mutation testing

Does the suite notice when the reference is wrong? [Stryker](https://stryker-mutator.io) changes one expression at a
time (a \`<\` becomes \`<=\`, a condition becomes \`true\`, a block is emptied), and the vectors and properties judge what
comes out. The older facade is asked every repair vector that it can express, and what a package promises to those who
import it and no target can be asked (an owner's function that throws, configuration of any shape, the words of a retry
message) is stated in \`conformance/mutation/library-*.ts\`; what only the reference's own extension promises (the words
of \`/repair-settings name=value\`, its menu and its sentences) in \`extension-*.ts\` there, and what no session of the
installed pi can show (another pi's functions, parts that are missing) in \`stand-in*.ts\`. A mutant that nothing notices is
either **equivalent** (no caller can tell it from the original) or shows what the suite does not ask.

## How to run it

\`\`\`sh
npx -y pnpm@12.21.0 mutation # slow: every group, and the gate, takes hours
npx -y pnpm@12.21.0 mutation core # slow: one group; what has not changed since the last run is not run again
npx -y pnpm@12.21.0 mutation core --sample 200 # slow: about 200 mutants, the same ones for the same --seed
npx -y pnpm@12.21.0 mutation core --shard 2/8 # slow: one of eight parts
npx -y pnpm@12.21.0 mutation core --files reference/value.ts # slow: some files; with --record their rows are written
npx -y pnpm@12.21.0 mutation core --reports a.json b.json # not run: the gate alone, over reports that together hold all of the group
npx -y pnpm@12.21.0 mutation core --force --record # slow: everything anew; writes the scores, the list of survivors and this page
\`\`\`

Reports lie in \`.mutation/\`. Those that are judged together must hold every file of the group (with \`--files\` those
files, with \`--shard\` that part of them) and leave no mutant out. In the groups judge, harness, wire and process a part
(\`--sample\`, \`--shard\`) costs as much as the whole: every mutant is run there, and the part is chosen among the results.
A part is not held against the required share.

What is reused goes by the mutated file and by the check that killed; after a change in another file of the reference,
\`--force\` is the answer, and every night's run uses it.

## What counts

- A mutant is **killed** if a vector or property fails; one that does not load, and one with which the suite can no longer
  put its question, count as killed too. Nothing else does: not a timeout, not a mutant that no check reaches. Both stay
  in the denominator.
- The **score** is the share of killed among all mutants but those that survive and that the list of survivors shows to be
  equivalent, one by one and with the reason. A mutant that nothing reaches is never taken for equivalent, whatever the
  list says. A reason that does not convince is a fault of the list.
- A call that passes sixty million instrumented places is a loop that does not end: that check is left, and if no other
  check fails the mutant is a timeout. No clock decides this.
- The checks are asked in the thread in which the mutant is switched on. What modules keep between calls is put back
  before each mutant; code that runs while a module loads is loaded anew.
- Properties run with few cases and one seed. Left out are those that measure time or start processes, and one vector
  that spends millions of steps.
- Planted code (\`conformance/mutation/canary.ts\`) is mutated in every run; if its mutants do not come out as each of its
  functions says, the run is worth nothing and the gate says so.
- The gate fails below the required share, on a file of the group without mutants or with another text than was judged,
  on a mutant that was left out, on one that was reached and not asked about, on a survivor without an entry in
  \`conformance/mutation/survivors.json\`, on an entry that no longer survives or is of no file that is mutated, and on
  one that calls a mutant equivalent that nothing reaches.
- The counts of this page are those of the recorded runs. Which survivors are equivalent goes by the list as it is;
  \`pnpm docs:check\` compares this page with both, and the number of entries of each file with the number recorded.

## Two kinds of killers

The reference is killed by checks of two kinds, which the scores below count alike:

- **The suite**: vectors and properties of requirements. Any target is asked these.
- **The properties of the package** in \`conformance/mutation/\` (\`library-*.ts\`, \`extension-*.ts\`, \`stand-in*.ts\`). Only
  the reference's own package can be asked these, and no requirement says most of what they state.

So a score says how well the reference is guarded here, and not how well the suite would judge another target. The share
that the suite kills alone is lower, and for pi by far: of samples of about 200 mutants it killed 90 % of core's and 91 % of
grammar's, of one of 119 of pi's 55 %. \`pnpm mutation <group> --sample <number> --only <chapter>...\`, with every chapter named but drift, measures it.

## How to read a survivor

\`{"file": …, "inside": …, "before": …, "after": …, "reason": …}\`: in that declaration, \`before\` became \`after\`, and
nothing failed. \`equivalent:\` says why no caller can tell. \`open:\` stands for the rest: what the suite does not ask, and
what nobody has decided yet. The cure is a vector (with its twin, where it says leave or refuse) or a property, never a
unit test.

## What is not in the scores

Of a file that says "shard", only that part of its mutants; the night's run judges all. What runs a target (group \`wire\`)
is killed by quick tests alone, whose programs are scripts. What starts and ends programs (group \`process\`) is run in a
namespace of processes, since a mutant of it may end any process that it sees: that takes Linux and \`unshare\`.
The harness is killed by the tests beside its files, the reference by vectors, properties, and the properties of its
public functions in \`conformance/mutation/library-*.ts\`, never by its unit tests. The file of a property that was added
may be judged alone (\`--left-by\`, \`--only\`): what any run of the suite kills is killed.
`;

/** Reasons by how many mutants they hold for, those that are open first. */
function reasons(survivors: readonly Survivor[]): string {
  const counts = Map.groupBy(survivors, ({ reason }) => reason);
  const order = [...counts].map(([reason, { length }]) => ({ reason, length }));
  order.sort((a, b) => (a.reason === b.reason ? 0 : a.reason > b.reason ? -1 : 1));
  return order.map(({ reason, length }) => `| ${reason.replaceAll("|", "\\|")} | ${length} |`).join("\n");
}

/** The text of the page. Which survivors are equivalent is what the list says now, whatever was recorded. */
export function mutationPage(scores: Scores, survivors: readonly Survivor[]): string {
  const groups = Object.entries(divided(scores, survivors));
  return [
    ...[TEXT, "## Scores", "", HEAD, ...groups.map(([name, own]) => sumRow(name, own)), ""],
    ...groups.map(([name, own]) => group(name, own)),
    ...["## Reasons of survivors", "", "| | mutants |", "|---|--:|", reasons(survivors), ""],
  ].join("\n");
}

/** Writes the page. */
export function writePage(scores: Scores, survivors: readonly Survivor[]): void {
  writeFileSync(PAGE, mutationPage(scores, survivors));
}
