// Can a tool_call handler block a call, also one that a message_end handler added?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, textOf, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  let added = false;
  const gate = (api: ExtensionAPI): void => {
    api.on("tool_call", () => ({ block: true, reason: "gate says no" }));
    api.on("message_end", (event) => {
      if (event.message.role !== "assistant" || added || event.message.stopReason !== "stop")
        return undefined;
      added = true;
      const content = [...event.message.content, call("witness", { path: "added" })];
      return { message: { ...event.message, content, stopReason: "toolUse" as const } };
    });
  };
  const loop = await openLoop(pi, { provider, extensions: [gate, seen.extension] });
  provider.reply([says([call("witness", { path: "a" })]), says([text("leak")]), says([text("done")])]);
  await loop.ask();
  const [native, promoted] = loop.results();
  const executions = seen.values("execute").length;
  loop.close();
  return {
    facts: [
      fact("a blocked call does not execute", executions === 0, `${executions} executions`),
      fact(
        "its result is an error with the reason",
        native?.isError === true && textOf(native).includes("gate says no"),
        textOf(native),
      ),
      fact(
        "a call added at message_end passes the same gate",
        textOf(promoted).includes("gate says no"),
        textOf(promoted),
      ),
    ],
  };
});
