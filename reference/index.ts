// What `pi-repair-reference/core` offers: pure, without pi, files or network.
export { type BuiltInTool, builtInTools } from "./built-in-tools.ts";
export { type RepairChange, type RepairObservation, type RepairStage, RULE_IDS, STAGES } from "./changes.ts";
export {
  type EnvelopeResult,
  escapeJsonStringControlCharacters,
  recoverEnvelope,
  truncatedEnvelopeChange,
} from "./envelope.ts";
export {
  attachRepairNotes,
  formatRepairNotes,
  type LifecycleOptions,
  type RepairFeedback,
  RepairLifecycle,
  stableSerialize,
} from "./feedback.ts";
export { cleanToolSchemas, type GuardOptions } from "./guard.ts";
export { type LegacyConfig, type LegacyResult, type LegacyStructural, repairToolInput } from "./legacy.ts";
export { DEFAULT_ENVELOPE_LIMITS, type RepairLimits } from "./limits.ts";
export { unwrapMarkdownAutoLinks } from "./markdown-links.ts";
export { type RepairConfig, type RepairResult, runRepairPipeline } from "./pipeline.ts";
export { type PreprocessRequest, type PreprocessResult, preprocessInput } from "./preprocess.ts";
export type {
  AliasPreprocessor,
  Preprocessor,
  StructuralPreprocessor,
  StructuralResult,
  ValuePreprocessor,
} from "./preprocessor.ts";
export { type PolicyOverrides, type RepairPolicy, resolveRepairPolicy } from "./profile.ts";
export { isPlainObject } from "./value.ts";
