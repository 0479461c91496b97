/**
 * The reference implementation as a target like any other: the one crossing from the suite to it. `#reference` is its
 * folder here, and the package `pi-repair-reference` where the suite is installed (`imports` in package.json).
 */

import { fileURLToPath } from "node:url";
import { cleanToolSchemas, type Preprocessor, RULE_IDS, runRepairPipeline } from "#reference/core";
import { createLeakStripper, recoverGrammarLeaks } from "#reference/grammar";
import manifest from "#reference/package.json" with { type: "json" };
import type { SessionCall } from "../../spec/contract.ts";
import { defineTarget, type RepairRequest, type StreamRequest, type StreamResult } from "../target.ts";
import type { Subject } from "./pi/session.ts";

/** The package's public functions themselves, for what no target can be asked. */
export * as library from "#reference/core";
export * as grammarLibrary from "#reference/grammar";

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

/** What the package offers to tool owners and embedders, with pi. */
export const piLibrary = () => import("#reference/pi");
export type PiLibrary = Awaited<ReturnType<typeof piLibrary>>;

interface Whole extends Required<Subject> {
  readonly adapt: NonNullable<Subject["adapt"]>;
}

/** The extension and the adapter for tool owners. pi is loaded with them, so only once a session is asked for. */
export async function loadExtension(
  environment: { readonly passthrough?: boolean; readonly log?: boolean } = {},
): Promise<Whole> {
  const { requirePi } = await import("./pi/session.ts");
  requirePi();
  const { adaptToolDefinition, createExtension } = await piLibrary();
  return {
    factory: createExtension({ environment }),
    path: fileURLToPath(import.meta.resolve("#reference/extension")),
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
