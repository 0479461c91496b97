// In which order do the hooks of two calls in one message run?
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, type Step, textOf, textResult, witness } from "../witness.ts";

const pathOf = (step: Step): unknown => (step.value as { path?: unknown }).path;

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const execute = async (args: unknown): Promise<unknown> => {
    const path = (args as { path: string }).path;
    if (path === "slow") await new Promise((resolve) => setTimeout(resolve, 60));
    return textResult(path);
  };
  const seen = witness([{ name: "witness", parameters: ONE_STRING, execute }]);
  const loop = await openLoop(pi, { provider, extensions: [seen.extension] });
  provider.reply([
    says([call("witness", { path: "slow" }), call("witness", { path: "quick" })]),
    says([text("done")]),
  ]);
  await loop.ask();
  const steps = seen.log.map((step) => `${step.stage} ${String(pathOf(step))}`);
  const results = loop.results().map(textOf);
  loop.close();
  const before = ["prepare slow", "tool_call slow", "prepare quick", "tool_call quick"].join();
  return {
    facts: [
      fact(
        "each call is prepared and announced, in order, before any executes",
        steps.slice(0, 4).join() === before,
        steps,
      ),
      fact(
        "results are announced as calls finish",
        steps.slice(-2).join() === "tool_result quick,tool_result slow",
        steps.slice(-2),
      ),
      fact("result messages keep the order of the calls", results.join() === "slow,quick", results),
    ],
  };
});
