// The commands without a terminal: what is set, what is refused, and where the answer goes.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { type Loop, type LoopOptions, openLoop, text, textOf } from "./pi-loop.ts";

let loop: Loop | undefined;
let said: string[] = [];

async function open(options: LoopOptions = {}): Promise<Loop> {
  said = [];
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => said.push(String(chunk)) > 0);
  loop = await openLoop({ log: true, ...options });
  return loop;
}

/** What one command answers. */
async function answer(command: string): Promise<string> {
  said = [];
  await loop?.session.prompt(command);
  return said.join("");
}

const fileOf = (pi: Loop): unknown => JSON.parse(readFileSync(pi.settingsFile, "utf8"));

afterEach(() => {
  vi.restoreAllMocks();
  expect(loop?.errors ?? []).toEqual([]);
  loop?.close();
  loop = undefined;
});

const leak = `<tool_call>\n${JSON.stringify({ name: "read", arguments: { path: "a.txt" } })}\n</tool_call>`;

test("a save of one setting does not allow what a malformed list did not", async () => {
  const pi = await open({
    model: "qwen3",
    settings: { policyProfile: "recover", grammarAllowedTools: "read" },
    files: { "a.txt": "hello" },
  });
  expect(said.join("")).toContain("grammarAllowedTools");
  expect(await answer("/repair-settings showNotes=on")).toBe("Tool repair: saved.\n");
  await pi.ask([text(leak)]);
  expect(pi.results()).toEqual([]);
  expect(await answer("/repair-settings grammarAllowedTools=read,grep")).toContain("saved");
  await pi.ask([text(leak)]);
  expect(textOf(pi.results()[0])).toContain("hello");
});

test("an edit of the file by hand survives a save, and counts from then on", async () => {
  const pi = await open({ settings: { policyProfile: "adaptive" } });
  writeFileSync(pi.settingsFile, JSON.stringify({ policyProfile: "conservative", later: 1 }));
  await answer("/repair-settings showNotes=true");
  expect(fileOf(pi)).toEqual({ policyProfile: "conservative", later: 1, showNotes: true });
  expect(await answer("/repair-settings")).toContain("policyProfile=conservative");
});

test("lists and the way back to the profile are set by words", async () => {
  const pi = await open({ settings: { grammarRecovery: "off", grammars: ["glm"] } });
  await answer("/repair-settings grammarRecovery=profile grammars=qwen,glm grammarModels=my-.*,x=1");
  expect(fileOf(pi)).toEqual({ grammars: ["qwen", "glm"], grammarModels: ["my-.*", "x=1"] });
  await answer("/repair-settings grammars= grammarModels= grammarAllowedTools=none showIndicator=false");
  expect(fileOf(pi)).toEqual({ grammarAllowedTools: "none", showIndicator: false });
  expect(await answer("/repair-settings")).toBe(
    "Tool repair: showIndicator=off showNotes=off grammarRecovery=profile grammarAllowedTools=none policyProfile=adaptive unknownGrammarText=preserve grammars= grammarModels=\n",
  );
});

test("a word that is refused is named, with what would be taken, and nothing is saved", async () => {
  const pi = await open({ settings: {} });
  const refusals = [
    ["showNotes=maybe", 'showNotes takes on, off, true, false; not "maybe"'],
    ["policyProfile=recovr", "did you mean recover?"],
    ["showNote=on", "did you mean showNotes?"],
    ["grammars=qwn", 'no family "qwn" (did you mean qwen?)'],
    ["grammarModels=(", '"(" is no pattern'],
    ["showNotes", "showNotes=value"],
  ];
  for (const [word = "", sentence = ""] of refusals) {
    const answered = await answer(`/repair-settings showIndicator=off ${word}`);
    expect(answered).toContain(sentence);
    expect(answered.match(/\n/g)).toHaveLength(1);
  }
  expect(fileOf(pi)).toEqual({});
});

test("a save that fails is not called saved, and goes with the next one", async () => {
  const pi = await open();
  mkdirSync(`${pi.settingsFile}.${process.pid}.tmp`);
  const failed = await answer("/repair-settings policyProfile=conservative");
  expect(failed).toContain("could not be saved");
  expect(failed).not.toContain("saved.");
  expect(await answer("/repair-settings")).toContain("policyProfile=conservative");
  rmSync(`${pi.settingsFile}.${process.pid}.tmp`, { recursive: true, force: true });
  expect(await answer("/repair-settings showNotes=on")).toContain("saved.");
  expect(fileOf(pi)).toEqual({ policyProfile: "conservative", showNotes: true });
});

test("without an interface the report, and what is wrong with the settings, go to the log that was asked for, once", async () => {
  const pi = await open({ settings: "{ broken" });
  expect(said.join("")).toContain("only safe repairs are made");
  expect(await answer("/repair-stats")).toBe("Tool repair has nothing to report yet.\n");
  expect(await answer("/repair-settings showNotes=on")).toContain("settings.json.broken");
  pi.close();
  loop = undefined;
  await open({ settings: { later: 1 } });
  expect(said.join("")).toBe("");
});

test("without an interface and without the log nothing is written", async () => {
  const pi = await open({ settings: "{ broken", log: false });
  expect(await answer("/repair-settings showNotes=on")).toBe("");
  expect(fileOf(pi)).toMatchObject({ showNotes: true });
  expect(said).toEqual([]);
});

test("where there is an interface, nothing of this goes to stderr", async () => {
  const pi = await open({ settings: {} });
  const shown: string[] = [];
  const ui = { notify: (sentence: string) => void shown.push(sentence) };
  await pi.session.bindExtensions({ uiContext: ui as never, mode: "tui" });
  shown.length = 0;
  expect(await answer("/repair-settings showNotes=on")).toBe("");
  expect(shown).toEqual(["Tool repair: saved."]);
});

test.each([true, false])("that an import lets printed calls run is asked first: %s", async (agreed) => {
  const pi = await open({ settings: { grammarAllowedTools: "read" } });
  mkdirSync(`${pi.agentDir}/extensions`);
  const foreign = { grammarRepair: { enabled: true, mode: "recover" } };
  writeFileSync(`${pi.agentDir}/extensions/pi-tool-repair.json`, JSON.stringify(foreign));
  const picks = ["Import the settings of pi-tool-repair", "Done"];
  const asked: string[] = [];
  const ui = {
    notify: () => undefined,
    select: async () => picks.shift(),
    confirm: async (_title: string, sentence: string) => {
      asked.push(sentence);
      return agreed;
    },
  };
  await pi.session.bindExtensions({ uiContext: ui as never, mode: "tui" });
  await answer("/repair-settings");
  expect(asked).toEqual([expect.stringContaining("will be run")]);
  const taken = { grammarAllowedTools: "read", policyProfile: "recover", grammarRecovery: "recover" };
  expect(fileOf(pi)).toEqual(agreed ? taken : { grammarAllowedTools: "read" });
});
