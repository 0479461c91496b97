// Does the session itself ask again after an error that looks transient, dropping the failed message?
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, textOf, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  const settings = { retry: { enabled: true, maxRetries: 2, baseDelayMs: 1 } };
  const loop = await openLoop(pi, { provider, extensions: [seen.extension], settings });
  const failed = says([text("half"), call("witness", { path: "a" })], "error", "overloaded_error");
  provider.reply([failed, says([text("second try")])]);
  await loop.ask();
  const types = loop.events.map((event) => event.type);
  const said = loop.messages().flatMap((entry) => (entry.role === "assistant" ? [textOf(entry)] : []));
  loop.close();
  return {
    facts: [
      fact("a second request follows", provider.calls() === 2, `${provider.calls()} requests`),
      fact(
        "it is announced as auto_retry_start",
        types.includes("auto_retry_start"),
        types.filter((type) => type.includes("retry")),
      ),
      fact("the failed message leaves the context", said.join() === "second try", said),
      fact("no call of the failed message executes", seen.log.length === 0, seen.stages()),
    ],
  };
});
