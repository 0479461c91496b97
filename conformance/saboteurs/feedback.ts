/** Saboteurs of the chapter `feedback`. */
import type { Saboteur } from "../saboteur.ts";
import { type Api, exchanged, sessionSaboteur, tampered } from "./session-fault.ts";

interface Result {
  readonly content: readonly { readonly text?: string }[];
}

/** The layer's `tool_result` handler with something done to what it returns; undefined is left. */
function renoted(
  pi: Api,
  change: (result: Result, event: Record<string, unknown>) => object | undefined,
): Api {
  return tampered(pi, "tool_result", (handler) => (event, context) => {
    const result = handler(event, context) as Result | undefined;
    return result === undefined ? undefined : change(result, event);
  });
}

const NOTE = { type: "text", text: "<repair_note>kept</repair_note>" };

/** Gives the note of a repaired call that never got a result to the next call of its tool in a later message. */
function withLeftovers(pi: Api): Api {
  const waiting = new Map<unknown, unknown>();
  const lost: unknown[] = [];
  let current: Record<string, unknown> = {};
  const append = Reflect.get(pi, "appendEntry") as (type: string, data: object) => void;
  const counted = exchanged(pi, {
    appendEntry: (type: string, data: object) => {
      waiting.set(current.toolCallId, current.toolName);
      append.call(pi, type, data);
    },
  });
  const announced = tampered(counted, "tool_execution_start", (handler) => (event, context) => {
    current = event;
    return handler(event, context);
  });
  const parted = tampered(announced, "message_end", (handler) => (event, context) => {
    if (Reflect.get(Object(event.message), "role") === "assistant") {
      lost.push(...waiting.values());
      waiting.clear();
    }
    return handler(event, context);
  });
  return tampered(parted, "tool_result", (handler) => (event, context) => {
    waiting.delete(event.toolCallId);
    const result = handler(event, context);
    const at = lost.indexOf(event.toolName);
    if (result !== undefined || at < 0) return result;
    lost.splice(at, 1);
    return { content: [NOTE, ...(event.content as readonly unknown[])] };
  });
}

export const saboteurs: readonly Saboteur[] = Object.freeze([
  sessionSaboteur(
    "feedback/one-note-a-message",
    "Of several repaired calls of a message only the first gets its note.",
    ["feedback/correlated", "pi/feedback-by-identity"],
    (pi) => {
      let given = false;
      const once = renoted(pi, (result) => {
        if (given) return undefined;
        given = true;
        return result;
      });
      return tampered(once, "message_end", (handler) => (event, context) => {
        given = false;
        return handler(event, context);
      });
    },
  ),
  sessionSaboteur(
    "feedback/keeps-the-note-of-a-blocked-call",
    "A note that found no result goes to the next equal call.",
    ["feedback/no-leftovers"],
    withLeftovers,
  ),
  sessionSaboteur(
    "feedback/note-in-place-of-errors",
    "It puts the note of a failed call in the place of its error.",
    ["feedback/attached-once"],
    (pi) =>
      renoted(pi, (result, event) =>
        event.isError === true ? { content: result.content.slice(0, 1) } : result,
      ),
  ),
  sessionSaboteur(
    "feedback/note-quotes-the-call",
    "It writes the call's own words into the note as they are.",
    ["feedback/note-contained"],
    (pi) =>
      renoted(pi, (result, event) => {
        const [note, ...rest] = result.content;
        const words = Object.entries(event.input as object)
          .flat()
          .join(" ");
        const text = (note?.text ?? "").replace("</repair_note>", () => ` ${words}</repair_note>`);
        return { ...result, content: [{ ...note, text }, ...rest] };
      }),
  ),
  sessionSaboteur(
    "feedback/promotes-in-silence",
    "A promoted call gets no note.",
    ["feedback/promoted-call"],
    (pi) =>
      renoted(pi, (result, event) => (String(event.toolCallId).startsWith("leak_") ? undefined : result)),
  ),
]);
