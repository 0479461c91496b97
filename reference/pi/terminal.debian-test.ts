// The terminal interface of the real pi: indicators at five widths, both commands, reload and resume.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Home, newHome, piCommand, scriptedArguments } from "./packed.ts";
import { call, text } from "./pi-loop.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

const MODEL = "qwen3-coder";
const leak = `<tool_call>\n${JSON.stringify({ name: "read", arguments: { path: "a.txt" } })}\n</tool_call>`;
const SCRIPT = {
  model: MODEL,
  replies: [
    { content: [call("edit", { file_path: "a.txt", old_string: "one", new_string: "two" })] },
    { content: [text(`I will look at it.\n${leak}`)] },
  ],
};

let terminal: Terminal | undefined;
afterEach(() => terminal?.close());

async function open(home: Home, columns: number, ...options: readonly string[]): Promise<Terminal> {
  const pi = await piCommand("installed");
  const layer = ["-e", join(import.meta.dirname, "extension.ts")];
  terminal = openTerminal(
    [process.execPath, pi, ...layer, ...scriptedArguments(MODEL), ...options],
    columns,
    home,
  );
  await terminal.until(/qwen3-coder/);
  return terminal;
}

function newFolder(): Home {
  const home = newHome(SCRIPT);
  writeFileSync(join(home.cwd, "a.txt"), "one");
  return home;
}

/** A line's columns; the hammer takes two. */
const columnsOf = (line: string): number => [...line].reduce((sum, sign) => sum + (sign === "🔨" ? 2 : 1), 0);

test.each([40, 58, 66, 80, 120])("indicators and report fit at %i columns", async (columns) => {
  const pi = await open(newFolder(), columns);
  pi.type("go");
  await pi.until(/printed call removed/);
  pi.type("/repair-stats");
  const lines = await pi.until(/Rules[\s\S]*grammarStrip: 1/);
  const screen = lines.join("\n").replaceAll(/\s+/g, " ");
  expect(screen).toContain("🔨 ✓ input repaired (preprocess.exact-alias, foldFlatEditFields) · edit");
  expect(screen).toContain("🔨 ✓ printed call removed, not run (grammarStrip) · read");
  expect(screen).not.toContain("tool_call");
  expect(lines.filter((line) => columnsOf(line) > columns)).toEqual([]);
});

test("settings are chosen in a menu and saved", async () => {
  const home = newFolder();
  const pi = await open(home, 80);
  pi.type("/repair-settings");
  await pi.until(/→ Profile: adaptive/);
  pi.key("Enter");
  await pi.until(/conservative\n.*adaptive\n.*recover/);
  pi.key("Down");
  pi.key("Down");
  pi.key("Enter");
  await pi.until(/→ Profile: recover/);
  for (let down = 0; down < 4; down++) pi.key("Down");
  pi.key("Enter");
  await pi.until(/Note text\n[\s\S]*on\n.*off/);
  pi.key("Enter");
  await pi.until(/Note text: on/);
  pi.key("Escape");
  // A key that follows Escape at once would be read as one with Alt.
  await pi.until(/^(?![\s\S]*Note text: on)/);
  const file = join(home.home, ".pi", "agent", "tool-repair", "settings.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ policyProfile: "recover", showNotes: true });
  pi.type("go");
  await pi.until(/call recovered from text/);
  expect(pi.screen().join(" ").replaceAll(/\s+/g, " ")).toContain("Moved `file_path` to `path`");
});

test("indicators outlive a reload and a resumed session", async () => {
  const home = newFolder();
  const pi = await open(home, 80);
  pi.type("go");
  await pi.until(/printed call removed/);
  pi.type("/reload");
  await pi.until(/Reloaded|reloaded/);
  const count = (lines: readonly string[]): number => lines.filter((line) => line.includes("🔨")).length;
  expect(count(pi.screen())).toBe(2);
  pi.close();
  const again = await open(home, 80, "--continue");
  const lines = await again.until(/input repaired[\s\S]*printed call removed/);
  expect(count(lines)).toBe(2);
});
