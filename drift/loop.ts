// pi's real loop for a probe: its agent session, its extension loader and, as model, pi-ai's faux provider (or a
// local server that speaks a wire format). Nothing of the user's is read: agent folder and working folder are new.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssistantMessage, Message, Model, ToolResultMessage } from "@earendil-works/pi-ai";
import type { AgentSession, ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { CannotProbe, need, type Pi } from "./load.ts";

export type Reply = AssistantMessage;
type ProviderConfig = Parameters<ExtensionAPI["registerProvider"]> extends [string, infer C] ? C : never;

/** Where the model's replies come from: what an extension registers, and the model to select. */
export interface Provider {
  readonly name: string;
  readonly model: Model<string>;
  readonly config: ProviderConfig;
}

/** A provider whose replies a probe writes down. `calls` counts the requests that pi made. */
export interface Faux extends Provider {
  readonly reply: (replies: readonly Reply[]) => void;
  readonly calls: () => number;
}

export interface LoopOptions {
  readonly provider: Provider;
  readonly extensions?: readonly ((pi: ExtensionAPI) => void)[];
  readonly extensionPaths?: readonly string[];
  readonly tools?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A working folder to share with another session; without it the session gets a new one. */
  readonly cwd?: string;
}

/** A running session. `messages` are those of the conversation so far; `errors` what extensions were blamed for. */
export interface Loop {
  readonly session: AgentSession;
  readonly cwd: string;
  readonly events: readonly { readonly type: string }[];
  readonly errors: readonly string[];
  readonly ask: (prompt?: string) => Promise<void>;
  readonly messages: () => readonly Message[];
  readonly results: () => readonly ToolResultMessage[];
  readonly close: () => void;
}

const MODEL = {
  id: "drift-model",
  name: "drift",
  reasoning: false,
  contextWindow: 100_000,
  maxTokens: 8_000,
};
const COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

type FauxFace = Pick<
  ReturnType<NonNullable<Pi["ai"]["createFauxCore"]>>,
  "getModel" | "state" | "setResponses"
> & {
  readonly streamSimple?: ProviderConfig["streamSimple"];
};
type RegisterFaux = (options: object) => FauxFace;

/** pi-ai's faux provider under the name `drift-faux`, whichever way this pi-ai offers it. */
export function fauxProvider(pi: Pi): Faux {
  const options = { api: "drift-faux-api", provider: "drift-faux", models: [MODEL] };
  const register = (pi.ai as { registerFauxProvider?: RegisterFaux }).registerFauxProvider;
  const create = pi.ai.createFauxCore ?? register;
  if (!create) throw new CannotProbe("pi-ai exports no faux provider");
  const core: FauxFace = create(options);
  // Older versions keep the stream in a global registry that a reload empties: the extension registers it again.
  const registry = pi.ai as { getApiProvider?: (api: string) => Partial<FauxFace> | undefined };
  const streamSimple = core.streamSimple ?? registry.getApiProvider?.(options.api)?.streamSimple;
  return {
    name: "drift-faux",
    model: core.getModel(),
    config: {
      ...endpoint("http://127.0.0.1:9", "drift-faux-api"),
      ...(streamSimple ? { streamSimple } : {}),
    },
    reply: (replies) => core.setResponses([...replies]),
    calls: () => core.state.callCount,
  };
}

/** The configuration of a provider with the one probe model at `baseUrl`. */
export function endpoint(baseUrl: string, api: string): ProviderConfig {
  return { baseUrl, apiKey: "drift-key", api, models: [{ ...MODEL, input: ["text"], cost: COST }] };
}

/** The model object that a provider made by `endpoint` serves. */
export function endpointModel(name: string, baseUrl: string, api: string): Model<string> {
  return { ...MODEL, provider: name, baseUrl, api, input: ["text"], cost: COST };
}

let callNumber = 0;

/** A tool call part with any argument value, also ones that the types of pi exclude. */
export function call(
  name: string,
  args: unknown,
  extra: Readonly<Record<string, unknown>> = {},
): Reply["content"][number] {
  callNumber += 1;
  const part = { type: "toolCall", id: `call_drift_${callNumber}`, name, arguments: args, ...extra };
  return part as unknown as Reply["content"][number];
}

/** A text part. */
export function text(value: string): Reply["content"][number] {
  return { type: "text", text: value };
}

/** An assistant message of the given parts; the stop reason follows from the parts unless given. */
export function says(
  parts: readonly Reply["content"][number][],
  stopReason?: Reply["stopReason"],
  errorMessage?: string,
): Reply {
  const reason = stopReason ?? (parts.some((part) => part.type === "toolCall") ? "toolUse" : "stop");
  const usage = {
    input: 1,
    output: 1,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 2,
    cost: { ...COST, total: 0 },
  };
  return {
    role: "assistant",
    content: [...parts],
    api: "drift-faux-api",
    provider: "drift-faux",
    model: MODEL.id,
    usage,
    stopReason: reason,
    timestamp: 0,
    ...(errorMessage === undefined ? {} : { errorMessage }),
  };
}

function resourceLoader(pi: Pi, options: LoopOptions, cwd: string, agentDir: string, settings: object) {
  const Loader = need(pi.codingAgent, "DefaultResourceLoader", "pi-coding-agent");
  const provider = (api: ExtensionAPI): void =>
    api.registerProvider(options.provider.name, options.provider.config);
  return new Loader({
    cwd,
    agentDir,
    settingsManager: settings as never,
    additionalExtensionPaths: [...(options.extensionPaths ?? [])],
    extensionFactories: [provider, ...(options.extensions ?? [])],
    noSkills: true,
    noPromptTemplates: true,
    noThemes: true,
    systemPrompt: "drift probe",
  });
}

/** A new empty folder that is removed when the process ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pi-drift-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a session of `pi`. Throws `CannotProbe` where this version offers no way to. */
export async function openLoop(pi: Pi, options: LoopOptions): Promise<Loop> {
  const base = scratchFolder();
  const cwd = options.cwd ?? mkdtempSync(join(base, "work-"));
  const agentDir = mkdtempSync(join(base, "agent-"));
  const settings = need(pi.codingAgent, "SettingsManager", "pi-coding-agent").inMemory({
    compaction: { enabled: false },
    ...options.settings,
  } as never);
  const loader = resourceLoader(pi, options, cwd, agentDir, settings);
  await loader.reload();
  const errors = loader.getExtensions().errors.map((entry) => entry.error);
  const { session } = await need(
    pi.codingAgent,
    "createAgentSession",
    "pi-coding-agent",
  )({
    cwd,
    agentDir,
    model: options.provider.model,
    thinkingLevel: "off",
    resourceLoader: loader,
    settingsManager: settings,
    sessionManager: need(pi.codingAgent, "SessionManager", "pi-coding-agent").inMemory(cwd),
    ...(options.tools ? { tools: [...options.tools] } : {}),
  });
  const events: { type: string }[] = [];
  session.subscribe((event) => void events.push(event));
  await session.bindExtensions({ onError: (error) => void errors.push(`${error.event}: ${error.error}`) });
  const messages = (): readonly Message[] => session.agent.state.messages as readonly Message[];
  return {
    session,
    cwd,
    events,
    errors,
    ask: (prompt = "go") => session.prompt(prompt),
    messages,
    results: () =>
      messages().filter((message): message is ToolResultMessage => message.role === "toolResult"),
    close: () => session.dispose(),
  };
}
