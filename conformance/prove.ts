/** Whether a saboteur is caught at exactly the requirements that it declares. */
import type { Capability } from "../spec/contract.ts";
import { putAsk } from "./bind.ts";
import { type Problem, SESSION_CAPABILITIES } from "./check.ts";
import { clockOf, elsewhere } from "./elsewhere.ts";
import type { Execution, SuiteCheck } from "./execute.ts";
import { identify } from "./load-target.ts";
import { type Case, judgeCase, type Rehearsal, rehearsal } from "./rehearsal.ts";
import type { Saboteur } from "./saboteur.ts";
import { moduleOf } from "./saboteur-module.ts";
import { addressOf, capabilityOf, requirementOf, type Suite } from "./suite.ts";
import type { Target } from "./target.ts";
import reference from "./targets/reference.ts";

/** Where a requirement was seen to be broken: the first vector and the first property that say so. */
export interface Broken {
  readonly vector?: string;
  readonly property?: string;
}

/** A requirement at which a saboteur was caught and that it does not declare. */
export interface Extra {
  readonly id: string;
  /** The first check that says so, and what it says. */
  readonly address: string;
  readonly says: string;
}

export interface Catch {
  /** The saboteur's name. */
  readonly name: string;
  readonly seed: number;
  /** Requirements that it declares and at which it was not caught. */
  readonly missed: readonly string[];
  /** Where else it was caught. */
  readonly extra: readonly Extra[];
  /** By requirement that it declares. */
  readonly broken: Readonly<Record<string, Broken>>;
  /** Those of its requirements at which it is caught whatever the seed. */
  readonly settled: readonly string[];
  /** Cases that were judged. */
  readonly cases: number;
}

/** What a saboteur breaks: the function of the target that is not the reference's. */
export function kindOf({ target }: Saboteur): "repair" | "message" | "session" {
  if (target.repair !== reference.repair) return "repair";
  return target.runSession === reference.runSession ? "message" : "session";
}

const SUSPECT_RUNS = 100;
/** Enough for a check of something else to notice a fault that is not as narrow as it says. */
const OTHER_RUNS = 8;
/** With each later seed; nine of them make it 35 in all. */
const MORE_RUNS = 3;

/** Seeds count from here. */
export const FIRST_SEED = 1;

/** The function that answers the checks of a capability. */
function functionOf(target: Target, capability: Capability): unknown {
  const { repair, recoverMessage, stripStream, cleanPayload, runSession } = target;
  const answering = { repair, grammar: recoverMessage, stream: stripStream, guard: cleanPayload };
  return capability in answering ? Reflect.get(answering, capability) : runSession;
}

function putTo({ name, target }: Saboteur): { readonly put: Execution["put"]; close(): void } {
  const expression = `SABOTEURS.find(({ name }) => name === ${JSON.stringify(name)}).target`;
  const other = elsewhere(moduleOf("saboteurs.ts", "SABOTEURS", expression));
  return {
    put: (ask) => (clockOf(ask) === undefined ? putAsk(target, ask) : other.put(ask)),
    close: () => other.close(),
  };
}

/** True if every seed gives the same cases. */
const isFixed = (check: SuiteCheck): boolean => check.kind === "vector" || check.property.fixed === true;
const isCostly = (check: SuiteCheck): boolean => check.kind === "property" && check.property.costly === true;

/** Vectors before properties, what measures time or starts processes at the end: one failure is enough. */
const inOrder = (checks: readonly SuiteCheck[]): readonly SuiteCheck[] =>
  checks.toSorted((one, other) => Number(isCostly(one)) - Number(isCostly(other)));

function casesOf(check: SuiteCheck, seed: number, runs: number, known: Rehearsal) {
  if (check.kind === "vector") return [known.vector(check.vector)];
  const { property } = check;
  return known.property(property, seed, Math.max(1, Math.ceil(runs * (property.share ?? 1))));
}

export interface Prover {
  prove(saboteur: Saboteur, seed: number, settled?: readonly string[]): Promise<Catch>;
  /** Addresses of the checks that gave a verdict so far, the latest last. */
  readonly emitted: ReadonlySet<string>;
  /** Those of them that held or failed: something could be observed. */
  readonly judged: ReadonlySet<string>;
}

/** What came to light about a saboteur with one seed. */
interface Findings {
  readonly broken: Map<string, Broken>;
  readonly extra: Map<string, Extra>;
  /** Requirements at which it is caught with whatever seed. */
  readonly settled: Set<string>;
  cases: number;
}

/** With the first seed vectors and properties each have to say what they see, with any other one failure is enough. */
function isDone(check: SuiteCheck, seed: number, suspected: boolean, { broken, extra, settled }: Findings) {
  const id = requirementOf(check);
  if (!suspected) return extra.has(id);
  if (seed > FIRST_SEED || isCostly(check)) return settled.has(id) || broken.has(id);
  return broken.get(id)?.[check.kind] !== undefined;
}

function note(check: SuiteCheck, suspected: boolean, problem: Problem, found: Findings): void {
  const [id, address] = [requirementOf(check), addressOf(check)];
  if (!suspected) found.extra.set(id, { id, address, says: problem.says });
  else found.broken.set(id, { ...found.broken.get(id), [check.kind]: address });
  if (suspected && isFixed(check)) found.settled.add(id);
}

const isSession = (check: SuiteCheck): boolean =>
  SESSION_CAPABILITIES.some((capability) => capability === capabilityOf(check));
/** Sessions in a real pi cost most of all proofs: of nine later seeds each asks a ninth of those about something else. */
const TURNS = 9;

/** Whether a check can tell a saboteur from the reference, and is to be asked with this seed. */
function isAsked(check: SuiteCheck, place: number, { target, breaks }: Saboteur, seed: number): boolean {
  const capability = capabilityOf(check);
  if (functionOf(target, capability) === functionOf(reference, capability)) return false;
  if (seed > FIRST_SEED && isFixed(check)) return false;
  if (breaks.includes(requirementOf(check))) return true;
  return !isCostly(check) && (seed === FIRST_SEED || !isSession(check) || (place + seed) % TURNS === 0);
}

interface Verdict {
  /** False if no case of the check could be observed. */
  readonly observed: boolean;
  readonly problem: Problem | undefined;
}

async function firstProblem(
  cases: Iterable<Promise<Case>> | AsyncIterable<Case>,
  judge: (one: Case) => ReturnType<typeof judgeCase>,
): Promise<Verdict> {
  let observed = false;
  for await (const one of cases) {
    const found = await judge(one);
    if (found === "unobservable") continue;
    observed = true;
    if (found.problem !== undefined) return { observed, problem: found.problem };
  }
  return { observed, problem: undefined };
}

/**
 * Makes what judges saboteurs against the whole suite. From the second seed on only what a seed changes is judged, and
 * of what the saboteur declares only what is not `settled`: caught with whatever seed. The prover keeps the reference's
 * answers for the next saboteur; seeds are best asked for one after the other.
 */
export function prover(suite: Suite): Prover {
  const known = rehearsal(reference, suite.vectors, identify(reference));
  const checks = inOrder(suite.checks);
  const emitted = new Set<string>();
  const judged = new Set<string>();
  const prove: Prover["prove"] = async (saboteur, seed, settled = []) => {
    const { name, breaks, target } = saboteur;
    const found: Findings = { broken: new Map(), extra: new Map(), settled: new Set(settled), cases: 0 };
    const { put, close } = putTo(saboteur);
    const judge = (one: Case) => {
      found.cases += 1;
      return judgeCase(one, target, put);
    };
    try {
      for (const check of checks.filter((one, place) => isAsked(one, place, saboteur, seed))) {
        const suspected = breaks.includes(requirementOf(check));
        if (isDone(check, seed, suspected, found)) continue;
        const runs = suspected ? SUSPECT_RUNS : seed === FIRST_SEED ? OTHER_RUNS : MORE_RUNS;
        const { observed, problem } = await firstProblem(casesOf(check, seed, runs, known), judge);
        emitted.add(addressOf(check));
        if (observed) judged.add(addressOf(check));
        if (problem !== undefined) note(check, suspected, problem, found);
      }
    } finally {
      close();
    }
    return {
      ...{ name, seed, cases: found.cases, settled: [...found.settled] },
      missed: breaks.filter((id) => !found.broken.has(id) && !found.settled.has(id)),
      extra: [...found.extra.values()],
      broken: Object.fromEntries(found.broken),
    };
  };
  return { prove, emitted, judged };
}
