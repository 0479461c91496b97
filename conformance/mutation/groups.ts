/** What is mutated, by group, with the share of mutants that the suite must kill. */
import type { PartialStrykerOptions } from "@stryker-mutator/api/core";

export interface Group {
  readonly name: string;
  /** Files as globs from the top of the project; `!` takes away. */
  readonly mutate: readonly string[];
  /** The least share of all mutants that must be killed, in percent. */
  readonly floor: number;
  /** Whether sessions in a real pi are among the killers. */
  readonly sessions: boolean;
  /** Cases a property. */
  readonly runs: number;
  /** Loads the modules anew before every mutant: for what keeps state that cannot be put back. */
  readonly alwaysFresh?: boolean;
  /** Runs its tests in a namespace of processes: its mutants may end any process that they see. */
  readonly isolated?: boolean;
  /** Other settings of Stryker. */
  readonly stryker?: PartialStrykerOptions;
}

const GRAMMAR = [
  "reference/{behind-call,call-ids,cut,grammar,grammar-message,grammar-result,guard,promotion,recover,stream}.ts",
  "reference/{leak-*,markdown*,recognise*}.ts",
  "reference/grammars/*.ts",
];

/** What only the extension uses: it shows in sessions alone. */
const FOR_PI = ["reference/{built-in-tools,edit-fold,feedback,host-conversion,profile}.ts"];

const NOT_SHIPPED = ["!reference/**/*test.ts", "!reference/**/*.d.ts", "!reference/build.ts"];

/**
 * Files of groups in which nothing is changed: they pass on what others hold, or hold a constant that is a type as well.
 * The gate says so where one of them has mutants, or another file has none.
 */
export const NOTHING_TO_CHANGE: readonly string[] = Object.freeze([
  "reference/changes.ts",
  "reference/grammars/opener.ts",
  "reference/index.ts",
  "reference/pi/index.ts",
]);

/** The harness itself, killed by the tests that lie beside its files. */
const HARNESS = {
  // What a failure says to a person is not compared word by word; what decides must be noticed.
  floor: 80,
  sessions: false,
  runs: 0,
  stryker: {
    testRunner: "vitest",
    vitest: { configFile: "conformance/mutation/vitest.config.ts", related: false },
  },
} as const;

/** In the order in which they are run. */
export const GROUPS: readonly Group[] = Object.freeze([
  {
    name: "core",
    mutate: [
      "reference/*.ts",
      ...GRAMMAR.map((glob) => `!${glob}`),
      ...FOR_PI.map((glob) => `!${glob}`),
      ...NOT_SHIPPED,
    ],
    floor: 95,
    sessions: false,
    runs: 15,
  },
  { name: "grammar", mutate: [...GRAMMAR, ...NOT_SHIPPED], floor: 90, sessions: false, runs: 15 },
  {
    name: "pi",
    mutate: [
      "reference/pi/*.ts",
      ...FOR_PI,
      ...NOT_SHIPPED,
      // Equipment of tests.
      "!reference/pi/{example-tool-owner,packed,pi-loop,scratch,scripted-provider,terminal}.ts",
    ],
    floor: 85,
    sessions: true,
    runs: 4,
    alwaysFresh: true,
  },
  {
    ...HARNESS,
    name: "judge",
    mutate: ["conformance/{assemble,expected-failures,judge,judge-message,standing}.ts"],
  },
  {
    ...HARNESS,
    name: "harness",
    mutate: ["conformance/execute.ts", "conformance/wire-{faults,lines,messages}.ts"],
  },
  {
    ...HARNESS,
    name: "wire",
    mutate: ["conformance/{run,wire,wire-session,wire-window}.ts"],
    stryker: {
      ...HARNESS.stryker,
      // What waits for an end that does not come is ended by the tests themselves, sooner than by Stryker.
      vitest: { configFile: "conformance/mutation/vitest.wire.config.ts", related: false },
    },
  },
  {
    ...HARNESS,
    name: "process",
    mutate: ["conformance/wire-process.ts"],
    isolated: true,
    stryker: {
      ...HARNESS.stryker,
      vitest: { configFile: "conformance/mutation/vitest.process.config.ts", related: false },
    },
  },
]);
