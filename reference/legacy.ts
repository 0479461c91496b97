// The older facade over the same pipeline, for tool owners who still call it.
import type { RepairChange } from "./changes.ts";
import { isFrozenConfig } from "./frozen.ts";
import { unwrapMarkdownAutoLinks } from "./markdown-links.ts";
import { runRepairPipeline } from "./pipeline.ts";
import { plainText } from "./plain-text.ts";
import {
  markPure,
  type Preprocessor,
  type StructuralPreprocessor,
  type StructuralResult,
} from "./preprocessor.ts";
import { NONE } from "./schema-node.ts";
import { isPlainObject } from "./value.ts";

export interface LegacyStructural {
  readonly name: string;
  /**
   * Edits the arguments in place and returns its note, or false where it does nothing; `refused` says that the arguments
   * must not be used at all, and why.
   */
  apply(args: Record<string, unknown>, tool: string): string | false | { readonly refused: string };
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

/** `own` and what a legacy configuration stands for beside it: path fields are cleaned always. */
export function withPathFields(
  own: readonly Preprocessor[],
  config: LegacyConfig | null | undefined,
): readonly Preprocessor[] {
  const pathFields = config?.pathFields;
  if (!Array.isArray(pathFields)) return own;
  const known = joined.get(own);
  if (known?.pathFields === pathFields) return known.all;
  const all = join(own, pathFields);
  if (isFrozenConfig(own) && isFrozenConfig(pathFields))
    joined.set(own, { pathFields, all: Object.freeze(all) });
  return all;
}

/** What frozen lists came to, so that a configuration is joined once and not for every call. */
const joined = new WeakMap<
  readonly Preprocessor[],
  { readonly pathFields: readonly string[]; readonly all: readonly Preprocessor[] }
>();

function join(own: readonly Preprocessor[], pathFields: readonly unknown[]): readonly Preprocessor[] {
  let all = own;
  for (const field of pathFields) {
    if (typeof field !== "string") continue;
    const path = pathPreprocessor(field);
    const covered = own.some(
      (other) => other?.kind === "filesystem-path" && other.selector === path.selector,
    );
    if (!covered) all = [...all, path];
  }
  return all;
}

/** Structural edits run only on arguments that do not fit. */
export function structuralPreprocessors(
  config: LegacyConfig | null | undefined,
  toolName: string,
): readonly Preprocessor[] {
  if (!Array.isArray(config?.structural)) return NONE;
  return config.structural
    .filter((structural) => typeof structural?.apply === "function")
    .map((structural: LegacyStructural) => bindStructural(structural, toolName));
}

function bindStructural(structural: LegacyStructural, toolName: string): StructuralPreprocessor {
  return {
    kind: "structural",
    selector: "",
    ruleId: structural.name,
    apply(value) {
      if (!isPlainObject(value)) return undefined;
      const said = structural.apply(value, toolName);
      return typeof said === "string" ? { value, note: said } : (said as StructuralResult);
    },
  };
}

function pathPreprocessor(field: string): StructuralPreprocessor {
  const token = field.replaceAll("~", "~0").replaceAll("/", "~1");
  return Object.freeze({
    kind: "structural",
    selector: `/${token}`,
    ruleId: "unwrapMarkdownAutoLink",
    apply: markPure((value: unknown) => {
      if (typeof value !== "string") return undefined;
      const path = unwrapMarkdownAutoLinks(value);
      return path === value
        ? undefined
        : { value: path, note: `Unwrapped a markdown auto-link in \`${plainText(field)}\`` };
    }),
  });
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
  const { toolName, schema, input, config } = request;
  const result = runRepairPipeline({
    input,
    config: { toolName, schema, legacyConfig: config },
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
