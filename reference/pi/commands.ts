// `/repair-settings` and `/repair-stats`.
import type { ExtensionCommandContext, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { AS_PROFILE, readWord, settingWord, settingWords } from "./setting-words.ts";
import { GRAMMAR_MODES, PROFILE_NAMES, type Settings, UNKNOWN_TEXTS } from "./settings.ts";
import { loadSettings, readForeignSettings, saveSettings } from "./settings-file.ts";
import type { State } from "./state.ts";
import { statsReport } from "./stats.ts";
import { readRecords } from "./telemetry.ts";
import { tellUser, warnOfSettings } from "./warn.ts";

/** A line of the menu: a setting, and the words that can be picked for it. */
interface Choice {
  readonly label: string;
  readonly key: keyof Settings;
  readonly words: readonly string[];
}

const ON_OFF = Object.freeze(["on", "off"]);

/** In the order of the menu. */
const CHOICES: readonly Choice[] = Object.freeze([
  { label: "Profile", key: "policyProfile", words: PROFILE_NAMES },
  { label: "Printed calls", key: "grammarRecovery", words: [AS_PROFILE, ...GRAMMAR_MODES] },
  { label: "Printed calls of unknown tools", key: "unknownGrammarText", words: UNKNOWN_TEXTS },
  { label: "Indicator", key: "showIndicator", words: ON_OFF },
  { label: "Note text", key: "showNotes", words: ON_OFF },
] satisfies readonly Choice[]);

/** A word as the menu says it. */
const inMenu = (word: string): string => (word === AS_PROFILE ? "as the profile says" : word);

const IMPORT = "Import the settings of pi-tool-repair";
const DONE = "Done";

/** Applies a change to this session and to the file, which may have been edited since. Returns whether it was saved. */
function apply(state: State, context: ExtensionCommandContext, change: Partial<Settings>): boolean {
  state.unsaved = { ...state.unsaved, ...change };
  try {
    const saved = saveSettings(state.environment.settingsFile, state.unsaved);
    state.settings = saved.settings;
    state.unsaved = {};
    if (saved.broken !== undefined)
      tellUser(
        state,
        context,
        `The settings file of tool repair could not be read; it was kept as ${saved.broken}, and what was not set now has its safest value.`,
        "warning",
      );
    warnOfSettings(state, context, saved);
    return true;
  } catch {
    state.settings = { ...state.settings, ...change };
    tellUser(
      state,
      context,
      "The settings of tool repair could not be saved; they hold for this session.",
      "error",
    );
    return false;
  }
}

/** `name=value` settles settings without a dialog, also where nobody can answer one. All words or none. */
function applyWords(state: State, context: ExtensionCommandContext, words: string): void {
  let change: Partial<Settings> = {};
  for (const word of words.split(/\s+/)) {
    const read = readWord(word);
    if ("refused" in read) {
      tellUser(state, context, `Tool repair: nothing was saved, ${read.refused}.`, "error");
      return;
    }
    change = { ...change, ...read.change };
  }
  if (apply(state, context, change)) tellUser(state, context, "Tool repair: saved.");
}

/** Takes pi-tool-repair's settings over. That printed calls will run is asked for first. */
async function importSettings(
  state: State,
  context: ExtensionCommandContext,
  foreign: Partial<Settings>,
): Promise<void> {
  const runs = foreign.grammarRecovery === "recover";
  const sentence = "They include the profile recover: calls that a model prints as text will be run.";
  if (runs && !(await context.ui.confirm(`${IMPORT}?`, sentence))) return;
  if (apply(state, context, foreign))
    tellUser(state, context, `Tool repair: imported.${runs ? " Printed calls are run now." : ""}`);
}

async function pickWord(
  state: State,
  context: ExtensionCommandContext,
  { label, key, words }: Choice,
): Promise<void> {
  const picked = await context.ui.select(label, words.map(inMenu));
  const read = readWord(`${key}=${words.find((word) => inMenu(word) === picked)}`);
  if ("change" in read) apply(state, context, read.change);
}

/** Shows the menu once and does what was picked. False where that was nothing. */
async function showMenu(state: State, context: ExtensionCommandContext): Promise<boolean> {
  const lines = new Map<string, () => Promise<void>>();
  for (const choice of CHOICES) {
    const line = `${choice.label}: ${inMenu(settingWord(state.settings, choice.key))}`;
    lines.set(line, () => pickWord(state, context, choice));
  }
  const foreign = readForeignSettings(state.environment.foreignSettingsFile);
  if (foreign !== undefined) lines.set(IMPORT, () => importSettings(state, context, foreign));
  const picked = await context.ui.select("Tool repair", [...lines.keys(), DONE]);
  const action = lines.get(picked ?? DONE);
  await action?.();
  return action !== undefined;
}

async function settingsMenu(state: State, context: ExtensionCommandContext): Promise<void> {
  let open = true;
  while (open) open = await showMenu(state, context);
}

/** Loads the settings anew, and says once what is wrong with them. */
export function reloadSettings(state: State, context: ExtensionContext): void {
  const found = loadSettings(state.environment.settingsFile);
  state.settings = found.settings;
  state.unsaved = {};
  warnOfSettings(state, context, found);
}

/** Registers both commands. */
export function registerCommands(state: State): void {
  const { pi } = state;
  pi.registerCommand("repair-settings", {
    description: "Settings of tool-call repair",
    handler: async (words, context) => {
      if (words.trim() !== "") applyWords(state, context, words.trim());
      else if (context.hasUI) await settingsMenu(state, context);
      else tellUser(state, context, `Tool repair: ${settingWords(state.settings)}`);
    },
  });
  pi.registerCommand("repair-stats", {
    description: "What tool-call repair did",
    handler: async (_words, context) => {
      const file = state.environment.telemetryFile;
      const lines =
        file === undefined ? ["Telemetry of tool repair is off."] : statsReport(readRecords(file));
      tellUser(state, context, lines.join("\n"));
    },
  });
}
