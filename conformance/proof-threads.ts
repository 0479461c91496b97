/**
 * Proofs in several threads. Sessions in a real pi wait for processes and timers, and need none of the reference's known
 * answers: some threads begin with them and one with all the rest, so that each seed's answers are made once.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { GeneratorHealth } from "./health.ts";
import { type Catch, FIRST_SEED, kindOf } from "./prove.ts";
import type { FromProver, ToProver } from "./prove-worker.ts";
import type { Saboteur } from "./saboteur.ts";
import { scratch } from "./scratch.ts";
import type { ZooRow } from "./zoo-table.ts";

interface Task {
  readonly lane: "session" | "other";
  readonly kind: "saboteur" | "animal" | "generator";
  /** The place in the list of its kind. */
  readonly index: number;
  readonly seed: number;
}

export interface Proofs {
  readonly catches: readonly Catch[];
  readonly zoo: readonly ZooRow[];
  readonly health: readonly GeneratorHealth[];
  /** Addresses of the checks that were judged with a saboteur. */
  readonly judged: ReadonlySet<string>;
  /** Proofs of saboteurs that were wanted. */
  readonly wanted: number;
}

export interface Wanted {
  readonly saboteurs: readonly Saboteur[];
  readonly seeds: number;
  /** How many there are of the others, from the beginning of their lists on. */
  readonly animals: number;
  readonly generators: number;
  /** A moment of `performance.now()` after which no proof is begun. */
  readonly until: number;
  onCatch(found: Catch): void;
}

const firsts = (kind: "animal" | "generator", count: number): readonly Task[] =>
  Array.from({ length: count }, (_, index) => ({ lane: "other", kind, index, seed: FIRST_SEED }));

/** Generators and animals first, then the saboteurs seed by seed. */
function tasksOf({ saboteurs, seeds, animals, generators }: Wanted, all: readonly Saboteur[]): Task[] {
  const chosen = saboteurs.map((saboteur) => {
    const lane = kindOf(saboteur) === "session" ? ("session" as const) : ("other" as const);
    return { lane, kind: "saboteur" as const, index: all.indexOf(saboteur) };
  });
  const rounds = Array.from({ length: seeds }, (_, round) =>
    chosen.map((one) => ({ ...one, seed: FIRST_SEED + round })),
  );
  return [...firsts("generator", generators), ...firsts("animal", animals), ...rounds.flat()];
}

type Settled = ReadonlyMap<number, readonly string[]>;

/**
 * Takes the first task that can be begun: a later seed needs to know what the first one settled. Best is one of the
 * thread's own lane and seed, as its answers are made already, then one with a seed that no `others` are at.
 */
function take(
  tasks: Task[],
  lane: Task["lane"],
  settled: Settled,
  [mine, others]: readonly [number | undefined, ReadonlySet<number>],
): Task | undefined {
  const ready = ({ index, seed }: Task): boolean => seed === FIRST_SEED || settled.has(index);
  const own = (task: Task): boolean => task.lane === lane;
  const known = ({ seed }: Task): boolean => seed === mine;
  const free = ({ seed }: Task): boolean => !others.has(seed);
  const wishes = [
    (task: Task) => own(task) && known(task),
    (task: Task) => own(task) && free(task),
    own,
    known,
    free,
    () => true,
  ];
  for (const wish of wishes) {
    const at = tasks.findIndex((task) => ready(task) && wish(task));
    if (at >= 0) return tasks.splice(at, 1)[0];
  }
  return undefined;
}

function messageOf({ kind, index, seed }: Task, settled: Settled): ToProver {
  if (kind !== "saboteur") return { kind, index };
  return { kind, index, seed, settled: settled.get(index) ?? [] };
}

/** Works through all proofs; those that were not begun in time are left out. Rejects where a thread breaks. */
export async function proveAll(wanted: Wanted, all: readonly Saboteur[]): Promise<Proofs> {
  const tasks = tasksOf(wanted, all);
  const settled = new Map<number, readonly string[]>();
  const catches: Catch[] = [];
  const zoo = new Map<number, ZooRow>();
  const health = new Map<number, GeneratorHealth>();
  const judged = new Set<string>();
  const places = new Map(all.map(({ name }, index) => [name, index]));
  const keep = (message: FromProver): void => {
    if (message.kind === "examined") health.set(message.index, message.health);
    if (message.kind === "watched") zoo.set(message.index, message.row);
    if (message.kind === "ended") for (const address of message.judged) judged.add(address);
    if (message.kind !== "caught") return;
    const { found } = message;
    catches.push(found);
    settled.set(places.get(found.name) ?? -1, found.settled);
    wanted.onCatch(found);
  };
  /** The seed that each thread is at. */
  const seeds = new Map<Worker, number>();
  const thread = (lane: Task["lane"]): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = scratch();
      const worker = new Worker(new URL("prove-worker.ts", import.meta.url), {
        env: { ...process.env, ...own.env },
      });
      worker.once("exit", own.remove);
      const send = (task: ToProver): void => worker.postMessage(task);
      worker.on("error", reject);
      worker.on("message", (message: FromProver) => {
        keep(message);
        if (message.kind === "ended") return void worker.terminate().then(() => resolve());
        const mine = seeds.get(worker);
        seeds.delete(worker);
        const order = [mine, new Set(seeds.values())] as const;
        const next = performance.now() < wanted.until ? take(tasks, lane, settled, order) : undefined;
        if (next !== undefined) seeds.set(worker, next.seed);
        send(next === undefined ? { kind: "end" } : messageOf(next, settled));
      });
    });
  const lanes: Task["lane"][] = ["other"];
  while (lanes.length <= Math.min(availableParallelism(), 4)) lanes.push("session");
  await Promise.all(lanes.map(thread));
  const inOrder = <T>(found: ReadonlyMap<number, T>): readonly T[] =>
    [...found].toSorted(([one], [other]) => one - other).map(([, row]) => row);
  const proofs = wanted.saboteurs.length * wanted.seeds;
  return { catches, zoo: inOrder(zoo), health: inOrder(health), judged, wanted: proofs };
}
