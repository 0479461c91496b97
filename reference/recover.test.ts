/** Messages: the gates of promotion, what a message keeps, what is reported, and values that are no messages. */
import { expect, test } from "vitest";
import { modelLeaksGrammar, parseToolGrammarLeaks, recoverGrammarLeaks } from "./grammar.ts";

const LS = '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>';
const PWD = '<tool_call>{"name": "bash", "arguments": {"command": "pwd"}}</tool_call>';
const options = { mode: "recover", knownTools: ["bash", "read"] };

const text = (value: string, more = {}) => ({ type: "text", text: value, ...more });
const thinking = (value: string, more = {}) => ({ type: "thinking", thinking: value, ...more });
const native = (command: string) => ({
  type: "toolCall",
  id: "call_native",
  name: "bash",
  arguments: { command },
});
const assistant = (content: readonly unknown[], more = {}) => ({
  role: "assistant",
  stopReason: "stop",
  usage: { input: 1 },
  content,
  ...more,
});
const run = (message: unknown, more = {}) => recoverGrammarLeaks(message, { ...options, ...more });
const contentOf = (message: unknown) => (message as { content: unknown }).content;

test("a promoted message keeps its fields and other parts, and gets the call after them", () => {
  const image = { type: "image", data: "x" };
  const message = assistant([image, text(`I look.\n${LS}`)]);
  const result = run(message);
  expect(result.message).toMatchObject({ role: "assistant", stopReason: "toolUse", usage: { input: 1 } });
  const [id] = result.promotedCallIds;
  expect(contentOf(result.message)).toEqual([
    image,
    text("I look.\n"),
    { type: "toolCall", id, name: "bash", arguments: { command: "ls" } },
  ]);
  expect(id).toMatch(/^[A-Za-z0-9_-]{9,40}$/);
  expect(message.content).toEqual([image, text(`I look.\n${LS}`)]);
});

test("a part behind the call that is no text closes the gate", () => {
  const result = run(assistant([text(`I look.\n${LS}`), { type: "refusal", refusal: "no" }]));
  expect(result.recoveredCalls).toEqual([]);
});

test("two calls are promoted in printed order, and an emptied part goes", () => {
  const result = run(assistant([text(`${LS}\n${PWD}`)]));
  expect(result.recoveredCalls.map((call) => call.arguments)).toEqual([
    { command: "ls" },
    { command: "pwd" },
  ]);
  expect(contentOf(result.message)).toHaveLength(2);
});

test.each([
  ["another role", { role: "user" }, {}],
  ["a message cut for length", { stopReason: "length" }, {}],
  ["a failed message", { stopReason: "error" }, {}],
  ["an aborted message", { stopReason: "aborted" }, {}],
  ["mode strip", {}, { mode: "strip" }],
  ["mode observe", {}, { mode: "observe" }],
  ["mode off", {}, { mode: "off" }],
  ["a misspelt mode", {}, { mode: "Recover" }],
  ["no known tools", {}, { knownTools: [] }],
  ["another allow list", {}, { allowedTools: ["read"] }],
  ["an empty allow list", {}, { allowedTools: [] }],
  ["an allow list that is a string", {}, { allowedTools: "bash" }],
  ["an allow list with a number in it", {}, { allowedTools: ["bash", 1] }],
  ["a limit of none", {}, { maxPromoted: 0 }],
  ["a call that was shown before", {}, { seenTexts: [`the file:\n${LS.replaceAll(" ", "\n")}`] }],
  ["its family switched off", {}, { grammars: ["dsml"] }],
])("%s promotes nothing", (_title, message, more) => {
  const result = run(assistant([text(LS)], message), more);
  expect(result.promoted).toBe(false);
  expect(result.recoveredCalls).toEqual([]);
});

test("requireKnownTool: false makes no unknown tool executable", () => {
  expect(run(assistant([text(LS)]), { knownTools: ["read"], requireKnownTool: false }).promoted).toBe(false);
});

test("an untouched message is the same message", () => {
  for (const message of [assistant([text("Hello.")]), assistant([text(`\`\`\`\n${LS}`)]), assistant([])])
    expect(run(message).message).toBe(message);
});

test("a message is never left empty", () => {
  const message = assistant([text(LS)]);
  const result = run(message, { mode: "strip" });
  expect(result.message).toBe(message);
  expect(result.decisions).toMatchObject([{ verdict: "left", reason: "the message would be empty" }]);
});

test("a shadow of a real call goes, and nothing is added", () => {
  const result = run(assistant([text(`Done.\n${LS}`), native("ls")], { stopReason: "toolUse" }));
  expect(contentOf(result.message)).toEqual([text("Done.\n"), native("ls")]);
  expect(result.decisions).toMatchObject([{ verdict: "stripped", reason: "it repeats a real call" }]);
});

test("a real call's name loses its decorations, and only them", () => {
  const named = (name: string) =>
    assistant([{ type: "toolCall", id: "c", name, arguments: {} }], { stopReason: "toolUse" });
  for (const name of ["functions.read", "read<|channel|>commentary"]) {
    const result = run(named(name));
    expect(result).toMatchObject({ changed: true, message: named("read") });
  }
  for (const name of ["Read", "functions.deploy", "read"]) {
    const message = named(name);
    expect(run(message).message).toBe(message);
  }
});

test("an unframed call beside a real one goes only as its shadow", () => {
  const bare = '{"name": "bash", "arguments": {"command": "ls"}}';
  expect(contentOf(run(assistant([text(bare), native("ls")])).message)).toEqual([native("ls")]);
  const other = assistant([text(bare), native("pwd")]);
  expect(run(other).message).toBe(other);
});

test("an unframed call runs only if it is strictly valid, which needs a schema", () => {
  const bare = assistant([text('{"name": "bash", "arguments": {"command": "ls"}}')]);
  const schema = { type: "object", required: ["command"], properties: { command: { type: "string" } } };
  expect(run(bare).promoted).toBe(false);
  expect(run(bare, { toolSchemas: { bash: schema } }).promoted).toBe(true);
  expect(run(bare, { toolSchemas: { bash: { ...schema, required: ["x"] } } }).promoted).toBe(false);
  expect(run(bare, { validates: () => true }).promoted).toBe(true);
  const throws = () => {
    throw new Error("no");
  };
  expect(run(bare, { validates: throws }).promoted).toBe(false);
});

test("thinking gives a call only where nothing is visible and the call ends it", () => {
  expect(run(assistant([thinking(`I look.\n${LS}`)])).promoted).toBe(true);
  expect(run(assistant([thinking(`I look.\n${LS}\nThen I go on.`)])).promoted).toBe(false);
  expect(run(assistant([thinking(`I look.\n${LS}`), text("Here you are.")])).promoted).toBe(false);
  expect(run(assistant([text(`<think>I look.\n${LS}`)])).promoted).toBe(true);
  expect(run(assistant([text(`Well. <think>I look.\n${LS}`)])).promoted).toBe(false);
  expect(run(assistant([thinking(LS), text(PWD)])).recoveredCalls).toMatchObject([
    { arguments: { command: "pwd" } },
  ]);
});

test("signed and redacted parts are never altered", () => {
  for (const part of [
    text(`Done.\n${LS}`, { textSignature: "s" }),
    thinking(`Done.\n${LS}`, { thinkingSignature: "s" }),
    thinking(`Done.\n${LS}`, { redacted: true }),
  ]) {
    const message = assistant([part]);
    expect(run(message).message).toBe(message);
  }
});

test("text behind the calls, in any part, keeps them from running", () => {
  expect(run(assistant([text(LS), text("That is all.")])).promoted).toBe(false);
  expect(run(assistant([text(LS), text(" \n")])).promoted).toBe(true);
});

test("seventeen calls are too many, unless the caller says otherwise", () => {
  const message = assistant([text(Array(17).fill(LS).join("\n"))]);
  expect(run(message).message).toBe(message);
  expect(run(message, { maxPromoted: 17 }).recoveredCalls).toHaveLength(17);
});

test("ids come from the source, are unique, and equal inputs get equal ones", () => {
  const message = assistant([text(`${LS}\n${LS}`)]);
  const first = run(message).promotedCallIds;
  expect(new Set(first).size).toBe(2);
  expect(run(message).promotedCallIds).toEqual(first);
  expect(run(message, { idsInUse: first }).promotedCallIds).not.toContain(first[0]);
  let count = 0;
  const nextId = () => `call_from_host_${count++}`;
  expect(run(message, { nextId }).promotedCallIds).toEqual(["call_from_host_0", "call_from_host_1"]);
  for (const bad of [() => "x", () => "dup_dup_dup", () => 5 as unknown as string])
    expect(new Set(run(message, { nextId: bad }).promotedCallIds).size).toBe(2);
});

test("what is cut and not run is reported, without any of its text", () => {
  const result = run(assistant([text(`Done.\n${LS}\nBye.`)]), { mode: "strip" });
  expect(result).toMatchObject({
    changed: true,
    strippedRanges: 1,
    cutWithoutPromotion: 1,
    strippedGrammars: ["qwen"],
  });
  expect(result.notes).toEqual([expect.stringContaining('"bash"')]);
  expect(result.observations).toEqual([
    { channel: "message", stage: "grammar", ruleId: "grammarStrip", grammar: "qwen", count: 1 },
  ]);
  expect(JSON.stringify([result.notes, result.observations])).not.toMatch(/command|\bls\b/);
});

test("observe finds and changes nothing", () => {
  const message = assistant([text(`Done.\n${LS}`)]);
  const result = run(message, { mode: "observe" });
  expect(result).toMatchObject({
    changed: false,
    observed: true,
    detectedGrammars: ["qwen"],
    detectedRanges: 1,
  });
  expect(result.message).toBe(message);
});

test("each candidate has one decision that says why", () => {
  const result = run(
    assistant([text(`You would write ${LS} so.\n\n> ${LS}\n\n\`\`\`\n${LS}\n\`\`\`\n\n${PWD}`)]),
  );
  expect(result.decisions.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ["observed", "nothing shows that it is meant as a call"],
    ["left", "it stands in a block quote"],
    ["left", "it stands in code"],
    ["promoted", "every gate is open"],
  ]);
});

test("prototype names are plain data", () => {
  const call =
    '<tool_call>{"name": "bash", "arguments": {"__proto__": {"polluted": 1}, "constructor": 2}}</tool_call>';
  const [found] = parseToolGrammarLeaks(call);
  expect(Object.keys(found?.arguments ?? {})).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(found?.arguments)).toBe(Object.prototype);
  expect({}).not.toHaveProperty("polluted");
});

test("values that are no messages come back as they are", () => {
  const getter = Object.defineProperty({ role: "assistant" }, "content", {
    enumerable: true,
    get: () => {
      throw new Error("unreadable");
    },
  });
  const proxy = new Proxy({}, { getOwnPropertyDescriptor: () => undefined, get: () => assistant });
  for (const value of [
    null,
    undefined,
    1,
    "x",
    [],
    {},
    { role: "assistant" },
    getter,
    proxy,
    assistant([null, 1, {}]),
  ])
    expect(run(value).message).toBe(value);
  for (const wrong of [undefined, null, 5, { mode: 7, knownTools: "bash", grammars: 3, seenTexts: {} }])
    expect(() => recoverGrammarLeaks(assistant([text(LS)]), wrong as never)).not.toThrow();
  expect(parseToolGrammarLeaks(undefined)).toEqual([]);
});

test("the model gate looks behind the last slash, and never at thinking OLMo", () => {
  expect(modelLeaksGrammar("moonshotai/kimi-k2-0905")).toBe(true);
  expect(modelLeaksGrammar("GLM-4.6")).toBe(true);
  expect(modelLeaksGrammar("glm/gpt-5")).toBe(false);
  expect(modelLeaksGrammar("allenai/Olmo-3-7B-Instruct")).toBe(true);
  expect(modelLeaksGrammar("allenai/Olmo-3-32B-Think")).toBe(false);
  expect(modelLeaksGrammar(undefined)).toBe(false);
});

test.each([Number.NaN, -1, "1", null])("a limit of %s calls allows none", (maxPromoted) => {
  expect(run(assistant([text(LS)]), { maxPromoted }).recoveredCalls).toEqual([]);
});

test.each([
  ["a string", `Run ${LS}`],
  ["a set", new Set([LS])],
  ["an iterator", [LS].values()],
  ["a number, which cannot be read,", 5],
  ["a list of other things", [{ text: "x" }]],
])("%s as seen texts closes the gate", (_title, seenTexts) => {
  expect(run(assistant([text(LS)]), { seenTexts }).recoveredCalls).toEqual([]);
});

test("ids in use may be any iterable", () => {
  const [id] = run(assistant([text(LS)])).promotedCallIds;
  const [other] = run(assistant([text(LS)]), { idsInUse: [id].values() }).promotedCallIds;
  expect(other).not.toBe(id);
});

test("a part that is no plain object is left, and nothing is promoted", () => {
  class Part {
    type = "text";
    text = LS;
  }
  const message = assistant([new Part()]);
  expect(run(message).message).toBe(message);
});
