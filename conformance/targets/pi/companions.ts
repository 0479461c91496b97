/** The extensions that stand beside the target's in a session: other people's gates and tools, named in the contract. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { SessionCall } from "../../../spec/contract.ts";

type CompanionName = NonNullable<SessionCall["companions"]>[number];
export type Factory = (pi: ExtensionAPI) => void;
type Tool = Parameters<ExtensionAPI["registerTool"]>[0];

interface NestedContext {
  executeTool?: (name: string, args: unknown) => Promise<{ readonly result?: { content?: unknown } }>;
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const PATH = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const CALLS = { type: "object", properties: { calls: { type: "array" } }, required: ["calls"] };
/** A tool of an owner who adapts it: an array, and a field with another name. */
export const OWN_TOOL = {
  type: "object",
  properties: { files: { type: "array", items: { type: "string" } }, title: { type: "string" } },
  required: ["files", "title"],
};

function toolOf(
  name: string,
  parameters: object,
  execute: (args: Readonly<Record<string, unknown>>, context: NestedContext) => Promise<object>,
): Tool {
  return {
    name,
    label: name,
    description: name,
    parameters,
    execute: (
      _id: string,
      args: Readonly<Record<string, unknown>>,
      _s: unknown,
      _u: unknown,
      context: unknown,
    ) => execute(args, context as NestedContext),
  } as unknown as Tool;
}

async function makeCalls(calls: unknown, { executeTool }: NestedContext) {
  const listed = Array.isArray(calls) ? (calls as readonly { name: string; args: unknown }[]) : [];
  const outcomes = await Promise.all(listed.map(({ name, args }) => executeTool?.(name, args)));
  const content = outcomes.map((outcome) => ({
    type: "text",
    text: JSON.stringify(outcome?.result?.content ?? null),
  }));
  return { content, details: undefined };
}

const echo = async (args: unknown) => ({
  content: [{ type: "text", text: JSON.stringify(args) }],
  details: undefined,
});

function blocksFirst(pi: ExtensionAPI): void {
  let blocked = false;
  pi.on("tool_call", () => {
    if (blocked) return undefined;
    blocked = true;
    return { block: true, reason: "blocked by a gate" };
  });
}

function slow(pi: ExtensionAPI): void {
  let calls = 0;
  pi.on("message_end", () => {
    calls = 0;
  });
  pi.on("tool_call", () => wait(Math.max(0, 24 - 8 * calls++)));
}

function rich(pi: ExtensionAPI): void {
  const content = [
    { type: "text", text: "shown" },
    { type: "image", data: PIXEL, mimeType: "image/png" },
  ];
  const result = { content, details: { kept: "details" }, structuredContent: { kept: "structure" } };
  pi.registerTool(toolOf("rich", PATH, async () => result));
}

/** What a companion needs of the session that it is in. */
export interface Surroundings {
  readonly provider: string;
  readonly model: () => unknown;
  /** The target's way to adapt a tool for its owner; undefined where it has none. */
  readonly adapt: ((definition: Tool) => unknown) | undefined;
}

const virtual =
  (id: string) =>
  ({ provider, model }: Surroundings): Factory =>
  (pi) =>
    pi.registerVirtualModel({
      provider,
      id,
      name: id,
      route: () => ({ model: model(), thinkingLevel: "off" }) as never,
    });

const adapted =
  ({ adapt }: Surroundings): Factory =>
  (pi) => {
    if (adapt === undefined) throw new Error("the target adapts no tools");
    pi.registerTool(adapt(toolOf("own", OWN_TOOL, echo)) as Tool);
  };

/** Data of entries as other ages of a layer wrote them, or nobody. */
const OLDER_ENTRIES: readonly unknown[] = Object.freeze([
  { rules: ["renameAliasedField", 5, "\u001b[2Jtorn"] },
  { kind: "recovered", tool: "read", rules: ["grammarRecovery:qwen"] },
  { kind: "stripped", tool: "write", rules: ["grammarStrip"] },
  { kind: "toString", tool: 5, rules: ["later"] },
  { kind: "repaired", tool: "none" },
  "repaired",
  null,
]);

function older(pi: ExtensionAPI): void {
  pi.on("agent_start", () => {
    for (const data of OLDER_ENTRIES) pi.appendEntry("tool-repair", data);
  });
}

/** Every companion by its name. */
export const COMPANION: Readonly<Record<string, (surroundings: Surroundings) => Factory>> = Object.freeze({
  blocks: () => (pi) => void pi.on("tool_call", () => ({ block: true, reason: "blocked by a gate" })),
  "blocks-first": () => blocksFirst,
  slow: () => slow,
  nested: () => (pi) =>
    pi.registerTool(toolOf("outer", CALLS, (args, context) => makeCalls(args.calls, context))),
  rich: () => rich,
  "owns-read": () => (pi) => pi.registerTool(toolOf("read", PATH, echo)),
  virtual: virtual("virtual"),
  "virtual-qwen": virtual("virtual-qwen"),
  adapted,
  older: () => older,
} satisfies Record<CompanionName, (surroundings: Surroundings) => Factory>);
