/**
 * Runs the sessions of the contract: an extension in the real loop of the installed pi, with replies from a script, in
 * folders of its own. One at a time, since an extension reads the environment of the process.
 */
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { SessionAnswer, SessionCall } from "../../../spec/contract.ts";
import { installAdvice } from "../../install-advice.ts";
import { piAtHand } from "../../install-pi.ts";
import { NotInstalled } from "../../refusals.ts";
import { COMPANION, type Factory, type Surroundings } from "./companions.ts";
import { capture, contents, type Folders, inPlace, makeFolders, withEnvironment } from "./folders.ts";
import { drawEntries } from "./indicator-lines.ts";

/** The extension under test: a factory, or the path of a module that pi loads. Another pi than ours takes the path. */
export interface Subject {
  readonly factory?: (pi: ExtensionAPI) => void;
  readonly path?: string;
  readonly adapt?: Surroundings["adapt"];
}

const PROVIDER = "scripted";
const COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

interface Pi {
  readonly ai: typeof import("@earendil-works/pi-ai");
  readonly agent: typeof import("@earendil-works/pi-coding-agent");
  /** The one that is installed with the suite. */
  readonly isOwn: boolean;
}

function manifestOf(name: string, parent: string): string {
  try {
    const manifest = findPackageJSON(name, parent);
    if (manifest !== undefined) return manifest;
  } catch {
    // Not found, as below.
  }
  throw new NotInstalled(installAdvice("a session runs in pi", name));
}

/** Throws NotInstalled where there is no pi for this project. */
export function requirePi(): void {
  manifestOf("@earendil-works/pi-coding-agent", import.meta.url);
}

/** The module that a package offers to an import from `parent`. */
function entryOf(name: string, parent: string): string {
  const manifest = manifestOf(name, parent);
  const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as {
    exports?: { "."?: { import?: string } };
  };
  const entry = exports?.["."]?.import;
  if (entry === undefined) throw new Error(`harness: ${name} says not what an import gets`);
  return new URL(entry, pathToFileURL(manifest)).href;
}

/** The installed pi, or a published one from its folder; its packages are then those that it finds from there. */
async function loadPi(version: string | undefined): Promise<Pi> {
  const folder = version === undefined ? undefined : piAtHand(version);
  if (version !== undefined && folder === undefined) throw new Error(`harness: pi ${version} is not at hand`);
  const parent = folder === undefined ? import.meta.url : pathToFileURL(join(folder, "package.json")).href;
  const agent = entryOf("@earendil-works/pi-coding-agent", parent);
  const ai = entryOf("@earendil-works/pi-ai", agent);
  return { ai: await import(ai), agent: await import(agent), isOwn: version === undefined } as Pi;
}

const textOf = (content: unknown): string =>
  Array.isArray(content)
    ? content
        .flatMap((part: { text?: unknown }) => (typeof part.text === "string" ? [part.text] : []))
        .join("\n")
    : String(content ?? "");

function scriptedModel({ ai }: Pi, id: string) {
  const face = { id, name: id, reasoning: false, contextWindow: 100_000, maxTokens: 8_000 };
  // Older versions have it under another name.
  const create =
    ai.createFauxCore ?? (ai as { registerFauxProvider?: typeof ai.createFauxCore }).registerFauxProvider;
  const core = create({ api: PROVIDER, provider: PROVIDER, models: [face] });
  const config = {
    baseUrl: "http://127.0.0.1:9",
    apiKey: "none",
    api: PROVIDER,
    models: [{ ...face, input: ["text"], cost: COST }],
    streamSimple: core.streamSimple,
  } as Parameters<ExtensionAPI["registerProvider"]>[1];
  return { core, config };
}
type Scripted = ReturnType<typeof scriptedModel>;
type Reply = Parameters<Scripted["core"]["setResponses"]>[0][number];

function replyOf(text: string, model: string): Reply {
  const given = JSON.parse(text) as { content: readonly { type: string }[]; stopReason?: string };
  const calls = given.content.some((part) => part.type === "toolCall");
  return {
    role: "assistant",
    content: given.content,
    api: PROVIDER,
    provider: PROVIDER,
    model,
    usage: { ...COST, totalTokens: 0, cost: { ...COST, total: 0 } },
    stopReason: given.stopReason ?? (calls ? "toolUse" : "stop"),
    timestamp: 0,
  } as unknown as Reply;
}

interface Record_ {
  readonly seen: SessionAnswer["seen"];
  readonly seenResults: string[];
  readonly requests: string[];
  readonly shown: string[];
  readonly warned: string[];
  readonly errors: string[];
}

/** The models of a session without pi's catalogue and the user's keys: reading them takes a quarter of a session's time. */
function scriptedOnly({ ai, agent, isOwn }: Pi) {
  if (!isOwn) return undefined;
  const credentials = new ai.InMemoryCredentialStore();
  return agent.ModelRuntime.create({ credentials, modelsPath: null, refreshOnCreate: false });
}

/** Sees what every other extension has made of calls and requests; loaded last. */
function watcher(config: Scripted["config"], kept: Record_): Factory {
  return (pi) => {
    pi.registerProvider(PROVIDER, config);
    pi.on("context", (event) => void kept.requests.push(JSON.stringify(event.messages)));
    pi.on("tool_result", (event) => {
      const { toolName, content, details, isError, structuredContent } = event;
      kept.seenResults.push(JSON.stringify({ toolName, content, details, isError, structuredContent }));
    });
    pi.on("tool_call", (event) => {
      const nested = event.parentToolCallId !== undefined;
      kept.seen.push({ tool: event.toolName, args: JSON.stringify(event.input), nested });
    });
  };
}

/** A dialog that comes again however often it is dismissed would hold up the whole run. */
const MOST_SHOWN = 1000;

/** A user who answers dialogs from a list. */
function scriptedUser(choices: string[], { shown, warned }: Record_): object {
  const next = (title: string, options?: readonly string[]): string | undefined => {
    if (shown.length >= MOST_SHOWN) throw new Error("the dialogs have no end");
    shown.push([title, ...(options ?? [])].join("\n"));
    const choice = choices.shift();
    return options === undefined
      ? choice
      : options.find((option) => choice !== undefined && option.includes(choice));
  };
  const known: Readonly<Record<string, unknown>> = {
    select: async (title: string, options: readonly string[]) => next(title, options),
    confirm: async (title: string, message: string) => next(`${title}\n${message}`) === "yes",
    input: async (title: string) => next(title),
    notify: (message: string, level?: string) => {
      shown.push(message);
      if (level === "warning" || level === "error") warned.push(message);
    },
  };
  return new Proxy(known, { get: (target, key) => target[String(key)] ?? (() => undefined) });
}

async function openSession(pi: Pi, subject: Subject | undefined, call: SessionCall, folders: Folders) {
  const { agent } = pi;
  const kept: Record_ = { seen: [], seenResults: [], requests: [], shown: [], warned: [], errors: [] };
  const model = call.model ?? "scripted-model";
  const scripted = scriptedModel(pi, model);
  const surroundings = { provider: PROVIDER, model: () => scripted.core.getModel(), adapt: subject?.adapt };
  const companions = (call.companions ?? []).flatMap((name) => COMPANION[name]?.(surroundings) ?? []);
  const settingsManager = agent.SettingsManager.inMemory({
    compaction: { enabled: false },
    retry: { enabled: false },
  });
  const path = subject?.factory === undefined || call.pi !== undefined ? subject?.path : undefined;
  const factory = path === undefined ? subject?.factory : undefined;
  const watch = watcher(scripted.config, kept);
  const resourceLoader = new agent.DefaultResourceLoader({
    cwd: folders.cwd,
    agentDir: folders.agentDir,
    settingsManager,
    additionalExtensionPaths: path === undefined ? [] : [path],
    extensionFactories: [...companions, ...(factory === undefined ? [] : [factory]), watch],
    noSkills: true,
    noPromptTemplates: true,
    noThemes: true,
    systemPrompt: "a session under test",
  });
  await resourceLoader.reload();
  kept.errors.push(...resourceLoader.getExtensions().errors.map(({ error }) => error));
  const modelRuntime = await scriptedOnly(pi);
  const { session } = await agent.createAgentSession({
    ...(modelRuntime === undefined ? {} : { modelRuntime }),
    cwd: folders.cwd,
    agentDir: folders.agentDir,
    model: scripted.core.getModel(),
    thinkingLevel: "off",
    resourceLoader,
    settingsManager,
    sessionManager: agent.SessionManager.inMemory(folders.cwd),
    ...(call.tools === undefined ? {} : { tools: [...call.tools] }),
  });
  const choices: string[] = [];
  const asksUser = call.turns.some((turn) => "command" in turn && turn.choices !== undefined);
  await session.bindExtensions({
    onError: (error) => void kept.errors.push(`${error.event}: ${error.error}`),
    ...(asksUser ? { uiContext: scriptedUser(choices, kept) as never, mode: "tui" } : {}),
  });
  const virtual = call.companions?.find((name) => name.startsWith("virtual"));
  if (virtual !== undefined) {
    const runtime = session as { modelRuntime?: { getModel?: (provider: string, id: string) => unknown } };
    await session.setModel(runtime.modelRuntime?.getModel?.(PROVIDER, virtual) as never);
  }
  return { session, kept, scripted, model, choices, extensions: resourceLoader.getExtensions() };
}
type Open = Awaited<ReturnType<typeof openSession>>;

/** What is thrown by everything that a stale extension API or context offers. */
function fail(): never {
  throw new Error("this extension instance is stale");
}

const STALE: ReadonlySet<PropertyKey> = new Set([
  "model",
  "modelRegistry",
  "sessionManager",
  "getSystemPrompt",
  "ui",
  "hasUI",
]);

function goStale({ session, extensions }: Open): void {
  const runner = session.extensionRunner;
  // pi itself goes on with what the layer has no business with.
  const get = (context: object, key: PropertyKey): unknown =>
    STALE.has(key) ? fail() : Reflect.get(context, key);
  for (const name of ["createContext", "createCommandContext"] as const) {
    const create = runner[name].bind(runner);
    Reflect.set(runner, name, () => new Proxy(create(), { get }));
  }
  for (const name of ["getActiveTools", "getAllTools", "appendEntry", "getCommands"])
    Reflect.set(extensions.runtime, name, fail);
}

async function play(open: Open, call: SessionCall): Promise<void> {
  const { session, scripted, model, choices } = open;
  if (call.stale === true) goStale(open);
  const done = JSON.stringify({ content: [{ type: "text", text: "done" }] });
  for (const turn of call.turns) {
    if ("reload" in turn) await session.reload();
    else if ("command" in turn) {
      choices.splice(0, choices.length, ...(turn.choices ?? []));
      await session.prompt(turn.command);
    } else {
      scripted.core.setResponses([...turn.replies, done].map((text) => replyOf(text, model)));
      await session.prompt("go on");
    }
  }
}

const alone = new Map<string, string[]>();

/** The active tools without the extension; asked once for each surroundings. */
async function namesAlone(pi: Pi, { companions, tools }: SessionCall, folders: Folders): Promise<string[]> {
  const key = JSON.stringify([pi.agent.VERSION, companions, tools]);
  const known = alone.get(key) ?? (await askNamesAlone(pi, companions, tools, folders));
  alone.set(key, known);
  return known;
}

async function askNamesAlone(
  pi: Pi,
  companions: SessionCall["companions"],
  tools: SessionCall["tools"],
  folders: Folders,
): Promise<string[]> {
  const names = (companions ?? []).filter((name) => name !== "adapted" && !name.startsWith("virtual"));
  const alone = { turns: [], companions: names, ...(tools === undefined ? {} : { tools }) };
  const { session } = await openSession(pi, undefined, alone, folders);
  const active = session.getActiveToolNames();
  session.dispose();
  return active;
}

function answerOf(
  { session, kept }: Open,
  folders: Folders,
): Omit<SessionAnswer, "pi" | "stderr" | "stdout" | "activeToolsAlone"> {
  const messages = session.agent.state.messages as readonly {
    role: string;
    toolName?: string;
    isError?: boolean;
    content?: unknown;
  }[];
  const entries = session.sessionManager
    .getEntries()
    .filter((entry) => entry.type === "custom" && entry.customType === "tool-repair");
  return {
    results: messages
      .filter(({ role }) => role === "toolResult")
      .map((result) => ({
        tool: String(result.toolName),
        isError: result.isError === true,
        text: textOf(result.content),
        whole: JSON.stringify(result),
      })),
    ...kept,
    messages: messages.filter(({ role }) => role === "assistant").map((message) => JSON.stringify(message)),
    files: contents(folders.cwd),
    written: contents(folders.own),
    entries: entries.map((entry) => JSON.stringify((entry as { data?: unknown }).data ?? null)),
    indicators: drawEntries(session.extensionRunner.getEntryRenderer("tool-repair"), entries),
    activeTools: session.getActiveToolNames(),
    commands: Object.fromEntries(
      session.extensionRunner
        .getRegisteredCommands()
        .map(({ name, description }) => [name, description ?? ""]),
    ),
  };
}

async function runAlone(subject: Subject, call: SessionCall): Promise<SessionAnswer> {
  const pi = await loadPi(call.pi);
  const folders = makeFolders(call);
  const [stderr, stdout]: [string[], string[]] = [[], []];
  const undo = withEnvironment({
    PI_CODING_AGENT_DIR: folders.agentDir,
    PI_TOOL_REPAIR_SETTINGS: join(folders.own, "settings.json"),
    PI_TOOL_REPAIR_TELEMETRY: join(folders.own, "telemetry.jsonl"),
    PI_TOOL_REPAIR_LOG: undefined,
    PI_TOOL_REPAIR_DEBUG: undefined,
    PI_TOOL_REPAIR_PASSTHROUGH: undefined,
    ...inPlace(call.environment ?? {}, folders),
  });
  const release = [capture(process.stderr, stderr), capture(process.stdout, stdout)];
  try {
    const activeToolsAlone = await namesAlone(pi, call, folders);
    const open = await openSession(pi, subject, call, folders);
    try {
      await play(open, call);
      return {
        ...answerOf(open, folders),
        pi: pi.agent.VERSION,
        activeToolsAlone,
        stderr: stderr.join(""),
        stdout: stdout.join(""),
      };
    } finally {
      open.session.dispose();
    }
  } finally {
    for (const each of release) each();
    undo();
    // Not waited for: pi may write for a while, and what is left goes with the thread's folder for temporary files.
    void rm(folders.base, { recursive: true, force: true }).catch(() => undefined);
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one session with the extension under test. Throws where pi itself does not start. */
export function runSession(subject: Subject, call: SessionCall): Promise<SessionAnswer> {
  const mine = last.then(() => runAlone(subject, call));
  last = mine.catch(() => undefined);
  return mine;
}
