// Does a message that a message_end handler returns replace the loop's own, in the same turn, role guarded?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe, show } from "../probe.ts";
import { ONE_STRING, textOf, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  const replace = (api: ExtensionAPI): void => {
    api.on("message_end", async (event) => {
      if (event.message.role !== "assistant") return undefined;
      const said = textOf(event.message);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (said === "leak") {
        const content = [text("cleaned"), call("witness", { path: "promoted" })];
        return { message: { ...event.message, content, stopReason: "toolUse" as const } };
      }
      if (said === "role") return { message: { role: "user", content: "someone else", timestamp: 0 } };
      return undefined;
    });
  };
  const loop = await openLoop(pi, { provider, extensions: [replace, seen.extension] });
  provider.reply([says([text("leak")]), says([text("role")])]);
  await loop.ask();
  const said = loop.messages().flatMap((entry) => (entry.role === "assistant" ? [textOf(entry)] : []));
  const saved = JSON.stringify(loop.session.sessionManager.getEntries());
  const calls = provider.calls();
  loop.close();
  return {
    facts: [
      fact("the handler is awaited and its message stands in the conversation", said[0] === "cleaned", said),
      fact(
        "the replacement is what the session saves",
        saved.includes("cleaned") && !saved.includes('"leak"'),
        said[0],
      ),
      fact(
        "a call that it adds executes in the same turn",
        (seen.values("execute")[0] as { path?: unknown } | undefined)?.path === "promoted" && calls === 2,
        `${show(seen.values("execute"))}, ${calls} requests`,
      ),
      fact(
        "a message of another role is refused",
        said[1] === "role" && loop.errors.some((error) => error.includes("role")),
        loop.errors.find((error) => error.includes("role")) ?? said[1],
      ),
    ],
  };
});
