// Is an entry that an extension appends kept with the session and left out of requests?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { openLoop } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { openWire } from "../wire.ts";

const MARK = "drift-entry-mark";

await runProbe(async (pi) => {
  const wire = await openWire([]);
  let api: ExtensionAPI | undefined;
  const loop = await openLoop(pi, {
    provider: wire,
    extensions: [
      (offered) => {
        api = offered;
      },
    ],
  });
  await loop.ask("first");
  api?.appendEntry("tool-repair", { mark: MARK });
  await loop.session.reload();
  await loop.ask("second");
  const entries = loop.session.sessionManager.getEntries();
  const kept = entries.filter((entry) => entry.type === "custom" && JSON.stringify(entry).includes(MARK));
  const sent = JSON.stringify(wire.bodies);
  const requests = wire.bodies.length;
  loop.close();
  wire.close();
  return {
    facts: [
      fact("the entry is kept, also after a reload", kept.length === 1, `${kept.length} entries`),
      fact("no request holds it", requests === 2 && !sent.includes(MARK), `${requests} requests`),
    ],
  };
});
