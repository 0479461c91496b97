// What a user's module sees under `node16`, which knows no import attributes; every subpath that needs no pi.
import { defineTarget, type RepairRequest, type RepairResult } from "pi-repair-conformance";
import { CAPABILITIES, type Capability, loadVectors, REQUIREMENTS } from "pi-repair-conformance/spec";
import { type DescribeOptions, describeConformance } from "pi-repair-conformance/vitest";
import { type RepairConfig, RULE_IDS, runRepairPipeline } from "pi-repair-reference/core";
import { GRAMMAR_NAMES, recoverGrammarLeaks } from "pi-repair-reference/grammar";

function repair({ toolName, schema, input }: RepairRequest): RepairResult {
  const config: RepairConfig = { toolName, schema };
  return runRepairPipeline({ input, config });
}

export default defineTarget({
  name: "mine",
  version: "1",
  capabilities: ["repair"],
  ruleIds: RULE_IDS,
  repair,
});

export const capability: Capability = CAPABILITIES[0];
export const addresses: readonly string[] = loadVectors().map(({ address }) => address);
export const ids: readonly string[] = REQUIREMENTS.map(({ id }) => id);
export const names: readonly string[] = GRAMMAR_NAMES;
export const { changed } = recoverGrammarLeaks({ content: [] }, { mode: "strip", knownTools: [] });
export const options: DescribeOptions = { target: "./mine.ts", only: ["envelope"] };
export const register: (name: string, options: DescribeOptions) => void = describeConformance;

// @ts-expect-error a misspelt capability is no capability
export const wrong: Capability = "repiar";
