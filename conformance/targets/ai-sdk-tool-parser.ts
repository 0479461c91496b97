/**
 * The npm package @ai-sdk-tool/parser as a target for `grammar`: its protocols read each text part, the first one that
 * finds a call of a known tool wins, and what it finds becomes a call. It has no gates of its own.
 */
import {
  hermesProtocol,
  morphXmlProtocol,
  qwen3CoderProtocol,
  type TCMCoreProtocol,
} from "@ai-sdk-tool/parser";
import { packageVersion } from "../package-version.ts";
import { defineTarget, type GrammarRequest, type GrammarResult } from "../target.ts";

const PACKAGE = "@ai-sdk-tool/parser";

/** Any other mode does nothing. */
const MODES: readonly string[] = ["observe", "strip", "recover"];

interface Reader {
  readonly grammar: string;
  readonly protocol: TCMCoreProtocol;
}

const READERS: readonly Reader[] = [
  { grammar: "qwen", protocol: hermesProtocol() },
  { grammar: "qwen", protocol: qwen3CoderProtocol() },
  { grammar: "invoke", protocol: morphXmlProtocol() },
];

interface Found {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[];
  readonly grammar: string;
}

function readText(text: string, { knownTools, toolSchemas }: GrammarRequest): Found | undefined {
  const tools = knownTools.map((name) => ({
    type: "function" as const,
    name,
    inputSchema: Object(toolSchemas?.[name] ?? { type: "object" }) as Record<string, unknown>,
  }));
  for (const { grammar, protocol } of READERS) {
    const parts = protocol.parseGeneratedText({ text, tools, options: {} });
    const calls = parts.flatMap((part) =>
      part.type === "tool-call"
        ? [{ id: part.toolCallId, name: part.toolName, arguments: JSON.parse(part.input) as unknown }]
        : [],
    );
    if (calls.length === 0) continue;
    const rest = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
    return { text: rest, calls, grammar };
  }
  return undefined;
}

const untouched = (message: unknown): GrammarResult => ({
  message,
  changed: false,
  promoted: false,
  recoveredCalls: [],
  strippedGrammars: [],
  detectedGrammars: [],
  promotedCallIds: [],
  cutWithoutPromotion: 0,
});

function textOf(part: unknown): string | undefined {
  const { type, text } = Object(part) as { readonly type?: unknown; readonly text?: unknown };
  return type === "text" && typeof text === "string" ? text : undefined;
}

function recoverMessage(request: GrammarRequest): GrammarResult {
  const message = Object(request.message) as { readonly content?: unknown };
  if (!MODES.includes(request.mode) || !Array.isArray(message.content)) return untouched(request.message);
  const parts: readonly unknown[] = message.content;
  const found = parts.map((part) => {
    const text = textOf(part);
    return text === undefined ? undefined : readText(text, request);
  });
  const detectedGrammars = [...new Set(found.flatMap((each) => each?.grammar ?? []))];
  const calls = found.flatMap(
    (each) => each?.calls.map((call) => ({ ...call, grammar: each.grammar })) ?? [],
  );
  if (calls.length === 0 || request.mode === "observe") {
    return { ...untouched(request.message), detectedGrammars };
  }
  const promoted = request.mode === "recover";
  const kept = parts.flatMap((part, at) => {
    const own = found[at];
    if (own === undefined) return [part];
    return own.text === "" ? [] : [{ ...Object(part), text: own.text }];
  });
  const added = promoted ? calls.map(({ grammar: _family, ...call }) => ({ type: "toolCall", ...call })) : [];
  const changed = {
    ...message,
    content: [...kept, ...added],
    ...(promoted ? { stopReason: "toolUse" } : {}),
  };
  return {
    message: changed,
    changed: true,
    promoted,
    recoveredCalls: promoted ? calls.map(({ id: _id, ...call }) => call) : [],
    strippedGrammars: detectedGrammars,
    detectedGrammars,
    promotedCallIds: promoted ? calls.map(({ id }) => id) : [],
    cutWithoutPromotion: promoted ? 0 : calls.length,
  };
}

export default defineTarget({
  name: "ai-sdk-tool-parser",
  version: packageVersion(PACKAGE),
  language: "TypeScript",
  source: `npm package ${PACKAGE}`,
  capabilities: ["grammar"],
  ruleIds: [],
  recoverMessage,
});
