/** A thread of `proof.ts`: it proves the saboteurs that it is told to. */
import { parentPort } from "node:worker_threads";
import { type Catch, prove } from "./prove.ts";
import { SABOTEURS } from "./saboteurs.ts";
import { loadSuite } from "./suite.ts";

/** `index` is the saboteur's place in the list. */
export interface ToProver {
  readonly index: number;
  readonly seed: number;
}

/** undefined: ready for the first one. */
export type FromProver = Catch | undefined;

const receiver = parentPort;
if (receiver === null) throw new Error("prove-worker.ts runs in a worker thread only");
const suite = loadSuite();
receiver.on("message", async ({ index, seed }: ToProver) => {
  const saboteur = SABOTEURS[index];
  if (saboteur === undefined) throw new Error(`no saboteur ${index}`);
  receiver.postMessage((await prove(saboteur, suite, seed)) satisfies FromProver);
});
receiver.postMessage(undefined satisfies FromProver);
