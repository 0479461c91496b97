// Does a call that a tool makes through ctx.executeTool pass the same steps as a model's?
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { call, fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";
import { ONE_STRING, textResult, witness } from "../witness.ts";

type Context = { executeTool?: (name: string, args: unknown) => Promise<{ isError?: boolean }> };

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  let offered = false;
  const outer = async (_args: unknown, context: unknown): Promise<unknown> => {
    const { executeTool } = (context ?? {}) as Context;
    offered = typeof executeTool === "function";
    await executeTool?.("inner", { path: "good" });
    const bad = await executeTool?.("inner", { wrong: 1 });
    return textResult(`bad call failed: ${String(bad?.isError)}`);
  };
  const seen = witness([
    { name: "outer", parameters: ONE_STRING, execute: outer },
    { name: "inner", parameters: ONE_STRING },
  ]);
  const parents: unknown[] = [];
  const extra = (api: ExtensionAPI): void => {
    api.on("tool_call", (event) => {
      if (event.toolName === "inner")
        parents.push((event as { parentToolCallId?: unknown }).parentToolCallId);
    });
  };
  const loop = await openLoop(pi, { provider, extensions: [seen.extension, extra] });
  provider.reply([says([call("outer", { path: "a" })]), says([text("done")])]);
  await loop.ask();
  const stages = seen.stages("inner").join(" ");
  const answered = loop.results().length;
  loop.close();
  return {
    facts: [
      fact("a tool's context offers executeTool", offered, offered ? "a function" : "not there"),
      fact(
        "the nested call passes hook, tool_call, execute, tool_result; a bad one stops at validation",
        stages === "prepare tool_call execute tool_result prepare",
        stages || "nothing happened",
      ),
      fact(
        "its events name the calling call",
        typeof parents[0] === "string",
        parents[0] ?? "no parentToolCallId",
      ),
      fact("it adds no result message", answered === 1, `${answered} result messages`),
    ],
  };
});
