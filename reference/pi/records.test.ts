// What the layer writes: settings, telemetry, statistics, entries, log. Nothing in it is the user's.
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readEnvironment } from "./environment.ts";
import { call, openLoop, says, text, unreadable } from "./pi-loop.ts";
import { scratch } from "./scratch.ts";
import { DEFAULT_SETTINGS, importForeign, SAFE_SETTINGS, settingsFrom } from "./settings.ts";
import { loadSettings } from "./settings-file.ts";
import { statsReport } from "./stats.ts";
import { appendRecord, parseRecords, readRecords } from "./telemetry.ts";
import { recordedModel } from "./value-free.ts";

const secret = (): string => `s${randomUUID().replaceAll("-", "")}`;

test("no secret of a call, a path, a key, an output or a message is in anything that the layer writes", async () => {
  const secrets: string[] = [];
  const fresh = (): string => {
    const made = secret();
    secrets.push(made);
    return made;
  };
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  const file = fresh();
  const pi = await openLoop({
    model: `/${fresh()}/qwen3`,
    settings: { policyProfile: "recover" },
    files: { [file]: fresh() },
    log: true,
  });
  const leak = (name: string, args: object): string =>
    `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
  const id = fresh();
  await pi.ask(
    [
      call("read", { file_path: file, [fresh()]: fresh() }, { id }),
      call("write", { path: fresh(), content: null, [fresh()]: fresh() }),
      call("edit", { path: file, edits: [{ old: fresh(), new: fresh(), [fresh()]: 1 }] }),
      call("bash", { cmd: `echo ${fresh()}` }),
      call("grep", { query: fresh(), path: null }),
      call(fresh(), { path: fresh() }),
      unreadable("read", `{"path":"${fresh()}`),
      unreadable("bash", `"echo ${fresh()}"`, fresh()),
    ],
    [text(`${fresh()}.\n${leak("read", { path: file })}`)],
    [text(`${fresh()}.\n${leak(fresh(), { path: fresh(), [fresh()]: fresh() })}`)],
  );
  await pi.ask(says([text(`${fresh()}.\n${leak("write", { path: fresh(), content: fresh() })}`)], "length"));
  spy.mockRestore();
  const folder = join(pi.agentDir, "tool-repair");
  const written = [
    ...readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")),
    ...readdirSync(folder),
    JSON.stringify(pi.entries()),
    statsReport(readRecords(pi.telemetryFile)).join("\n"),
    ...lines.filter((line) => line.startsWith("[tool-repair]")),
  ].join("\n");
  pi.close();
  expect(lines.filter((line) => line.startsWith("[tool-repair]")).length).toBeGreaterThan(6);
  expect(pi.errors).toEqual([]);
  expect(secrets.filter((value) => written.includes(value))).toEqual([]);
  for (const word of ["repaired", "unrepairable", "recovered", "stripped"]) expect(written).toContain(word);
});

test("model ids that look like a path are kept as their family", () => {
  expect(recordedModel("/home/me/models/Qwen3-8B.gguf")).toBe("qwen");
  expect(recordedModel("C:\\models\\me")).toBe("unknown");
  expect(recordedModel("./llama-3")).toBe("llama");
  expect(recordedModel("meta-llama/Llama-3.3-70B")).toBe("meta-llama/Llama-3.3-70B");
  expect(recordedModel("glm-5:cloud")).toBe("glm-5:cloud");
  expect(recordedModel(undefined)).toBeUndefined();
});

test("old settings keep their meaning", () => {
  expect(settingsFrom({})).toMatchObject({ settings: DEFAULT_SETTINGS, malformed: [] });
  expect(settingsFrom({ grammarRecovery: "recover" }).settings.policyProfile).toBe("recover");
  expect(settingsFrom({ grammarRecovery: "strip" }).settings).toMatchObject({
    policyProfile: "adaptive",
    grammarRecovery: "strip",
  });
  expect(settingsFrom({ grammarAllowedTools: [] }).settings.grammarAllowedTools).toBeUndefined();
  expect(settingsFrom({ grammarAllowedTools: ["read"] }).settings.grammarAllowedTools).toEqual(["read"]);
});

test("what cannot be read falls back to the safe side", () => {
  const { settings, malformed } = settingsFrom({
    policyProfile: "bold",
    grammarRecovery: "yes",
    grammarAllowedTools: "read",
    unknownGrammarText: 1,
    showNotes: "no",
    grammarModels: ["("],
  });
  expect(settings).toMatchObject({
    policyProfile: "conservative",
    grammarRecovery: "off",
    grammarAllowedTools: [],
    unknownGrammarText: "preserve",
    showNotes: false,
    grammarModels: [],
  });
  expect(malformed).toHaveLength(6);
  expect(settingsFrom([]).settings).toEqual(SAFE_SETTINGS);
});

test("pi-tool-repair's settings are taken over on request", () => {
  const from = (grammarRepair: unknown) => importForeign({ grammarRepair });
  expect(from({ enabled: true, mode: "recover", grammars: ["qwen", "minimax"] })).toMatchObject({
    policyProfile: "recover",
    grammarRecovery: "recover",
    grammars: ["qwen", "minimax-text"],
  });
  expect(from({ enabled: true, mode: "strip" })).toEqual({ grammarRecovery: "strip" });
  expect(from({ enabled: false })).toMatchObject({ grammarRecovery: "off" });
  expect(from({ mode: "bold" })).toMatchObject({ grammarRecovery: "off" });
  expect(from(undefined)).toBeUndefined();
});

test("the environment says where files are and what is on", () => {
  expect(readEnvironment({}, "/agent")).toEqual({
    settingsFile: "/agent/tool-repair/settings.json",
    telemetryFile: "/agent/tool-repair/telemetry.jsonl",
    log: false,
    passthrough: false,
    foreignSettingsFile: "/agent/extensions/pi-tool-repair.json",
  });
  const set = readEnvironment(
    {
      PI_TOOL_REPAIR_TELEMETRY: "off",
      PI_TOOL_REPAIR_SETTINGS: "/s.json",
      PI_TOOL_REPAIR_DEBUG: "1",
      PI_TOOL_REPAIR_PASSTHROUGH: "1",
    },
    "/agent",
  );
  expect(set).toMatchObject({
    telemetryFile: undefined,
    settingsFile: "/s.json",
    log: true,
    passthrough: true,
  });
  expect(readEnvironment({ PI_TOOL_REPAIR_PASSTHROUGH: "0" }, "/agent").passthrough).toBe(false);
});

test("variables are switched in the words that people use, and ~ is the home folder", () => {
  for (const word of ["off", "OFF", "0", "false", "No"])
    expect(readEnvironment({ PI_TOOL_REPAIR_TELEMETRY: word }, "/agent").telemetryFile).toBeUndefined();
  for (const word of ["1", "True", "yes", "on"]) {
    expect(readEnvironment({ PI_TOOL_REPAIR_LOG: word }, "/agent").log).toBe(true);
    const { telemetryFile } = readEnvironment({ PI_TOOL_REPAIR_TELEMETRY: word }, "/agent");
    expect(telemetryFile).toBe("/agent/tool-repair/telemetry.jsonl");
  }
  expect(readEnvironment({ PI_TOOL_REPAIR_LOG: "0" }, "/agent").log).toBe(false);
  const set = { PI_TOOL_REPAIR_TELEMETRY: "~/t.jsonl", PI_TOOL_REPAIR_SETTINGS: "~me/s.json" };
  expect(readEnvironment(set, "/agent", "/home/me")).toMatchObject({
    telemetryFile: "/home/me/t.jsonl",
    settingsFile: "~me/s.json",
  });
});

const RECORD = { ts: "2026-01-01T00:00:00.000Z", outcome: "repaired", rules: ["r"] } as const;

test("records of any age are read, and what is none is skipped", () => {
  const read = parseRecords(
    [
      JSON.stringify({ ts: 1, tool: "read", outcome: "repaired", rules: ["renameAliasedField"] }),
      "{ torn",
      "42",
      JSON.stringify({ ...RECORD, channel: "message", grammar: "glm", outcome: "stripped", later: true }),
      JSON.stringify({ outcome: "unheard-of", rules: [] }),
    ].join("\n"),
  );
  expect(read.malformed).toBe(3);
  expect(read.records.map((record) => record.outcome)).toEqual(["repaired", "stripped"]);
  expect(statsReport(read).join("\n")).toContain("glm: 1 stripped");
});

test("a torn line stays alone, and a full file makes room without losing it", () => {
  const file = join(scratch(), "telemetry.jsonl");
  appendRecord(file, RECORD);
  appendFileSync(file, '{"ts":"torn');
  appendRecord(file, RECORD);
  expect(readRecords(file)).toMatchObject({ malformed: 1, records: { length: 2 } });
  for (let written = 0; written < 20; written++) appendRecord(file, RECORD, 1000);
  expect(statSync(`${file}.1`).size).toBeGreaterThan(1000);
  expect(statSync(file).size).toBeLessThanOrEqual(1100);
  expect(readRecords(file).records.length).toBe(22);
});

test("what is no plain file is not read to its end", () => {
  expect(readRecords("/dev/full")).toEqual({ records: [], malformed: 0 });
  expect(loadSettings("/dev/zero").settings).toEqual(SAFE_SETTINGS);
});

test("a disk that fails breaks nothing", async () => {
  const folder = scratch();
  mkdirSync(join(folder, "telemetry.jsonl"));
  appendRecord(join(folder, "telemetry.jsonl"), RECORD);
  writeFileSync(join(folder, "file"), "");
  appendRecord(join(folder, "file", "telemetry.jsonl"), RECORD);
  const pi = await openLoop({ files: { "a.txt": "alpha" } });
  writeFileSync(pi.telemetryFile, "");
  chmodSync(pi.telemetryFile, 0o400);
  mkdirSync(`${pi.telemetryFile}.1`);
  await pi.ask([call("read", { file_path: "a.txt" })]);
  expect(pi.results()[0]?.isError).toBe(false);
  pi.close();
});
