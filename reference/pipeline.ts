// The pipeline: what is strictly valid passes untouched; the rest goes through the stages in their order, and only a
// value that validates comes out as repaired.
import type { RepairChange, RepairObservation } from "./changes.ts";
import { recoverEnvelope, truncatedEnvelopeChange } from "./envelope.ts";
import { findIssues, type Issue } from "./issues.ts";
import { type LegacyConfig, structuralPreprocessors, withPathFields } from "./legacy.ts";
import { type Budget, newBudget, type RepairLimits, resolveLimits, StepsUsedUp } from "./limits.ts";
import { fingerprint, retryMessage, summarizeIssues } from "./messages.ts";
import { runOwnerHook } from "./owner-hook.ts";
import { plainText } from "./plain-text.ts";
import { type Preprocessor, type PreprocessResult, preprocessInput } from "./preprocess.ts";
import { type PolicyOverrides, type RepairPolicy, resolveRepairPolicy } from "./profile.ts";
import { settleQuietly } from "./promises.ts";
import { isQuiet } from "./quiet.ts";
import { readSchema } from "./read-schema.ts";
import type { RuleSettings } from "./rules.ts";
import { repairAtIssues } from "./schema.ts";
import { type SchemaNode, TYPE } from "./schema-node.ts";
import { mayBeWrapped, speaksOf, unwrapSingleKey } from "./single-key.ts";
import { acceptedTypes, fits } from "./validate.ts";
import { copyData, sameData, surveyData } from "./value.ts";

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
  const policy = policyOf(config);
  let result: RepairResult;
  try {
    result = decide(input, config, policy);
  } catch (error) {
    // Accessors and proxies in the value may throw anything, at any moment.
    const issue = error instanceof StepsUsedUp ? TOO_LARGE : UNREADABLE;
    result = refuse(input, config, policy, [issue], []);
  }
  report(result, config);
  return result;
}

const NO_CONFIG: RepairConfig = Object.freeze({ toolName: "unknown", schema: undefined });

/** A configuration that is none, or that names no tool, must not throw later on. */
function readableConfig(config: unknown): RepairConfig {
  try {
    if (typeof config !== "object" || config === null) return NO_CONFIG;
    const given = config as RepairConfig;
    return typeof given.toolName === "string" ? given : { ...given, toolName: NO_CONFIG.toolName };
  } catch {
    return NO_CONFIG;
  }
}

function policyOf(config: RepairConfig): RepairPolicy {
  try {
    return resolveRepairPolicy(config.policy, config.policyOverrides);
  } catch {
    return resolveRepairPolicy("conservative");
  }
}

function report(result: RepairResult, config: RepairConfig): void {
  for (const observation of result.observations) quietly(() => config.onObservation?.(observation));
  quietly(() => config.onOutcome?.(result));
}

function quietly(callback: () => unknown): void {
  try {
    settleQuietly(callback());
  } catch {
    // A caller's callback must not change the verdict.
  }
}

const UNREADABLE = rootIssue("data", "plain JSON data");
const TOO_LARGE = rootIssue("limit", "less text, depth or nesting of encodings");

function rootIssue(keyword: string, expected: string): Issue {
  return { path: [], shape: "(root)", keyword, expected };
}

/** One request on its way through the stages. */
interface Job {
  readonly input: unknown;
  readonly config: RepairConfig;
  readonly policy: RepairPolicy;
  readonly root: SchemaNode;
  readonly limits: RepairLimits;
  readonly budget: Budget;
  readonly settings: RuleSettings;
  readonly observations: RepairObservation[];
}

function decide(input: unknown, config: RepairConfig, policy: RepairPolicy): RepairResult {
  const root = readSchema(config.schema);
  if (root === undefined) {
    const observations = [observe(config, "strict-validation", "schema-unreadable")];
    return { outcome: "valid", args: input, policy, changes: [], observations };
  }
  if (isUntouched(input, config, policy, root)) {
    return { outcome: "valid", args: input, policy, changes: [], observations: [] };
  }
  const limits = resolveLimits(config.limits);
  const budget = newBudget();
  const settings = ruleSettings(config, limits, budget);
  return runStages({ input, config, policy, root, limits, budget, settings, observations: [] });
}

/** The fast path: strictly valid, no owner's hook, and no preprocessor that finds anything to do. */
function isUntouched(input: unknown, config: RepairConfig, policy: RepairPolicy, root: SchemaNode): boolean {
  if (config.ownerPrepareArguments !== undefined || !fits(root, input) || mayBeWrapped(input, root))
    return false;
  const preprocessors = preprocessorsOf(config);
  if (preprocessors.length === 0 || isQuiet(input, preprocessors, config.toolName, config.modelId))
    return true;
  const cleaned = preprocessInput(preprocessRequest(input, preprocessors, config, policy, root));
  return cleaned.value === input && cleaned.observations.length === 0 && cleaned.refused === undefined;
}

const NO_PREPROCESSORS: readonly Preprocessor[] = Object.freeze([]);

/** The configured preprocessors, and those that the older configuration stands for. */
function preprocessorsOf(config: RepairConfig): readonly Preprocessor[] {
  const own = Array.isArray(config.preprocessors) ? config.preprocessors : NO_PREPROCESSORS;
  return withPathFields(own, config.legacyConfig);
}

function preprocessRequest(
  input: unknown,
  preprocessors: readonly Preprocessor[],
  config: RepairConfig,
  policy: RepairPolicy,
  root: SchemaNode,
) {
  return {
    input,
    toolName: config.toolName,
    preprocessors,
    modelId: config.modelId,
    allowValidValueTransforms: policy.allowValidValueTransforms,
    schema: root,
  };
}

function ruleSettings(config: RepairConfig, limits: RepairLimits, budget: Budget): RuleSettings {
  const rootString = config.legacyConfig?.rootString;
  return {
    toolName: config.toolName,
    limits,
    budget,
    fieldAliases: new Map(
      Object.entries(config.legacyConfig?.fieldAliases ?? {}).filter(([, names]) => Array.isArray(names)),
    ),
    rootString:
      typeof rootString?.field === "string"
        ? { field: rootString.field, wrapInArray: rootString.wrapInArray === true }
        : undefined,
    host: {
      dropsOptionalNull: config.host?.dropsOptionalNull === true,
      wrapsSingleValue: config.host?.wrapsSingleValue === true,
    },
    respelled: new Set(),
    cutMessage: isCut(config.stopReason),
  };
}

/** Stop reasons of messages whose last words may be missing. */
function isCut(stopReason: string | undefined): boolean {
  return stopReason === "length" || stopReason === "error" || stopReason === "aborted";
}

function observe(config: RepairConfig, stage: RepairObservation["stage"], ruleId: string): RepairObservation {
  return { channel: "tool", stage, ruleId, toolName: config.toolName };
}

interface Start {
  readonly value: unknown;
  readonly changes: readonly RepairChange[];
}

function runStages(job: Job): RepairResult {
  const { input, config, policy, root, limits, budget, observations } = job;
  const survey = surveyData(input, budget);
  const strictly = fits(root, input);
  if (!survey.plain)
    return strictly ? untouched(job) : refuse(input, config, policy, [UNREADABLE], observations);
  if (survey.depth > limits.maxNestingDepth && !strictly) {
    return refuse(input, config, policy, [TOO_LARGE], observations);
  }
  const envelope = wantsEnvelope(root, input, strictly) ? recoverEnvelope(input, limits) : undefined;
  if (envelope?.limited === true) return refuse(input, config, policy, [TOO_LARGE], observations);
  for (const number of envelope?.respelled ?? []) job.settings.respelled.add(number);
  const start: Start = envelope ?? { value: input, changes: [] };
  if (mayBeWrapped(start.value, root)) {
    const opened = finishInner(start, job);
    if (opened !== undefined && speaksOf(root, opened.args)) return opened;
  }
  const first = finish(start, job);
  if (first.done) return first.result;
  for (const candidate of envelope?.candidates ?? []) {
    if (!policy.allowTruncatedEnvelopeCompletion || isCut(config.stopReason)) {
      observations.push(observe(config, "envelope", truncatedEnvelopeChange().ruleId));
      continue;
    }
    const completed = finish(candidate, job);
    if (completed.done && completed.result.outcome === "repaired") return completed.result;
  }
  const opened = first.refused ? undefined : finishInner(start, job);
  return opened ?? refuse(input, config, policy, first.issues, observations);
}

/** The call inside of a wrapper key, if there is one and it comes out repaired. */
function finishInner(start: Start, job: Job): RepairResult | undefined {
  const inner = unwrapSingleKey(start.value, job.root, job.limits);
  if (inner === undefined) return undefined;
  for (const number of inner.respelled) job.settings.respelled.add(number);
  const opened = finish({ value: inner.value, changes: [...start.changes, ...inner.changes] }, job);
  return opened.done && opened.result.outcome === "repaired" ? opened.result : undefined;
}

function untouched(job: Job): RepairResult {
  const { input, policy, observations } = job;
  return { outcome: "valid", args: input, policy, changes: [], observations };
}

/** Text, or an array, where the schema wants an object and would not take what is there. */
function wantsEnvelope(root: SchemaNode, input: unknown, strictly: boolean): boolean {
  if (strictly) return false;
  const accepted = acceptedTypes(root);
  if ((accepted & TYPE.object) === 0) return false;
  if (typeof input === "string") return (accepted & TYPE.string) === 0;
  return Array.isArray(input) && (accepted & TYPE.array) === 0;
}

type Finished =
  | { readonly done: true; readonly result: RepairResult }
  | { readonly done: false; readonly refused: boolean; readonly issues: readonly Issue[] };

/** Hook, preprocessing, schema repair and final validation for one reading of the input. */
function finish(start: Start, job: Job): Finished {
  const { config, root, settings, budget } = job;
  const hooked = runOwnerHook(start.value, config);
  const changes = start.changes.map((change) => nameTool(change, config.toolName));
  const always = preprocessorsOf(config);
  const structural = structuralPreprocessors(config.legacyConfig, config.toolName);
  let value = hooked;
  let issues: readonly Issue[] | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const cleaned = preprocessIn(job, value, always, changes);
    if (round === 0) job.observations.push(...cleaned.observations);
    if (cleaned.refused !== undefined) return refusedBy(cleaned.refused);
    if (fits(root, cleaned.value)) return conclude(hooked, cleaned.value, changes, issues, job);
    issues ??= findIssues(root, cleaned.value, budget);
    const folded = preprocessIn(job, cleaned.value, structural, changes);
    if (folded.refused !== undefined) return refusedBy(folded.refused);
    value = folded.value;
    if (fits(root, value)) continue;
    const repair = repairAtIssues(root, value, settings);
    if (repair === undefined) break;
    changes.push(...repair.changes);
    value = repair.value;
  }
  return { done: false, refused: false, issues: issues ?? [] };
}

/** The envelope knows no tool, and a note must name one. */
function nameTool(change: RepairChange, toolName: string): RepairChange {
  return { ...change, note: `Tool "${plainText(toolName)}": ${change.note}` };
}

function preprocessIn(
  job: Job,
  value: unknown,
  preprocessors: readonly Preprocessor[],
  changes: RepairChange[],
): PreprocessResult {
  const result = preprocessInput({
    ...preprocessRequest(value, preprocessors, job.config, job.policy, job.root),
    respelled: job.settings.respelled,
  });
  changes.push(...result.changes);
  return result;
}

function refusedBy(refused: NonNullable<PreprocessResult["refused"]>): Finished {
  const issue: Issue = { path: refused.path, shape: "(root)", keyword: "refused", expected: refused.reason };
  return { done: false, refused: true, issues: [issue] };
}

/** Repair may uncover something to clean, which may uncover something to repair. */
const MAX_ROUNDS = 6;

/** A value that fits: is it the host's work alone, nobody's work, or a repair? */
function conclude(
  hooked: unknown,
  value: unknown,
  changes: readonly RepairChange[],
  issues: readonly Issue[] | undefined,
  job: Job,
): Finished {
  const { input, config, policy, observations } = job;
  const byRule = changes.some((change) => change.silent !== true);
  const leave = changes.length === 0 || (!byRule && hostConvertsTo(hooked, value, config));
  if (leave || (sameData(value, hooked) && changes.every((change) => change.stage !== "envelope"))) {
    const args = sameData(hooked, input) ? input : hooked;
    return { done: true, result: { outcome: "valid", args, policy, changes: [], observations } };
  }
  if (!hostConvertsTo(value, value, config)) return { done: false, refused: false, issues: issues ?? [] };
  return {
    done: true,
    result: { outcome: "repaired", args: value, policy, changes, observations, ...shape(config, issues) },
  };
}

/** Whether the host's own last stage makes exactly `to` of `from`; without one the listed conversions stand for it. */
function hostConvertsTo(from: unknown, to: unknown, config: RepairConfig): boolean {
  if (config.convert === undefined) return true;
  try {
    const converted = config.convert(config.schema, copyData(from));
    if (sameData(converted, to)) return true;
    settleQuietly(converted);
    return false;
  } catch {
    return false;
  }
}

function shape(config: RepairConfig, issues: readonly Issue[] | undefined) {
  if (issues === undefined || issues.length === 0) return {};
  const issueSummary = summarizeIssues(issues);
  return { issueSummary, fingerprint: fingerprint(config.toolName, issueSummary) };
}

function refuse(
  input: unknown,
  config: RepairConfig,
  policy: RepairPolicy,
  issues: readonly Issue[],
  observations: readonly RepairObservation[],
): RepairResult {
  return {
    outcome: "unrepairable",
    args: input,
    policy,
    changes: [],
    observations,
    ...shape(config, issues.length === 0 ? [UNREADABLE] : issues),
    retryMessage: retryMessage(config.toolName, issues),
  };
}
