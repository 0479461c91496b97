/** Saboteurs of the chapter `pi`. */
import type { Saboteur } from "../saboteur.ts";
import { rehooked } from "./boundary.ts";
import { type Api, asItIs, exchanged, type Handler, sessionSaboteur, tampered } from "./session-fault.ts";

type Append = (type: string, data: object) => void;
const appendOf = (pi: Api): Append => {
  const append = Reflect.get(pi, "appendEntry") as Append;
  return (type, data) => append.call(pi, type, data);
};
const ENTRY = { kind: "repaired", tool: "read", rules: ["none"] };

/** The layer's handler sees another message than there is. */
const remessaged =
  (change: (message: Record<string, unknown>, context: object) => object) =>
  (handler: Handler): Handler =>
  (event, context) =>
    handler({ ...event, message: change(event.message as Record<string, unknown>, context) }, context);

/** The argument error with everything up to its last marker taken for pi's words. */
function lastMarker(message: Record<string, unknown>): object {
  const marker = "Received arguments:";
  if (!Array.isArray(message.content)) return message;
  const content = message.content as readonly Record<string, unknown>[];
  const parts = content.map((part) => {
    const { argumentsError: told } = part;
    if (typeof told !== "string" || !told.includes(marker)) return part;
    // In text that is JSON inside JSON the line end after the marker is written out.
    return { ...part, argumentsError: told.slice(told.lastIndexOf(marker)) };
  });
  return { ...message, content: parts };
}

const selectedModel = (message: Record<string, unknown>, context: object): object => {
  try {
    const selected = Reflect.get(context, "model") as { readonly id?: unknown } | undefined;
    return { ...message, model: selected?.id };
  } catch {
    return message;
  }
};

function withoutTool(pi: Api, name: string): Api {
  const register = Reflect.get(pi, "registerTool") as (tool: object) => void;
  return exchanged(pi, {
    registerTool: (tool: { readonly name: string }) => {
      if (tool.name !== name) register.call(pi, tool);
    },
  });
}

export const saboteurs: readonly Saboteur[] = Object.freeze([
  sessionSaboteur("pi/forgets-ls", "It does not cover ls.", ["pi/built-ins-wrapped"], (pi) =>
    withoutTool(pi, "ls"),
  ),
  sessionSaboteur("pi/lines-too-long", "Its indicator does not wrap.", ["pi/commands"], (pi) => {
    const register = Reflect.get(pi, "registerEntryRenderer") as (type: string, renderer: unknown) => void;
    const long = { render: () => [`🔨 ✓ ${"input repaired ".repeat(9)}`], invalidate: () => undefined };
    return exchanged(pi, { registerEntryRenderer: (type: string) => register.call(pi, type, () => long) });
  }),
  sessionSaboteur(
    "pi/promotes-whatever-stopped",
    "It takes every message for one that came to its own end.",
    ["pi/recovery-same-turn", "pi/raw-arguments"],
    (pi) =>
      tampered(
        pi,
        "message_end",
        remessaged((message) =>
          message.role === "assistant" && message.stopReason !== "toolUse"
            ? { ...message, stopReason: "stop" }
            : message,
        ),
      ),
  ),
  sessionSaboteur(
    "pi/adapts-nothing",
    "It gives a tool owner the raw definition back.",
    ["pi/tool-owner"],
    asItIs,
    (loaded) => ({ ...loaded, adapt: (definition) => definition as ReturnType<typeof loaded.adapt> }),
  ),
  sessionSaboteur(
    "pi/marks-the-arguments",
    "It adds a field of its own to what gates and tools get.",
    ["pi/built-ins-wrapped", "pi/gates-still-apply"],
    (pi) =>
      tampered(pi, "tool_call", (handler) => (event, context) => {
        if (event.toolName === "write") Object.assign(event.input as object, { repaired: true });
        return handler(event, context);
      }),
  ),
  sessionSaboteur(
    "pi/not-in-older-pi",
    "It cannot be loaded by an older pi.",
    ["pi/every-supported-version"],
    asItIs,
    (loaded) => ({ ...loaded, path: "/none/extension.ts" }),
  ),
  sessionSaboteur("pi/last-marker", "It takes the text after the last marker.", ["pi/raw-arguments"], (pi) =>
    tampered(pi, "message_end", remessaged(lastMarker)),
  ),
  sessionSaboteur(
    "pi/scolds-for-nulls",
    "It shows an indicator for a null that pi drops by itself.",
    ["pi/host-does-it"],
    (pi) =>
      rehooked(pi, (hook, args) => {
        const values = typeof args === "object" && args !== null ? args : {};
        if ("offset" in values && values.offset === null) appendOf(pi)("tool-repair", ENTRY);
        return hook(args);
      }),
  ),
  sessionSaboteur(
    "pi/keeps-nested-entries",
    "It keeps an entry for a nested call.",
    ["pi/feedback-by-identity"],
    (pi) =>
      tampered(pi, "tool_call", (handler) => (event, context) => {
        if (event.parentToolCallId !== undefined) appendOf(pi)("tool-repair", ENTRY);
        return handler(event, context);
      }),
  ),
  sessionSaboteur(
    "pi/drops-structured-content",
    "With its note structured content goes.",
    ["pi/result-parts-kept"],
    (pi) =>
      tampered(pi, "tool_result", (handler) => (event, context) => {
        const result = handler(event, context) as { readonly content?: unknown } | undefined;
        return result === undefined ? undefined : { content: result.content };
      }),
  ),
  sessionSaboteur(
    "pi/switches-tools-on",
    "It makes every tool that there is an active one.",
    ["pi/no-tool-activated"],
    (pi) =>
      tampered(pi, "session_start", (handler) => (event, context) => {
        handler(event, context);
        pi.setActiveTools(pi.getAllTools().map((tool) => tool.name));
      }),
  ),
  sessionSaboteur("pi/selected-model", "It looks at the model that is selected.", ["pi/actual-model"], (pi) =>
    tampered(pi, "message_end", remessaged(selectedModel)),
  ),
  sessionSaboteur(
    "pi/trusts-its-context",
    "It reads the context without a thought.",
    ["pi/stale-context"],
    (pi) =>
      tampered(pi, "message_end", (handler) => (event, context) => {
        Reflect.get(context, "model");
        return handler(event, context);
      }),
  ),
  sessionSaboteur(
    "pi/reload-adds-an-instance",
    "After a reload it shows everything twice.",
    ["pi/one-instance"],
    (pi) => {
      let reloaded = false;
      const watched = tampered(pi, "session_start", (handler) => (event, context) => {
        reloaded ||= event.reason === "reload";
        return handler(event, context);
      });
      return exchanged(watched, {
        appendEntry: (type: string, data: object) => {
          appendOf(pi)(type, data);
          if (reloaded) appendOf(pi)(type, data);
        },
      });
    },
  ),
  sessionSaboteur("pi/prints", "It prints a line for every call.", ["pi/headless"], (pi) =>
    tampered(pi, "tool_call", (handler) => (event, context) => {
      process.stdout.write("repairing\n");
      return handler(event, context);
    }),
  ),
  sessionSaboteur(
    "pi/silent-about-others",
    "It does not say which built-in it leaves to another extension.",
    ["pi/conflict-reported"],
    (pi) =>
      tampered(
        pi,
        "session_start",
        (handler) => (event, context) =>
          handler(
            event,
            new Proxy(context, {
              get: (target, key) => (key === "hasUI" ? false : Reflect.get(target, key)),
            }),
          ),
      ),
  ),
]);
