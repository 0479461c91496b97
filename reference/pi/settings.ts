// The layer's settings: read from any age of file, with the safe side for whatever cannot be read.
import type { GrammarMode, PolicyOverrides, ProfileName, UnknownGrammarText } from "../profile.ts";
import { isPlainObject, type PlainObject } from "../value.ts";

export const PROFILE_NAMES: readonly ProfileName[] = Object.freeze(["conservative", "adaptive", "recover"]);
export const GRAMMAR_MODES: readonly GrammarMode[] = Object.freeze(["off", "observe", "strip", "recover"]);
export const UNKNOWN_TEXTS: readonly UnknownGrammarText[] = Object.freeze(["preserve", "strip"]);

export interface Settings {
  readonly showIndicator: boolean;
  readonly showNotes: boolean;
  /** undefined: as the profile says. */
  readonly grammarRecovery: GrammarMode | undefined;
  /** Tools that may be promoted; undefined: every active one. */
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

/** For a file that cannot be read at all: nothing beyond plain repair. */
export const SAFE_SETTINGS: Settings = Object.freeze({
  ...DEFAULT_SETTINGS,
  policyProfile: "conservative",
  grammarRecovery: "off",
  grammarAllowedTools: Object.freeze([]),
});

export interface ReadSettings {
  readonly settings: Settings;
  /** Names of the fields that could not be read. */
  readonly malformed: readonly string[];
}

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: unknown): T | undefined =>
    values.find((known) => known === value);
const flag = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);
const names = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === "string") ? [...value] : undefined;

function isPattern(text: string): boolean {
  try {
    return text === "*" || new RegExp(text, "i") !== undefined;
  } catch {
    return false;
  }
}

/** Settings from the parsed content of a file of any age. */
export function settingsFrom(value: unknown): ReadSettings {
  if (!isPlainObject(value)) return { settings: SAFE_SETTINGS, malformed: ["the whole file"] };
  const malformed: string[] = [];
  const field = <T>(key: string, read: (given: unknown) => T | undefined, missing: T, safe: T): T => {
    if (!Object.hasOwn(value, key) || value[key] === undefined) return missing;
    const known = read(value[key]);
    if (known === undefined) malformed.push(key);
    return known ?? safe;
  };
  const grammarRecovery = field<GrammarMode | undefined>(
    "grammarRecovery",
    oneOf(GRAMMAR_MODES),
    undefined,
    "off",
  );
  const allowed = field<readonly string[] | undefined>("grammarAllowedTools", names, undefined, []);
  const settings: Settings = {
    showIndicator: field("showIndicator", flag, true, true),
    showNotes: field("showNotes", flag, false, false),
    grammarRecovery,
    // An empty list always meant the active tools; a malformed one allows nothing.
    grammarAllowedTools:
      allowed?.length === 0 && !malformed.includes("grammarAllowedTools") ? undefined : allowed,
    // Files older than the profiles: recovery stays recovery.
    policyProfile: field<ProfileName>(
      "policyProfile",
      oneOf(PROFILE_NAMES),
      grammarRecovery === "recover" ? "recover" : "adaptive",
      "conservative",
    ),
    unknownGrammarText: field("unknownGrammarText", oneOf(UNKNOWN_TEXTS), "preserve", "preserve"),
    grammars: field<readonly string[] | undefined>("grammars", names, undefined, []),
    grammarModels: field<readonly string[]>("grammarModels", patterns, [], []),
  };
  return { settings, malformed };
}

function patterns(value: unknown): readonly string[] | undefined {
  const list = names(value);
  return list?.every(isPattern) ? list : undefined;
}

/** The file content for `settings`; keys of `before` that we do not know are kept. */
export function settingsContent(settings: Settings, before: PlainObject): PlainObject {
  const { grammarRecovery, grammarAllowedTools, grammars, grammarModels, ...plain } = settings;
  const kept = { ...before };
  for (const key of ["grammarRecovery", "grammars", "grammarModels"]) delete kept[key];
  return {
    ...kept,
    ...plain,
    ...(grammarRecovery === undefined ? {} : { grammarRecovery }),
    grammarAllowedTools: grammarAllowedTools === undefined ? [] : [...grammarAllowedTools],
    ...(grammars === undefined ? {} : { grammars: [...grammars] }),
    ...(grammarModels.length === 0 ? {} : { grammarModels: [...grammarModels] }),
  };
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
      ...(settings.grammarRecovery === undefined ? {} : { grammarMode: settings.grammarRecovery }),
    },
  };
}

/** Settings with pi-tool-repair's own taken over; undefined where its file holds none. */
export function importForeign(value: unknown, settings: Settings): Settings | undefined {
  const foreign = isPlainObject(value) ? value.grammarRepair : undefined;
  if (!isPlainObject(foreign)) return undefined;
  const mode = foreign.mode ?? "recover";
  const grammarRecovery: GrammarMode =
    foreign.enabled === false ? "off" : (oneOf<GrammarMode>(["strip", "recover"])(mode) ?? "off");
  const grammars = foreign.grammars === undefined ? undefined : (names(foreign.grammars) ?? []);
  return {
    ...settings,
    grammarRecovery,
    policyProfile: grammarRecovery === "recover" ? "recover" : settings.policyProfile,
    // Its family "minimax" is called by the name of its shape here.
    grammars: grammars?.map((name) => (name === "minimax" ? "minimax-text" : name)),
  };
}
