// What a request reports: changes (a mutation each) and observations (value-free), under the ids listed here.

/** In pipeline order. */
export const STAGES = Object.freeze([
  "envelope",
  "owner-shim",
  "preprocess",
  "valid-value",
  "strict-validation",
  "schema-repair",
  "final-validation",
] as const);
export type RepairStage = (typeof STAGES)[number];

/** Every rule id that a change of this layer may carry, in pipeline order; owners' structural rules come on top. */
export const RULE_IDS = Object.freeze([
  "envelope.decode-json",
  "envelope.escape-control-character",
  "envelope.unwrap-fence",
  "envelope.drop-trailing-garbage",
  "envelope.unwrap-singleton-object-array",
  "envelope.complete-truncated-object",
  "envelope.unwrap-single-key",
  "stripGrammarTokenLeak",
  "preprocess.exact-alias",
  "foldFlatEditFields",
  "preprocess.filesystem-path",
  "preprocess.filesystem-path-array",
  "preprocess.string-or-array",
  "preprocess.scalar",
  "stripAnchorBleed",
  "renameAliasedField",
  "dropNullOrUndefinedField",
  "dropEmptyObjectPlaceholder",
  "parseJsonStringifiedArray",
  "parseJsonStringifiedObject",
  "schema-repair.wrap-object",
  "wrapBareStringAsArray",
  "wrapRootStringAsObject",
  "final-validation.host-conversion",
  "unwrapMarkdownAutoLink",
  "parseJsonStringifiedRootObject",
] as const);

export interface RepairChange {
  readonly ruleId: string;
  readonly stage: RepairStage;
  /** For the model: names the field or the tool, never a value. */
  readonly note: string;
  /** Done by the host's habit, not by a rule: no note, no telemetry, no indicator. */
  readonly silent?: boolean;
}

export interface RepairObservation {
  readonly channel: "tool" | "message";
  readonly stage: RepairStage;
  readonly ruleId: string;
  readonly toolName?: string;
  readonly grammar?: string;
  readonly outcome?: string;
}
