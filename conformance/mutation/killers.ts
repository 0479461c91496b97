/**
 * What may kill a mutant: every vector, every property that needs no clock and no other process, what the package's
 * public functions and its extension's documentation promise beside them, and the canaries.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fellShort } from "../assemble.ts";
import { putAsk } from "../bind.ts";
import { type Ask, SESSION_CAPABILITIES } from "../check.ts";
import { clockOf, NOWHERE } from "../elsewhere.ts";
import { type Execution, executeCheck, type SuiteCheck } from "../execute.ts";
import { identify } from "../load-target.ts";
import { overAllRows } from "../property.ts";
import { addressOf, capabilityOf, loadSuite } from "../suite.ts";
import type { Target } from "../target.ts";
import { nextCall, type Subject, switchOf } from "./environment.ts";
import { EXTENSION_PROPERTIES } from "./extension-properties.ts";
import { facadeTarget, isForFacade } from "./library-facade.ts";
import { LIBRARY_PROPERTIES } from "./library-properties.ts";
import { judgePi } from "./stand-in.ts";
import { PI_PROPERTIES } from "./stand-in-properties.ts";

export interface Killer {
  /** Address, and a hash of what is judged: a killer that changed is another one. */
  readonly id: string;
  /** Vectors come before what costs more. */
  readonly rank: number;
  /** Says what is wrong; undefined if it holds. Throws where the suite itself is at fault. */
  readonly judge: (subject: Subject) => Promise<string | undefined>;
}

const SEED = 1;

export interface KillerOptions {
  /** Cases a property. */
  readonly runs: number;
  /** Sessions in a real pi too. */
  readonly sessions: boolean;
  /** Prefixes of addresses; without them every check of the suite. */
  readonly only?: readonly string[];
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** A property is code: it is another one as soon as any file of the suite is. */
function hashOf(folders: readonly string[], begin = ""): string {
  const files = folders.flatMap((path) => {
    const folder = new URL(path, import.meta.url);
    return readdirSync(folder)
      .filter((name) => name.startsWith(begin) && name.endsWith(".ts") && !name.endsWith("test.ts"))
      .sort()
      .map((name) => readFileSync(new URL(name, folder), "utf8"));
  });
  return hash(files.join("\0"));
}

const canaries: readonly Killer[] = [
  {
    id: "canary",
    rank: 0,
    judge: async ({ canary }) => {
      canary.unjudged(1);
      canary.ending(3);
      const seen = [canary.judged(1), canary.loaded(), canary.kept(2), canary.kept(2)].join();
      return seen === "2,40,6,6" ? undefined : `the canaries say ${seen}`;
    },
  },
];

type Settings = Omit<Execution, "put" | "claims">;

/** What a check says of a target; undefined if it holds. */
async function judgeCheck(
  check: SuiteCheck,
  target: Target,
  settings: Settings,
): Promise<string | undefined> {
  // A twin is a vector of its own, and judged there.
  const alone: SuiteCheck =
    check.kind === "vector"
      ? { kind: "vector", vector: withoutTwin(check.vector) }
      : { kind: "property", property: overAllRows(check.property) };
  const put = (ask: Ask) => {
    nextCall(switchOf());
    return clockOf(ask) === undefined ? putAsk(target, ask) : NOWHERE.put(ask);
  };
  const result = await executeCheck(alone, { ...settings, put, claims: identify(target) });
  if (result.harnessError !== undefined) throw new Error(`${result.address}: ${result.harnessError}`);
  return fellShort(result.verdict) ? (result.problem?.says ?? result.verdict) : undefined;
}

function suiteKiller(check: SuiteCheck, settings: Settings, id: string): Killer {
  return {
    id,
    rank: check.kind === "vector" ? 1 : 2,
    judge: ({ target }) => judgeCheck(check, target, settings),
  };
}

/** The vectors that the older facade can express, asked through it: one killer a requirement. */
function facadeKillers(checks: readonly SuiteCheck[], settings: Settings): readonly Killer[] {
  const own = checks.flatMap((check) =>
    check.kind === "vector" && isForFacade(check.vector) ? [check.vector] : [],
  );
  return [...Map.groupBy(own, ({ requirement }) => requirement)].map(([requirement, vectors]) => ({
    id: `facade/${requirement} ${hash(JSON.stringify(vectors))}.${hashOf(["./"], "library")}`,
    rank: 1,
    async judge({ target, library }) {
      const facade = facadeTarget(target, library);
      for (const vector of vectors) {
        const says = await judgeCheck({ kind: "vector", vector }, facade, settings);
        if (says !== undefined) return `${vector.address}: ${says}`;
      }
      return undefined;
    },
  }));
}

function extensionKillers(settings: Settings): readonly Killer[] {
  const code = hashOf(["./"], "extension");
  return EXTENSION_PROPERTIES.map((property) =>
    suiteKiller({ kind: "property", property }, settings, `${property.address} ${code}`),
  );
}

function libraryKillers(): readonly Killer[] {
  const code = hashOf(["./"], "library");
  return LIBRARY_PROPERTIES.map(({ name, check }) => ({
    id: `library/${name} ${code}`,
    rank: 1,
    judge: async ({ library }) => check(library),
  }));
}

/** The extension and the adapter in a pi that stands in. */
function standInKillers(): readonly Killer[] {
  const code = hashOf(["./"], "stand-in");
  return PI_PROPERTIES.map((property) => ({
    id: `stand-in/${property.name} ${code}`,
    rank: 1,
    judge: async ({ pi, inOtherPi }) =>
      pi === undefined || inOtherPi === undefined ? undefined : judgePi(property, pi, inOtherPi),
  }));
}

function withoutTwin<V extends { readonly twin?: string | undefined }>(vector: V): V {
  const { twin: _twin, ...rest } = vector;
  return rest as V;
}

/** It spends a budget of millions of steps: a quarter of a minute in instrumented code, for every mutant it reaches. */
const TOO_LONG = "safety/bounded/recursive-union";

/** All killers, in the order of the catalogue. */
export function killers({ runs, sessions, only }: KillerOptions): readonly Killer[] {
  const suite = loadSuite();
  const code = hashOf(["../", "../properties/"]);
  const execution = { vectors: suite.vectors, seed: SEED, runs, maxShrinks: 0 };
  const checks = suite.checks.filter((check) => {
    if (check.kind === "property" && check.property.costly === true) return false;
    if (addressOf(check) === TOO_LONG) return false;
    if (only !== undefined && !only.some((prefix) => addressOf(check).startsWith(prefix))) return false;
    const session = SESSION_CAPABILITIES.some((capability) => capability === capabilityOf(check));
    return sessions || !session;
  });
  const named = checks.map((check) => {
    const content = check.kind === "vector" ? hash(JSON.stringify(check.vector)) : `${code}.${runs}`;
    return suiteKiller(check, execution, `${addressOf(check)} ${content}`);
  });
  const beside = [
    ...facadeKillers(checks, execution),
    ...libraryKillers(),
    ...(sessions ? [...standInKillers(), ...extensionKillers(execution)] : []),
  ];
  const wanted = ({ id }: Killer) => only === undefined || only.some((prefix) => id.startsWith(prefix));
  return [...canaries, ...named, ...beside.filter(wanted)];
}
