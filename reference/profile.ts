// What each profile allows. Unknown names mean the safe side.

export type ProfileName = "conservative" | "adaptive" | "recover";
export type GrammarMode = "off" | "observe" | "strip" | "recover";
export type UnknownGrammarText = "preserve" | "strip";

export interface RepairPolicy {
  readonly profile: ProfileName;
  readonly allowTruncatedEnvelopeCompletion: boolean;
  readonly allowValidValueTransforms: boolean;
  readonly grammarMode: GrammarMode;
  readonly unknownGrammarText: UnknownGrammarText;
}

/** The only two settings that may differ from the profile's. */
export interface PolicyOverrides {
  readonly grammarMode?: string | undefined;
  readonly unknownGrammarText?: string | undefined;
}

const PROFILES: Readonly<Record<ProfileName, RepairPolicy>> = Object.freeze({
  conservative: Object.freeze({
    profile: "conservative",
    allowTruncatedEnvelopeCompletion: false,
    allowValidValueTransforms: false,
    grammarMode: "observe",
    unknownGrammarText: "preserve",
  }),
  adaptive: Object.freeze({
    profile: "adaptive",
    allowTruncatedEnvelopeCompletion: true,
    allowValidValueTransforms: true,
    grammarMode: "strip",
    unknownGrammarText: "preserve",
  }),
  recover: Object.freeze({
    profile: "recover",
    allowTruncatedEnvelopeCompletion: true,
    allowValidValueTransforms: true,
    grammarMode: "recover",
    unknownGrammarText: "preserve",
  }),
});

const MODES: readonly unknown[] = ["off", "observe", "strip", "recover"];

function isProfile(name: unknown): name is ProfileName {
  return typeof name === "string" && Object.hasOwn(PROFILES, name);
}

function isMode(mode: unknown): mode is GrammarMode {
  return MODES.includes(mode);
}

/**
 * The policy of a profile with its overrides. No profile means `adaptive`, an unknown one `conservative`; an unknown
 * grammar mode means `off`, an unknown treatment of unknown tools' text `preserve`, an undefined override none.
 */
export function resolveRepairPolicy(
  profile: string | undefined = "adaptive",
  overrides: PolicyOverrides | undefined = {},
): RepairPolicy {
  const base = PROFILES[isProfile(profile) ? profile : "conservative"];
  const mode: unknown = overrides?.grammarMode;
  const text: unknown = overrides?.unknownGrammarText;
  if (mode === undefined && text === undefined) return base;
  return {
    ...base,
    ...(mode === undefined ? {} : { grammarMode: isMode(mode) ? mode : "off" }),
    // No profile takes unknown tools' text away by itself.
    unknownGrammarText: text === "strip" ? "strip" : "preserve",
  };
}
