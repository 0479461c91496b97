import { describe, expect, test } from "vitest";
import type { RepairCall } from "../spec/contract.ts";
import { putAsk } from "./bind.ts";
import type { LiveRepair, RepairFacts, RepairReply } from "./check.ts";
import { defineTarget, type RepairRequest, type RepairResult } from "./target.ts";

const call: RepairCall = {
  toolName: "t",
  schema: '{"type":"object"}',
  input: '{"__proto__":1,"path":"/X"}',
  preprocessors: [{ kind: "alias", selector: "/path", aliases: ["file"] }],
};

const left = ({ input }: RepairRequest): RepairResult => ({ outcome: "valid", args: input, changes: [] });

async function asked(
  repair: (request: RepairRequest) => RepairResult,
  live?: LiveRepair,
  more: Partial<RepairCall> = {},
): Promise<RepairReply> {
  const target = defineTarget({ name: "t", version: "1", capabilities: ["repair"], repair });
  const ask = { capability: "repair", call: { ...call, ...more } } as const;
  return (await putAsk(target, live === undefined ? ask : { ...ask, live })) as RepairReply;
}

const factsOf = async (
  repair: (request: RepairRequest) => RepairResult,
  live: LiveRepair = { facts: true },
): Promise<RepairFacts> => {
  const { facts } = await asked(repair, live);
  if (facts === undefined) throw new Error("facts were asked for");
  return facts;
};

describe("a question", () => {
  test("arrives with its own __proto__ key, and comes back byte for byte", async () => {
    expect((await asked(left)).answer.args).toBe(call.input);
  });

  test("without facts has none", async () => {
    expect((await asked(left)).facts).toBeUndefined();
  });

  test("brings named hooks and transforms to life", async () => {
    const { answer } = await asked(
      ({ input, owner, preprocessors = [] }) => {
        const [rule] = preprocessors;
        const folded = rule !== undefined && "apply" in rule ? rule.apply({ range: "1-2" }) : undefined;
        return { outcome: "repaired", args: [owner?.prepareArguments(input), folded], changes: [] };
      },
      undefined,
      {
        input: '{"path":"/X"}',
        ownerHook: "lower-path",
        preprocessors: [{ kind: "structural", selector: "", ruleId: "r", transform: "split-range" }],
      },
    );
    expect(answer.args).toBe(
      '[{"path":"/x"},{"value":{"start":1,"end":2},"note":"`range` is given as `start` and `end`."}]',
    );
  });
});

describe("the facts say", () => {
  test("whether the very reference came back", async () => {
    expect((await factsOf(left)).sameReference).toBe(true);
    expect((await factsOf((request) => ({ ...left(request), args: { path: "/X" } }))).sameReference).toBe(
      false,
    );
  });

  test("what was mutated", async () => {
    const facts = await factsOf((request) => {
      Reflect.set(Object(request.input), "path", "/y");
      Reflect.set(Object(request.schema), "type", "array");
      Reflect.set(Object(request.preprocessors?.[0]), "selector", "");
      return left(request);
    });
    expect(facts).toMatchObject({
      inputUntouched: false,
      schemaUntouched: false,
      configurationUntouched: false,
    });
    expect(await factsOf(left)).toMatchObject({
      inputUntouched: true,
      schemaUntouched: true,
      configurationUntouched: true,
    });
  });

  test("what became of the prototypes", async () => {
    const pollute = (request: RepairRequest): RepairResult => {
      Object.defineProperty(Object.prototype, "polluted", {
        value: 1,
        configurable: true,
        enumerable: false,
      });
      return left(request);
    };
    const { prototypesUntouched } = await factsOf(pollute);
    Reflect.deleteProperty(Object.prototype, "polluted");
    expect(prototypesUntouched).toBe(false);
    expect((await factsOf(left)).prototypesUntouched).toBe(true);
  });

  test("how often the outcome callback ran, and with what", async () => {
    const call = (times: number, other: boolean) => (request: RepairRequest) => {
      const result = left(request);
      for (let n = 0; n < times; n += 1) request.onOutcome?.(other ? { ...result, outcome: "x" } : result);
      return result;
    };
    expect(await factsOf(call(1, false))).toMatchObject({ outcomeCallbacks: 1, callbackGotResult: true });
    expect(await factsOf(call(2, true))).toMatchObject({ outcomeCallbacks: 2, callbackGotResult: false });
    expect(await factsOf(left)).toMatchObject({ outcomeCallbacks: 0, callbackGotResult: false });
  });

  test("what JSON cannot hold, where the harness sent such a value", async () => {
    const { outsideJson, sameReference } = await factsOf(left, {
      makeInput: () => ({ a: undefined, b: 1n }),
    });
    expect(outsideJson).toEqual(["/a: undefined", "/b: bigint"]);
    expect(sameReference).toBe(true);
  });
});

test("frozen means input, schema and configuration, to the bottom", async () => {
  const { answer } = await asked(
    (request) => {
      const all = [request, request.input, request.schema, request.preprocessors, request.preprocessors?.[0]];
      return { outcome: "valid", args: all.map((one) => Object.isFrozen(one)), changes: [] };
    },
    { frozen: true },
  );
  expect(answer.args).toBe("[true,true,true,true,true]");
});

test("a callback that the harness makes throw does throw", async () => {
  const repair = (request: RepairRequest): RepairResult => {
    request.onOutcome?.(undefined);
    return left(request);
  };
  await expect(asked(repair, { callbacksThrow: true })).rejects.toThrow(
    "repair threw Error: the caller's callback failed",
  );
});
