// The layer's settings: read from any age of file, with the safe side for whatever cannot be read.
import { GRAMMAR_NAMES } from "../grammars/table.ts";
import type { GrammarMode, PolicyOverrides, ProfileName, UnknownGrammarText } from "../profile.ts";
import { isPlainObject, type PlainObject } from "../value.ts";

export const PROFILE_NAMES: readonly ProfileName[] = Object.freeze(["conservative", "adaptive", "recover"]);
export const GRAMMAR_MODES: readonly GrammarMode[] = Object.freeze(["off", "observe", "strip", "recover"]);
export const UNKNOWN_TEXTS: readonly UnknownGrammarText[] = Object.freeze(["preserve", "strip"]);
/** Stands for no tool at all in a file, where an empty list always meant every active one, and for no family in a command. */
export const NONE = "none";

export interface Settings {
  readonly showIndicator: boolean;
  readonly showNotes: boolean;
  /** undefined: as the profile says. */
  readonly grammarRecovery: GrammarMode | undefined;
  /** Tools that may be promoted; undefined: every active one; empty: none. */
  readonly grammarAllowedTools: readonly string[] | undefined;
  readonly policyProfile: ProfileName;
  readonly unknownGrammarText: UnknownGrammarText;
  /** undefined: all families. */
  readonly grammars: readonly string[] | undefined;
  /** Patterns of further model ids; "*" is all. */
  readonly grammarModels: readonly string[];
}

export const DEFAULT_SETTINGS: Settings = Object.freeze({
  showIndicator: true,
  showNotes: false,
  grammarRecovery: undefined,
  grammarAllowedTools: undefined,
  policyProfile: "adaptive",
  unknownGrammarText: "preserve",
  grammars: undefined,
  grammarModels: Object.freeze([]),
});

/** What counts for whatever cannot be read: nothing beyond plain repair. */
export const SAFE_SETTINGS: Settings = Object.freeze({
  ...DEFAULT_SETTINGS,
  policyProfile: "conservative",
  grammarRecovery: "off",
  grammarAllowedTools: Object.freeze([]),
  grammars: Object.freeze([]),
});

/** Every setting, in the order of a file. */
export const SETTING_KEYS = Object.freeze(Object.keys(DEFAULT_SETTINGS)) as readonly (keyof Settings)[];

export interface ReadSettings {
  readonly settings: Settings;
  /** Names of the fields that could not be read. */
  readonly malformed: readonly string[];
  /** Keys that are no setting, as they are in the file. */
  readonly unknownKeys: readonly string[];
  /** Families that do not exist, as they are in the file. */
  readonly unknownFamilies: readonly string[];
}

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: unknown): T | undefined =>
    values.find((known) => known === value);
const flag = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);
const names = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;

/** Stands for every active tool while a file is read. */
const EVERY: readonly string[] = Object.freeze([]);

function allowedTools(value: unknown): readonly string[] | undefined {
  if (value === NONE) return [];
  const list = names(value);
  return list?.length === 0 ? EVERY : list;
}

/** Whether a text can be a pattern of model ids. */
export function isPattern(text: string): boolean {
  if (text === "*") return true;
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Settings from the parsed content of a file of any age. */
export function settingsFrom(value: unknown): ReadSettings {
  if (!isPlainObject(value))
    return { settings: SAFE_SETTINGS, malformed: [], unknownKeys: [], unknownFamilies: [] };
  const malformed: string[] = [];
  const field = <K extends keyof Settings>(
    key: K,
    read: (given: unknown) => Settings[K] | undefined,
    missing: Settings[K] = DEFAULT_SETTINGS[key],
  ): Settings[K] => {
    if (!Object.hasOwn(value, key)) return missing;
    const known = read(value[key]);
    if (known !== undefined) return known;
    malformed.push(key);
    return SAFE_SETTINGS[key];
  };
  const grammarRecovery = field("grammarRecovery", oneOf(GRAMMAR_MODES));
  const allowed = field("grammarAllowedTools", allowedTools);
  // Files older than the profiles: recovery stays recovery.
  const older = grammarRecovery === "recover" ? "recover" : undefined;
  const settings: Settings = {
    showIndicator: field("showIndicator", flag),
    showNotes: field("showNotes", flag),
    grammarRecovery,
    grammarAllowedTools: allowed === EVERY ? undefined : allowed,
    policyProfile: field("policyProfile", oneOf(PROFILE_NAMES), older),
    unknownGrammarText: field("unknownGrammarText", oneOf(UNKNOWN_TEXTS)),
    grammars: field("grammars", names),
    grammarModels: field("grammarModels", patterns),
  };
  return {
    settings,
    malformed,
    unknownKeys: Object.keys(value).filter(
      (key) => key !== "$schema" && !SETTING_KEYS.some((known) => known === key),
    ),
    unknownFamilies: (settings.grammars ?? []).filter((name) => !GRAMMAR_NAMES.includes(name)),
  };
}

function patterns(value: unknown): readonly string[] | undefined {
  const list = names(value);
  return list?.every(isPattern) ? list : undefined;
}

/** The value of a setting in a file; undefined where the key is absent. */
function written(key: keyof Settings, { [key]: value }: Settings): unknown {
  if (!Array.isArray(value) || value.length > 0) return value;
  if (key === "grammarAllowedTools") return NONE;
  return key === "grammarModels" ? undefined : value;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The content of a file after a change: it reads as `before` does with `change` applied. Keys that are neither changed nor
 * needed for that stay as they are, unknown and malformed ones included. `before` undefined: content that nobody can read.
 */
export function changedContent(before: PlainObject | undefined, change: Partial<Settings>): PlainObject {
  const wanted = { ...settingsFrom(before).settings, ...change };
  const content: Record<string, unknown> = { ...before };
  const put = (key: keyof Settings): void => {
    const value = written(key, wanted);
    if (value === undefined) delete content[key];
    else content[key] = value;
  };
  for (const key of SETTING_KEYS) if (Object.hasOwn(change, key)) put(key);
  // What a missing key means may depend on another one.
  for (const key of SETTING_KEYS) if (!same(settingsFrom(content).settings[key], wanted[key])) put(key);
  return content;
}

/** What the settings mean for the pipeline. */
export function policyOf(settings: Settings): {
  readonly policy: ProfileName;
  readonly policyOverrides: PolicyOverrides;
} {
  return {
    policy: settings.policyProfile,
    policyOverrides: {
      unknownGrammarText: settings.unknownGrammarText,
      grammarMode: settings.grammarRecovery,
    },
  };
}

/** The settings that pi-tool-repair's own file asks for; undefined where it holds none. */
export function importForeign(value: unknown): Partial<Settings> | undefined {
  const foreign = isPlainObject(value) ? value.grammarRepair : undefined;
  if (!isPlainObject(foreign)) return undefined;
  const mode = foreign.mode ?? "recover";
  const grammarRecovery: GrammarMode =
    foreign.enabled === false ? "off" : (oneOf<GrammarMode>(["strip", "recover"])(mode) ?? "off");
  const grammars = foreign.grammars === undefined ? undefined : (names(foreign.grammars) ?? []);
  return {
    grammarRecovery,
    ...(grammarRecovery === "recover" ? { policyProfile: "recover" } : {}),
    // Its family "minimax" is called by the name of its shape here.
    grammars: grammars?.map((name) => (name === "minimax" ? "minimax-text" : name)),
  };
}
