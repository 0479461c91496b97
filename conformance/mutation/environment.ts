/**
 * The modules under mutation, loaded from Stryker's sandbox into this thread, where its switch reaches them. What they
 * keep from one call to the next (compiled schemas, read selectors) is put back before every mutant, and code that runs
 * only while a module loads is loaded anew.
 */
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Target } from "../target.ts";
import type { PiLibrary } from "../targets/reference.ts";
import type { Library } from "./library.ts";
import type { InOtherPi } from "./other-pi.ts";

export interface Subject {
  readonly target: Target;
  /** The package's public functions, of which the target uses a few. */
  readonly library: Library;
  /** What it offers with pi; loaded where sessions are asked for. */
  readonly pi?: PiLibrary;
  /** Lets it find another pi. */
  readonly inOtherPi?: InOtherPi;
  readonly canary: typeof import("./canary.ts");
  /** Forgets what earlier calls left in the modules. */
  readonly forget: () => void;
}

const FRESH = "fresh";
/** What the subject imports of pi, and what it gets. */
const PI: readonly string[] = ["@earendil-works/pi-ai", "@earendil-works/pi-coding-agent"];
const OTHER = "conformance/mutation/other-pi.ts";

/** Modules that may be loaded more than once: those that are mutated, and what hands them to the suite. */
function isSubject(url: string, root: string): boolean {
  const path = url.startsWith(root) ? url.slice(root.length) : "";
  return (
    path.startsWith("reference/") ||
    path.startsWith("conformance/targets/reference.ts") ||
    path.startsWith("conformance/mutation/canary.ts")
  );
}

/** What the instrumented code shares with the runner. */
export interface Switch {
  activeMutant?: string | undefined;
  /** Instrumented places that the present call has passed. */
  steps: number;
  /** The most that any call has passed. */
  longest: number;
  /** Past this many the code throws at every further place, so that a loop ends wherever it is. */
  stepLimit: number;
  /** Notes which mutants a place belongs to; only while coverage is measured. */
  covers?: ((mutants: ArrayLike<string>) => void) | undefined;
}

/** The switch of this thread, under the name that Stryker gives it. */
export function switchOf(): Switch {
  const scope = globalThis as { __stryker__?: Switch };
  scope.__stryker__ ??= { steps: 0, longest: 0, stepLimit: Number.POSITIVE_INFINITY };
  return scope.__stryker__;
}

/** A call begins, or the last has ended. */
export function nextCall(state: Switch): void {
  state.longest = Math.max(state.longest, state.steps);
  state.steps = 0;
}

const COVERAGE = /function stryCov_9fa48\(\) \{[\s\S]*?cover\.apply\(null, arguments\);\n\}/;
const COUNTING = `const stryker_9fa48 = globalThis.__stryker__;
function stryCov_9fa48() {
  if (++stryker_9fa48.steps > stryker_9fa48.stepLimit) throw new Error("mutation: too many steps");
  if (stryker_9fa48.covers !== undefined) stryker_9fa48.covers(arguments);
}`;

/** Stryker's own counter of coverage never ends a loop, and counts in every run. */
function counting(source: string, file: string): string {
  if (!source.includes("stryCov_9fa48(")) return source;
  if (!COVERAGE.test(source)) throw new Error(`${file}: Stryker's coverage counter looks different`);
  return source.replace(COVERAGE, () => COUNTING);
}

const stripped = new Map<string, string>();

function strip(url: string): string {
  const file = fileURLToPath(url);
  let source = stripped.get(file);
  if (source === undefined) {
    source = counting(stripTypeScriptTypes(readFileSync(file, "utf8")), file);
    stripped.set(file, source);
  }
  return source;
}

function installHooks(root: string): void {
  registerHooks({
    resolve(specifier, context, next) {
      const at = context.parentURL?.indexOf(`?${FRESH}=`) ?? -1;
      const found = next(at >= 0 && PI.includes(specifier) ? `${root}${OTHER}` : specifier, context);
      if (at < 0 || !isSubject(found.url, root) || found.url.includes("?")) return found;
      return { ...found, url: found.url + context.parentURL?.slice(at) };
    },
    load(url, context, next) {
      const [bare = url] = url.split("?");
      if (!bare.endsWith(".ts") || !isSubject(bare, root)) return next(url, context);
      return { format: "module", source: strip(bare), shortCircuit: true };
    },
  });
}

type Reset = () => void;

/** Stands in for `WeakMap` while modules load: one that can be emptied. */
function forgetfulWeakMap(resets: Reset[]) {
  const Native = WeakMap;
  return class {
    #held = new Native<WeakKey, unknown>();
    constructor() {
      resets.push(() => {
        this.#held = new Native();
      });
    }
    get(key: WeakKey) {
      return this.#held.get(key);
    }
    has(key: WeakKey) {
      return this.#held.has(key);
    }
    set(key: WeakKey, value: unknown) {
      this.#held.set(key, value);
      return this;
    }
    delete(key: WeakKey) {
      return this.#held.delete(key);
    }
  };
}

/** Loads modules so that each map and set which they make while loading can be put back to what it held then. */
async function remembering<T>(
  load: () => Promise<T>,
): Promise<{ readonly loaded: T; readonly forget: Reset }> {
  const kept = { Map, Set, WeakMap };
  const maps: Map<unknown, unknown>[] = [];
  const sets: Set<unknown>[] = [];
  const resets: Reset[] = [];
  class LoadedMap<K, V> extends kept.Map<K, V> {
    constructor(entries?: Iterable<readonly [K, V]> | null) {
      super(entries);
      maps.push(this as Map<unknown, unknown>);
    }
  }
  class LoadedSet<V> extends kept.Set<V> {
    constructor(members?: Iterable<V> | null) {
      super(members);
      sets.push(this);
    }
  }
  Object.assign(globalThis, { Map: LoadedMap, Set: LoadedSet, WeakMap: forgetfulWeakMap(resets) });
  let loaded: T;
  try {
    loaded = await load();
  } finally {
    Object.assign(globalThis, kept);
  }
  for (const map of maps) {
    const entries = [...map];
    resets.push(() => {
      if (map.size === entries.length) return;
      map.clear();
      for (const [key, value] of entries) map.set(key, value);
    });
  }
  for (const set of sets) {
    const members = [...set];
    resets.push(() => {
      if (set.size === members.length) return;
      set.clear();
      for (const member of members) set.add(member);
    });
  }
  return {
    loaded,
    forget: () => {
      for (const reset of resets) reset();
    },
  };
}

let generation = 0;

type TargetModule = typeof import("../targets/reference.ts");

/**
 * Prepares a thread for modules under `folder`, the sandbox. Call the result once for every fresh load. With `sessions`
 * the extension for pi is loaded too, which otherwise waits for the first session.
 */
export function environment(folder: string, sessions = false): () => Promise<Subject> {
  const root = pathToFileURL(join(folder, "/")).href;
  installHooks(root);
  return async () => {
    const query = `?${FRESH}=${generation++}`;
    const { loaded, forget } = await remembering(async () => {
      const target = (await import(`${root}conformance/targets/reference.ts${query}`)) as TargetModule;
      if (sessions) await target.loadExtension();
      const pi = sessions
        ? {
            pi: await target.piLibrary(),
            inOtherPi: ((await import(`${root}${OTHER}`)) as typeof import("./other-pi.ts")).inOtherPi,
          }
        : {};
      const canary = (await import(`${root}conformance/mutation/canary.ts${query}`)) as Subject["canary"];
      const library = { ...target.library, ...target.grammarLibrary };
      return { target: target.default, library, canary, ...pi };
    });
    return { ...loaded, forget };
  };
}
