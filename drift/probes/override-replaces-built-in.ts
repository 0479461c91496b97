// Does registering a built-in's name with a chained hook replace that built-in, and nothing else of it?
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { need } from "../load.ts";
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { textOf } from "../witness.ts";

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  const create = need(pi.codingAgent, "createReadToolDefinition", "pi-coding-agent");
  let api: ExtensionAPI | undefined;
  const wrap = (offered: ExtensionAPI): void => {
    api = offered;
    const original = create(process.cwd());
    const prepareArguments = (value: unknown): never =>
      ({ path: (value as { file_path?: unknown }).file_path }) as never;
    offered.registerTool({ ...original, prepareArguments });
  };
  const loop = await openLoop(pi, { provider, extensions: [wrap] });
  const file = join(loop.cwd, "note.txt");
  writeFileSync(file, "hello drift");
  provider.reply([says([call("read", { file_path: file })]), says([text("done")])]);
  await loop.ask();
  const [result] = loop.results();
  const listed = (api?.getAllTools() ?? []).filter((tool) => tool.name === "read");
  loop.close();
  return {
    facts: [
      fact(
        "the wrapped hook runs for the built-in's name",
        textOf(result).includes("hello drift"),
        textOf(result),
      ),
      fact("the tool is listed once", listed.length === 1, `${listed.length} tools named read`),
      fact("no conflict is reported", loop.errors.length === 0, loop.errors),
    ],
  };
});
