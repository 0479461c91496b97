// `/repair-settings` and `/repair-stats`.
import type { ExtensionCommandContext, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { readWord, settingWords } from "./setting-words.ts";
import { GRAMMAR_MODES, PROFILE_NAMES, type Settings, UNKNOWN_TEXTS } from "./settings.ts";
import { loadSettings, readForeignSettings, saveSettings } from "./settings-file.ts";
import type { State } from "./state.ts";
import { statsReport } from "./stats.ts";
import { readRecords } from "./telemetry.ts";
import { tellUser, warnOfSettings } from "./warn.ts";

/** A line of the menu. */
interface Choice {
  readonly label: string;
  readonly values: readonly string[];
  readonly show: (settings: Settings) => string;
  readonly change: (value: string) => Partial<Settings>;
}

const AS_PROFILE = "as the profile says";
const ON_OFF = Object.freeze(["on", "off"]);
const onOff = (value: boolean): string => (value ? "on" : "off");

/** In the order of the menu. */
const CHOICES: readonly Choice[] = Object.freeze([
  {
    label: "Profile",
    values: PROFILE_NAMES,
    show: (settings) => settings.policyProfile,
    change: (value) => ({ policyProfile: known(PROFILE_NAMES, value, "conservative") }),
  },
  {
    label: "Printed calls",
    values: [AS_PROFILE, ...GRAMMAR_MODES],
    show: (settings) => settings.grammarRecovery ?? AS_PROFILE,
    change: (value) => ({
      grammarRecovery: value === AS_PROFILE ? undefined : known(GRAMMAR_MODES, value, "off"),
    }),
  },
  {
    label: "Printed calls of unknown tools",
    values: UNKNOWN_TEXTS,
    show: (settings) => settings.unknownGrammarText,
    change: (value) => ({ unknownGrammarText: known(UNKNOWN_TEXTS, value, "preserve") }),
  },
  {
    label: "Indicator",
    values: ON_OFF,
    show: (settings) => onOff(settings.showIndicator),
    change: (value) => ({ showIndicator: value === "on" }),
  },
  {
    label: "Note text",
    values: ON_OFF,
    show: (settings) => onOff(settings.showNotes),
    change: (value) => ({ showNotes: value === "on" }),
  },
] satisfies readonly Choice[]);

function known<T extends string>(values: readonly T[], value: string, otherwise: T): T {
  return values.find((candidate) => candidate === value) ?? otherwise;
}

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

async function settingsMenu(state: State, context: ExtensionCommandContext): Promise<void> {
  for (;;) {
    const foreign = readForeignSettings(state.environment.foreignSettingsFile);
    const lines = CHOICES.map((choice) => `${choice.label}: ${choice.show(state.settings)}`);
    const offered = [...lines, ...(foreign === undefined ? [] : [IMPORT]), DONE];
    const picked = await context.ui.select("Tool repair", offered);
    if (picked === undefined || picked === DONE) return;
    if (picked === IMPORT) {
      if (foreign !== undefined) await importSettings(state, context, foreign);
      continue;
    }
    const choice = CHOICES[lines.indexOf(picked)];
    if (choice === undefined) return;
    const value = await context.ui.select(choice.label, [...choice.values]);
    if (value !== undefined) apply(state, context, choice.change(value));
  }
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
