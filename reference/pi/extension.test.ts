// The layer in pi's real loop.
import { existsSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import {
  call,
  countNotes,
  type Loop,
  type LoopOptions,
  openLoop,
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

test("a repaired call executes and its result carries its notes once", async () => {
  const pi = await open({ files: { "a.txt": "hello" } });
  await pi.ask([call("read", { file_path: "a.txt" })]);
  const [result] = pi.results();
  expect(result?.isError).toBe(false);
  expect(textOf(result)).toContain("hello");
  expect(countNotes(textOf(result))).toBe(1);
  expect(pi.entries()).toEqual([{ kind: "repaired", tool: "read", rules: ["preprocess.exact-alias"] }]);
  expect(pi.telemetry()).toMatchObject([{ tool: "read", outcome: "repaired", profile: "adaptive" }]);
});

test("what cannot be repaired never executes", async () => {
  const pi = await open();
  await pi.ask([call("write", { path: "a.txt", content: null })]);
  expect(existsSync(`${pi.cwd}/a.txt`)).toBe(false);
  expect(pi.results()[0]).toMatchObject({ isError: true });
  expect(textOf(pi.results()[0])).toContain('Invalid arguments for tool "write"');
  expect(pi.telemetry()).toMatchObject([{ tool: "write", outcome: "unrepairable" }]);
});

test("pass-through hands the host the original", async () => {
  const pi = await open({ passthrough: true });
  await pi.ask([call("write", { path: "a.txt", content: null })]);
  expect(pi.read("a.txt")).toBe("null");
});

test("argument text that pi could not read is recovered", async () => {
  const pi = await open({ files: { "a.txt": "hello" } });
  await pi.ask([unreadable("read", JSON.stringify('{"path":"a.txt"}'))]);
  expect(textOf(pi.results()[0])).toContain("hello");
  expect(countNotes(textOf(pi.results()[0]))).toBe(1);
});

test("where nothing validates, pi's own message stands", async () => {
  const pi = await open();
  await pi.ask([unreadable("read", '{"path":"a.t')]);
  expect(textOf(pi.results()[0])).toContain('Received arguments:\n{"path":"a.t');
  expect(pi.telemetry()).toMatchObject([{ tool: "read", outcome: "unrepairable" }]);
});

test("a printed call is promoted and runs in the same turn, under recover", async () => {
  const pi = await open({
    model: "qwen3",
    settings: { policyProfile: "recover" },
    files: { "a.txt": "hello" },
  });
  const leak = '<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>';
  await pi.ask([text(leak)]);
  expect(textOf(pi.results()[0])).toContain("hello");
  expect(countNotes(textOf(pi.results()[0]))).toBe(1);
  expect(pi.core.state.callCount).toBe(2);
  expect(pi.telemetry()).toMatchObject([{ tool: "read", outcome: "recovered", grammar: "qwen" }]);
});

test("a printed call that is only stripped is told to the model once, on its next turn", async () => {
  const pi = await open({ model: "qwen3", files: { "a.txt": "hello" } });
  const leak = 'Let me look.\n<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>';
  await pi.ask([text(leak)]);
  expect(pi.results()).toEqual([]);
  expect(pi.messages().map(textOf).join("\n")).not.toContain("tool_call");
  await pi.ask([call("read", { path: "a.txt" })]);
  expect(pi.requests.map((messages) => countNotes(messages.map(textOf).join("\n")))).toEqual([0, 1, 0]);
  expect(pi.telemetry()).toMatchObject([{ channel: "message", outcome: "stripped", grammar: "qwen" }]);
});

test("wrapping activates no tool", async () => {
  const alone = await open({ layer: false });
  const before = alone.session.getActiveToolNames();
  alone.close();
  const pi = await open();
  expect(pi.session.getActiveToolNames()).toEqual(before);
});
