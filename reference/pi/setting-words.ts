// `name=value`: one setting as a word of a command, read and shown.
import { GRAMMAR_NAMES } from "../grammars/table.ts";
import { plainText } from "../plain-text.ts";
import { didYouMean } from "./nearest.ts";
import {
  GRAMMAR_MODES,
  isPattern,
  NONE,
  PROFILE_NAMES,
  SETTING_KEYS,
  type Settings,
  UNKNOWN_TEXTS,
} from "./settings.ts";

/** What a word sets, or why it sets nothing: a sentence for the user. */
export type ReadWord = { readonly change: Partial<Settings> } | { readonly refused: string };

/** Goes back to what the profile says. */
export const AS_PROFILE = "profile";
const ON_OFF: readonly string[] = Object.freeze(["on", "off", "true", "false"]);

type Reader = (value: string) => ReadWord;

const quoted = (value: string): string => `"${plainText(value, 60)}"`;

function oneOf<T extends string>(
  key: keyof Settings,
  values: readonly T[],
  change: (value: T) => Partial<Settings>,
): Reader {
  return (value) => {
    const found = values.find((known) => known === value);
    if (found !== undefined) return { change: change(found) };
    return {
      refused: `${key} takes ${values.join(", ")}; not ${quoted(value)}${didYouMean(value, values)}`,
    };
  };
}

/** Comma separated; the word none is no item at all, and an empty value takes the setting back. */
function list(
  wrong: (item: string) => string | undefined,
  change: (items: readonly string[] | undefined) => Partial<Settings>,
): Reader {
  return (value) => {
    if (value === NONE) return { change: change([]) };
    const items = value.split(",").filter((item) => item !== "");
    const refused = items.map(wrong).find((sentence) => sentence !== undefined);
    return refused === undefined ? { change: change(items.length === 0 ? undefined : items) } : { refused };
  };
}

const onOff = (key: "showIndicator" | "showNotes"): Reader =>
  oneOf(key, ON_OFF, (value) => ({ [key]: value === "on" || value === "true" }));

const READERS: Readonly<Record<keyof Settings, Reader>> = Object.freeze({
  showIndicator: onOff("showIndicator"),
  showNotes: onOff("showNotes"),
  grammarRecovery: oneOf("grammarRecovery", [AS_PROFILE, ...GRAMMAR_MODES] as const, (value) => ({
    grammarRecovery: value === AS_PROFILE ? undefined : value,
  })),
  grammarAllowedTools: list(
    () => undefined,
    (grammarAllowedTools) => ({ grammarAllowedTools }),
  ),
  policyProfile: oneOf("policyProfile", PROFILE_NAMES, (policyProfile) => ({ policyProfile })),
  unknownGrammarText: oneOf("unknownGrammarText", UNKNOWN_TEXTS, (unknownGrammarText) => ({
    unknownGrammarText,
  })),
  grammars: list(
    (item) =>
      GRAMMAR_NAMES.includes(item)
        ? undefined
        : `there is no family ${quoted(item)}${didYouMean(item, GRAMMAR_NAMES)}`,
    (grammars) => ({ grammars }),
  ),
  grammarModels: list(
    (item) => (isPattern(item) ? undefined : `${quoted(item)} is no pattern`),
    (items) => ({ grammarModels: items ?? [] }),
  ),
});

/** Reads `name=value`. */
export function readWord(word: string): ReadWord {
  const at = word.indexOf("=");
  const name = at < 0 ? word : word.slice(0, at);
  const key = SETTING_KEYS.find((known) => known === name);
  if (key === undefined)
    return {
      refused: `there is no setting ${quoted(name)}${didYouMean(name, SETTING_KEYS)}; settings: ${SETTING_KEYS.join(", ")}`,
    };
  if (at < 0) return { refused: `${key} wants a value: ${key}=value` };
  return READERS[key](word.slice(at + 1));
}

/** A setting as the word that would set it. */
export function settingWord(settings: Settings, key: keyof Settings): string {
  const { [key]: value } = settings;
  if (typeof value === "boolean") return value ? "on" : "off";
  if (value === undefined) return key === "grammarRecovery" ? AS_PROFILE : "";
  if (typeof value === "string") return value;
  return value.length === 0 && key !== "grammarModels" ? NONE : value.join(",");
}

/** All settings as the words that would set them. */
export function settingWords(settings: Settings): string {
  return SETTING_KEYS.map((key) => `${key}=${plainText(settingWord(settings, key), 300)}`).join(" ");
}
