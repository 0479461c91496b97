// Does pi fail every call of a message that was cut off by the token limit?
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, textOf, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  const loop = await openLoop(pi, { provider, extensions: [seen.extension] });
  const calls = [call("witness", { path: "a" }), call("witness", { path: "b" })];
  provider.reply([says(calls, "length"), says([text("done")])]);
  await loop.ask();
  const results = loop.results();
  const executions = seen.values("execute").length;
  loop.close();
  return {
    facts: [
      fact("no call executes", executions === 0, `${executions} executions`),
      fact("prepareArguments is not even asked", seen.values("prepare").length === 0, seen.stages()),
      fact(
        "each call gets an error result",
        results.length === 2 && results.every((result) => result.isError),
        results.map(textOf),
      ),
    ],
  };
});
