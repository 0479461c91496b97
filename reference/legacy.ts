// The older facade over the same pipeline, for tool owners who still call it.
import type { RepairChange } from "./changes.ts";
import { unwrapMarkdownAutoLinks } from "./markdown-links.ts";
import { runRepairPipeline } from "./pipeline.ts";
import { plainText } from "./plain-text.ts";
import type { Preprocessor, StructuralPreprocessor } from "./preprocess.ts";
import { isPlainObject } from "./value.ts";

export interface LegacyStructural {
  readonly name: string;
  /** Edits the arguments in place and returns its note, or false where it does nothing. */
  apply(args: Record<string, unknown>, tool: string): string | false;
}

export interface LegacyConfig {
  readonly fieldAliases?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly rootString?: { readonly field: string; readonly wrapInArray?: boolean | undefined } | undefined;
  readonly pathFields?: readonly string[] | undefined;
  readonly structural?: readonly LegacyStructural[] | undefined;
}

export interface LegacyResult {
  readonly outcome: "valid" | "repaired" | "unrepairable";
  readonly args: unknown;
  readonly rulesFired: readonly string[];
  readonly notes: readonly string[];
  readonly changes: readonly RepairChange[];
  readonly issueSummary: string | undefined;
  readonly fingerprint: string | undefined;
  readonly retryMessage: string | undefined;
}

/** Preprocessors that do what a legacy configuration asks for beyond aliases and the root string. */
export function legacyPreprocessors(toolName: string, config: LegacyConfig): readonly Preprocessor[] {
  return [
    ...(config.structural ?? []).map((structural) => bindStructural(structural, toolName)),
    ...(config.pathFields ?? []).map((field) => pathPreprocessor(field)),
  ];
}

function bindStructural(structural: LegacyStructural, toolName: string): StructuralPreprocessor {
  return {
    kind: "structural",
    selector: "",
    ruleId: structural.name,
    apply(value) {
      if (!isPlainObject(value)) return undefined;
      const note = structural.apply(value, toolName);
      return typeof note === "string" ? { value, note } : undefined;
    },
  };
}

function pathPreprocessor(field: string): StructuralPreprocessor {
  const token = field.replaceAll("~", "~0").replaceAll("/", "~1");
  return {
    kind: "structural",
    selector: `/${token}`,
    ruleId: "unwrapMarkdownAutoLink",
    apply(value) {
      if (typeof value !== "string") return undefined;
      const path = unwrapMarkdownAutoLinks(value);
      return path === value
        ? undefined
        : { value: path, note: `Unwrapped a markdown auto-link in \`${plainText(field)}\`` };
    },
  };
}

/** The rule ids of this facade where they differ from the pipeline's. */
const LEGACY_NAMES: Readonly<Record<string, string>> = {
  "envelope.decode-json": "parseJsonStringifiedRootObject",
};

/**
 * Repairs `input` for a tool. `config` holds aliases by field name (at any depth), the field of a bare root string, path
 * fields and structural edits. Never throws, never mutates.
 */
export function repairToolInput(request: {
  readonly toolName: string;
  readonly schema: unknown;
  readonly input: unknown;
  readonly config?: LegacyConfig | undefined;
}): LegacyResult {
  const { toolName, schema, input, config = {} } = request;
  const result = runRepairPipeline({
    input,
    config: { toolName, schema, legacyConfig: config, preprocessors: legacyPreprocessors(toolName, config) },
  });
  const changes = result.changes.map((change) => ({
    ...change,
    ruleId: LEGACY_NAMES[change.ruleId] ?? change.ruleId,
  }));
  const told = changes.filter((change) => change.silent !== true);
  return {
    outcome: result.outcome,
    args: result.args,
    rulesFired: [...new Set(told.map((change) => change.ruleId))],
    notes: told.map((change) => change.note),
    changes,
    issueSummary: result.issueSummary,
    fingerprint: result.fingerprint,
    retryMessage: result.retryMessage,
  };
}
