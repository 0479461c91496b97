/** One run, over a small suite and targets that are played. */
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CheckResult, SuiteCheck, Verdict } from "./execute.ts";
import type { ExpectedFailure } from "./expected-failures.ts";
import type { TargetSource } from "./find-target.ts";
import type { OpenOptions, OpenTarget } from "./open-target.ts";
import { type Property, property } from "./property.ts";
import { BadCall, EXIT } from "./refusals.ts";
import { DEADLINE_MS, type RunEvent, type RunOptions, run } from "./run.ts";
import { addressOf } from "./suite.ts";

/** A target as a test plays it. */
interface Played {
  readonly source: TargetSource;
  readonly options: OpenOptions;
  /** Addresses that it was run with. */
  ran: readonly string[] | undefined;
  closed: number;
}

const world = vi.hoisted(() => ({
  properties: [] as unknown[],
  open: undefined as unknown,
}));

vi.mock("./properties.ts", () => ({ PROPERTIES: world.properties }));
vi.mock("../spec/vectors.ts", () => ({ loadVectors: () => [] }));
vi.mock("./open-target.ts", () => ({
  openTarget: (...call: readonly unknown[]) =>
    (world.open as (...call: readonly unknown[]) => unknown)(...call),
}));

const prop = (address: string, more: Partial<Property> = {}): Property => ({
  ...property<null>({
    address,
    title: "",
    capability: "repair",
    arbitrary: fc.constant(null),
    // biome-ignore lint/correctness/useYield: it is never run.
    *check() {
      return undefined;
    },
  }),
  ...more,
});
const PLAIN = ["schema/dialect/a", "schema/dialect/b", "schema/every-shape/c"];
const PART = ["schema/dialect", "schema/every-shape"];
const COSTLY = ["bounded/1", "bounded/2", "bounded/3", "bounded/4", "bounded/5"].map(
  (end) => `safety/${end}`,
);
const SESSION = "outcome/one-of-three/session";
world.properties.push(
  ...PLAIN.map((address) => prop(address)),
  ...COSTLY.map((address) => prop(address, { costly: true })),
  prop(SESSION, { capability: "pi" }),
);

let played: Played[] = [];
/** What becomes of a check; held if nothing is said. */
let verdicts: Readonly<Record<string, Verdict>> = {};
let capabilities = ["repair", "pi"];
let faults: ReturnType<OpenTarget["faults"]> = [];
let refuse: (count: number) => Error | undefined = () => undefined;

function resultOf(check: SuiteCheck): CheckResult {
  const address = addressOf(check);
  return { address, kind: "property", title: "", cases: 1, verdict: verdicts[address] ?? "held" };
}

async function open(source: TargetSource, _suite: unknown, options: OpenOptions): Promise<OpenTarget> {
  const one: Played = { source, options, ran: undefined, closed: 0 };
  played.push(one);
  const number = played.length;
  const error = refuse(number);
  if (error !== undefined) throw error;
  const identity = { name: "t", version: "1", capabilities, ruleIds: [], canonicalRuleIds: false };
  return {
    identity: identity as OpenTarget["identity"],
    async run(checks) {
      one.ran = checks.map(addressOf);
      const results = checks.map(resultOf);
      for (const result of results) options.onResult?.(result);
      return results;
    },
    restarts: () => number,
    faults: () => faults,
    output: () => `output ${number}.`,
    async close() {
      one.closed += 1;
    },
  };
}

beforeEach(() => {
  played = [];
  verdicts = {};
  capabilities = ["repair", "pi"];
  faults = [];
  refuse = () => undefined;
  world.open = open;
});

const MODULE: TargetSource = { given: "m", module: "file:///m.ts" };
const PROGRAM: TargetSource = { given: "p", program: { command: "p", args: [], cwd: "/" } };
const SETTINGS = { only: [], seed: 5, runs: 7, deadlineMs: 9, expectedFailures: [], today: "2026-01-01" };
const runOf = (target: TargetSource, more: Partial<RunOptions> = {}) => run({ ...SETTINGS, target, ...more });
const expecting = (...addresses: readonly string[]): readonly ExpectedFailure[] =>
  addresses.map((address) => ({ address, reason: `known: ${address}` }));

describe("where checks run", () => {
  test("a program is started once, and has all of them", async () => {
    await runOf(PROGRAM);
    expect(played).toHaveLength(1);
    expect(played[0]?.source).toBe(PROGRAM);
    expect(played[0]?.ran).toEqual([SESSION, ...COSTLY, ...PLAIN]);
  });

  test("in process a second lane has sessions and three of four costly checks; none is run twice or left out", async () => {
    await runOf(MODULE);
    expect(played.map(({ ran }) => ran)).toEqual([
      ["safety/bounded/4", ...PLAIN],
      [SESSION, "safety/bounded/1", "safety/bounded/2", "safety/bounded/3", "safety/bounded/5"],
    ]);
  });

  test("of a part a second lane is opened only if there is something for it", async () => {
    await runOf(MODULE, { only: ["schema"] });
    expect(played.map(({ ran }) => ran)).toEqual([PLAIN]);
    played = [];
    await runOf(MODULE, { only: ["outcome"] });
    expect(played.map(({ ran }) => ran)).toEqual([[SESSION]]);
    played = [];
    await runOf(MODULE, { only: ["schema", "outcome"] });
    expect(played.map(({ ran }) => ran)).toEqual([PLAIN, [SESSION]]);
  });

  test("two lanes of all are opened at once, but the first one alone of a pi that must be installed", async () => {
    let release: () => void = () => {};
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    world.open = async (...call: Parameters<typeof open>) => {
      const opened = await open(...call);
      await wait;
      return opened;
    };
    const begun = async (target: TargetSource): Promise<number> => {
      played = [];
      const running = runOf(target);
      await new Promise((resolve) => setImmediate(resolve));
      const count = played.length;
      release();
      await running;
      expect(played).toHaveLength(target.program === undefined ? 2 : 1);
      return count;
    };
    expect(await begun(MODULE)).toBe(2);
    world.open = async (...call: Parameters<typeof open>) => {
      const opened = await open(...call);
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      return opened;
    };
    expect(await begun({ ...MODULE, pi: "1.0.0" })).toBe(1);
  });

  test("a target is told what the run is about, and not who runs it", async () => {
    await runOf(PROGRAM, { maxMemoryBytes: 77, only: ["schema"] });
    expect(played[0]?.options).toMatchObject({ seed: 5, runs: 7, deadlineMs: 9, maxMemoryBytes: 77 });
    expect(played[0]?.options).not.toHaveProperty("target");
    expect(played[0]?.options).not.toHaveProperty("onEvent");
    expect(DEADLINE_MS).toBe(5000);
  });
});

describe("what a run comes to", () => {
  test("has who was judged, every requirement with its checks, and what all lanes say of themselves", async () => {
    faults = [{ kind: "died-idle", count: 1, sample: "s" }];
    const result = await runOf(MODULE, { seed: 8 });
    expect(result.identity).toMatchObject({ name: "t" });
    expect(result.options).toMatchObject({ seed: 8, target: MODULE });
    const checks = result.requirements.flatMap((entry) => entry.checks.map(({ address }) => address));
    expect(checks.toSorted()).toEqual([SESSION, ...COSTLY, ...PLAIN].toSorted());
    expect(result).toMatchObject({ restarts: 3, output: "output 1.output 2." });
    expect(result.faults).toEqual([...faults, ...faults]);
    expect(result.exitCode).toBe(EXIT.incomplete);
  });

  const codes: readonly (readonly [verdict: Verdict, code: number])[] = [
    ["held", EXIT.asExpected],
    ["failed", EXIT.fellShort],
    ["crashed", EXIT.fellShort],
    ["timed-out", EXIT.fellShort],
    ["not-run", EXIT.incomplete],
  ];
  for (const [verdict, code] of codes) {
    test(`one check of many that is ${verdict} makes the exit code ${code}`, async () => {
      verdicts = { "schema/dialect/b": verdict };
      const result = await runOf(PROGRAM, { only: PART });
      const dialect = result.requirements.find(({ requirement }) => requirement.id === "schema/dialect");
      expect({ verdict: dialect?.verdict, code: result.exitCode }).toEqual({ verdict, code });
    });
  }

  test("counts what is expected as expected, with the reason", async () => {
    verdicts = { "schema/dialect/b": "failed" };
    const result = await runOf(PROGRAM, {
      only: PART,
      expectedFailures: expecting("schema/dialect/b"),
    });
    const dialect = result.requirements.find(({ requirement }) => requirement.id === "schema/dialect");
    expect(dialect).toMatchObject({ verdict: "failed", expected: true, reason: "known: schema/dialect/b" });
    expect({ stale: result.stale, code: result.exitCode }).toEqual({ stale: [], code: EXIT.asExpected });
  });

  test("names an expected failure that held", async () => {
    const result = await runOf(PROGRAM, {
      only: PART,
      expectedFailures: expecting("schema/dialect/b"),
    });
    expect(result.stale).toEqual(["schema/dialect/b"]);
    expect(result.exitCode).toBe(EXIT.badCall);
  });

  test("has no verdict on what the target does not claim", async () => {
    capabilities = ["repair"];
    await runOf(PROGRAM);
    expect(played[0]?.ran).toEqual([...COSTLY, ...PLAIN]);
  });
});

test("events tell how many checks there are before the first, and then each", async () => {
  const events: RunEvent[] = [];
  await runOf(MODULE, { onEvent: (event) => events.push(event) });
  expect(events[0]).toMatchObject({ kind: "started", checks: 9, identity: { name: "t" } });
  const checked = events.slice(1).map((event) => (event.kind === "checked" ? event.result.address : "?"));
  expect(checked.toSorted()).toEqual([SESSION, ...COSTLY, ...PLAIN].toSorted());
});

describe("nothing stays open", () => {
  const closed = () => played.map((one) => one.closed);

  test("after a run", async () => {
    await runOf(MODULE);
    expect(closed()).toEqual([1, 1]);
  });

  test("where nothing is selected, a check throws or a second lane does not open", async () => {
    await expect(runOf(PROGRAM, { only: ["nonsense"] })).rejects.toThrow(BadCall);
    expect(closed()).toEqual([1]);
    played = [];
    const onEvent = (): void => {
      throw new Error("mine");
    };
    await expect(runOf(MODULE, { onEvent })).rejects.toThrow("mine");
    expect(closed()).toEqual([1, 1]);
    played = [];
    refuse = (count) => (count === 2 ? new Error("no second") : undefined);
    await expect(runOf(MODULE)).rejects.toThrow("no second");
    expect(played[0]?.closed).toBe(1);
    played = [];
    await expect(runOf(MODULE, { only: ["schema", "outcome"] })).rejects.toThrow("no second");
    expect(played[0]?.closed).toBe(1);
  });

  test("where an expected failure matches nothing no target is started at all", async () => {
    await expect(runOf(MODULE, { expectedFailures: expecting("schema/none") })).rejects.toThrow(BadCall);
    expect(played).toEqual([]);
  });
});
