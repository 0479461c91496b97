/**
 * A stand-in for what pi offers an extension, of any shape that a pi had or will have: some of it missing, stale, or other
 * than the installed one's. It runs the reference's extension without a session, for what no session can be brought to show.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PiLibrary } from "../targets/reference.ts";
import type { InOtherPi } from "./other-pi.ts";

export interface PiProperty {
  readonly name: string;
  /** Says what is wrong; undefined for each thing that holds. */
  problems(
    pi: PiLibrary,
    inOtherPi: InOtherPi,
  ): Iterable<string | undefined> | AsyncIterable<string | undefined>;
}

/** The first thing that is wrong. */
export async function judgePi(
  { problems }: PiProperty,
  pi: PiLibrary,
  inOtherPi: InOtherPi,
): Promise<string | undefined> {
  for await (const problem of problems(pi, inOtherPi)) if (problem !== undefined) return problem;
  return undefined;
}

/** undefined where both are alike as JSON, `undefined` counting as a value, else a sentence. */
export function unlike(about: string, wanted: unknown, got: unknown): string | undefined {
  const [one, other] = [wanted, got].map((value) =>
    JSON.stringify(value, (_key, held: unknown) => (held === undefined ? "(none)" : held)),
  );
  return one === other ? undefined : `${about}: ${other}, not ${one}`;
}

type Command = (words: string, context: unknown) => Promise<void>;
type Handler = (event: unknown, context: unknown) => unknown;

export interface Tool {
  readonly name: string;
  readonly parameters: unknown;
  readonly sourceInfo?: unknown;
  readonly prepareArguments?: (args: unknown) => unknown;
  readonly execute?: (
    ...args: readonly unknown[]
  ) => Promise<{ readonly content: readonly { readonly text?: string }[] }>;
}

export interface Shape {
  /** What this pi does not have. */
  readonly without?: readonly string[];
  /** What this pi has otherwise. */
  readonly other?: Readonly<Record<string, unknown>>;
  /** Of the context. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Beside the built-ins. */
  readonly tools?: readonly Tool[];
  readonly builtIns?: readonly Tool[];
  readonly active?: readonly string[];
  readonly settings?: object;
  /** pi's own settings for the project. */
  readonly project?: object;
  readonly now?: () => number;
  readonly passthrough?: boolean;
  readonly log?: boolean;
}

const PATH = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
export const BUILT_IN = ["read", "bash", "edit", "write", "grep", "find", "ls"] as const;
const builtIn = (name: string): Tool => ({
  name,
  parameters: PATH,
  sourceInfo: { source: "builtin", path: `<${name}>` },
});
/** The file that this pi says the layer was loaded from. */
export const OWN_PATH = "/extensions/layer.ts";

/** The extension in a pi of that shape, from the start of a session on. Everything is seen, and `close` removes it. */
export function standIn(pi: PiLibrary, shape: Shape = {}) {
  const folder = mkdtempSync(join(tmpdir(), "stand-in-"));
  const [cwd, settingsFile, telemetryFile] = ["work", "settings.json", "telemetry.jsonl"].map((name) =>
    join(folder, name),
  );
  if (cwd === undefined || settingsFile === undefined || telemetryFile === undefined)
    throw new Error("harness: no folder");
  mkdirSync(join(cwd, ".pi"), { recursive: true });
  if (shape.project !== undefined)
    writeFileSync(join(cwd, ".pi", "settings.json"), JSON.stringify(shape.project));
  if (shape.settings !== undefined) writeFileSync(settingsFile, JSON.stringify(shape.settings));
  const handlers = new Map<string, Handler>();
  const commands = new Map<string, Command>();
  const renderers = new Map<string, (entry: unknown, options: object, theme: object) => unknown>();
  const seen = {
    tools: new Map<string, Tool>(),
    entries: [] as { readonly kind?: unknown; readonly tool?: unknown }[],
    activated: [] as (readonly string[])[],
    told: [] as string[],
    transformers: [] as {
      readonly run: (markdown: string, how: object) => string;
      readonly types: unknown;
    }[],
  };
  const all = (): readonly Tool[] => {
    const wrapped = [...seen.tools.values()].map((tool) => ({
      ...tool,
      sourceInfo: { source: "local", path: OWN_PATH },
    }));
    const others = [...(shape.builtIns ?? BUILT_IN.map(builtIn)), ...(shape.tools ?? [])];
    return [...others.filter(({ name }) => !seen.tools.has(name)), ...wrapped];
  };
  let active = [...(shape.active ?? ["read", "bash", "edit", "write"])];
  const api: Readonly<Record<string, unknown>> = {
    on: (event: string, handler: Handler) => void handlers.set(event, handler),
    registerTool: (tool: Tool) => void seen.tools.set(tool.name, tool),
    registerCommand: (name: string, { handler }: { readonly handler: Command }) =>
      void commands.set(name, handler),
    getCommands: () => [
      { name: "other", sourceInfo: { path: "/extensions/other.ts" } },
      { name: "repair-stats", sourceInfo: { path: OWN_PATH } },
    ],
    getAllTools: all,
    getActiveTools: () => active,
    setActiveTools: (names: readonly string[]) => {
      active = [...names];
      seen.activated.push([...names]);
    },
    appendEntry: (_type: string, data: object) => void seen.entries.push(data),
    registerEntryRenderer: (
      type: string,
      renderer: (entry: unknown, options: object, theme: object) => unknown,
    ) => void renderers.set(type, renderer),
    registerMarkdownTransformer: (
      run: (markdown: string, how: object) => string,
      options?: { messageTypes?: unknown },
    ) => void seen.transformers.push({ run, types: options?.messageTypes }),
    getSettings: () => ({}),
    ...shape.other,
  };
  const offered = Object.fromEntries(
    Object.entries(api).filter(([name]) => shape.without?.includes(name) !== true),
  );
  const context = Object.defineProperties(
    {
      cwd,
      hasUI: true,
      ui: { notify: (said: string) => void seen.told.push(said) },
      model: { id: "selected" },
      sessionManager: { getBranch: () => [] },
      getSystemPrompt: () => "the system prompt",
    },
    Object.getOwnPropertyDescriptors(shape.context ?? {}),
  );
  const { passthrough = false, log = false, now } = shape;
  const environment = {
    settingsFile,
    telemetryFile,
    passthrough,
    log,
    foreignSettingsFile: join(folder, "none.json"),
  };
  pi.createExtension({ environment, ...(now && { now }) })(offered as never);
  const emit = (event: string, given: object = {}): unknown =>
    handlers.get(event)?.({ type: event, ...given }, context);
  emit("session_start");
  return {
    ...seen,
    cwd,
    telemetryFile,
    handlers,
    emit,
    renderer: renderers.get("tool-repair"),
    active: () => active,
    /** `/repair-settings` with words: they count at once. */
    sets: async (words: string): Promise<void> => commands.get("repair-settings")?.(words, context),
    /** The end of an assistant message: what stands in the conversation then. */
    says(content: unknown, more: object = {}): { readonly content: unknown } {
      const message = { role: "assistant", model: "qwen3", stopReason: "stop", content, ...more };
      emit("message_start", { message: { ...message, content: [] } });
      const replaced = emit("message_end", { message }) as
        | { readonly message?: { readonly content: unknown } }
        | undefined;
      return replaced?.message ?? message;
    },
    /** A call as pi runs it: announced, prepared, shown to the gates, and with its result; the result's texts. */
    calls(tool: string, args: object, id: string, more: object = {}): readonly string[] {
      emit("tool_execution_start", { toolName: tool, args, toolCallId: id, ...more });
      const input = seen.tools.get(tool)?.prepareArguments?.(args) ?? args;
      emit("tool_call", { toolName: tool, input, toolCallId: id });
      const content = [{ type: "text", text: "done" }];
      const result = emit("tool_result", { toolName: tool, toolCallId: id, content }) as
        | { content?: unknown }
        | undefined;
      const parts = (result?.content ?? content) as readonly { readonly text?: unknown }[];
      return parts.map((part) => String(part.text));
    },
    records(): readonly Readonly<Record<string, unknown>>[] {
      try {
        const lines = readFileSync(telemetryFile, "utf8")
          .split("\n")
          .filter((line) => line.trim() !== "");
        return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      } catch {
        return [];
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type StandIn = ReturnType<typeof standIn>;

/** Asks a pi of that shape, and removes what it wrote. */
export function* inPi(
  pi: PiLibrary,
  shape: Shape,
  ask: (there: StandIn) => Iterable<string | undefined>,
): Generator<string | undefined> {
  const there = standIn(pi, shape);
  try {
    yield* ask(there);
  } finally {
    there.close();
  }
}

/** A call printed as text. */
export const printed = (name: string, args: object): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
export const text = (value: string) => ({ type: "text", text: value });
