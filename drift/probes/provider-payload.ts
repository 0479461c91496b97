// Does what a before_provider_request handler returns go to the next handler and onto the wire?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { openLoop } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { openWire } from "../wire.ts";

await runProbe(async (pi) => {
  const wire = await openWire([]);
  let between: unknown;
  const change = (api: ExtensionAPI): void => {
    api.on("before_provider_request", (event) => ({ ...(event.payload as object), drift_first: true }));
    api.on("before_provider_request", (event) => {
      between = event.payload;
      return { ...(event.payload as object), drift_second: true };
    });
    api.on("before_provider_request", () => undefined);
  };
  const loop = await openLoop(pi, { provider: wire, extensions: [change] });
  await loop.ask();
  const [body] = wire.bodies;
  loop.close();
  wire.close();
  const second = (between as { drift_first?: unknown } | undefined)?.drift_first;
  return {
    facts: [
      fact("a later handler sees what an earlier one returned", second === true, second),
      fact("the wire carries what the last one returned", body?.drift_second === true, body?.drift_second),
      fact("a handler that returns nothing changes nothing", body?.drift_first === true, body?.drift_first),
      fact("the payload lists the tools with their schemas", Array.isArray(body?.tools), typeof body?.tools),
    ],
  };
});
