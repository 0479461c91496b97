// Is argument text that is no JSON object kept beside the call, and can message_end put the call right?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { openLoop } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { openWire } from "../wire.ts";
import { ONE_STRING, textOf, witness } from "../witness.ts";

const BROKEN = '{"path":"a Received arguments: b';
const MARKER = "Received arguments:";
type Part = { type: string; arguments?: unknown; argumentsError?: string };

await runProbe(async (pi) => {
  const calls = [{ name: "witness", arguments: BROKEN }];
  const wire = await openWire([{ calls }, { calls }]);
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  const found: Part[] = [];
  const mend = (api: ExtensionAPI): void => {
    api.on("message_end", (event) => {
      if (event.message.role !== "assistant") return undefined;
      const part = event.message.content.find((entry) => entry.type === "toolCall") as Part | undefined;
      if (part) found.push({ ...part });
      if (!part || found.length !== 2) return undefined;
      const { argumentsError: _, ...rest } = part;
      return {
        message: { ...event.message, content: [{ ...rest, arguments: { path: "mended" } } as never] },
      };
    });
  };
  const loop = await openLoop(pi, { provider: wire, extensions: [seen.extension, mend] });
  await loop.ask();
  const [broken, mended] = loop.results();
  const error = found[0]?.argumentsError;
  const after = error?.slice(error.indexOf(MARKER) + MARKER.length).trim();
  loop.close();
  wire.close();
  return {
    facts: [
      fact(
        "message_end sees argumentsError on the call",
        typeof error === "string",
        error ?? "no such field",
      ),
      fact("the text after the first marker is the model's own", after === BROKEN, after ?? "no such text"),
      fact("arguments are {} meanwhile", JSON.stringify(found[0]?.arguments) === "{}", found[0]?.arguments),
      fact(
        "the call fails with that text",
        broken?.isError === true && textOf(broken).includes(BROKEN),
        textOf(broken),
      ),
      fact(
        "a message_end handler that writes arguments and clears the error has the call executed",
        mended?.isError === false && JSON.stringify(seen.values("execute").at(-1)) === '{"path":"mended"}',
        textOf(mended),
      ),
    ],
  };
});
