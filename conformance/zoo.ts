/** Targets that do nothing useful. None of them may hold a requirement that asks for a judgement. */
import type { Capability } from "../spec/contract.ts";
import {
  defineTarget,
  type GrammarRequest,
  type GrammarResult,
  type RepairRequest,
  type RepairResult,
  type Target,
} from "./target.ts";

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
function invented(schema: unknown): Readonly<Record<string, unknown>> {
  const { required, properties } = Object(schema) as { required?: unknown; properties?: unknown };
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    names.map((name) => {
      const type: unknown = Object(Object(properties)[String(name)]).type;
      return [String(name), SAMPLES[String(type)] ?? "x"];
    }),
  );
}

/** It makes up arguments that fit, with a change for each of them that says all that a change must. */
export const liar = animal("liar", ({ toolName, schema }) => {
  const args = invented(schema);
  const changes = Object.keys(args).map((field) => ({
    ...change(toolName),
    note: `Repaired \`${field}\` of ${toolName}.`,
  }));
  return { outcome: "repaired", args, changes: changes.length > 0 ? changes : [change(toolName)] };
});

/** It repairs nothing, and says that it did. */
const boaster = animal("boaster", ({ toolName, input }) => ({
  outcome: "valid",
  args: input,
  changes: [change(toolName)],
}));

/** Whatever is asked, it gives the answer to the first example. */
const parrot = animal("parrot", () => ({ outcome: "valid", args: { path: "/x" }, changes: [] }));

/** It does one of the others by the length of the input: chance without a random number. */
const dice = animal("dice", (request) => {
  const { input, toolName } = request;
  const sides = JSON.stringify(input)?.length ?? 0;
  if (sides % 3 === 0) return { outcome: "valid", args: input, changes: [] };
  if (sides % 3 === 1) return { outcome: "repaired", args: {}, changes: [change(toolName)] };
  const retryMessage = `The arguments of ${toolName} do not fit: look at the root.`;
  return { outcome: "unrepairable", args: input, changes: [], retryMessage };
});

const NOTHING_FOUND = {
  changed: false,
  promoted: false,
  recoveredCalls: [],
  strippedGrammars: [],
  detectedGrammars: [],
  promotedCallIds: [],
  cutWithoutPromotion: 0,
} as const;

function messageAnimal(name: string, recover: (request: GrammarRequest) => GrammarResult): Target {
  return defineTarget({ name, version: "1", capabilities: ["grammar"], recoverMessage: recover });
}

const partsOf = (message: unknown): readonly unknown[] => {
  const content: unknown = Reflect.get(Object(message), "content");
  return Array.isArray(content) ? content : [];
};

/** Every message is left. */
const messageIdentity = messageAnimal("message-identity", ({ message }) => ({ message, ...NOTHING_FOUND }));

/** Every message loses all of its parts. */
const messageEmpty = messageAnimal("message-empty", ({ message }) => ({
  ...NOTHING_FOUND,
  message: { ...Object(message), content: [] },
  changed: true,
  cutWithoutPromotion: 1,
}));

/** Every text loses all from its first bracket on. */
const messageCutter = messageAnimal("message-cutter", ({ message }) => {
  const cut = (part: unknown): unknown => {
    const text: unknown = Reflect.get(Object(part), "text");
    return typeof text === "string" ? { ...Object(part), text: text.replace(/[<[{][\s\S]*/, "") } : part;
  };
  return {
    ...NOTHING_FOUND,
    message: { ...Object(message), content: partsOf(message).map(cut) },
    changed: true,
    cutWithoutPromotion: 1,
  };
});

/** Every message becomes one call, with all papers. */
const messageLiar = messageAnimal("message-liar", ({ message, knownTools }) => {
  const [name = "bash"] = knownTools;
  const id = "call_liar_000001";
  const call = { type: "toolCall", id, name, arguments: { command: "ls -la" } };
  return {
    ...NOTHING_FOUND,
    message: { ...Object(message), content: [...partsOf(message), call], stopReason: "toolUse" },
    changed: true,
    promoted: true,
    recoveredCalls: [{ name, arguments: call.arguments, grammar: "hermes" }],
    promotedCallIds: [id],
  };
});

/** It shows every chunk as it comes. */
const streamIdentity = defineTarget({
  ...{ name: "stream-identity", version: "1", capabilities: ["stream"] },
  stripStream: ({ chunks }) => ({ visible: chunks, flushed: "" }),
});

/** It shows nothing. */
const streamEmpty = defineTarget({
  ...{ name: "stream-empty", version: "1", capabilities: ["stream"] },
  stripStream: ({ chunks }) => ({ visible: chunks.map(() => ""), flushed: "" }),
});

/** It shows all text at the end. */
const streamHoarder = defineTarget({
  ...{ name: "stream-hoarder", version: "1", capabilities: ["stream"] },
  stripStream: ({ chunks }) => ({ visible: chunks.map(() => ""), flushed: chunks.join("") }),
});

function payloadAnimal(name: string, clean: (payload: unknown) => unknown): Target {
  return defineTarget({
    ...{ name, version: "1", capabilities: ["guard"] },
    cleanPayload: ({ payload }) => ({ payload: clean(payload) }),
  });
}

/** Every payload is sent as it is, without its contents, or without every anchor in it. */
const payloadIdentity = payloadAnimal("payload-identity", (payload) => payload);
const payloadEmpty = payloadAnimal("payload-empty", () => ({}));
const payloadCutter = payloadAnimal("payload-cutter", (payload) =>
  JSON.parse(JSON.stringify(payload).replaceAll(/"\^|\$"/g, '"')),
);

export interface Animal {
  readonly target: Target;
  /** What it does, as a sentence's end. */
  readonly does: string;
  /** Of one that does not answer: the export to start it by in a thread of its own, and how long an answer is waited for. */
  readonly apart?: { readonly name: string; readonly deadlineMs: number };
}

/** All of them. */
export const ANIMALS: readonly Animal[] = Object.freeze([
  { target: identity, does: "finds everything valid" },
  { target: alwaysUnrepairable, does: "finds nothing repairable" },
  { target: alwaysEmpty, does: "makes everything an empty object" },
  { target: echo, does: "gives everything back as repaired" },
  { target: boaster, does: "repairs nothing and says that it did" },
  { target: parrot, does: "gives the answer to the first example" },
  { target: dice, does: "takes an outcome by chance" },
  { target: thrower, does: "throws" },
  { target: chatter, does: "prints all the time" },
  // Whatever the time, no answer comes.
  { target: hanger, does: "never answers", apart: { name: "hanger", deadlineMs: 200 } },
  // It is gone at once, and a busy machine may need a while to say so.
  { target: crasher, does: "ends its process", apart: { name: "crasher", deadlineMs: 20_000 } },
  { target: liar, does: "makes up arguments that fit, with perfect papers" },
  { target: messageIdentity, does: "leaves every message" },
  { target: messageEmpty, does: "empties every message" },
  { target: messageCutter, does: "cuts every text at its first bracket" },
  { target: messageLiar, does: "makes every message a call, with perfect papers" },
  { target: streamIdentity, does: "shows every chunk" },
  { target: streamEmpty, does: "shows nothing" },
  { target: streamHoarder, does: "shows all at the end" },
  { target: payloadIdentity, does: "sends every payload as it is" },
  { target: payloadEmpty, does: "sends empty payloads" },
  { target: payloadCutter, does: "cuts every anchor" },
]);
