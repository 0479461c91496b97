/** A thread of `proof.ts`: it proves the saboteurs, judges the animals and examines the generators that it is told to. */
import "./filter-count.ts";
import { parentPort } from "node:worker_threads";
import { examine, type GeneratorHealth } from "./health.ts";
import { PROPERTIES } from "./properties.ts";
import { type Catch, FIRST_SEED, prover } from "./prove.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { loadSuite } from "./suite.ts";
import reference from "./targets/reference.ts";
import { ANIMALS } from "./zoo.ts";
import { type ZooRow, zooRow } from "./zoo-table.ts";

/** `index` is the place in the list; `settled` are requirements at which the saboteur is caught whatever the seed. */
export type ToProver =
  | {
      readonly kind: "saboteur";
      readonly index: number;
      readonly seed: number;
      readonly settled: readonly string[];
    }
  | { readonly kind: "animal"; readonly index: number }
  | { readonly kind: "generator"; readonly index: number }
  | { readonly kind: "end" };

export type FromProver =
  | { readonly kind: "ready" }
  /** With the addresses of checks that gave a verdict, and of those that were judged, for the first time in this thread. */
  | {
      readonly kind: "caught";
      readonly found: Catch;
      readonly emitted: readonly string[];
      readonly judged: readonly string[];
    }
  | { readonly kind: "watched"; readonly index: number; readonly row: ZooRow }
  | { readonly kind: "examined"; readonly index: number; readonly health: GeneratorHealth }
  | { readonly kind: "ended" };

const receiver = parentPort;
if (receiver === null) throw new Error("prove-worker.ts runs in a worker thread only");
const send = (message: FromProver): void => receiver.postMessage(message);
// One of the animals prints all the time.
console.log = () => undefined;

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`the list has no ${index}`);
  return found;
}

const suite = loadSuite();
const { prove, emitted, judged } = prover(suite);

async function answer(task: ToProver): Promise<FromProver> {
  if (task.kind === "end") return { kind: "ended" };
  if (task.kind === "animal") {
    return { kind: "watched", index: task.index, row: await zooRow(at(ANIMALS, task.index), suite) };
  }
  if (task.kind === "generator") {
    const health = await examine(at(PROPERTIES, task.index), reference, FIRST_SEED);
    return { kind: "examined", index: task.index, health };
  }
  const { index, seed, settled } = task;
  const before = { emitted: emitted.size, judged: judged.size };
  const found = await prove(at(SABOTEURS, index), seed, settled);
  return {
    ...{ kind: "caught", found },
    emitted: [...emitted].slice(before.emitted),
    judged: [...judged].slice(before.judged),
  };
}

receiver.on("message", async (task: ToProver) => send(await answer(task)));
send({ kind: "ready" });
