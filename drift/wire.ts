// A local server that speaks the streamed OpenAI completions format, for claims that depend on what a provider's
// adapter makes of the text on the wire.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoint, endpointModel, type Provider } from "./loop.ts";

/** One reply on the wire: calls with their argument text exactly as given, or a closing text. */
export interface WireReply {
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  readonly text?: string;
  readonly finish?: string;
}

export interface Wire extends Provider {
  /** The parsed bodies of the requests so far. */
  readonly bodies: readonly Record<string, unknown>[];
  readonly close: () => void;
}

function chunk(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "chunk", object: "chat.completion.chunk", created: 0, model: "drift-model", choices })}\n\n`;
}

function bodyOf(reply: WireReply): string {
  const calls = reply.calls ?? [];
  const deltas = calls.map((call, index) =>
    chunk(
      { tool_calls: [{ index, id: `call_wire_${index}_${call.name}`, type: "function", function: call }] },
      null,
    ),
  );
  const text = reply.text === undefined ? [] : [chunk({ role: "assistant", content: reply.text }, null)];
  const finish = reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop");
  return [...text, ...deltas, chunk({}, finish), "data: [DONE]\n\n"].join("");
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  let body = "";
  for await (const part of request) body += String(part);
  return JSON.parse(body) as Record<string, unknown>;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
}

/** Serves `replies` in order, then plain texts. The server binds to the loopback address only. */
export async function openWire(replies: readonly WireReply[]): Promise<Wire> {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const reply = replies[bodies.length] ?? { text: "done" };
      bodies.push(body);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(bodyOf(reply));
    });
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}/v1`;
  const api = "openai-completions";
  return {
    name: "drift-wire",
    model: endpointModel("drift-wire", baseUrl, api),
    config: endpoint(baseUrl, api),
    bodies,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
