/** Targets that do nothing useful. None of them may hold a requirement that asks for a judgement. */
import type { Capability } from "../spec/contract.ts";
import { defineTarget, type RepairRequest, type RepairResult, type Target } from "./target.ts";

const RULE = "zoo.change";

function animal(name: string, repair: (request: RepairRequest) => RepairResult, does: object = {}): Target {
  const capabilities: readonly Capability[] = ["repair"];
  return defineTarget({ name, version: "1", capabilities, ruleIds: [RULE], repair, ...does });
}

const change = (toolName: string) => ({
  ruleId: RULE,
  stage: "schema-repair",
  note: `${toolName} was repaired`,
});

/** Everything is valid. */
export const identity = animal("identity", ({ input }) => ({ outcome: "valid", args: input, changes: [] }));

/** Nothing can be repaired. */
export const alwaysUnrepairable = animal("always-unrepairable", ({ toolName, input }) => ({
  outcome: "unrepairable",
  args: input,
  changes: [],
  retryMessage: `The arguments of ${toolName} do not fit: look at the root.`,
}));

/** Everything becomes an empty object. */
export const alwaysEmpty = animal("always-empty", ({ toolName }) => ({
  outcome: "repaired",
  args: {},
  changes: [change(toolName)],
}));

/** Everything is repaired, and comes back as it was. */
export const echo = animal("echo", ({ toolName, input }) => ({
  outcome: "repaired",
  args: input,
  changes: [change(toolName)],
}));

/** It throws. */
export const thrower = animal("thrower", () => {
  throw new Error("no");
});

/** It never answers. */
export const hanger = animal("hanger", () => {
  for (;;);
});

/** It ends its process. */
export const crasher = animal("crasher", () => process.exit(0));

/** It prints all the time, and finds everything valid. */
export const chatter = animal("chatter", ({ input }) => {
  console.log("{}".repeat(100));
  return { outcome: "valid", args: input, changes: [] };
});

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: "x",
  number: 1,
  integer: 1,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

/** A value that fits a plain object schema, made up. */
function invented(schema: unknown): unknown {
  const { required, properties } = Object(schema) as { required?: unknown; properties?: unknown };
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    names.map((name) => {
      const type: unknown = Object(Object(properties)[String(name)]).type;
      return [String(name), SAMPLES[String(type)] ?? "x"];
    }),
  );
}

/** It makes up arguments that fit, and claims every capability that a lie is cheap for. */
export const liar = animal("liar", ({ toolName, schema }) => ({
  outcome: "repaired",
  args: invented(schema),
  changes: [change(toolName)],
}));

/** All of them, by the name of their export. */
export const ZOO: Readonly<Record<string, Target>> = Object.freeze({
  ...{ identity, alwaysUnrepairable, alwaysEmpty, echo, thrower },
  ...{ hanger, crasher, chatter, liar },
});
