// What does a result lose when a tool_result handler adds a text to its content?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, textOf, witness } from "../witness.ts";

const IMAGE = Object.freeze({
  type: "image",
  mimeType: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
});
type Ended = { type: string; result?: { details?: unknown; structuredContent?: unknown } };

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const execute = (): unknown => ({
    content: [{ type: "text", text: "body" }, IMAGE],
    details: { kept: true },
    structuredContent: { kept: true },
  });
  const seen = witness([{ name: "witness", parameters: ONE_STRING, execute }]);
  let offered: unknown;
  const note = (api: ExtensionAPI): void => {
    api.on("tool_result", (event) => {
      const input = event.input as { path?: string };
      const content = [{ type: "text" as const, text: "note " }, ...event.content];
      offered = event.structuredContent;
      return input.path === "give back" && offered !== undefined
        ? { content, structuredContent: offered as never }
        : { content };
    });
  };
  const loop = await openLoop(pi, { provider, extensions: [note, seen.extension] });
  provider.reply([
    says([call("witness", { path: "a" })]),
    says([call("witness", { path: "give back" })]),
    says([text("done")]),
  ]);
  await loop.ask();
  const [first] = loop.results();
  const ended = (loop.events as readonly Ended[]).filter((event) => event.type === "tool_execution_end");
  const structured = ended.map((event) => JSON.stringify(event.result?.structuredContent));
  loop.close();
  const images = first?.content.filter((part) => part.type === "image").length;
  // A version whose event does not offer it has no structured content to lose.
  const kept = structured[0] === '{"kept":true}';
  const structuredFact = fact(
    "structuredContent stays without being returned",
    kept,
    structured[0] ?? "gone",
  );
  return {
    facts: [
      fact(
        "text and image stay",
        textOf(first).startsWith("note body") && images === 1,
        first?.content.map((part) => part.type),
      ),
      fact("details stay", JSON.stringify(first?.details) === '{"kept":true}', first?.details),
      fact("the error flag stays", first?.isError === false, first?.isError),
      ...(offered === undefined ? [] : [structuredFact]),
    ],
    notes: [
      offered === undefined ? "the event offers no structuredContent" : "the event offers structuredContent",
      `structuredContent after a handler that returns it: ${structured[1] ?? "gone"}`,
    ],
  };
});
