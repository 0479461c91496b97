// For tests: an extension with a model whose replies come from a file (`PI_REPAIR_SCRIPT`), and which writes down what
// the model was sent (`<script>.requests`). It runs in any pi that is promised.
import { appendFileSync, readFileSync } from "node:fs";
import * as ai from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

interface Script {
  readonly model: string;
  readonly replies: readonly {
    readonly content: readonly { readonly type: string }[];
    readonly stopReason?: string;
  }[];
}

const COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const NAME = "scripted";

export default function scriptedProvider(pi: ExtensionAPI): void {
  const file = process.env.PI_REPAIR_SCRIPT ?? "";
  const { model, replies } = JSON.parse(readFileSync(file, "utf8")) as Script;
  const face = { id: model, name: model, reasoning: false, contextWindow: 100_000, maxTokens: 8_000 };
  // Older versions have it under another name, and keep the stream in a registry.
  const older = ai as unknown as {
    registerFauxProvider?: typeof ai.createFauxCore;
    getApiProvider?: (api: string) => { streamSimple?: unknown } | undefined;
  };
  const create = ai.createFauxCore ?? older.registerFauxProvider;
  const core = create({ api: NAME, provider: NAME, models: [face] });
  core.setResponses(
    replies.map((reply) => ({
      role: "assistant",
      api: NAME,
      provider: NAME,
      model,
      usage: { ...COST, totalTokens: 0, cost: { ...COST, total: 0 } },
      timestamp: 0,
      stopReason: reply.content.some((part) => part.type === "toolCall") ? "toolUse" : "stop",
      ...reply,
    })) as unknown as Parameters<typeof core.setResponses>[0],
  );
  const streamSimple = core.streamSimple ?? older.getApiProvider?.(NAME)?.streamSimple;
  pi.registerProvider(NAME, {
    baseUrl: "http://127.0.0.1:9",
    apiKey: "none",
    api: NAME,
    models: [{ ...face, input: ["text"], cost: COST }],
    streamSimple,
  } as Parameters<ExtensionAPI["registerProvider"]>[1]);
  pi.on("context", (event) => appendFileSync(`${file}.requests`, `${JSON.stringify(event.messages)}\n`));
}
