// A tool that writes down what reaches it, and listeners that write down what pi announces about its calls.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export type Stage = "prepare" | "tool_call" | "execute" | "tool_result";
type Content = { type: "text"; text: string } | { type: "image"; data: string; mimeType: string };

/** One thing that happened to a call. `value` is the very object that pi handed over. */
export interface Step {
  readonly stage: Stage;
  readonly tool: string;
  readonly id: string;
  readonly value: unknown;
}

export interface WitnessTool {
  readonly name: string;
  readonly parameters: unknown;
  readonly prepare?: (value: unknown) => unknown;
  readonly execute?: (args: unknown, context: unknown, id: string) => unknown;
  /** Registers the tool without a hook, where a hook would change the path. */
  readonly hookless?: boolean;
}

export interface Witness {
  readonly log: readonly Step[];
  readonly extension: (api: ExtensionAPI) => void;
  readonly stages: (tool?: string) => readonly Stage[];
  readonly values: (stage: Stage, tool?: string) => readonly unknown[];
}

/** The schema of most probes: one required string. */
export const ONE_STRING = Object.freeze({
  type: "object",
  properties: { path: { type: "string" } },
  required: ["path"],
});

/** The result of a tool with one text. */
export function textResult(value: string): { content: Content[]; details: unknown } {
  return { content: [{ type: "text", text: value }], details: undefined };
}

function definition(tool: WitnessTool, log: Step[]): Parameters<ExtensionAPI["registerTool"]>[0] {
  const prepareArguments = (value: unknown): unknown => {
    log.push({ stage: "prepare", tool: tool.name, id: "", value });
    return tool.prepare ? tool.prepare(value) : value;
  };
  const execute = async (id: string, args: unknown, _signal: unknown, _update: unknown, context: unknown) => {
    log.push({ stage: "execute", tool: tool.name, id, value: args });
    return (await tool.execute?.(args, context, id)) ?? textResult("executed");
  };
  const description = "records its calls";
  const base = { name: tool.name, label: tool.name, description, parameters: tool.parameters, execute };
  return (tool.hookless ? base : { ...base, prepareArguments }) as unknown as ReturnType<typeof definition>;
}

/** An extension with the given tools and a record of every step of every call, in order. */
export function witness(tools: readonly WitnessTool[]): Witness {
  const log: Step[] = [];
  const extension = (api: ExtensionAPI): void => {
    for (const tool of tools) api.registerTool(definition(tool, log));
    api.on("tool_call", (event) => {
      log.push({ stage: "tool_call", tool: event.toolName, id: event.toolCallId, value: event.input });
    });
    api.on("tool_result", (event) => {
      log.push({ stage: "tool_result", tool: event.toolName, id: event.toolCallId, value: event.input });
    });
  };
  const of = (tool?: string): readonly Step[] =>
    log.filter((step) => tool === undefined || step.tool === tool);
  return {
    log,
    extension,
    stages: (tool) => of(tool).map((step) => step.stage),
    values: (stage, tool) => of(tool).flatMap((step) => (step.stage === stage ? [step.value] : [])),
  };
}

/** The text parts of a result or message, joined. */
export function textOf(message: { readonly content?: unknown } | undefined): string {
  const parts = Array.isArray(message?.content) ? (message.content as readonly unknown[]) : [];
  return parts.map((part) => String((part as { text?: unknown }).text ?? "")).join("");
}
