/** The reference implementation as a target like any other: the one crossing from the suite to it. */

import { createLeakStripper, recoverGrammarLeaks } from "../../reference/grammar.ts";
import { cleanToolSchemas } from "../../reference/guard.ts";
import { builtInTools, type Preprocessor, RULE_IDS, runRepairPipeline } from "../../reference/index.ts";
import manifest from "../../reference/package.json" with { type: "json" };
import {
  defineTarget,
  type PreprocessorRule,
  type RepairRequest,
  type StreamRequest,
  type StreamResult,
} from "../target.ts";

/** The reference's own edit fold says why it refuses, which the plain form of a transform cannot. */
const editFold = builtInTools.edit?.preprocessors.find((rule) => rule.kind === "structural");

function ownRule(rule: PreprocessorRule): Preprocessor {
  return editFold !== undefined && "transform" in rule && rule.transform === "edit-fold"
    ? { ...editFold, selector: rule.selector }
    : rule;
}

function repair(request: RepairRequest) {
  const { input, profile, overrides, owner, preprocessors, ...settings } = request;
  return runRepairPipeline({
    input,
    config: {
      ...settings,
      policy: profile,
      policyOverrides: overrides,
      preprocessors: preprocessors?.map(ownRule),
      owner,
      ownerPrepareArguments: owner?.prepareArguments,
    },
  });
}

function stripStream({ chunks, ...options }: StreamRequest): StreamResult {
  const stripper = createLeakStripper(options);
  return { visible: chunks.map((chunk) => stripper.push(chunk)), flushed: stripper.flush() };
}

export default defineTarget({
  name: manifest.name,
  version: manifest.version,
  language: "TypeScript",
  capabilities: ["repair", "grammar", "stream", "guard"],
  ruleIds: RULE_IDS,
  canonicalRuleIds: true,
  repair,
  recoverMessage: ({ message, ...options }) => recoverGrammarLeaks(message, options),
  stripStream,
  cleanPayload: ({ payload, ...options }) => ({ payload: cleanToolSchemas(payload, options) }),
});
