// Does a call that misses the schema fail before tool_call, with words for the model?
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, textOf, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  const loop = await openLoop(pi, { provider, extensions: [seen.extension] });
  provider.reply([
    says([call("witness", { other: 1 })]),
    says([call("witness", { path: 5 })]),
    says([text("done")]),
  ]);
  await loop.ask();
  const [failed] = loop.results();
  const stages = seen.stages();
  const kept = loop.messages().flatMap((message) => (message.role === "assistant" ? message.content : []));
  const sent = kept.find((part) => part.type === "toolCall" && "path" in part.arguments);
  loop.close();
  return {
    facts: [
      fact("the result is an error", failed?.isError === true, failed?.isError),
      fact(
        "neither tool_call nor execute happens",
        stages[0] === "prepare" && stages[1] === "prepare",
        stages,
      ),
      fact(
        "the model reads the tool's name, the issue and its own arguments",
        /witness[\s\S]*path[\s\S]*Received arguments:[\s\S]*"other": 1/.test(textOf(failed)),
        textOf(failed),
      ),
      fact(
        "conversion works on a copy: the call in the transcript stays as sent",
        JSON.stringify(sent?.type === "toolCall" && sent.arguments) === '{"path":5}',
        sent?.type === "toolCall" && sent.arguments,
      ),
    ],
  };
});
