// The end of an assistant message: the last moment at which its calls can be put right before they run.
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { recoverGrammarLeaks } from "../grammar.ts";
import type { GrammarResult } from "../grammar-result.ts";
import { resolveToolName } from "../grammars/names.ts";
import { runRepairPipeline } from "../pipeline.ts";
import { resolveRepairPolicy } from "../profile.ts";
import { isPlainObject, type PlainObject } from "../value.ts";
import { type ActiveTools, schemasOf } from "./active-tools.ts";
import { adaptedTool, markRawFailure, type RepairRun } from "./adapted-tools.ts";
import { tellResult } from "./built-ins.ts";
import { BUILT_IN_NAMES, runningHost } from "./host.ts";
import { modelGateOpen } from "./model-gate.ts";
import { type CallPart, isCallPart, rawArguments, withArguments } from "./raw-arguments.ts";
import { type Conversation, readConversation } from "./seen-texts.ts";
import { policyOf } from "./settings.ts";
import { addEntry, addFeedback, record, type State, toolsOf } from "./state.ts";

/** Messages that did not come to their own end: their last words may be missing. */
const CUT: readonly unknown[] = Object.freeze(["length", "error", "aborted"]);

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A native call's name without what a model's own markup left on it; the same call where there is nothing to do. */
function withPlainName(call: CallPart, tools: ActiveTools): CallPart {
  if (tools.active.includes(call.name)) return call;
  const name = resolveToolName(call.name, tools.active);
  return name === undefined ? call : { ...call, name };
}

/** For tools that are neither built-in nor adapted: their schema alone. */
function plainRun(state: State, tool: string, schema: unknown): RepairRun {
  const host = runningHost();
  return (input, message) =>
    runRepairPipeline({
      input,
      config: {
        toolName: tool,
        schema,
        host,
        convert: host.convert,
        ...policyOf(state.settings),
        ...message,
      },
    });
}

function runFor(state: State, tool: string, tools: ActiveTools): RepairRun | undefined {
  const face = tools.all.find((candidate) => candidate.name === tool);
  if (face === undefined || !tools.active.includes(tool)) return undefined;
  const known = state.covered.get(tool) ?? adaptedTool(tool, face.parameters);
  // A built-in that somebody else provides is left to its owner.
  if (known !== undefined || BUILT_IN_NAMES.some((name) => name === tool)) return known;
  return plainRun(state, tool, face.parameters);
}

/** A call whose argument text pi could not read, read; the same call where nothing validates. */
function withReadArguments(state: State, call: CallPart, tools: ActiveTools): CallPart {
  const raw = rawArguments(call.argumentsError);
  const run = runFor(state, call.name, tools);
  if (raw === undefined || run === undefined) return leaveToHost(state, call);
  const result = run(raw.text, { modelId: state.model, stopReason: state.stopReason });
  const bare = result.changes.some((change) => change.ruleId === "wrapRootStringAsObject");
  // Text that cannot be repaired stays text.
  const read = isPlainObject(result.args) && (raw.certain || !bare);
  if (read || result.outcome === "unrepairable")
    tellResult(state, call.name, result, { id: call.id, nested: false });
  return read ? withArguments(call, result.args) : leaveToHost(state, call);
}

/** pi's own message, which shows the model its text, stands. */
function leaveToHost(state: State, call: CallPart): CallPart {
  state.rawFailures.add(call.name);
  if (isPlainObject(call.arguments)) markRawFailure(call.arguments);
  return call;
}

function repairCalls(state: State, message: PlainObject, tools: ActiveTools): PlainObject {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  const cut = CUT.includes(message.stopReason);
  let changed = false;
  const parts = content.map((part: unknown) => {
    if (!isCallPart(part)) return part;
    const named = withPlainName(part, tools);
    const read = named.argumentsError === undefined || cut ? named : withReadArguments(state, named, tools);
    changed ||= read !== part;
    return read;
  });
  return changed ? { ...message, content: parts } : message;
}

function conversationOf(context: ExtensionContext): Conversation | undefined {
  try {
    return readConversation(context);
  } catch {
    return undefined;
  }
}

/** What a printed call's arguments become before they run: so that a call and its shadow are compared alike. */
function repairedArguments(state: State, tools: ActiveTools): (tool: string, args: unknown) => unknown {
  return (tool, args) => {
    const run = runFor(state, tool, tools);
    return run === undefined ? args : run(args, { modelId: state.model, stopReason: undefined }).args;
  };
}

function handleGrammar(
  state: State,
  message: PlainObject,
  tools: ActiveTools,
  context: ExtensionContext,
): GrammarResult | undefined {
  const { settings } = state;
  const { policy, policyOverrides } = policyOf(settings);
  const { grammarMode, unknownGrammarText } = resolveRepairPolicy(policy, policyOverrides);
  if (grammarMode === "off" || !modelGateOpen(message.model, settings.grammarModels)) return undefined;
  const options = {
    knownTools: tools.active,
    grammars: settings.grammars,
    unknownToolText: unknownGrammarText,
    toolSchemas: schemasOf(tools),
    allowedTools: settings.grammarAllowedTools,
    repair: repairedArguments(state, tools),
  };
  if (grammarMode !== "recover") return recoverGrammarLeaks(message, { ...options, mode: grammarMode });
  // The conversation is read only where there is something that could be an echo of it.
  if (recoverGrammarLeaks(message, { ...options, mode: "observe" }).decisions.length === 0) return undefined;
  const conversation = conversationOf(context);
  if (conversation === undefined) return recoverGrammarLeaks(message, { ...options, mode: "strip" });
  const { seenTexts, callIds } = conversation;
  return recoverGrammarLeaks(message, { ...options, mode: "recover", seenTexts, idsInUse: callIds });
}

const OUTCOME_OF = (rule: string) =>
  rule === "grammarStrip" ? "stripped" : rule === "grammarObserve" ? "observed" : undefined;

function tellGrammar(state: State, result: GrammarResult): void {
  for (const { ruleId, grammar } of result.observations) {
    const outcome = OUTCOME_OF(ruleId);
    if (outcome !== undefined) record(state, { outcome, rules: [ruleId], channel: "message", grammar });
  }
  for (const call of result.recoveredCalls) {
    const rules = [`grammarRecovery:${call.grammar}`];
    const note = `A call of tool "${call.name}" was printed as text (${call.grammar}) and was run as a real call; call tools through the tool interface.`;
    record(state, { tool: call.name, outcome: "recovered", rules, channel: "tool", grammar: call.grammar });
    if (call.id !== undefined) addFeedback(state, call.id, { rules, notes: [note] });
    state.laterEntries.push({ kind: "recovered", tool: call.name, rules });
  }
  if (result.cutWithoutPromotion === 0) return;
  state.messageNotes = [...state.messageNotes, ...result.notes].slice(-16);
  const tool = result.decisions.find((decision) => decision.verdict === "stripped")?.names[0] ?? "unknown";
  state.laterEntries.push({ kind: "stripped", tool, rules: ["grammarStrip"] });
}

/** Entries belong after the message that they speak of. */
export function addLaterEntries(state: State): void {
  for (const entry of state.laterEntries.splice(0)) addEntry(state, entry);
}

/** The replacement for an assistant message, or undefined where it stays. */
export function endMessage(state: State, given: PlainObject, context: ExtensionContext): unknown {
  state.model = text(given.model);
  state.stopReason = text(given.stopReason);
  const tools = toolsOf(state);
  const message = repairCalls(state, given, tools);
  const grammar = handleGrammar(state, message, tools, context);
  if (grammar !== undefined) tellGrammar(state, grammar);
  const replacement = grammar?.changed === true ? grammar.message : message;
  return replacement === given ? undefined : replacement;
}
