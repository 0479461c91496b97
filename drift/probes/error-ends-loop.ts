// Do calls of a message that stopped with error or aborted stay unexecuted, and does the loop end?
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { type Fact, fact, runProbe } from "../probe.ts";
import { ONE_STRING, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const facts: Fact[] = [];
  for (const reason of ["error", "aborted"] as const) {
    const provider = fauxProvider(pi);
    const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
    const loop = await openLoop(pi, {
      provider,
      extensions: [seen.extension],
      settings: { retry: { enabled: false } },
    });
    provider.reply([says([call("witness", { path: "a" })], reason, "stopped"), says([text("asked again")])]);
    await loop.ask();
    const types = loop.events.map((event) => event.type);
    const end = types.slice(types.lastIndexOf("message_end") + 1).join(" ");
    loop.close();
    facts.push(fact(`${reason}: no step of the call happens`, seen.log.length === 0, seen.stages()));
    facts.push(
      fact(`${reason}: turn_end and agent_end follow at once`, end.startsWith("turn_end agent_end"), end),
    );
    facts.push(fact(`${reason}: one request in all`, provider.calls() === 1, `${provider.calls()} requests`));
  }
  return { facts };
});
