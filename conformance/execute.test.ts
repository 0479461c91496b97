import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Vector } from "../spec/vectors.ts";
import { TargetFault } from "./answers.ts";
import { putAsk } from "./bind.ts";
import type { Ask, Reply } from "./check.ts";
import { askRepair, type Check } from "./check.ts";
import { batchSeed, type Execution, executeCheck, NoAnswer, Unobservable } from "./execute.ts";
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

/** A put that counts its questions and answers each as it is told. */
function counting(how: (ask: Ask) => Reply | Promise<Reply>) {
  const asked: Ask[] = [];
  const put = async (ask: Ask): Promise<Reply> => {
    asked.push(ask);
    return how(ask);
  };
  return { asked, put };
}

describe("a property of which some cases get no answer", () => {
  for (const verdict of ["crashed", "timed-out", "not-run"] as const) {
    test(`is ${verdict} at the first of them, and no smaller case is asked`, async () => {
      const { asked, put } = counting(async (ask) => {
        if (asked.length === 4) throw new NoAnswer(verdict, "It did.");
        return putAsk(identity, ask);
      });
      const result = await run(below(1001), { put });
      expect(result).toMatchObject({ verdict, cases: 4, problem: { says: "It did." } });
      expect(result.given).toContain("for the schema {}");
      expect(asked).toHaveLength(4);
    });
  }

  test("counts those only that could be put", async () => {
    let count = 0;
    const put = async (ask: Ask): Promise<Reply> => {
      count += 1;
      if (count % 4 === 0) throw new Unobservable("not over a wire");
      return putAsk(identity, ask);
    };
    expect(await run(below(1001), { put })).toMatchObject({ verdict: "held", cases: 75 });
  });

  test("that could not be put does not hide one that fails", async () => {
    let count = 0;
    const put = async (ask: Ask): Promise<Reply> => {
      count += 1;
      if (count === 1) throw new Unobservable("not over a wire");
      return putAsk(identity, ask);
    };
    expect(await run(below(1), { put })).toMatchObject({ verdict: "failed", problem: { says: "too large" } });
  });
});

describe("a property that fails", () => {
  test("is shrunk with as many questions as it may ask, and then it stays where it is", async () => {
    const shrunk = async (maxShrinks: number) => {
      const { asked, put } = counting((ask) => putAsk(identity, ask));
      const result = await run(below(300), { put, maxShrinks });
      return { result, extra: asked.length - result.cases };
    };
    const none = await shrunk(0);
    expect(none).toMatchObject({ extra: 0, result: { verdict: "failed", problem: { says: "too large" } } });
    const [three, enough] = [await shrunk(3), await shrunk(2000)];
    expect(three.extra).toBe(3);
    expect(Number(none.result.drawn)).toBeGreaterThan(Number(enough.result.drawn));
    expect(Number(three.result.drawn)).toBeGreaterThanOrEqual(300);
    expect(enough.result.drawn).toBe("300");
    expect(none.result.cases).toBe(enough.result.cases);
  });

  test("says what kinds of case it saw before, and where the smallest lies", async () => {
    const parity = { labels: (value: number) => [value % 2 === 0 ? "even" : "odd", "all"] };
    const result = await run(below(300, parity));
    const { even = 0, odd = 0, all = 0 } = result.labels ?? {};
    expect(even + odd).toBe(result.cases);
    expect(all).toBe(result.cases);
    expect(result.path).toMatch(/^\d+(:\d+)*$/);
    expect(await run(below(1001, parity))).toMatchObject({ labels: { all: 100 } });
  });

  test("is told in bounded words", async () => {
    const long = property<string>({
      address: "safety/total/long",
      title: "",
      capability: "repair",
      arbitrary: fc.constant("x".repeat(9000)),
      *check(value): Check {
        yield* askRepair(call(1));
        return { says: value, expected: value, received: value };
      },
    });
    const { problem, drawn = "" } = await run(long);
    expect(problem?.says).toBe(`${"x".repeat(1000)}… (9000 characters)`);
    expect(problem?.expected).toBe(`${"x".repeat(4000)}… (9000 characters)`);
    expect(problem?.received).toBe(problem?.expected);
    expect(drawn).toBe(`"${"x".repeat(3999)}… (9002 characters)`);
  });

  test("says nothing of what was expected where the check does not", async () => {
    const { problem } = await run(below(300));
    expect(problem).toEqual({ says: "too large", received: "300" });
  });

  test("that breaks over a smaller case is the harness's error", async () => {
    let failed = false;
    const put = async (ask: Ask): Promise<Reply> => {
      if (failed) throw new RangeError("ours");
      failed = true;
      return putAsk(identity, ask);
    };
    expect(await run(below(0), { put })).toMatchObject({
      verdict: "not-run",
      harnessError: "RangeError: ours",
    });
  });
});

describe("the kinds of case", () => {
  const labels = (value: number) => (value < 500 ? ["low"] : ["high"]);
  test("are common enough at their share and above", async () => {
    const all = { labels: () => ["all"], floors: { all: 1 } };
    expect((await run(below(1001, all))).verdict).toBe("held");
    const rare = await run(below(1001, { labels, floors: { low: 0.01, high: 0.99 } }));
    expect(rare.harnessError).toMatch(
      /^safety\/total\/below: only 0\.\d{3} of the cases are "high", not 0\.99$/,
    );
    expect(rare).toMatchObject({ cases: 100, labels: { low: expect.any(Number) } });
  });

  test("of a property with few cases are those of the first hundred, as two cases cannot be of three kinds", async () => {
    const third = (value: number) => [["low"], ["middle"], ["high"]][Math.floor(value / 334)] ?? [];
    const floors = { low: 0.15, middle: 0.15, high: 0.15 };
    const few = await run(below(1001, { labels: third, floors, share: 0.02 }));
    expect(few).toMatchObject({ verdict: "held", cases: 2 });
  });

  test("are not counted in a run of fewer than a hundred cases", async () => {
    const never = { labels, floors: { never: 0.5 } };
    expect((await run(below(1001, never), { runs: 99 })).verdict).toBe("held");
    expect((await run(below(1001, never), { runs: 100 })).verdict).toBe("not-run");
  });
});

describe("a vector", () => {
  const vector = (id: string, input: unknown, more: Partial<Vector> = {}): Vector =>
    ({
      ...{
        id,
        address: `safety/total/${id}`,
        requirement: "safety/total",
        title: `title of ${id}`,
        source: "s",
      },
      ...{ kind: "edge", capability: "repair", call: { toolName: "t", schema: {}, input } },
      expect: { outcome: "valid" },
      ...more,
    }) as unknown as Vector;
  const twin = vector("twin", { b: 2 });
  const one = vector("one", { a: 1 }, { twin: twin.address });
  const vectors = new Map([one, twin].map((each) => [each.address, each]));
  const executed = (own: Vector, put: Execution["put"]) =>
    executeCheck({ kind: "vector", vector: own }, { ...execution, vectors, put });
  const wrongFor = (text: string) => async (ask: Ask) =>
    JSON.stringify(ask).includes(text)
      ? ({ answer: { outcome: "unrepairable", args: "{}", changes: [] } } as Reply)
      : putAsk(identity, ask);

  test("that is right, and its twin too, is held", async () => {
    const { asked, put } = counting((ask) => putAsk(identity, ask));
    expect(await executed(one, put)).toEqual({
      ...{ address: "safety/total/one", kind: "vector", title: "title of one", cases: 1, verdict: "held" },
    });
    expect(asked).toHaveLength(2);
  });

  test("that is wrong has failed, with its own question", async () => {
    const result = await executed(one, wrongFor('\\"a\\"'));
    expect(result).toMatchObject({ verdict: "failed", cases: 1, given: 't {"a":1} for the schema {}' });
    expect(result.problem?.says).not.toBe("");
    expect(result).not.toHaveProperty("ofTwin");
  });

  test("whose twin is wrong has failed, with the twin's question", async () => {
    const result = await executed(one, wrongFor('\\"b\\"'));
    expect(result).toMatchObject({ verdict: "failed", given: 't {"b":2} for the schema {}', ofTwin: true });
  });

  test("without a twin has none", async () => {
    const result = await executed(twin, wrongFor('\\"b\\"'));
    expect(result).toMatchObject({ verdict: "failed" });
    expect(result).not.toHaveProperty("ofTwin");
  });

  test("that gets no answer is what became of it", async () => {
    const throws = (error: Error) => async () => {
      throw error;
    };
    expect(await executed(one, throws(new NoAnswer("timed-out", "Late.")))).toMatchObject({
      ...{ verdict: "timed-out", cases: 1, problem: { says: "Late." }, given: 't {"a":1} for the schema {}' },
    });
    expect(await executed(one, throws(new TargetFault("It threw.")))).toMatchObject({
      ...{ verdict: "failed", cases: 1, problem: { says: "It threw." } },
    });
    const unseen = await executed(one, throws(new Unobservable("no")));
    expect(unseen).toMatchObject({ verdict: "unobservable", cases: 0 });
    expect(await executed(one, throws(new TypeError("mine")))).toMatchObject({
      ...{ verdict: "not-run", cases: 0, harnessError: "TypeError: mine" },
    });
  });
});
