// Are the names that a repair layer uses there: of the extension API, of its context, of the package?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { BUILT_IN_NAMES, factoryName } from "../built-ins.ts";
import { fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";

const API =
  "on registerTool registerCommand appendEntry getActiveTools setActiveTools getAllTools registerEntryRenderer";
const CONTEXT = "cwd hasUI ui model sessionManager modelRegistry isIdle signal";
const UI = "notify select confirm custom setStatus";
const EXPORTS = [
  ...BUILT_IN_NAMES.slice(0, 7).map(factoryName),
  "getAgentDir",
  "getSettingsListTheme",
  "VERSION",
];

function missing(names: readonly string[], from: unknown): readonly string[] {
  const owner = (from ?? {}) as Record<string, unknown>;
  return names.filter((name) => !(name in owner));
}

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  let api: ExtensionAPI | undefined;
  let context: { readonly ui?: unknown } | undefined;
  const take = (offered: ExtensionAPI): void => {
    api = offered;
    offered.on("message_end", (_event, given) => {
      context = given;
    });
  };
  const loop = await openLoop(pi, { provider, extensions: [take] });
  provider.reply([says([text("hello")])]);
  await loop.ask();
  const lists = [
    { what: "extension API", gone: missing(API.split(" "), api) },
    { what: "context", gone: missing(CONTEXT.split(" "), context) },
    { what: "context.ui", gone: missing(UI.split(" "), context?.ui) },
    { what: "package", gone: missing(EXPORTS, pi.codingAgent) },
  ];
  loop.close();
  return {
    facts: lists.map(({ what, gone }) =>
      fact(
        `${what}: every name is there`,
        gone.length === 0,
        gone.length === 0 ? "all" : `missing ${gone.join(", ")}`,
      ),
    ),
  };
});
