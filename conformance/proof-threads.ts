/**
 * Proofs in several threads. Sessions in a real pi wait for processes and timers, and need none of the reference's known
 * answers: some threads begin with them and one with all the rest, so that each seed's answers are made once.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { GeneratorHealth } from "./health.ts";
import { PROPERTIES } from "./properties.ts";
import { type Catch, FIRST_SEED, kindOf } from "./prove.ts";
import type { FromProver, ToProver } from "./prove-worker.ts";
import type { Saboteur } from "./saboteur.ts";
import { scratch } from "./scratch.ts";
import { ANIMALS } from "./zoo.ts";
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
  /** Addresses of the checks that gave a verdict about a saboteur, and of those that held or failed. */
  readonly emitted: ReadonlySet<string>;
  readonly judged: ReadonlySet<string>;
  /** What did not end in time, one sentence each. */
  readonly stuck: readonly string[];
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
  /** Milliseconds after which a thread that finished nothing is ended (default: four minutes). */
  readonly patienceMs?: number;
}

/** Eight times what any proof takes on a busy machine: the clock decides nothing but that a thread hangs. */
const PATIENCE_MS = 240_000;
/** Patience is counted in so many steps, so that the time in which this process is stopped counts as one at most. */
const STEPS = 20;

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

function nameOf({ kind, index, seed }: Task, all: readonly Saboteur[]): string {
  if (kind === "animal") return `animal ${ANIMALS[index]?.target.name}`;
  if (kind === "generator") return `generator ${PROPERTIES[index]?.address}`;
  return `saboteur ${all[index]?.name}, seed ${seed}`;
}

/** Takes out what cannot be begun any more: later seeds of a saboteur that hung with the first. */
function dropLater(tasks: Task[], { kind, index }: Task): void {
  const left = tasks.filter((task) => kind !== "saboteur" || task.kind !== kind || task.index !== index);
  tasks.splice(0, tasks.length, ...left);
}

/** What one thread is at, and what becomes of it. */
interface Hooks {
  /** The next task; undefined if there is none. */
  next(): Task | undefined;
  message(task: Task): ToProver;
  hear(message: FromProver): void;
  /** A name for messages. */
  name(task: Task): string;
  readonly patienceMs: number;
}

/** Runs one thread to its end; gives the task that it hung over. Rejects, with what it was at, where it breaks. */
function runThread(script: URL, hooks: Hooks, opened: (worker: Worker) => void): Promise<Task | undefined> {
  return new Promise((resolve, reject) => {
    const own = scratch();
    const worker = new Worker(script, { env: { ...process.env, ...own.env } });
    let task: Task | undefined;
    let timer: NodeJS.Timeout | undefined;
    let over = false;
    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      clearInterval(timer);
      void worker.terminate().then(settle);
    };
    const fail = (why: string): void =>
      end(() => reject(new Error(task === undefined ? why : `${hooks.name(task)}: ${why}`)));
    const late = (): void => {
      if (task === undefined) fail(`a thread did not begin within ${hooks.patienceMs} ms`);
      else end(() => resolve(task));
    };
    const watch = (): void => {
      clearInterval(timer);
      let steps = 0;
      timer = setInterval(() => {
        steps += 1;
        if (steps === STEPS) late();
      }, hooks.patienceMs / STEPS);
    };
    worker.once("exit", (code) => {
      own.remove();
      fail(`its thread ended by itself with code ${code}`);
    });
    worker.on("error", (error: unknown) => fail(error instanceof Error ? error.message : String(error)));
    worker.on("message", (message: FromProver) => {
      if (over) return;
      if (message.kind === "ended") return end(() => resolve(undefined));
      hooks.hear(message);
      watch();
      task = hooks.next();
      worker.postMessage(task === undefined ? { kind: "end" } : hooks.message(task));
    });
    watch();
    opened(worker);
  });
}

const SCRIPT = new URL("prove-worker.ts", import.meta.url);

/**
 * Works through all proofs; those that were not begun in time are left out. What hangs is ended and named, and another
 * thread goes on. Rejects where a thread breaks. `script` is what a thread runs.
 */
export async function proveAll(
  wanted: Wanted,
  all: readonly Saboteur[],
  script: URL = SCRIPT,
): Promise<Proofs> {
  const tasks = tasksOf(wanted, all);
  const settled = new Map<number, readonly string[]>();
  const catches: Catch[] = [];
  const zoo = new Map<number, ZooRow>();
  const health = new Map<number, GeneratorHealth>();
  const emitted = new Set<string>();
  const judged = new Set<string>();
  const stuck: string[] = [];
  const places = new Map(all.map(({ name }, index) => [name, index]));
  const keep = (message: FromProver): void => {
    if (message.kind === "examined") health.set(message.index, message.health);
    if (message.kind === "watched") zoo.set(message.index, message.row);
    if (message.kind !== "caught") return;
    const { found } = message;
    for (const address of message.emitted) emitted.add(address);
    for (const address of message.judged) judged.add(address);
    catches.push(found);
    settled.set(places.get(found.name) ?? -1, found.settled);
    wanted.onCatch(found);
  };
  /** The threads, each with the seed that it is at. */
  const seeds = new Map<Worker, number | undefined>();
  const patienceMs = wanted.patienceMs ?? PATIENCE_MS;
  const thread = async (lane: Task["lane"]): Promise<void> => {
    let mine: number | undefined;
    let self: Worker | undefined;
    const hooks: Hooks = {
      ...{ hear: keep, patienceMs },
      name: (task) => nameOf(task, all),
      message: (task) => messageOf(task, settled),
      next() {
        if (performance.now() >= wanted.until) return undefined;
        const others = new Set([...seeds].flatMap(([one, seed]) => (one === self ? [] : (seed ?? []))));
        const next = take(tasks, lane, settled, [mine, others]);
        mine = next?.seed;
        if (self !== undefined) seeds.set(self, mine);
        return next;
      },
    };
    const hung = await runThread(script, hooks, (worker) => {
      self = worker;
      seeds.set(worker, undefined);
    });
    if (self !== undefined) seeds.delete(self);
    if (hung === undefined) return;
    stuck.push(`${hooks.name(hung)}: nothing came of it within ${patienceMs} ms, and its thread was ended`);
    dropLater(tasks, hung);
    if (tasks.length > 0) await thread(lane);
  };
  const lanes: Task["lane"][] = ["other"];
  while (lanes.length <= Math.min(availableParallelism(), 4)) lanes.push("session");
  try {
    await Promise.all(lanes.map(thread));
  } finally {
    // Where one breaks, the others are of no use.
    await Promise.all([...seeds.keys()].map((worker) => worker.terminate()));
  }
  const inOrder = <T>(found: ReadonlyMap<number, T>): readonly T[] =>
    [...found].toSorted(([one], [other]) => one - other).map(([, row]) => row);
  const proofs = wanted.saboteurs.length * wanted.seeds;
  const rows = { zoo: inOrder(zoo), health: inOrder(health) };
  return { catches, ...rows, emitted, judged, stuck, wanted: proofs };
}
