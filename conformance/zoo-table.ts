/** `pnpm zoo`: what each animal of the zoo holds. It must be nothing: every requirement asks for a judgement once. */
import { fellShort } from "./assemble.ts";
import { counted } from "./counted.ts";
import type { SuiteCheck } from "./execute.ts";
import { judgeInThread } from "./in-thread.ts";
import { isolate } from "./isolate.ts";
import { identify } from "./load-target.ts";
import { plainTable } from "./plain-table.ts";
import { NotATarget } from "./refusals.ts";
import { moduleOf } from "./saboteur-module.ts";
import { capabilityOf, loadSuite, requirementOf, type Suite } from "./suite.ts";
import { runTool, toolCommand } from "./tool-command.ts";
import { ANIMALS, type Animal } from "./zoo.ts";

const SEED = 1;
const RUNS = 2;
/** Each question costs one that does not answer its thread: it is judged on the first vectors of so many requirements. */
const APART = 2;

export interface ZooRow {
  readonly name: string;
  readonly does: string;
  /** Requirements that the animal was judged on. */
  readonly judged: number;
  readonly held: readonly string[];
}

/** Throws NotATarget, with the animal's name. */
function tryIdentity({ target }: Animal): void {
  try {
    identify(target);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NotATarget(`the animal ${JSON.stringify(target.name)}: ${why}`);
  }
}

/** The first vector of each of the first requirements. */
function sample(checks: readonly SuiteCheck[]): readonly SuiteCheck[] {
  const vectors = checks.filter(({ kind }) => kind === "vector");
  const firsts = [...Map.groupBy(vectors, requirementOf).values()].flatMap(([first]) => first ?? []);
  return firsts.slice(0, APART);
}

async function apartRow({ target, does, apart }: Animal, checks: readonly SuiteCheck[]): Promise<ZooRow> {
  const { name = "", deadlineMs = 0 } = apart ?? {};
  const isolated = await isolate(moduleOf("zoo.ts", name), { seed: SEED, runs: RUNS, deadlineMs });
  try {
    const results = await isolated.run(sample(checks));
    const held = results.filter(({ verdict }) => verdict === "held");
    const judged = results.filter(({ verdict }) => verdict === "held" || fellShort(verdict));
    return { name: target.name, does, judged: judged.length, held: held.map(({ address }) => address) };
  } finally {
    await isolated.close();
  }
}

/** Judges one animal. Throws NotATarget where it does not say what it is. */
export async function zooRow(animal: Animal, suite: Suite): Promise<ZooRow> {
  tryIdentity(animal);
  const { target, does } = animal;
  const checks = suite.checks.filter((check) => target.capabilities.includes(capabilityOf(check)));
  if (animal.apart !== undefined) return apartRow(animal, checks);
  const { held, short } = await judgeInThread(target, suite, { seed: SEED, runs: RUNS });
  return { name: target.name, does, judged: held.size + short.size, held: [...held] };
}

/** Judges all animals, one after the other. */
async function zooRows(suite: Suite): Promise<readonly ZooRow[]> {
  const rows: ZooRow[] = [];
  const { log } = console;
  // One of them prints all the time.
  console.log = () => undefined;
  try {
    for (const animal of ANIMALS) rows.push(await zooRow(animal, suite));
  } finally {
    console.log = log;
  }
  return rows;
}

/** Prints the table. Gives true if an animal holds anything, was judged on nothing, or was not judged. */
export function printZoo(rows: readonly ZooRow[], animals: readonly Animal[] = ANIMALS): boolean {
  const head = ["animal", "what it does", "held of judged"];
  const cells = rows.map(({ name, does, judged, held }) => [name, does, `${held.length} of ${judged}`]);
  console.log(plainTable(head, cells));
  const missing = animals.filter(({ target }) => !rows.some(({ name }) => name === target.name));
  const wrong = [
    ...rows.flatMap(({ name, held }) => (held.length > 0 ? [`${name} holds ${held.join(", ")}`] : [])),
    ...rows.flatMap(({ name, judged }) => (judged === 0 ? [`${name} was judged on nothing`] : [])),
    ...missing.map(({ target }) => `${target.name} was not judged`),
  ];
  for (const sentence of wrong) console.log(sentence);
  const apart = animals.filter((animal) => animal.apart !== undefined).map(({ target }) => target.name);
  if (apart.length > 0)
    console.log(`${apart.join(" and ")} were asked the first vectors of ${APART} requirements alone`);
  console.log(
    `Zoo: ${rows.length} of ${counted(animals.length, "animal")} judged, none in sessions of a real pi, ${counted(wrong.length, "problem")}`,
  );
  return wrong.length > 0;
}

if (import.meta.main) {
  const command = toolCommand(
    "pnpm zoo",
    "Judges targets that do nothing useful. None may hold a requirement.",
  );
  await runTool(command, async () => {
    process.exitCode = printZoo(await zooRows(loadSuite())) ? 1 : 0;
  });
}
