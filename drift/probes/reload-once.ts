// After a reload, does each handler run once, and is the old instance told to shut down?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  const log: string[] = [];
  let instances = 0;
  const counted = (api: ExtensionAPI): void => {
    instances += 1;
    const me = instances;
    api.on("tool_call", () => void log.push(`tool_call ${me}`));
    api.on("session_shutdown", () => void log.push(`shutdown ${me}`));
    api.on(
      "session_start",
      (event) => void log.push(`start ${me} ${String((event as { reason?: unknown }).reason)}`),
    );
  };
  const loop = await openLoop(pi, { provider, extensions: [counted, seen.extension] });
  await loop.session.reload();
  provider.reply([says([call("witness", { path: "a" })]), says([text("done")])]);
  await loop.ask();
  const calls = log.filter((line) => line.startsWith("tool_call"));
  loop.close();
  return {
    facts: [
      fact("the factory runs anew", instances === 2, `${instances} instances`),
      fact("the old instance gets session_shutdown", log.includes("shutdown 1"), log),
      fact("a call reaches the new instance only, once", calls.join() === "tool_call 2", calls),
    ],
  };
});
