// Tells the model, in its next request alone, of printed calls that were cut and not run. Nothing of it is stored.
import { attachRepairNotes } from "../feedback.ts";
import { isPlainObject } from "../value.ts";

/** The messages of a request with the notes before the last user message or tool result. */
export function withNotes(messages: readonly unknown[], notes: readonly string[], now: number): unknown[] {
  const unique = [...new Set(notes)];
  const last = messages.at(-1);
  if (isPlainObject(last) && (last.role === "user" || last.role === "toolResult")) {
    const content = typeof last.content === "string" ? [{ type: "text", text: last.content }] : last.content;
    if (Array.isArray(content))
      return [...messages.slice(0, -1), { ...last, content: attachRepairNotes(content, unique) }];
  }
  return [...messages, { role: "user", content: attachRepairNotes([], unique), timestamp: now }];
}
