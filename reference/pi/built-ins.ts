// Puts the layer's hook before pi's built-ins, without switching any of them on.
import type { ExtensionContext, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { builtInTools } from "../built-in-tools.ts";
import type { RepairResult } from "../pipeline.ts";
import { isPlainObject } from "../value.ts";
import { type ActiveTools, activeTools, type ToolFace } from "./active-tools.ts";
import { repairFor, UnrepairableToolInputError, withHook } from "./adapter.ts";
import { BUILT_IN_NAMES, builtInDefinition, type Definition } from "./host.ts";
import { policyOf } from "./settings.ts";
import { addEntry, addFeedback, announcedCall, record, type State } from "./state.ts";
import { warnOnce } from "./warn.ts";

/** What is told of a result: its rules and notes, without the host's own conversions. */
export function feedbackOf(result: RepairResult) {
  const told = result.changes.filter((change) => change.silent !== true);
  return {
    rules: [...new Set(told.map((change) => change.ruleId))],
    notes: told.map((change) => change.note),
  };
}

/** Records a judged call, and keeps its note and indicator. `callId` undefined: not known yet. */
export function tellResult(
  state: State,
  tool: string,
  result: RepairResult,
  call: { readonly id: string | undefined; readonly nested: boolean },
): void {
  const feedback = feedbackOf(result);
  if (result.outcome === "valid" || (result.outcome === "repaired" && feedback.rules.length === 0)) return;
  const { issueSummary, fingerprint } = result;
  record(state, {
    tool,
    outcome: result.outcome,
    rules: feedback.rules,
    stages: [...new Set(result.changes.map((change) => change.stage))],
    ...(issueSummary === undefined ? {} : { issues: issueSummary }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  });
  if (result.outcome === "unrepairable") return;
  if (call.id === undefined) state.lifecycle.enqueue(tool, result.args, feedback);
  else addFeedback(state, call.id, feedback);
  if (!call.nested) addEntry(state, { kind: "repaired", tool, rules: feedback.rules }, feedback.notes);
}

/** An empty object in place of text that could not be read: the error that pi keeps beside it says more. */
function isRawFailure(state: State, tool: string, args: unknown): boolean {
  return state.rawFailures.has(tool) && isPlainObject(args) && Object.keys(args).length === 0;
}

/** The hook in front of a built-in. It reads settings and model at the moment of the call. */
function hookOf(state: State, definition: Definition): (args: unknown) => unknown {
  return (args) => {
    const call = announcedCall(state, definition.name, args);
    if (isRawFailure(state, definition.name, args)) return args;
    const result = judge(state, definition, args, { modelId: state.model, stopReason: state.stopReason });
    tellResult(state, definition.name, result, { id: call?.id, nested: call?.nested === true });
    if (result.outcome !== "unrepairable" || state.environment.passthrough) return result.args;
    throw new UnrepairableToolInputError(result);
  };
}

function judge(
  state: State,
  definition: Definition,
  input: unknown,
  message: { readonly modelId?: string | undefined; readonly stopReason?: string | undefined },
): RepairResult {
  const configured = Object.hasOwn(builtInTools, definition.name) ? builtInTools[definition.name] : undefined;
  return repairFor(definition, { ...configured, ...policyOf(state.settings), ...message }, input);
}

/** Built-ins that pi itself provides here, and the names of those that somebody else does. */
function owners(tools: ActiveTools): {
  readonly own: readonly ToolFace[];
  readonly foreign: readonly string[];
} {
  const known = tools.all.filter((tool) => BUILT_IN_NAMES.some((name) => name === tool.name));
  const own = known.filter((tool) => tool.source === undefined || tool.source === "builtin");
  return { own, foreign: known.filter((tool) => !own.includes(tool)).map((tool) => tool.name) };
}

/** Wraps every built-in that is pi's own. The set of active tools is afterwards as it was. */
export function coverBuiltIns(state: State, context: ExtensionContext): void {
  const { pi } = state;
  const before = activeTools(pi);
  const { own, foreign } = owners(before);
  for (const name of BUILT_IN_NAMES) {
    if (!own.some((tool) => tool.name === name)) continue;
    const definition = builtInDefinition(pi, name, context);
    if (definition === undefined) continue;
    state.covered.set(name, (input, message) => judge(state, definition, input, message));
    pi.registerTool(withHook(definition, hookOf(state, definition)) as unknown as ToolDefinition);
  }
  const grown = activeTools(pi).active;
  if (grown.length !== before.active.length || grown.some((name) => !before.active.includes(name)))
    pi.setActiveTools([...before.active]);
  reportForeign(state, context, foreign);
}

function reportForeign(state: State, context: ExtensionContext, foreign: readonly string[]): void {
  for (const name of foreign) {
    state.covered.delete(name);
    warnOnce(state, context, `Tool repair does not cover "${name}": another extension provides it.`);
  }
}

/** Looks again once every extension has registered: a built-in may have found another owner since. */
export function checkOwners(state: State, context: ExtensionContext): void {
  const ownPath = commandPath(state);
  if (ownPath === undefined) return;
  const lost = activeTools(state.pi).all.filter(
    (tool) => state.covered.has(tool.name) && tool.path !== undefined && tool.path !== ownPath,
  );
  reportForeign(
    state,
    context,
    lost.map((tool) => tool.name),
  );
}

/** The file that pi loaded this instance from, as pi names it: that of its own command. */
function commandPath(state: State): string | undefined {
  try {
    const command = state.pi.getCommands().find((candidate) => candidate.name === "repair-stats");
    const path = (command as { sourceInfo?: { path?: unknown } } | undefined)?.sourceInfo?.path;
    return typeof path === "string" ? path : undefined;
  } catch {
    return undefined;
  }
}
