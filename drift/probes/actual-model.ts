// Does an assistant message name the model that produced it, also behind a virtual model?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { NotApplicable } from "../load.ts";
import { fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";

type Selected = { model?: { id?: unknown } };

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  let api: ExtensionAPI | undefined;
  let ended: string | undefined;
  let selected: unknown;
  const router = (offered: ExtensionAPI): void => {
    api = offered;
    offered.registerVirtualModel?.({
      provider: provider.name,
      id: "drift-virtual",
      name: "virtual",
      route: () => ({ model: provider.model, thinkingLevel: "off" }) as never,
    });
    offered.on("message_end", (event, context) => {
      if (event.message.role !== "assistant") return;
      ended = event.message.model;
      selected = (context as Selected).model?.id;
    });
  };
  const loop = await openLoop(pi, { provider, extensions: [router] });
  if (!api?.registerVirtualModel) throw new NotApplicable("this version has no virtual models");
  const virtual = { ...provider.model, id: "drift-virtual", api: "virtual" };
  const registry = (
    loop.session as { modelRuntime?: { getModel?: (provider: string, id: string) => unknown } }
  ).modelRuntime;
  await loop.session.setModel((registry?.getModel?.(provider.name, "drift-virtual") ?? virtual) as never);
  provider.reply([says([text("hello")])]);
  await loop.ask();
  loop.close();
  return {
    facts: [
      fact(
        "message_end's message names the physical model",
        ended === provider.model.id,
        ended ?? "no message",
      ),
      fact("the selected model is another one", selected === "drift-virtual", selected ?? "none"),
    ],
  };
});
