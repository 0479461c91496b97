// What a refused call comes back with, and the value-free shape of its failure.
import type { RepairObservation } from "./changes.ts";
import type { Issue } from "./issues.ts";
import { fingerprint, retryMessage, summarizeIssues } from "./messages.ts";
import type { RepairConfig, RepairResult } from "./pipeline.ts";
import type { RepairPolicy } from "./profile.ts";

/** No JSON data, or nothing that can be told of it. */
export const UNREADABLE: readonly Issue[] = [
  { path: [], shape: "(root)", keyword: "data", expected: "plain JSON data" },
];

/** A limit on repair work was passed. */
export const TOO_LARGE: readonly Issue[] = [
  { path: [], shape: "(root)", keyword: "limit", expected: "less text, depth or nesting of encodings" },
];

/** Issue summary and fingerprint. */
export function shape(
  toolName: string,
  issues: readonly Issue[],
): Required<Pick<RepairResult, "issueSummary" | "fingerprint">> {
  const issueSummary = summarizeIssues(issues);
  return { issueSummary, fingerprint: fingerprint(toolName, issueSummary) };
}

/** The original input with a message for the model. */
export function refuse(
  request: {
    readonly input: unknown;
    readonly config: RepairConfig;
    readonly policy: RepairPolicy;
    readonly observations: readonly RepairObservation[];
  },
  issues: readonly Issue[],
): RepairResult {
  const { input, config, policy, observations } = request;
  return {
    outcome: "unrepairable",
    args: input,
    policy,
    changes: [],
    observations,
    ...shape(config.toolName, issues),
    retryMessage: retryMessage(config.toolName, issues),
  };
}
