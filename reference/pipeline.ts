// The pipeline: what is strictly valid passes untouched; the rest goes through the stages in their order, and only a
// value that validates comes out as repaired.
import type { RepairChange, RepairObservation } from "./changes.ts";
import { recoverEnvelope, truncatedEnvelopeChange } from "./envelope.ts";
import { finish, type Job, preprocessorsOf, type Start } from "./finish.ts";
import type { LegacyConfig } from "./legacy.ts";
import { newBudget, type RepairLimits, resolveLimits, StepsUsedUp } from "./limits.ts";
import type { Preprocessor } from "./preprocessor.ts";
import { type PolicyOverrides, type RepairPolicy, resolveRepairPolicy } from "./profile.ts";
import { settleQuietly } from "./promises.ts";
import { isQuiet } from "./quiet.ts";
import { readSchema } from "./read-schema.ts";
import { refuse, TOO_LARGE, UNREADABLE } from "./refusal.ts";
import type { RuleSettings } from "./rules.ts";
import { NONE, type SchemaNode, TYPE } from "./schema-node.ts";
import { mayBeWrapped, speaksOf, unwrapSingleKey } from "./single-key.ts";
import { acceptedTypes, fits } from "./validate.ts";
import { surveyData } from "./value.ts";

export interface RepairConfig {
  readonly toolName: string;
  /** JSON Schema, draft 2020-12. It is read once an object, so it must not change afterwards. */
  readonly schema: unknown;
  readonly policy?: string | undefined;
  readonly policyOverrides?: PolicyOverrides | undefined;
  readonly preprocessors?: readonly Preprocessor[] | null | undefined;
  readonly legacyConfig?: LegacyConfig | null | undefined;
  readonly modelId?: string | undefined;
  /** Called with `owner` as its `this` (a bound function keeps its own). */
  readonly ownerPrepareArguments?: ((args: unknown) => unknown) | undefined;
  readonly owner?: unknown;
  readonly limits?: Partial<RepairLimits & { readonly maxWorkMs: number }> | undefined;
  /** What the host does right by itself. */
  readonly host?: { readonly dropsOptionalNull?: boolean; readonly wrapsSingleValue?: boolean } | undefined;
  /** Stop reason of the message that holds the call. */
  readonly stopReason?: string | undefined;
  /** The host's own last stage: returns the converted value or throws. It works on a copy. */
  readonly convert?: ((schema: unknown, value: unknown) => unknown) | undefined;
  readonly onObservation?: ((observation: RepairObservation) => void) | undefined;
  readonly onOutcome?: ((result: RepairResult) => void) | undefined;
}

export interface RepairResult {
  readonly outcome: "valid" | "repaired" | "unrepairable";
  readonly args: unknown;
  readonly policy: RepairPolicy;
  readonly changes: readonly RepairChange[];
  readonly observations: readonly RepairObservation[];
  /** Value-free; present where strict validation failed. */
  readonly issueSummary?: string;
  readonly fingerprint?: string;
  /** Present where the outcome is `unrepairable`. */
  readonly retryMessage?: string;
}

/**
 * Repairs one call's raw arguments. `valid` returns the caller's own value, `repaired` a new one that passes the schema
 * strictly, `unrepairable` the original. Synchronous; never throws; nothing that is passed in is mutated.
 */
export function runRepairPipeline(request: {
  readonly input: unknown;
  readonly config: RepairConfig;
}): RepairResult {
  const { input } = request;
  const config = readableConfig(request.config);
  let policy = CONSERVATIVE;
  let result: RepairResult;
  try {
    policy = resolveRepairPolicy(config.policy, config.policyOverrides);
    result = decide(input, config, policy);
  } catch (error) {
    // Accessors and proxies in the value or the configuration may throw anything, at any moment.
    const issues = error instanceof StepsUsedUp ? TOO_LARGE : UNREADABLE;
    result = refuse({ input, config, policy, observations: [] }, issues);
  }
  for (const observation of result.observations) quietly(() => config.onObservation?.(observation));
  quietly(() => config.onOutcome?.(result));
  return result;
}

const CONSERVATIVE = resolveRepairPolicy("conservative");

const NO_CONFIG: RepairConfig = Object.freeze({ toolName: "unknown", schema: undefined });

/** A configuration that is none, or that names no tool, must not throw later on. */
function readableConfig(config: RepairConfig): RepairConfig {
  try {
    return typeof config.toolName === "string" ? config : { ...config, toolName: NO_CONFIG.toolName };
  } catch {
    return NO_CONFIG;
  }
}

function quietly(callback: () => unknown): void {
  try {
    settleQuietly(callback());
  } catch {
    // A caller's callback must not change the verdict.
  }
}

function decide(input: unknown, config: RepairConfig, policy: RepairPolicy): RepairResult {
  const root = readSchema(config.schema);
  if (root === undefined) {
    const observations = [observe(config, "strict-validation", "schema-unreadable")];
    return { outcome: "valid", args: input, policy, changes: [], observations };
  }
  if (isUntouched(input, config, root)) {
    return { outcome: "valid", args: input, policy, changes: [], observations: [] };
  }
  const settings = ruleSettings(config);
  return runStages({ input, config, policy, root, settings, observations: [] });
}

/** The fast path: strictly valid, no owner's hook, and no preprocessor that finds anything to do. */
function isUntouched(input: unknown, config: RepairConfig, root: SchemaNode): boolean {
  if (config.ownerPrepareArguments !== undefined || !fits(root, input) || mayBeWrapped(input, root))
    return false;
  const preprocessors = preprocessorsOf(config);
  return preprocessors.length === 0 || isQuiet(input, preprocessors, config.toolName, config.modelId);
}

function ruleSettings({ toolName, legacyConfig, limits, host, stopReason }: RepairConfig): RuleSettings {
  const rootString = legacyConfig?.rootString;
  return {
    toolName,
    limits: resolveLimits(limits),
    budget: newBudget(),
    fieldAliases: new Map(Object.entries(legacyConfig?.fieldAliases ?? {})),
    rootString:
      typeof rootString?.field === "string"
        ? { field: rootString.field, wrapInArray: rootString.wrapInArray === true }
        : undefined,
    host: {
      dropsOptionalNull: host?.dropsOptionalNull === true,
      wrapsSingleValue: host?.wrapsSingleValue === true,
    },
    respelled: new Set(),
    cutMessage: isCut(stopReason),
  };
}

/** Stop reasons of messages whose last words may be missing. */
function isCut(stopReason: string | undefined): boolean {
  return stopReason === "length" || stopReason === "error" || stopReason === "aborted";
}

function observe(config: RepairConfig, stage: RepairObservation["stage"], ruleId: string): RepairObservation {
  return { channel: "tool", stage, ruleId, toolName: config.toolName };
}

function runStages(job: Job): RepairResult {
  const { input, config, policy, root, observations } = job;
  const { limits, budget, respelled, cutMessage } = job.settings;
  const survey = surveyData(input, budget);
  const strictly = fits(root, input);
  if (!survey.plain)
    return strictly
      ? { outcome: "valid", args: input, policy, changes: [], observations }
      : refuse(job, UNREADABLE);
  if (survey.depth > limits.maxNestingDepth && !strictly) return refuse(job, TOO_LARGE);
  const envelope = wantsEnvelope(root, input) ? recoverEnvelope(input, limits) : undefined;
  if (envelope?.limited === true) return refuse(job, TOO_LARGE);
  for (const number of envelope?.respelled ?? NONE) respelled.add(number);
  const start: Start = envelope ?? { value: input, changes: [] };
  const opened = finishInner(start, job);
  if (opened !== undefined && speaksOf(root, opened.args)) return opened;
  const first = finish(start, job);
  if (first.result !== undefined) return first.result;
  for (const candidate of envelope?.candidates ?? NONE) {
    if (!policy.allowTruncatedEnvelopeCompletion || cutMessage) {
      observations.push(observe(config, "envelope", truncatedEnvelopeChange().ruleId));
      continue;
    }
    const completed = finish(candidate, job);
    if (completed.result !== undefined) return completed.result;
  }
  return opened ?? refuse(job, first.issues);
}

/** The call inside of a wrapper key, if there is one and it comes out repaired. */
function finishInner(start: Start, job: Job): RepairResult | undefined {
  const inner = unwrapSingleKey(start.value, job.root, job.settings.limits);
  if (inner === undefined) return undefined;
  for (const number of inner.respelled) job.settings.respelled.add(number);
  return finish({ value: inner.value, changes: [...start.changes, ...inner.changes] }, job).result;
}

/** Text, or an array, that the schema would not take. */
function wantsEnvelope(root: SchemaNode, input: unknown): boolean {
  const accepted = acceptedTypes(root);
  if (typeof input === "string") return (accepted & TYPE.string) === 0;
  return Array.isArray(input) && (accepted & TYPE.array) === 0;
}
