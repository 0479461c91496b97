// Settings: what a save writes reads back as what was set, and nothing else moves.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scratch } from "./scratch.ts";
import {
  changedContent,
  DEFAULT_SETTINGS,
  GRAMMAR_MODES,
  importForeign,
  PROFILE_NAMES,
  SAFE_SETTINGS,
  SETTING_KEYS,
  type Settings,
  settingsFrom,
  UNKNOWN_TEXTS,
} from "./settings.ts";
import { loadSettings, saveSettings } from "./settings-file.ts";

const tools = fc.array(fc.constantFrom("read", "bash", "none", "", "own tool"), { maxLength: 3 });
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const settings: fc.Arbitrary<Settings> = fc.record({
  showIndicator: fc.boolean(),
  showNotes: fc.boolean(),
  grammarRecovery: maybe(fc.constantFrom(...GRAMMAR_MODES)),
  grammarAllowedTools: maybe(tools),
  policyProfile: fc.constantFrom(...PROFILE_NAMES),
  unknownGrammarText: fc.constantFrom(...UNKNOWN_TEXTS),
  grammars: maybe(fc.array(fc.constantFrom("qwen", "glm", "gone"), { maxLength: 3 })),
  grammarModels: fc.array(fc.constantFrom("*", "my-model", "^a+$"), { maxLength: 2 }),
});
/** Anything that a file may hold under a setting's name, right and wrong. */
const held = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  tools,
  fc.constantFrom(
    "none",
    "read",
    "recover",
    "strip",
    "off",
    "conservative",
    "adaptive",
    "preserve",
    [],
    null,
  ),
);
/** Content as it comes back from the disk. */
const reread = (content: object) => JSON.parse(JSON.stringify(content)) as Record<string, unknown>;
const contents = fc.dictionary(fc.constantFrom(...SETTING_KEYS, "later"), held, { maxKeys: 6 }).map(reread);
const change: fc.Arbitrary<Partial<Settings>> = fc
  .tuple(settings, fc.constantFrom(...SETTING_KEYS))
  .map(([all, key]) => ({ [key]: all[key] }));

test("any settings read back as they were written", () => {
  fc.assert(
    fc.property(settings, contents, (wanted, before) => {
      expect(settingsFrom(reread(changedContent(before, wanted))).settings).toEqual(wanted);
    }),
  );
});

test("a change of one setting changes no other, and what is not needed for it stays as it is in the file", () => {
  fc.assert(
    fc.property(contents, change, (before, wanted) => {
      const after = reread(changedContent(before, wanted));
      expect(settingsFrom(after).settings).toEqual({ ...settingsFrom(before).settings, ...wanted });
      const moved = [...Object.keys(wanted), "policyProfile"];
      for (const key of Object.keys(before))
        if (!moved.includes(key)) expect(after[key]).toEqual(before[key]);
      for (const key of Object.keys(after)) if (!moved.includes(key)) expect(before).toHaveProperty(key);
    }),
  );
});

test("a list of tools that allows nothing still allows nothing after a save", () => {
  const file = join(scratch(), "tool-repair", "settings.json");
  mkdirSync(dirname(file));
  writeFileSync(file, '{"policyProfile":"recover","grammarAllowedTools":"read"}');
  expect(saveSettings(file, { showNotes: true }).settings.grammarAllowedTools).toEqual([]);
  expect(loadSettings(file).settings).toMatchObject({ grammarAllowedTools: [], showNotes: true });
  const foreign = importForeign({ grammarRepair: { mode: "recover" } });
  saveSettings(file, foreign ?? {});
  expect(loadSettings(file).settings).toMatchObject({ grammarAllowedTools: [], grammarRecovery: "recover" });
  writeFileSync(file, "{ broken");
  saveSettings(file, { policyProfile: "recover" });
  expect(loadSettings(file).settings).toEqual({ ...SAFE_SETTINGS, policyProfile: "recover" });
  saveSettings(file, { grammarAllowedTools: undefined });
  expect(JSON.parse(readFileSync(file, "utf8"))).not.toHaveProperty("grammarAllowedTools");
});

test("a settings file is written only when it is saved, and is never overwritten unread", () => {
  const file = join(scratch(), "tool-repair", "settings.json");
  expect(loadSettings(file)).toEqual({ settings: DEFAULT_SETTINGS });
  saveSettings(file, { showNotes: true });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ showNotes: true });
  writeFileSync(file, JSON.stringify({ showNotes: true, showIndicator: false, later: { kept: true } }));
  saveSettings(file, { showNotes: false });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    showNotes: false,
    showIndicator: false,
    later: { kept: true },
  });
  writeFileSync(file, "{ broken");
  expect(loadSettings(file)).toMatchObject({ settings: SAFE_SETTINGS, warning: expect.any(String) });
  expect(readFileSync(file, "utf8")).toBe("{ broken");
  const { broken } = saveSettings(file, {});
  expect(broken).toBe("settings.json.broken");
  expect(readFileSync(`${file}.broken`, "utf8")).toBe("{ broken");
  expect(readdirSync(dirname(file)).some((name) => name.endsWith(".tmp"))).toBe(false);
});

test("names that nobody knows are told with the nearest that is known", () => {
  const file = join(scratch(), "settings.json");
  writeFileSync(file, JSON.stringify({ polcyProfile: "recover", grammars: ["qwn", "glm"], $schema: "x" }));
  const { warning, unknown } = loadSettings(file);
  expect(warning).toBeUndefined();
  expect(unknown).toContain('setting "polcyProfile" (did you mean policyProfile?)');
  expect(unknown).toContain('family in grammars "qwn" (did you mean qwen?)');
  expect(unknown).not.toContain("schema");
});
