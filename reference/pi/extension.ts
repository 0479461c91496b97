// The extension: every seam of pi that the layer uses, wired to one state for each session.

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import * as codingAgent from "@earendil-works/pi-coding-agent";
import { attachRepairNotes } from "../feedback.ts";
import { cleanToolSchemas } from "../guard.ts";
import { plainText } from "../plain-text.ts";
import { resolveRepairPolicy } from "../profile.ts";
import { isPlainObject, type PlainObject } from "../value.ts";
import { schemasOf } from "./active-tools.ts";
import { checkOwners, coverBuiltIns } from "./built-ins.ts";
import { registerCommands, reloadSettings } from "./commands.ts";
import { withNotes } from "./context-notes.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { ENTRY_TYPE, indicatorText, lineComponent } from "./indicator.ts";
import { createLiveStripper } from "./live.ts";
import { addLaterEntries, endMessage } from "./message-end.ts";
import { modelGateOpen } from "./model-gate.ts";
import { policyOf } from "./settings.ts";
import { announce, forgetMessage, newState, type State, toolsOf } from "./state.ts";
import { warnOnce } from "./warn.ts";

export interface ExtensionOptions {
  /** Overrides what the environment says; for tests and for embedding. */
  readonly environment?: Partial<Environment>;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Models that copy regex anchors out of the schemas that they are sent. */
const BLEEDING_MODELS = Object.freeze(["kimi-k2", "minimax", "glm"]);

/** The layer must never be the reason that pi fails: what goes wrong here leaves the event as it was. */
function guarded<A extends readonly unknown[], R>(run: (...args: A) => R): (...args: A) => R | undefined {
  return (...args) => {
    try {
      return run(...args);
    } catch {
      return undefined;
    }
  };
}

function startSession(state: State, context: ExtensionContext): void {
  forgetMessage(state);
  state.messageNotes = [];
  reloadSettings(state, context);
  try {
    coverBuiltIns(state, context);
  } catch {
    warnOnce(
      state,
      context,
      "Tool repair could not get before pi's built-in tools; their calls are not repaired.",
    );
  }
}

function listenToSession(state: State): void {
  const { pi } = state;
  pi.on(
    "session_start",
    guarded((_event, context) => startSession(state, context)),
  );
  pi.on(
    "agent_start",
    guarded((_event, context) => checkOwners(state, context)),
  );
  const forget = guarded((): undefined => {
    addLaterEntries(state);
    forgetMessage(state);
  });
  pi.on("turn_end", forget);
  pi.on("agent_end", forget);
  pi.on("session_before_switch", forget);
  pi.on("session_shutdown", forget);
}

function listenToMessages(state: State, live: ReturnType<typeof createLiveStripper>): void {
  const { pi } = state;
  pi.on(
    "message_start",
    guarded((event) => {
      if (event.message.role !== "assistant") return;
      forgetMessage(state);
      live.clear();
      state.model = event.message.model;
    }),
  );
  pi.on(
    "message_end",
    guarded((event, context) => {
      if (event.message.role !== "assistant") return undefined;
      forgetMessage(state);
      // The model has answered with the notes before its eyes, unless its request came to nothing.
      const failed = event.message.stopReason === "error" || event.message.stopReason === "aborted";
      if (!failed) state.messageNotes = [];
      const message = endMessage(state, event.message as object as PlainObject, context);
      return message === undefined ? undefined : { message: message as typeof event.message };
    }),
  );
  pi.on(
    "context",
    guarded((event) =>
      state.messageNotes.length === 0
        ? undefined
        : { messages: withNotes(event.messages, state.messageNotes, state.now()) as typeof event.messages },
    ),
  );
}

function listenToCalls(state: State): void {
  const { pi } = state;
  pi.on(
    "tool_execution_start",
    guarded(({ toolName, args, toolCallId, parentToolCallId }) => {
      addLaterEntries(state);
      announce(state, {
        tool: toolName,
        args,
        id: toolCallId,
        nested: parentToolCallId !== undefined,
      });
    }),
  );
  pi.on(
    "tool_call",
    guarded((event): undefined => {
      state.lifecycle.correlate(event.toolName, event.input, event.toolCallId);
    }),
  );
  pi.on(
    "tool_result",
    guarded((event) => {
      const feedback = state.lifecycle.take(event.toolCallId);
      if (feedback === undefined || feedback.notes.length === 0) return undefined;
      const content = [...attachRepairNotes(event.content ?? [], feedback.notes)];
      // Replaced content takes structured content with it, unless that is returned too.
      const { structuredContent } = event;
      return { content, ...(structuredContent === undefined ? {} : { structuredContent }) };
    }),
  );
}

/** The model that a payload names is the one that gets it, also where a virtual one is selected. */
function payloadModel(payload: unknown, context: ExtensionContext): string | undefined {
  const named = isPlainObject(payload) ? (payload.model ?? payload.modelId) : undefined;
  return typeof named === "string" ? named : context.model?.id;
}

function guardRequests(state: State): void {
  state.pi.on(
    "before_provider_request",
    guarded((event, context) => {
      const modelId = payloadModel(event.payload, context);
      const payload = cleanToolSchemas(event.payload, { modelId, modelFamilies: BLEEDING_MODELS });
      return payload === event.payload ? undefined : payload;
    }),
  );
}

function drawIndicators(state: State): void {
  state.pi.registerEntryRenderer?.(ENTRY_TYPE, (entry, _options, theme) => {
    const text = state.settings.showIndicator ? indicatorText(entry.data) : undefined;
    if (text === undefined) return undefined;
    const notes = isPlainObject(entry.data) ? state.notesOf.get(entry.data) : undefined;
    const shown = state.settings.showNotes ? (notes ?? []).map((note) => plainText(note, 600)) : [];
    return lineComponent([text, ...shown], (line) => theme.fg("muted", line));
  });
}

function stripLive(state: State, live: ReturnType<typeof createLiveStripper>): void {
  const { pi } = state;
  const transform = (markdown: string): string => {
    const { policy, policyOverrides } = policyOf(state.settings);
    const { grammarMode, unknownGrammarText } = resolveRepairPolicy(policy, policyOverrides);
    if (grammarMode !== "strip" && grammarMode !== "recover") return markdown;
    if (!modelGateOpen(state.model, state.settings.grammarModels)) return markdown;
    const tools = toolsOf(state);
    return live.strip(markdown, {
      mode: grammarMode,
      knownTools: tools.active,
      toolSchemas: schemasOf(tools),
      grammars: state.settings.grammars,
      unknownToolText: unknownGrammarText,
    });
  };
  pi.registerMarkdownTransformer?.(
    (markdown, { isStreaming }) => (isStreaming ? (guarded(transform)(markdown) ?? markdown) : markdown),
    { messageTypes: ["assistant"] },
  );
}

/** Makes an extension factory. Each session that runs it gets a state of its own. */
export function createExtension(options: ExtensionOptions = {}): (pi: ExtensionAPI) => void {
  return (pi) => {
    const environment = {
      ...readEnvironment(process.env, codingAgent.getAgentDir()),
      ...options.environment,
    };
    const state = newState(pi, environment, options.now ?? Date.now);
    const live = createLiveStripper();
    listenToSession(state);
    listenToMessages(state, live);
    listenToCalls(state);
    guardRequests(state);
    registerCommands(state);
    drawIndicators(state);
    stripLive(state, live);
  };
}

export default createExtension();
