/** What an implementation under test hands to the harness when it runs in process: a module with this default export. */
import type { Capability, Change, Observation, SessionAnswer, SessionCall } from "../spec/contract.ts";

export interface AliasRule {
  readonly kind: "alias";
  readonly selector: string;
  readonly aliases: readonly string[];
  readonly accepts?: "string" | "number" | "boolean" | "array" | "object";
  readonly emptyEquivalentToMissing?: boolean;
}

export interface ValueRule {
  readonly kind:
    | "filesystem-path"
    | "filesystem-path-array"
    | "glob"
    | "string-or-array"
    | "scalar"
    | "anchor-bleed"
    | "grammar-tokens";
  readonly selector: string;
  readonly scalarType?: "string" | "number" | "integer" | "boolean";
  readonly modelFamilies?: readonly string[];
}

export interface StructuralRule {
  readonly kind: "structural";
  readonly selector: string;
  readonly ruleId: string;
  /** The name under which the transform goes over a wire. */
  readonly transform: string;
  /** Gets the selected value: undefined leaves it; `refused` says why the call cannot be repaired, as a sentence. */
  readonly apply: (
    value: unknown,
  ) => { readonly value: unknown; readonly note: string } | { readonly refused: string } | undefined;
}

/** A preprocessor of a kind that no layer knows; it must be skipped. */
export interface UnknownRule {
  readonly kind: `x-${string}`;
  readonly selector: string;
}

export type PreprocessorRule = AliasRule | ValueRule | StructuralRule | UnknownRule;

/** One repair request with live values; `input` is what the model sent: a parsed value, or raw text. */
export interface RepairRequest {
  readonly toolName: string;
  readonly schema: unknown;
  readonly input: unknown;
  readonly profile?: string;
  readonly overrides?: { readonly grammarMode?: string; readonly unknownGrammarText?: string };
  readonly preprocessors?: readonly PreprocessorRule[];
  readonly legacyConfig?: {
    readonly fieldAliases?: Readonly<Record<string, readonly string[]>>;
    readonly rootString?: { readonly field: string; readonly wrapInArray?: boolean };
    readonly pathFields?: readonly string[];
  };
  readonly modelId?: string;
  readonly limits?: Readonly<
    Partial<Record<"maxInputBytes" | "maxNestingDepth" | "maxDecodeAttempts" | "maxCandidates", number>>
  >;
  readonly host?: { readonly dropsOptionalNull: boolean; readonly wrapsSingleValue: boolean };
  readonly stopReason?: string;
  /** The tool owner's own hook, to be called with `owner` as `this`. */
  readonly owner?: { prepareArguments(args: unknown): unknown };
  readonly onOutcome?: (result: unknown) => void;
  readonly onObservation?: (observation: unknown) => void;
}

export interface RepairResult {
  readonly outcome: string;
  readonly args: unknown;
  readonly changes: readonly Change[];
  readonly observations?: readonly Observation[];
  readonly issueSummary?: string;
  readonly fingerprint?: string;
  readonly retryMessage?: string;
}

interface GrammarSettings {
  readonly mode: string;
  readonly knownTools: readonly string[];
  readonly toolSchemas?: Readonly<Record<string, unknown>>;
  readonly allowedTools?: unknown;
  readonly seenTexts?: readonly string[];
  readonly grammars?: readonly string[];
  readonly unknownToolText?: string;
  readonly requireKnownTool?: boolean;
  readonly maxPromoted?: number;
  readonly idsInUse?: readonly string[];
}

export interface GrammarRequest extends GrammarSettings {
  /** The message as pi holds it: `{ role, content: [...], stopReason, ... }`. */
  readonly message: unknown;
}

export interface GrammarResult {
  readonly message: unknown;
  readonly changed: boolean;
  readonly promoted: boolean;
  readonly recoveredCalls: readonly {
    readonly name: string;
    readonly arguments: unknown;
    readonly grammar: string;
  }[];
  readonly strippedGrammars: readonly string[];
  readonly detectedGrammars: readonly string[];
  readonly promotedCallIds: readonly string[];
  readonly cutWithoutPromotion: number;
  readonly observations?: readonly Observation[];
}

export interface StreamRequest extends GrammarSettings {
  readonly chunks: readonly string[];
}

/** `visible[i]` is what chunk i made visible; `flushed` what the end of the stream added. */
export interface StreamResult {
  readonly visible: readonly string[];
  readonly flushed: string;
}

export interface GuardRequest {
  readonly payload: unknown;
  readonly modelId: string;
  readonly modelFamilies: readonly string[];
}

type Eventually<T> = T | Promise<T>;

export interface Target {
  readonly name: string;
  readonly version: string;
  readonly language?: string;
  readonly source?: string;
  readonly hostPackages?: Readonly<Record<string, string>>;
  readonly capabilities: readonly Capability[];
  /** Every rule id that a change may carry. */
  readonly ruleIds?: readonly string[];
  /** True if rule ids mean what the catalogue's mean; then vectors compare them. */
  readonly canonicalRuleIds?: boolean;
  readonly repair?: (request: RepairRequest) => Eventually<RepairResult>;
  readonly recoverMessage?: (request: GrammarRequest) => Eventually<GrammarResult>;
  readonly stripStream?: (request: StreamRequest) => Eventually<StreamResult>;
  /** For `feedback`, `records` and `pi`. */
  readonly runSession?: (call: SessionCall) => Eventually<SessionAnswer>;
  /** True if it has no way to adapt a tool for its owner: what needs one cannot be observed. */
  readonly adaptsNoTools?: boolean;
  readonly cleanPayload?: (request: GuardRequest) => Eventually<{ readonly payload: unknown }>;
}

/** Checks nothing by itself (the loader does); it gives an adapter its types. Use it as the module's default export. */
export function defineTarget(target: Target): Target {
  return target;
}
