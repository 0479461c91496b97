// Is a message that stopped with error the end, under pi's default settings?
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const requests = async (error: string): Promise<number> => {
    const provider = fauxProvider(pi);
    const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
    // Only the wait is shortened: whether pi retries is left to its default.
    const loop = await openLoop(pi, {
      provider,
      extensions: [seen.extension],
      settings: { retry: { baseDelayMs: 1 } },
    });
    provider.reply([says([call("witness", { path: "a" })], "error", error), says([text("asked again")])]);
    await loop.ask();
    loop.close();
    return provider.calls();
  };
  const odd = await requests("something that no list of transient errors names");
  const transient = await requests("overloaded_error");
  return {
    facts: [
      fact("after an error of no known kind pi does not ask again", odd === 1, `${odd} requests`),
      fact(
        "after an error that looks transient pi does not ask again",
        transient === 1,
        `${transient} requests`,
      ),
    ],
  };
});
