// Does a call of an unknown tool fail early, and can message_end give it the right name?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, textOf, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  const rename = (api: ExtensionAPI): void => {
    api.on("message_end", (event) => {
      if (event.message.role !== "assistant") return undefined;
      const content = event.message.content.map((part) =>
        part.type === "toolCall" && part.name === "functions.witness" ? { ...part, name: "witness" } : part,
      );
      return { message: { ...event.message, content } };
    });
  };
  const loop = await openLoop(pi, { provider, extensions: [rename, seen.extension] });
  const names = ["nobody", "functions.witness"];
  provider.reply([...names.map((name) => says([call(name, { path: name })])), says([text("done")])]);
  await loop.ask();
  const [unknown, renamed] = loop.results();
  const early = seen.log.filter((step) => (step.value as { path?: unknown }).path === "nobody").length;
  loop.close();
  return {
    facts: [
      fact("an unknown name gives an error result", unknown?.isError === true, textOf(unknown)),
      fact("no hook and no tool_call happens for it", early === 0, `${early} steps`),
      fact("a call renamed at message_end executes", renamed?.isError === false, textOf(renamed)),
    ],
  };
});
