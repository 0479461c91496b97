// For tests: a session of the installed pi in its real loop, in folders of its own, with replies from a script.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type AssistantMessage,
  createFauxCore,
  type Message,
  type ToolResultMessage,
} from "@earendil-works/pi-ai";
import {
  createAgentSession,
  DefaultResourceLoader,
  type ExtensionAPI,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { createExtension } from "./extension.ts";

export type Part = AssistantMessage["content"][number];
type Factory = (pi: ExtensionAPI) => void;

export interface LoopOptions {
  readonly model?: string;
  /** Content of the layer's settings file: an object, or any text. */
  readonly settings?: unknown;
  /** pi's own settings. */
  readonly piSettings?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly tools?: readonly string[];
  /** Loaded before and after the layer. */
  readonly before?: readonly Factory[];
  readonly after?: readonly Factory[];
  readonly passthrough?: boolean;
  readonly log?: boolean;
  readonly now?: () => number;
  /** false: pi alone. */
  readonly layer?: boolean;
}

const COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
let count = 0;

/** A tool call as a provider delivers it; `extra` may hold `argumentsError` or another id. */
export function call(name: string, args: unknown, extra: Readonly<Record<string, unknown>> = {}): Part {
  count += 1;
  return { type: "toolCall", id: `call_${count}`, name, arguments: args, ...extra } as unknown as Part;
}

/** A call whose argument text pi could not read, as pi 1.6 reports it. */
export function unreadable(name: string, text: string, complaint = "Unexpected end of JSON input"): Part {
  return call(name, {}, { argumentsError: `${complaint}\n\nReceived arguments:\n${text}` });
}

export const text = (value: string): Part => ({ type: "text", text: value });

/** One reply of the model. */
export function says(parts: readonly Part[], stopReason?: AssistantMessage["stopReason"]): AssistantMessage {
  const calls = parts.some((part) => part.type === "toolCall");
  return {
    role: "assistant",
    content: [...parts],
    api: "faux",
    provider: "faux",
    model: "faux-model",
    usage: { ...COST, totalTokens: 0, cost: { ...COST, total: 0 } },
    stopReason: stopReason ?? (calls ? "toolUse" : "stop"),
    timestamp: 0,
  };
}

function prepareFolders(options: LoopOptions) {
  const base = mkdtempSync(join(tmpdir(), "pi-repair-"));
  const [cwd, agentDir] = [join(base, "work"), join(base, "agent")];
  for (const folder of [cwd, agentDir, join(agentDir, "tool-repair")]) mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const settingsFile = join(agentDir, "tool-repair", "settings.json");
  const { settings } = options;
  if (settings !== undefined)
    writeFileSync(settingsFile, typeof settings === "string" ? settings : JSON.stringify(settings));
  return {
    base,
    cwd,
    agentDir,
    settingsFile,
    telemetryFile: join(agentDir, "tool-repair", "telemetry.jsonl"),
  };
}

function layerOf(options: LoopOptions, folders: ReturnType<typeof prepareFolders>): readonly Factory[] {
  if (options.layer === false) return [];
  const { settingsFile, telemetryFile, agentDir } = folders;
  const environment = {
    settingsFile,
    telemetryFile,
    foreignSettingsFile: join(agentDir, "extensions", "pi-tool-repair.json"),
    passthrough: options.passthrough === true,
    log: options.log === true,
  };
  return [createExtension({ environment, ...(options.now === undefined ? {} : { now: options.now }) })];
}

/** Opens a session. `close` ends it and removes its folders. */
export async function openLoop(options: LoopOptions = {}) {
  const folders = prepareFolders(options);
  const { base, cwd, agentDir } = folders;
  const model = options.model ?? "faux-model";
  const face = { id: model, name: model, reasoning: false, contextWindow: 100_000, maxTokens: 8_000 };
  const core = createFauxCore({ api: "faux", provider: "faux", models: [face] });
  const config = {
    baseUrl: "http://127.0.0.1:9",
    apiKey: "none",
    api: "faux",
    models: [{ ...face, input: ["text"], cost: COST }],
    streamSimple: core.streamSimple,
  } as Parameters<ExtensionAPI["registerProvider"]>[1];
  const requests: (readonly Message[])[] = [];
  const watch: Factory = (pi) => {
    pi.registerProvider("faux", config);
    pi.on("context", (event) => void requests.push(event.messages as readonly Message[]));
  };
  const settingsManager = SettingsManager.inMemory({
    compaction: { enabled: false },
    retry: { enabled: false },
    ...options.piSettings,
  });
  const resourceLoader = new DefaultResourceLoader({
    cwd,
    agentDir,
    settingsManager,
    extensionFactories: [
      ...(options.before ?? []),
      ...layerOf(options, folders),
      ...(options.after ?? []),
      watch,
    ],
    noSkills: true,
    noPromptTemplates: true,
    noThemes: true,
    systemPrompt: "test",
  });
  await resourceLoader.reload();
  const { session } = await createAgentSession({
    cwd,
    agentDir,
    model: core.getModel(),
    thinkingLevel: "off",
    resourceLoader,
    settingsManager,
    sessionManager: SessionManager.inMemory(cwd),
    ...(options.tools === undefined ? {} : { tools: [...options.tools] }),
  });
  const errors: string[] = [];
  const events: { readonly type: string }[] = [];
  session.subscribe((event) => void events.push(event));
  await session.bindExtensions({ onError: (error) => void errors.push(`${error.event}: ${error.error}`) });
  const messages = (): readonly Message[] => session.agent.state.messages as readonly Message[];
  return {
    ...folders,
    session,
    core,
    errors,
    events,
    requests,
    messages,
    /** Lets the model give `replies`, one a request, and a last "done". */
    async ask(...replies: readonly (readonly Part[] | AssistantMessage)[]): Promise<void> {
      const given = replies.map((reply) => ("role" in reply ? reply : says(reply)));
      core.setResponses([...given, says([text("done")])]);
      await session.prompt("go");
    },
    results: (): readonly ToolResultMessage[] =>
      messages().filter((message): message is ToolResultMessage => message.role === "toolResult"),
    entries: (): readonly unknown[] =>
      session.sessionManager
        .getEntries()
        .flatMap((entry) =>
          entry.type === "custom" && entry.customType === "tool-repair" ? [entry.data] : [],
        ),
    telemetry: (): readonly Record<string, unknown>[] => {
      try {
        const lines = readFileSync(folders.telemetryFile, "utf8").split("\n").filter(Boolean);
        return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      } catch {
        return [];
      }
    },
    filesWritten: (): readonly string[] => readdirSync(join(agentDir, "tool-repair")),
    read: (name: string): string => readFileSync(join(cwd, name), "utf8"),
    close(): void {
      session.dispose();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

export type Loop = Awaited<ReturnType<typeof openLoop>>;

/** All text of a message or result. */
export function textOf(message: { readonly content: unknown } | undefined): string {
  const content = message?.content;
  if (typeof content === "string") return content;
  return Array.isArray(content)
    ? content.map((part: { readonly text?: unknown }) => String(part.text ?? "")).join("\n")
    : "";
}

/** How many notes a text carries. */
export function countNotes(value: string): number {
  return value.split("<repair_note>").length - 1;
}
