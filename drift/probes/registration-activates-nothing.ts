// Does registering under a built-in's name leave the set of active tools as it was?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { fauxProvider, openLoop } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";

const NAMES = Object.freeze(["read", "bash", "edit", "write", "grep", "find", "ls"] as const);

await runProbe(async (pi) => {
  const active = async (register: (api: ExtensionAPI) => void): Promise<string> => {
    let api: ExtensionAPI | undefined;
    const extension = (offered: ExtensionAPI): void => {
      api = offered;
      register(offered);
    };
    const loop = await openLoop(pi, { provider: fauxProvider(pi), extensions: [extension] });
    const names = [...(api?.getActiveTools() ?? [])].sort().join(" ");
    loop.close();
    return names;
  };
  const wrapAll = (api: ExtensionAPI): void => {
    for (const name of NAMES) {
      const key =
        `create${name[0]?.toUpperCase()}${name.slice(1)}ToolDefinition` as "createReadToolDefinition";
      const create = pi.codingAgent[key];
      if (create) api.registerTool(create(process.cwd()));
    }
  };
  const before = await active(() => undefined);
  const atLoad = await active(wrapAll);
  const atStart = await active((api) => void api.on("session_start", () => wrapAll(api)));
  const inactive = (api: ExtensionAPI): void => {
    const create = pi.codingAgent.createGrepToolDefinition;
    if (create) api.registerTool({ ...create(process.cwd()), defaultActive: false } as never);
  };
  const optedOut = await active(inactive);
  return {
    facts: [
      fact("wrapped while the extension loads", atLoad === before, atLoad),
      fact("wrapped at session_start", atStart === before, atStart),
    ],
    notes: [
      `active without the extension: ${before}`,
      `after registering grep with defaultActive false: ${optedOut}`,
    ],
  };
});
