// Does a tool_call handler's in-place change reach execution, and is a new object ignored?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  const change = (api: ExtensionAPI): void => {
    api.on("tool_call", (event) => {
      const input = event.input as Record<string, unknown>;
      if (input.path === "in place") input.path = "changed in place";
      else if (input.path === "wrong type") input.path = 5;
      else event.input = { path: "a new object" } as never;
    });
  };
  const loop = await openLoop(pi, { provider, extensions: [change, seen.extension] });
  const paths = ["in place", "reassigned", "wrong type"];
  provider.reply([...paths.map((path) => says([call("witness", { path })])), says([text("done")])]);
  await loop.ask();
  const executed = seen.values("execute").map((args) => (args as { path: unknown }).path);
  loop.close();
  return {
    facts: [
      fact("an in-place change executes", executed[0] === "changed in place", executed[0]),
      fact("a reassigned input is dropped", executed[1] === "reassigned", executed[1]),
      fact("a change is not validated again", executed[2] === 5, executed[2] ?? "not executed"),
    ],
  };
});
