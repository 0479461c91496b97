/** Checks that are put to a program through a pipe; the program is a script. */
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { TargetFault } from "./answers.ts";
import type { Ask, Check, Reply } from "./check.ts";
import { type CheckResult, NoAnswer, type SuiteCheck, Unobservable } from "./execute.ts";
import { property } from "./property.ts";
import { NotATarget } from "./refusals.ts";
import { openWire, putOverWire, type WireRunOptions } from "./wire.ts";
import { greetWith, HELLO, type Script, script, startOver, VALID } from "./wire-fixtures/script.ts";
import type { WireAnswer, WireSession } from "./wire-session.ts";

vi.mock("./wire-process.ts", () => import("./wire-fixtures/script.ts"));

const call = { toolName: "t", schema: "{}", input: "{}" };
const repair = (more: object = {}): Ask => ({ capability: "repair", call: { ...call, ...more } });

/** A session that gives one answer to whatever is asked, and the requests it got. */
function answering(answer: WireAnswer, more: Partial<WireSession["hello"]> = {}) {
  const asked: unknown[] = [];
  const session: WireSession = {
    hello: { ...HELLO, target: { ...HELLO.target, capabilities: ["repair"] }, ...more },
    ask: async (method, params) => {
      asked.push([method, params]);
      return answer;
    },
    faults: () => [],
    restarts: () => 0,
    stderr: () => "",
    close: async () => {},
  };
  return { session, asked };
}

const fine: WireAnswer = { kind: "result", result: VALID };

describe("a question", () => {
  test("is asked by its capability and call, and the result is its answer", async () => {
    const { session, asked } = answering(fine);
    expect(await putOverWire(session, repair())).toEqual({ answer: VALID });
    expect(asked).toEqual([["repair", call]]);
  });

  test("without an answer that counts is the target's fault, or a case without an answer", async () => {
    const put = (verdict: Extract<WireAnswer, { kind: "broken" }>["verdict"]) =>
      putOverWire(answering({ kind: "broken", verdict, says: "It did." }).session, repair()).catch(
        (error: unknown) => error,
      );
    expect(await put("failed")).toEqual(new TargetFault("It did."));
    for (const verdict of ["crashed", "timed-out", "not-run"] as const) {
      const error = await put(verdict);
      expect(error).toBeInstanceOf(NoAnswer);
      expect(error).toMatchObject({ verdict, message: "It did." });
    }
  });

  const unseen: readonly (readonly [about: string, ask: Ask, why: string])[] = [
    ["a session", { capability: "pi", call: { steps: [] } } as unknown as Ask, "a session in pi"],
    ["what is looked at in the process", { ...repair(), live: { frozen: true } } as Ask, "through a pipe"],
    ["an owner hook that is not there", repair({ ownerHook: "identity" }), "the owner hook identity"],
    [
      "a transform that is not there",
      repair({
        preprocessors: [
          { kind: "glob", selector: "/a" },
          { kind: "structural", transform: "edit-fold" },
        ],
      }),
      "does not implement a transform",
    ],
  ];
  for (const [about, ask, why] of unseen) {
    test(`about ${about} is never put`, async () => {
      const { session, asked } = answering(fine);
      const error = await putOverWire(session, ask).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Unobservable);
      expect((error as Error).message).toContain(why);
      expect(asked).toEqual([]);
    });
  }

  test("about a transform that is none of those that the target has is never put", async () => {
    const { session, asked } = answering(fine, { transforms: ["split-range"] });
    const structural = { kind: "structural", selector: "", ruleId: "x", transform: "edit-fold" };
    const put = putOverWire(session, repair({ preprocessors: [structural] }));
    await expect(put).rejects.toThrow(Unobservable);
    const both = answering(fine, { transforms: ["split-range", "edit-fold"] });
    await putOverWire(both.session, repair({ preprocessors: [structural] }));
    expect([asked.length, both.asked.length]).toEqual([0, 1]);
  });

  test("about hooks and transforms that the target has is put", async () => {
    const { session, asked } = answering(fine, {
      ownerHooks: ["lower-path", "identity"],
      transforms: ["edit-fold"],
    });
    await putOverWire(session, repair({ ownerHook: "identity" }));
    const structural = { kind: "structural", selector: "", ruleId: "x", transform: "edit-fold" };
    await putOverWire(session, repair({ preprocessors: [structural, { kind: "glob", selector: "/a" }] }));
    const other = { capability: "grammar", call: { message: "{}", mode: "off", knownTools: [] } } as Ask;
    await putOverWire(session, other);
    await putOverWire(session, { ...repair(), live: undefined } as unknown as Ask);
    expect(asked).toHaveLength(4);
  });
});

/** A property of that name: one case. */
const checkOf = (address: string, about: (reply: Reply) => boolean = () => true): SuiteCheck => ({
  kind: "property",
  property: property<null>({
    address,
    title: address,
    capability: "repair",
    arbitrary: fc.constant(null),
    *check(): Check {
      const reply = (yield repair({ toolName: address.slice(0, 60) })) as Reply;
      return about(reply) ? undefined : { says: "it is wrong" };
    },
  }),
});
const vector = (address: string): SuiteCheck =>
  ({
    kind: "vector",
    vector: {
      ...{ id: "a", address, requirement: address.split("/").slice(0, 2).join("/"), title: "", source: "" },
      ...{ kind: "edge", capability: "repair", call: { toolName: "t", schema: {}, input: {} } },
      expect: { outcome: "valid" },
    },
  }) as unknown as SuiteCheck;

const OPTIONS: WireRunOptions = { seed: 3, runs: 1, suite: { checks: [], vectors: new Map() } };
const PROGRAM = { command: "scripted", args: [], cwd: "/" };
const named = (count: number) => Array.from({ length: count }, (_, at) => `schema/dialect/${at}`);

/** Answers every request at once, as the script of the test says. */
function answerAll(how: (one: Script, id: number) => void = (one, id) => one.answer(id)): void {
  greetWith((one, id) => {
    const push = one.asked.push.bind(one.asked);
    one.asked.push = (asked) => {
      queueMicrotask(() => how(one, asked.id));
      return push(asked);
    };
    one.answer(id, { result: HELLO });
  });
}

beforeEach(startOver);

describe("a run", () => {
  test("gives results in the order of the checks, which are begun in another", async () => {
    const addresses = named(30);
    const results: CheckResult[] = [];
    answerAll();
    const target = await openWire(PROGRAM, { ...OPTIONS, onResult: (result) => results.push(result) });
    expect(target.identity).toEqual(HELLO.target);
    const given = await target.run(addresses.map((address) => checkOf(address)));
    expect(given.map(({ address }) => address)).toEqual(addresses);
    expect(new Set(given.map(({ verdict }) => verdict))).toEqual(new Set(["held"]));
    const begun = results.map(({ address }) => address);
    expect(begun.toSorted()).toEqual(addresses.toSorted());
    expect(begun).not.toEqual(addresses);
    await target.close();
    expect(script().closed).toBe(true);
  });

  test("has a check fail, crash or time out by what the program answers", async () => {
    answerAll((one, id) => {
      const tool = one.asked.at(-1)?.params.toolName;
      if (tool === "schema/dialect/1") one.answer(id, { error: { code: 1, message: "no" } });
      else if (tool === "schema/dialect/2") one.answer(id, { result: {} });
      else if (tool !== "schema/dialect/3") one.answer(id);
    });
    const target = await openWire(PROGRAM, { ...OPTIONS, wire: { deadlineMs: 60, window: 1 } });
    const wrong = checkOf("schema/dialect/4", () => false);
    const given = await target.run([...named(4).map((address) => checkOf(address)), wrong]);
    expect(given.map(({ verdict }) => verdict)).toEqual(["held", "crashed", "failed", "timed-out", "failed"]);
    expect(target.restarts()).toBe(1);
    expect(target.faults()).toEqual([]);
    await target.close();
  });

  test("has at most 256 checks under way", async () => {
    const target = await openWire(PROGRAM, { ...OPTIONS, wire: { window: 1000 } });
    const running = target.run(named(300).map((address) => checkOf(address)));
    await vi.waitFor(() => expect(script().asked.length).toBeGreaterThanOrEqual(256));
    await new Promise((resolve) => setImmediate(resolve));
    expect(script().asked).toHaveLength(256);
    const first = script().asked[0]?.id ?? 0;
    script().answer(first);
    await vi.waitFor(() => expect(script().asked).toHaveLength(257));
    for (const { id } of script().asked.slice(1)) script().answer(id);
    await vi.waitFor(() => expect(script().asked).toHaveLength(300));
    for (const { id } of script().asked.slice(257)) script().answer(id);
    expect(await running).toHaveLength(300);
    await target.close();
  });

  test("asks a sample again where memory is looked for, and tells whether the answers are the same", async () => {
    const remembering = async (how: (one: Script, id: number) => void, ...addresses: readonly string[]) => {
      startOver();
      answerAll(how);
      const target = await openWire(PROGRAM, OPTIONS);
      const given = await target.run(addresses.map(vector));
      await target.close();
      return given.map(({ address, verdict }) => `${address} ${verdict}`);
    };
    const good = (one: Script, id: number): void => one.answer(id);
    const counting = (one: Script, id: number): void =>
      one.answer(id, { result: { ...VALID, fingerprint: String(id) } });
    const again = "safety/no-memory/same-answer-again";
    expect(await remembering(good, "safety/no-memory/a", "schema/dialect/b")).toEqual([
      "safety/no-memory/a held",
      "schema/dialect/b held",
      `${again} held`,
    ]);
    expect(await remembering(counting, "safety/no-memory/a")).toEqual([
      "safety/no-memory/a held",
      `${again} failed`,
    ]);
    expect(await remembering(counting, "schema/dialect/b")).toEqual(["schema/dialect/b held"]);
  });
});

describe("a program that is no target", () => {
  const refusal = async (stderr: string) => {
    greetWith((one) => {
      one.stderr = stderr;
      one.die("exited with code \u001b7");
    });
    const error = await openWire(PROGRAM, OPTIONS).catch((thrown: unknown) => thrown);
    if (!(error instanceof NotATarget)) throw error;
    return error;
  };

  test("is told with how it ended, in printable letters", async () => {
    const error = await refusal("");
    expect(error.message).toMatch(/^the target exited with code .*7$/);
    expect(error.message).not.toContain("\u001b");
    expect(error.details).toEqual([]);
  });

  test("is told with the beginning and the end of what it wrote to stderr", async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at}`);
    const { details } = await refusal(lines.join("\n"));
    expect(details[0]).toBe("its stderr:");
    expect(details).toContain("  line 0");
    expect(details).toContain("  line 99");
    expect(details.length).toBeLessThan(50);
    expect(details).not.toContain("  line 50");
  });
});

test("what a program writes to stderr is the run's output", async () => {
  const target = await openWire(PROGRAM, OPTIONS);
  script().stderr = "started";
  expect(target.output()).toBe("started");
  await target.close();
});
