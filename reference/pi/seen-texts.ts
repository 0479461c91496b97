// What was shown to the model before: a call that was printed there never runs by being printed again.
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { isPlainObject } from "../value.ts";

export interface Conversation {
  /** Texts of users, tools, extensions, summaries and the system prompt. */
  readonly seenTexts: readonly string[];
  readonly callIds: readonly string[];
}

const TEXT_FIELDS = Object.freeze(["content", "summary", "output", "command", "text", "replacement"]);

function addTexts(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(value);
  else if (Array.isArray(value)) {
    for (const part of value) addTexts(part, texts);
  } else if (isPlainObject(value)) {
    for (const key of TEXT_FIELDS) if (Object.hasOwn(value, key)) addTexts(value[key], texts);
  }
}

function addCallIds(content: unknown, ids: string[]): void {
  if (!Array.isArray(content)) return;
  for (const part of content) {
    if (isPlainObject(part) && part.type === "toolCall" && typeof part.id === "string") ids.push(part.id);
  }
}

/** Reads the current branch of the session. Throws where the context is stale: then nothing may be promoted. */
export function readConversation(context: ExtensionContext): Conversation {
  const seenTexts: string[] = [];
  const callIds: string[] = [];
  const entries: readonly unknown[] = context.sessionManager.getBranch();
  for (const entry of entries) {
    if (!isPlainObject(entry)) continue;
    const { message } = entry;
    if (isPlainObject(message) && message.role === "assistant") addCallIds(message.content, callIds);
    else addTexts(isPlainObject(message) ? message : entry, seenTexts);
  }
  seenTexts.push(context.getSystemPrompt());
  return { seenTexts, callIds };
}
