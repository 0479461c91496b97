// `/repair-settings` and `/repair-stats`.
import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { GRAMMAR_MODES, PROFILE_NAMES, type Settings, UNKNOWN_TEXTS } from "./settings.ts";
import { loadSettings, readForeignSettings, saveSettings } from "./settings-file.ts";
import type { State } from "./state.ts";
import { statsReport } from "./stats.ts";
import { readRecords } from "./telemetry.ts";
import { tellUser } from "./warn.ts";

interface Choice {
  readonly key: keyof Settings;
  readonly label: string;
  /** The words that a user chooses from; the first letters of a value are what the file holds. */
  readonly values: readonly string[];
  readonly show: (settings: Settings) => string;
  readonly set: (settings: Settings, value: string) => Settings;
}

const AS_PROFILE = "as the profile says";
const ON_OFF = Object.freeze(["on", "off"]);
const onOff = (value: boolean): string => (value ? "on" : "off");

/** In the order of the menu. */
const CHOICES: readonly Choice[] = Object.freeze([
  {
    key: "policyProfile",
    label: "Profile",
    values: PROFILE_NAMES,
    show: (settings) => settings.policyProfile,
    set: (settings, value) => ({ ...settings, policyProfile: known(PROFILE_NAMES, value, "conservative") }),
  },
  {
    key: "grammarRecovery",
    label: "Printed calls",
    values: [AS_PROFILE, ...GRAMMAR_MODES],
    show: (settings) => settings.grammarRecovery ?? AS_PROFILE,
    set: (settings, value) => ({
      ...settings,
      grammarRecovery: value === AS_PROFILE ? undefined : known(GRAMMAR_MODES, value, "off"),
    }),
  },
  {
    key: "unknownGrammarText",
    label: "Printed calls of unknown tools",
    values: UNKNOWN_TEXTS,
    show: (settings) => settings.unknownGrammarText,
    set: (settings, value) => ({ ...settings, unknownGrammarText: known(UNKNOWN_TEXTS, value, "preserve") }),
  },
  {
    key: "showIndicator",
    label: "Indicator",
    values: ON_OFF,
    show: (settings) => onOff(settings.showIndicator),
    set: (settings, value) => ({ ...settings, showIndicator: value === "on" }),
  },
  {
    key: "showNotes",
    label: "Note text",
    values: ON_OFF,
    show: (settings) => onOff(settings.showNotes),
    set: (settings, value) => ({ ...settings, showNotes: value === "on" }),
  },
] satisfies readonly Choice[]);

function known<T extends string>(values: readonly T[], value: string, otherwise: T): T {
  return values.find((candidate) => candidate === value) ?? otherwise;
}

const IMPORT = "Import the settings of pi-tool-repair";
const DONE = "Done";

/** Applies settings to this session and writes them. */
function apply(state: State, context: ExtensionCommandContext, settings: Settings): void {
  state.settings = settings;
  try {
    const { broken } = saveSettings(state.environment.settingsFile, settings);
    if (broken !== undefined)
      tellUser(context, "The settings file could not be read; a copy of it was kept beside it.", "warning");
  } catch {
    tellUser(context, "The settings could not be saved; they hold for this session.", "error");
  }
}

/** `name=value` settles one setting without a dialog, also where nobody can answer one. */
function applyWords(state: State, context: ExtensionCommandContext, words: string): void {
  let { settings } = state;
  for (const word of words.split(/\s+/)) {
    const [key = "", value = ""] = word.split("=", 2);
    const choice = CHOICES.find((candidate) => candidate.key === key);
    const wanted = choice?.values.find((candidate) => candidate === value);
    if (choice === undefined || wanted === undefined) {
      const names = CHOICES.map((candidate) => candidate.key).join(", ");
      tellUser(context, `Unknown setting or value. Settings: ${names}.`, "error");
      return;
    }
    settings = choice.set(settings, wanted);
  }
  apply(state, context, settings);
  tellUser(context, "Tool repair: saved.");
}

async function settingsMenu(state: State, context: ExtensionCommandContext): Promise<void> {
  for (;;) {
    const foreign = readForeignSettings(state.environment.foreignSettingsFile, state.settings);
    const lines = CHOICES.map((choice) => `${choice.label}: ${choice.show(state.settings)}`);
    const offered = [...lines, ...(foreign === undefined ? [] : [IMPORT]), DONE];
    const picked = await context.ui.select("Tool repair", offered);
    if (picked === undefined || picked === DONE) return;
    if (picked === IMPORT) {
      if (foreign !== undefined) apply(state, context, foreign);
      continue;
    }
    const choice = CHOICES[lines.indexOf(picked)];
    if (choice === undefined) return;
    const value = await context.ui.select(choice.label, [...choice.values]);
    if (value !== undefined) apply(state, context, choice.set(state.settings, value));
  }
}

/** Loads the settings anew; a warning is one sentence for the user. */
export function reloadSettings(state: State): string | undefined {
  const { settings, warning } = loadSettings(state.environment.settingsFile);
  state.settings = settings;
  return warning;
}

/** Registers both commands. */
export function registerCommands(state: State): void {
  const { pi } = state;
  pi.registerCommand("repair-settings", {
    description: "Settings of tool-call repair",
    handler: async (words, context) => {
      if (words.trim() !== "") applyWords(state, context, words.trim());
      else if (context.hasUI) await settingsMenu(state, context);
    },
  });
  pi.registerCommand("repair-stats", {
    description: "What tool-call repair did",
    handler: async (_words, context) => {
      const file = state.environment.telemetryFile;
      const lines =
        file === undefined ? ["Telemetry of tool repair is off."] : statsReport(readRecords(file));
      tellUser(context, lines.join("\n"));
    },
  });
}
