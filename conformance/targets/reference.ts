/** The reference implementation as a target like any other: the one crossing from the suite to it. */

import { fileURLToPath } from "node:url";
import { createLeakStripper, recoverGrammarLeaks } from "../../reference/grammar.ts";
import { cleanToolSchemas } from "../../reference/guard.ts";
import { type Preprocessor, RULE_IDS, runRepairPipeline } from "../../reference/index.ts";
import manifest from "../../reference/package.json" with { type: "json" };
import type { SessionCall } from "../../spec/contract.ts";
import { defineTarget, type RepairRequest, type StreamRequest, type StreamResult } from "../target.ts";

function repair(request: RepairRequest) {
  const { input, profile, overrides, owner, preprocessors, ...settings } = request;
  return runRepairPipeline({
    input,
    config: {
      ...settings,
      policy: profile,
      policyOverrides: overrides,
      preprocessors: preprocessors as readonly Preprocessor[] | undefined,
      owner,
      ownerPrepareArguments: owner?.prepareArguments,
    },
  });
}

function stripStream({ chunks, ...options }: StreamRequest): StreamResult {
  const stripper = createLeakStripper(options);
  return { visible: chunks.map((chunk) => stripper.push(chunk)), flushed: stripper.flush() };
}

/** The extension and the adapter for tool owners. pi is loaded with them, so only once a session is asked for. */
export async function loadExtension(
  environment: { readonly passthrough?: boolean; readonly log?: boolean } = {},
) {
  const { adaptToolDefinition, createExtension } = await import("../../reference/pi/index.ts");
  return {
    factory: createExtension({ environment }),
    path: fileURLToPath(new URL("../../reference/pi/extension.ts", import.meta.url)),
    adapt: (definition: Parameters<typeof adaptToolDefinition>[0]) =>
      adaptToolDefinition(definition, { legacyConfig: { fieldAliases: { title: ["name"] } } }),
  };
}

async function runSession(call: SessionCall) {
  const session = await import("./pi/session.ts");
  return session.runSession(await loadExtension(), call);
}

export default defineTarget({
  name: manifest.name,
  version: manifest.version,
  language: "TypeScript",
  capabilities: ["repair", "grammar", "stream", "guard", "feedback", "records", "pi"],
  ruleIds: RULE_IDS,
  canonicalRuleIds: true,
  repair,
  recoverMessage: ({ message, ...options }) => recoverGrammarLeaks(message, options),
  stripStream,
  runSession,
  cleanPayload: ({ payload, ...options }) => ({ payload: cleanToolSchemas(payload, options) }),
});
