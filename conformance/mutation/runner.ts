/**
 * A test runner for Stryker whose tests are the checks of the suite, judged in the thread in which the mutants are
 * switched. It runs the checks that reach a mutant until the first one fails.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CoverageData, MutantCoverage } from "@stryker-mutator/api/core";
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from "@stryker-mutator/api/test-runner";
import { environment, nextCall, type Subject, type Switch, switchOf } from "./environment.ts";
import type { Killer } from "./killers.ts";
import { isSelected, OUTSIDE, type Selection } from "./selection.ts";

/** What the command hands to the runner, in a file that an environment variable names. */
export interface RunnerSettings {
  /** The project as it is, without Stryker's switches. */
  readonly root: string;
  readonly runs: number;
  readonly sessions: boolean;
  readonly only?: readonly string[];
  readonly selection: Selection;
  /** Loads the modules anew before every mutant. */
  readonly alwaysFresh?: boolean;
}

export const SETTINGS = "PI_REPAIR_MUTATION";

/**
 * Instrumented places that one call may pass. The longest passes a small part of it on unchanged code, which the dry
 * run makes sure of: more is a loop.
 */
const STEP_LIMIT = 60_000_000;
const LONGEST = STEP_LIMIT / 4;
/**
 * In the sandbox: killers that reach any mutated code. Code that runs while a module loads belongs to no killer: any may
 * tell what came of it, and these most likely.
 */
const REACHING = "reaching-killers.json";

/** After so many checks that never end nobody looks for one that fails. */
const MAX_ENDLESS = 3;
const MAX_MESSAGE = 300;

interface Verdict {
  readonly says?: string | undefined;
  readonly endless: boolean;
}

async function judge(killer: Killer, subject: Subject, state: Switch): Promise<Verdict> {
  state.steps = 0;
  state.longest = 0;
  let says: string | undefined;
  try {
    says = await killer.judge(subject);
  } catch (error) {
    // With a mutant even the suite may fail to put its question; that counts as noticed.
    says = `could not be judged: ${String(error)}`;
  }
  nextCall(state);
  return state.longest > STEP_LIMIT ? { endless: true } : { says, endless: false };
}

/** Coverage by killer, noted while `state.covers` is set. */
function coverageOf(state: Switch, into: CoverageData): void {
  state.covers = (mutants) => {
    for (let index = 0; index < mutants.length; index++) {
      const mutant = mutants[index] as string;
      into[mutant] = (into[mutant] ?? 0) + 1;
    }
  };
}

class SuiteRunner implements TestRunner {
  #settings: RunnerSettings | undefined;
  readonly #state = switchOf();
  #load: (() => Promise<Subject>) | undefined;
  #subject: Subject | undefined;
  #killers: readonly Killer[] = [];
  #byId = new Map<string, Killer>();
  /** The last that killed, latest first: neighbours among mutants are often killed by one check. */
  #recent: readonly string[] = [];

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const settings = JSON.parse(readFileSync(process.env[SETTINGS] ?? "", "utf8")) as RunnerSettings;
    this.#settings = settings;
    this.#state.stepLimit = STEP_LIMIT;
    // The suite is loaded from the sandbox too, so that it and the modules under mutation share theirs.
    const { killers } = (await import(
      pathToFileURL(resolve("conformance/mutation/killers.ts")).href
    )) as typeof import("./killers.ts");
    this.#load = environment(process.cwd(), settings.sessions);
    this.#killers = killers(settings);
    this.#byId = new Map(this.#killers.map((killer) => [killer.id, killer]));
  }

  async #fresh(): Promise<Subject> {
    if (this.#load === undefined) throw new Error("the runner was not initialised");
    return this.#load();
  }

  async dryRun(): Promise<DryRunResult> {
    const state = this.#state;
    const coverage: MutantCoverage = { static: {}, perTest: {} };
    coverageOf(state, coverage.static);
    this.#subject = await this.#fresh();
    const tests: TestResult[] = [];
    for (const killer of this.#killers) {
      const covered: CoverageData = {};
      coverage.perTest[killer.id] = covered;
      coverageOf(state, covered);
      this.#subject.forget();
      const start = performance.now();
      const { says } = await judge(killer, this.#subject, state);
      const head = { id: killer.id, name: killer.id, timeSpentMs: Math.ceil(performance.now() - start) };
      const failure = says ?? (state.longest > LONGEST ? `passes ${state.longest} places` : undefined);
      tests.push(
        failure === undefined
          ? { ...head, status: TestStatus.Success }
          : { ...head, status: TestStatus.Failed, failureMessage: failure },
      );
    }
    state.covers = undefined;
    const reaching = this.#killers.filter(({ id }) => Object.keys(coverage.perTest[id] ?? {}).length > 0);
    writeFileSync(REACHING, JSON.stringify(reaching.map(({ id }) => id)));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: coverage };
  }

  #isSelected({ activeMutant, sandboxFileName }: MutantRunOptions): boolean {
    const file = relative(process.cwd(), sandboxFileName);
    const { start, end } = activeMutant.location;
    const fromOne = (spot: { line: number; column: number }) => ({
      line: spot.line + 1,
      column: spot.column + 1,
    });
    const mutation = { ...activeMutant, location: { start: fromOne(start), end: fromOne(end) } };
    if (this.#settings === undefined) return false;
    const { root, selection } = this.#settings;
    return isSelected(selection, file, readFileSync(resolve(root, file), "utf8"), mutation);
  }

  #reaching(): readonly string[] {
    if (!existsSync(REACHING)) throw new Error("there was no dry run in this sandbox");
    return JSON.parse(readFileSync(REACHING, "utf8")) as string[];
  }

  /** Those that killed lately, then the cheap ones, then the rest; without a filter those that reach nothing come last. */
  #ordered(filter: readonly string[] | undefined): readonly Killer[] {
    const likely = new Set(filter ?? this.#reaching());
    const wanted = filter === undefined ? this.#killers : filter.flatMap((id) => this.#byId.get(id) ?? []);
    const place = new Map(this.#recent.map((id, index) => [id, index]));
    const rank = ({ id, rank }: Killer) => {
      const recent = place.get(id);
      if (recent !== undefined) return recent - 1000;
      return likely.has(id) ? rank * 1000 : Number.MAX_SAFE_INTEGER;
    };
    return wanted.toSorted((a, b) => rank(a) - rank(b));
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    if (!this.#isSelected(options)) return { status: MutantRunStatus.Error, errorMessage: OUTSIDE };
    const { activeMutant, testFilter, mutantActivation, reloadEnvironment } = options;
    const state = this.#state;
    state.steps = 0;
    if (mutantActivation === "static") state.activeMutant = activeMutant.id;
    try {
      if (this.#subject === undefined || reloadEnvironment || this.#settings?.alwaysFresh === true)
        this.#subject = await this.#fresh();
    } catch (error) {
      state.activeMutant = undefined;
      this.#subject = undefined;
      if (mutantActivation !== "static") throw error;
      const failureMessage = `does not load: ${String(error)}`.slice(0, MAX_MESSAGE);
      return { status: MutantRunStatus.Killed, killedBy: ["canary"], failureMessage, nrOfTests: 1 };
    }
    this.#subject.forget();
    state.activeMutant = activeMutant.id;
    try {
      return await this.#kill(this.#subject, testFilter);
    } finally {
      state.activeMutant = undefined;
    }
  }

  async #kill(subject: Subject, filter: readonly string[] | undefined): Promise<MutantRunResult> {
    let nrOfTests = 0;
    let endless = 0;
    for (const killer of this.#ordered(filter)) {
      nrOfTests += 1;
      const verdict = await judge(killer, subject, this.#state);
      if (verdict.endless && ++endless >= MAX_ENDLESS) break;
      if (verdict.says === undefined) continue;
      this.#recent = [killer.id, ...this.#recent.filter((id) => id !== killer.id)].slice(0, 25);
      const failureMessage = verdict.says.slice(0, MAX_MESSAGE);
      return { status: MutantRunStatus.Killed, killedBy: [killer.id], failureMessage, nrOfTests };
    }
    if (endless > 0) return { status: MutantRunStatus.Timeout, reason: "passed too many places" };
    return { status: MutantRunStatus.Survived, nrOfTests };
  }
}

export const strykerPlugins = [declareValuePlugin(PluginKind.TestRunner, "suite", new SuiteRunner())];
