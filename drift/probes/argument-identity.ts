// Which objects are one and the same on a call's way through pi?
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const returned = { path: "returned" };
  const seen = witness([{ name: "witness", parameters: ONE_STRING, prepare: () => returned }]);
  const loop = await openLoop(pi, { provider, extensions: [seen.extension] });
  provider.reply([says([call("witness", { path: "sent" })]), says([text("done")])]);
  await loop.ask();
  const part = loop.messages().flatMap((entry) => (entry.role === "assistant" ? entry.content : []))[0];
  const [prepared] = seen.values("prepare");
  const [announced] = seen.values("tool_call");
  const [executed] = seen.values("execute");
  const [resulted] = seen.values("tool_result");
  loop.close();
  const same = (value: boolean): string => (value ? "the same object" : "another object");
  return {
    facts: [
      fact(
        "the hook gets the transcript's own object",
        part?.type === "toolCall" && part.arguments === prepared,
        same(part?.type === "toolCall" && part.arguments === prepared),
      ),
      fact(
        "validation hands on a copy of what the hook returned",
        announced !== returned,
        same(announced === returned),
      ),
      fact("tool_call and execute share one object", announced === executed, same(announced === executed)),
      fact("execute and tool_result share one object", executed === resulted, same(executed === resulted)),
    ],
  };
});
