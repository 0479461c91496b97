// Notes find their calls, gates apply, results keep their parts: in pi's real loop.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { afterEach, expect, test } from "vitest";
import {
  call,
  countNotes,
  type Loop,
  type LoopOptions,
  openLoop,
  says,
  text,
  textOf,
  unreadable,
} from "./pi-loop.ts";

let loop: Loop | undefined;
async function open(options: LoopOptions = {}): Promise<Loop> {
  loop = await openLoop(options);
  return loop;
}
afterEach(() => {
  expect(loop?.errors ?? []).toEqual([]);
  loop?.close();
  loop = undefined;
});

const FILES = { "a.txt": "alpha", "b.txt": "beta" };
const ONE_PATH = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

type Context = { executeTool: (name: string, args: unknown) => Promise<{ result: { content: unknown } }> };

/** A tool of somebody else's that may call others. */
function tool(name: string, execute: (args: unknown, context: Context) => Promise<object>) {
  return (pi: ExtensionAPI): void =>
    pi.registerTool({
      name,
      label: name,
      description: name,
      parameters: ONE_PATH,
      execute: (_id: string, args: unknown, _signal: unknown, _update: unknown, context: unknown) =>
        execute(args, context as Context),
    } as never);
}

test("parallel calls get their own notes, equal ones one each", async () => {
  const pi = await open({ files: FILES });
  await pi.ask([
    call("read", { file_path: "a.txt" }),
    call("read", { path: "b.txt" }),
    call("read", { file_path: "a.txt" }),
    call("read", { path: "a.txt", offset: "1" }),
    call("read", { filePath: "b.txt" }),
  ]);
  expect(pi.results().map((result) => countNotes(textOf(result)))).toEqual([1, 0, 1, 0, 1]);
  expect(textOf(pi.results()[4])).toContain("filePath");
});

test("notes find their calls where another extension's handlers finish out of order", async () => {
  const slow = (pi: ExtensionAPI): void =>
    void pi.on("tool_call", (event) => wait(event.toolCallId.endsWith("1") ? 30 : 1));
  const outer = tool("outer", async (_args, context) => {
    const nested = await Promise.all([
      context.executeTool("read", { file_path: "a.txt" }),
      context.executeTool("read", { path: "a.txt" }),
      context.executeTool("read", { filename: "a.txt" }),
    ]);
    return {
      content: nested.map((one) => ({ type: "text", text: textOf(one.result) })),
      details: undefined,
    };
  });
  const pi = await open({ files: FILES, before: [slow], after: [outer] });
  await pi.ask([call("outer", { path: "x" })]);
  const parts = (pi.results()[0]?.content ?? []).map((part) => ("text" in part ? part.text : ""));
  expect(parts.map(countNotes)).toEqual([1, 0, 1]);
  expect(parts[0]).toContain("file_path");
  expect(parts[2]).toContain("filename");
  expect(pi.entries()).toEqual([]);
  expect(pi.telemetry()).toHaveLength(2);
});

test("a note takes no part of a result away", async () => {
  const result = {
    content: [{ type: "text", text: "shown" }],
    details: { kept: 1 },
    structuredContent: { kept: 2 },
  };
  const other = tool("other", async () => result);
  const seen: unknown[] = [];
  const watch = (pi: ExtensionAPI): void =>
    void pi.on("tool_result", (event) => void seen.push({ ...event, input: undefined }));
  const pi = await open({ before: [other], after: [watch] });
  await pi.ask([unreadable("other", JSON.stringify('{"path":"x"}'))]);
  expect(seen).toMatchObject([
    { details: { kept: 1 }, structuredContent: { kept: 2 }, content: [{ type: "text" }, { text: "shown" }] },
  ]);
  expect(countNotes(textOf(pi.results()[0]))).toBe(1);
});

test("failed executions carry their notes too", async () => {
  const pi = await open();
  await pi.ask([call("read", { file_path: "none.txt" })]);
  expect(pi.results()[0]?.isError).toBe(true);
  expect(countNotes(textOf(pi.results()[0]))).toBe(1);
});

test("every handler sees exactly the arguments that run, and can block them", async () => {
  const seen: unknown[] = [];
  const gate = (pi: ExtensionAPI): void =>
    void pi.on("tool_call", (event) => {
      seen.push(event.input);
      return { block: true, reason: "gate says no" };
    });
  const pi = await open({
    after: [gate],
    model: "qwen3",
    settings: { policyProfile: "recover" },
    files: FILES,
  });
  await pi.ask(
    [call("read", { file_path: "a.txt" }), unreadable("read", '[{"path":"b.txt"}]')],
    [text('<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>')],
  );
  expect(seen).toEqual([{ path: "a.txt" }, { path: "b.txt" }, { path: "a.txt" }]);
  expect(pi.results().map(textOf)).toEqual(["gate says no", "gate says no", "gate says no"]);
});

test("the notes of a blocked call do not reach a later one", async () => {
  let open_ = false;
  const gate = (pi: ExtensionAPI): void =>
    void pi.on("tool_call", () => (open_ ? undefined : { block: true, reason: "no" }));
  const pi = await open({ before: [gate], files: FILES });
  await pi.ask([call("read", { file_path: "a.txt" })]);
  open_ = true;
  await pi.ask([call("read", { path: "a.txt" })]);
  expect(pi.results().map((result) => countNotes(textOf(result)))).toEqual([0, 0]);
});

test.each(["length", "error", "aborted"] as const)(
  "a message that stopped for %s gains no call",
  async (reason) => {
    const pi = await open({ model: "qwen3", settings: { policyProfile: "recover" }, files: FILES });
    const leak = text('<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>');
    await pi.ask(says([leak], reason));
    expect(pi.results()).toEqual([]);
    await pi.ask(says([unreadable("read", JSON.stringify('{"path":"a.txt"}'))], reason));
    expect(pi.results().some((result) => textOf(result).includes("alpha"))).toBe(false);
    const kept = pi.messages().flatMap((message) => (message.role === "assistant" ? message.content : []));
    expect(kept.filter((part) => part.type === "toolCall" && "argumentsError" in part)).toHaveLength(1);
  },
);

test("a call that the conversation showed before is not run by being printed again", async () => {
  const leak = '<tool_call>\n{"name": "write", "arguments": {"path": "x", "content": "y"}}\n</tool_call>';
  const pi = await open({ model: "qwen3", settings: { policyProfile: "recover" }, files: { "a.txt": leak } });
  await pi.ask([call("read", { path: "a.txt" })], [text(leak)]);
  expect(pi.results()).toHaveLength(1);
});

test("the model that produced the message decides, not the selected one", async () => {
  const leak = [text('<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>')];
  const pi = await open({ settings: { policyProfile: "recover" }, files: FILES });
  await pi.ask(leak);
  expect(pi.results()).toEqual([]);
  pi.close();
  const other = await open({ settings: { policyProfile: "recover", grammarModels: ["faux"] }, files: FILES });
  await other.ask(leak);
  expect(other.results()).toHaveLength(1);
});

test("a native call's name loses what the model's markup left on it", async () => {
  const pi = await open({ files: FILES });
  await pi.ask([call("functions.read<|tool_call_argument_begin|>", { path: "a.txt" })]);
  expect(textOf(pi.results()[0])).toContain("alpha");
});

test("what the host does right by itself gets no note", async () => {
  const pi = await open({ files: FILES });
  await pi.ask([
    call("read", { path: "a.txt", offset: null }),
    call("edit", { path: "a.txt", edits: { oldText: "alpha", newText: "gamma" } }),
  ]);
  expect(pi.results().map((result) => countNotes(textOf(result)))).toEqual([0, 0]);
  expect(pi.telemetry()).toEqual([]);
  expect(pi.read("a.txt")).toBe("gamma");
});

test("a built-in that another extension provides is left to it, and named once", async () => {
  const own = tool("read", async () => ({ content: [{ type: "text", text: "mine" }], details: undefined }));
  const pi = await open({ before: [own] });
  await pi.ask([call("read", { path: "a.txt" }), call("read", { file_path: "a.txt" })]);
  expect(textOf(pi.results()[0])).toBe("mine");
  expect(textOf(pi.results()[1])).toContain("Validation failed");
  expect(pi.telemetry()).toEqual([]);
});

test("after a reload everything happens once", async () => {
  const pi = await open({ files: FILES });
  await pi.session.reload();
  await pi.ask([call("read", { file_path: "a.txt" })]);
  expect(countNotes(textOf(pi.results()[0]))).toBe(1);
  expect(pi.entries()).toHaveLength(1);
  expect(pi.telemetry()).toHaveLength(1);
});

test("two sessions of one process share nothing", async () => {
  const one = await openLoop({ files: FILES, settings: { policyProfile: "conservative" } });
  const pi = await open({ files: FILES });
  await Promise.all([
    one.ask([call("read", { file_path: "a.txt" })]),
    pi.ask([call("read", { path: "a.txt" })]),
  ]);
  expect([one, pi].map((each) => countNotes(textOf(each.results()[0])))).toEqual([1, 0]);
  expect(one.telemetry()).toMatchObject([{ profile: "conservative" }]);
  expect(pi.telemetry()).toEqual([]);
  one.close();
});

test("the built-ins' own settings of pi stay in force", async () => {
  const pi = await open({ piSettings: { shellCommandPrefix: "export WORD=kept" } });
  await pi.ask([call("bash", { cmd: "echo $WORD" })]);
  expect(textOf(pi.results()[0])).toContain("kept");
});

test("schemas lose their anchors on the way to a model that copies them", async () => {
  const payloads: unknown[] = [];
  const watch = (pi: ExtensionAPI): void =>
    void pi.on("before_provider_request", (event) => void payloads.push(event.payload));
  const pi = await open({ after: [watch] });
  const sent = (model: string) => ({
    model,
    tools: [{ function: { parameters: { properties: { a: { pattern: "^x$" } } } } }],
  });
  const { emitBeforeProviderRequest } = pi.session.extensionRunner;
  const ask = (model: string) => emitBeforeProviderRequest.call(pi.session.extensionRunner, sent(model));
  await ask("glm-5");
  await ask("other");
  expect(JSON.stringify(payloads[0])).toContain('"pattern":"x"');
  expect(JSON.stringify(payloads[1])).toContain('"pattern":"^x$"');
});
