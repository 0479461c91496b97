// One reading of the input on its way to the end: hook, preprocessing, schema repair and final validation.
import type { RepairChange, RepairObservation } from "./changes.ts";
import { hostConvertsTo } from "./host-conversion.ts";
import { findIssues, type Issue } from "./issues.ts";
import { structuralPreprocessors, withPathFields } from "./legacy.ts";
import { runOwnerHook } from "./owner-hook.ts";
import type { RepairConfig, RepairResult } from "./pipeline.ts";
import { plainText } from "./plain-text.ts";
import { type PreprocessResult, preprocessInput } from "./preprocess.ts";
import type { Preprocessor } from "./preprocessor.ts";
import type { RepairPolicy } from "./profile.ts";
import { shape, UNREADABLE } from "./refusal.ts";
import type { RuleSettings } from "./rules.ts";
import { repairAtIssues } from "./schema.ts";
import { NONE, type SchemaNode } from "./schema-node.ts";
import { fits } from "./validate.ts";
import { sameData } from "./value.ts";

/** One request on its way through the stages. */
export interface Job {
  readonly input: unknown;
  readonly config: RepairConfig;
  readonly policy: RepairPolicy;
  readonly root: SchemaNode;
  readonly settings: RuleSettings;
  readonly observations: RepairObservation[];
}

/** What the arguments are taken for, and what that changed. */
export interface Start {
  readonly value: unknown;
  readonly changes: readonly RepairChange[];
}

/** A result, or why there is none. */
export interface Finished {
  readonly result: RepairResult | undefined;
  readonly issues: readonly Issue[];
}

/** Repair may uncover something to clean, which may uncover something to repair. */
const MAX_ROUNDS = 6;

/** The configured preprocessors, and those that the older configuration stands for. */
export function preprocessorsOf({ preprocessors, legacyConfig }: RepairConfig): readonly Preprocessor[] {
  return withPathFields(Array.isArray(preprocessors) ? preprocessors : NONE, legacyConfig);
}

/** Hook, preprocessing, schema repair and final validation for one reading of the input. */
export function finish(start: Start, job: Job): Finished {
  const { config, root, settings, observations } = job;
  const hooked = runOwnerHook(start.value, config);
  const changes = start.changes.map((change) => nameTool(change, config.toolName));
  const always = preprocessorsOf(config);
  const structural = structuralPreprocessors(config.legacyConfig, config.toolName);
  let value = hooked;
  let issues: readonly Issue[] | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const cleaned = preprocessIn(job, value, always, changes);
    if (round === 0) observations.push(...cleaned.observations);
    if (cleaned.refused !== undefined) return refusedBy(cleaned.refused);
    if (fits(root, cleaned.value)) return conclude(hooked, cleaned.value, changes, issues, job);
    issues ??= findIssues(root, cleaned.value, settings.budget);
    const folded = preprocessIn(job, cleaned.value, structural, changes);
    if (folded.refused !== undefined) return refusedBy(folded.refused);
    value = folded.value;
    if (fits(root, value)) continue;
    const repair = repairAtIssues(root, value, settings);
    if (repair === undefined) break;
    changes.push(...repair.changes);
    value = repair.value;
  }
  return { result: undefined, issues: issues ?? UNREADABLE };
}

/** The envelope knows no tool, and a note must name one. */
function nameTool(change: RepairChange, toolName: string): RepairChange {
  return { ...change, note: `Tool "${plainText(toolName)}": ${change.note}` };
}

function preprocessIn(
  { config, policy, root, settings }: Job,
  input: unknown,
  preprocessors: readonly Preprocessor[],
  changes: RepairChange[],
): PreprocessResult {
  const result = preprocessInput({
    input,
    toolName: config.toolName,
    preprocessors,
    modelId: config.modelId,
    allowValidValueTransforms: policy.allowValidValueTransforms,
    schema: root,
    respelled: settings.respelled,
  });
  changes.push(...result.changes);
  return result;
}

function refusedBy({ path, reason }: NonNullable<PreprocessResult["refused"]>): Finished {
  return { result: undefined, issues: [{ path, shape: "(root)", keyword: "refused", expected: reason }] };
}

/** A value that fits: is it the host's work alone, nobody's work, or a repair? */
function conclude(
  hooked: unknown,
  value: unknown,
  changes: readonly RepairChange[],
  issues: readonly Issue[] | undefined,
  { input, config, policy, observations }: Job,
): Finished {
  const byRule = changes.some((change) => change.silent !== true);
  const leave = !byRule && hostConvertsTo(hooked, value, config);
  const done = (result: Omit<RepairResult, "policy" | "observations">): Finished => ({
    result: { ...result, policy, observations },
    issues: UNREADABLE,
  });
  if (leave || (sameData(value, hooked) && changes.every((change) => change.stage !== "envelope"))) {
    return done({ outcome: "valid", args: sameData(hooked, input) ? input : hooked, changes: [] });
  }
  if (!hostConvertsTo(value, value, config)) return { result: undefined, issues: issues ?? UNREADABLE };
  return done({ outcome: "repaired", args: value, changes, ...(issues && shape(config.toolName, issues)) });
}
