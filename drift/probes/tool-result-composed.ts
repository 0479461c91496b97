// Do tool_result handlers see each other's replacements, for results and for errors?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, textOf, textResult, witness } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const execute = (args: unknown): unknown => {
    const path = (args as { path: string }).path;
    if (path === "throws") throw new Error("tool failed");
    return { ...textResult(path), details: { from: "tool" } };
  };
  const seen = witness([{ name: "witness", parameters: ONE_STRING, execute }]);
  const handlers = (api: ExtensionAPI): void => {
    api.on("tool_result", (event) => ({
      content: [{ type: "text" as const, text: `[1]${textOf(event)}` }],
      details: { from: 1 },
    }));
    api.on("tool_result", (event) => ({ content: [{ type: "text" as const, text: `[2]${textOf(event)}` }] }));
    api.on("tool_result", (event) => (textOf(event).includes("flip") ? { isError: true } : undefined));
  };
  const loop = await openLoop(pi, { provider, extensions: [handlers, seen.extension] });
  const paths = ["plain", "throws", "flip"];
  provider.reply([...paths.map((path) => says([call("witness", { path })])), says([text("done")])]);
  await loop.ask();
  const [plain, failed, flipped] = loop.results();
  loop.close();
  return {
    facts: [
      fact(
        "replacements compose in the order of registration",
        textOf(plain) === "[2][1]plain",
        textOf(plain),
      ),
      fact("details can be replaced", JSON.stringify(plain?.details) === '{"from":1}', plain?.details),
      fact(
        "an error of the tool reaches the handlers",
        textOf(failed) === "[2][1]tool failed" && failed?.isError === true,
        textOf(failed),
      ),
      fact("the error flag can be set", flipped?.isError === true, flipped?.isError),
    ],
  };
});
