import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { putAsk } from "./bind.ts";
import { askRepair, type Check } from "./check.ts";
import { batchSeed, type Execution, executeCheck, Unobservable } from "./execute.ts";
import { type Property, property } from "./property.ts";
import { NotInstalled } from "./refusals.ts";
import { identity, thrower } from "./zoo.ts";

const execution: Execution = {
  put: (ask) => putAsk(identity, ask),
  claims: { ruleIds: [], canonicalRuleIds: false },
  vectors: new Map(),
  seed: 1,
  runs: 100,
};
const call = (input: number) => ({ toolName: "t", schema: "{}", input: String(input) });

const below = (limit: number, more: Partial<Property<number>> = {}): Property =>
  property<number>({
    address: "safety/total/below",
    title: "Numbers are small.",
    capability: "repair",
    arbitrary: fc.nat(1000),
    *check(value): Check {
      const { answer } = yield* askRepair(call(value));
      return Number(answer.args) < limit ? undefined : { says: "too large", received: answer.args };
    },
    ...more,
  });

const run = (one: Property, more: Partial<Execution> = {}) =>
  executeCheck({ kind: "property", property: one }, { ...execution, ...more });

describe("a property", () => {
  test("that holds is held over the number of cases asked for, or its share of it", async () => {
    expect(await run(below(1001))).toMatchObject({ verdict: "held", cases: 100 });
    expect(await run(below(1001, { share: 0.05 }))).toMatchObject({ verdict: "held", cases: 5 });
  });

  test("that needs what is not installed was not run, and says why", async () => {
    const repair = () => {
      throw new NotInstalled("pi is not installed");
    };
    expect(await run(below(1001), { put: (ask) => putAsk({ ...identity, repair }, ask) })).toMatchObject({
      verdict: "not-run",
      problem: { says: "pi is not installed" },
    });
  });

  test("that fails gives the smallest case, the same each time", async () => {
    const first = await run(below(300));
    expect(first).toMatchObject({ verdict: "failed", drawn: "300", problem: { says: "too large" } });
    expect(first.given).toBe("t 300 for the schema {}");
    expect(await run(below(300))).toEqual(first);
  });

  test("of which a target throws has failed at the smallest such case", async () => {
    const result = await run(below(1001), { put: (ask) => putAsk(thrower, ask) });
    expect(result).toMatchObject({
      verdict: "failed",
      drawn: "0",
      problem: { says: expect.stringMatching(/^repair threw Error: no( \(zoo|$)/) },
    });
  });

  test("draws by seed and address alone", () => {
    expect(batchSeed(1, "a")).toBe(batchSeed(1, "a"));
    expect(new Set([batchSeed(1, "a"), batchSeed(2, "a"), batchSeed(1, "b")]).size).toBe(3);
  });

  test("of which a kind of case is too rare is the harness's error", async () => {
    const rare = { labels: () => [], floors: { never: 0.1 } };
    const result = await run(below(1001, rare));
    expect(result.verdict).toBe("not-run");
    expect(result.harnessError).toMatch(/only 0\.000 of the cases are "never", not 0\.1/);
  });

  test("of which only few cases run has its kinds counted over the first hundred that are drawn", async () => {
    const even = { labels: (value: number) => (value % 2 === 0 ? ["even"] : []), share: 0.02 };
    const common = await run(below(1001, { ...even, floors: { even: 0.2 } }));
    expect(common).toMatchObject({ verdict: "held", cases: 2 });
    const rare = await run(below(1001, { ...even, floors: { even: 0.9 } }));
    expect(rare.harnessError).toMatch(/of the cases are "even", not 0\.9/);
    const quick = await run(below(1001, { ...even, floors: { even: 0.9 } }), { runs: 8 });
    expect(quick.verdict).toBe("held");
  });

  test("that breaks is the harness's error, not the target's", async () => {
    const broken = below(1001, {
      // biome-ignore lint/correctness/useYield: it breaks before it asks.
      *check(): Check {
        throw new TypeError("mine");
      },
    });
    expect(await run(broken)).toMatchObject({ verdict: "not-run", harnessError: "TypeError: mine" });
  });

  test("that nobody could put to the target is unobservable", async () => {
    const put = (): never => {
      throw new Unobservable("not over a wire");
    };
    expect((await run(below(1001), { put })).verdict).toBe("unobservable");
  });
});
