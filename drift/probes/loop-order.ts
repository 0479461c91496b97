// Does a call pass hook, validation, tool_call, execution and tool_result in that order?
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, textOf, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const mend = (value: unknown): unknown => {
    const alias = (value as { file?: unknown }).file;
    return alias === undefined ? value : { path: alias };
  };
  const seen = witness([{ name: "witness", parameters: ONE_STRING, prepare: mend }]);
  const loop = await openLoop(pi, { provider, extensions: [seen.extension] });
  provider.reply([
    says([call("witness", { path: "a" })]),
    says([call("witness", { file: "b" })]),
    says([text("done")]),
  ]);
  await loop.ask();
  const order = "prepare tool_call execute tool_result";
  const stages = seen.stages();
  const [first, second] = [stages.slice(0, 4).join(" "), stages.slice(4).join(" ")];
  const executed = seen.values("execute");
  loop.close();
  return {
    facts: [
      fact("the order is hook, tool_call, execute, tool_result", first === order, first),
      fact(
        "what the hook returns is what gets validated and executed",
        second === order && (executed[1] as { path?: unknown } | undefined)?.path === "b",
        executed[1] ?? textOf(loop.results()[1]),
      ),
    ],
  };
});
