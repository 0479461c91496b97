/** Texts that show, quote, break or deny calls: none of them may run. */
import { expect, test } from "vitest";
import pinned from "../../spec/tools/1.6.0.json" with { type: "json" };
import { recoverGrammarLeaks } from "../grammar.ts";
import hostile from "./hostile.json" with { type: "json" };

const { bash, read, write } = pinned.tools;
const options = {
  mode: "recover",
  knownTools: ["bash", "read", "write"],
  toolSchemas: { bash: bash.parameters, read: read.parameters, write: write.parameters },
};

test.each(hostile.texts.map(({ title, text }) => [title, text] as const))("%s", (_title, text) => {
  const message = { role: "assistant", stopReason: "stop", content: [{ type: "text", text }] };
  const result = recoverGrammarLeaks(message, options);
  expect(result.recoveredCalls).toEqual([]);
  expect(result.promoted).toBe(false);
  expect(result.message).toMatchObject({ stopReason: "stop" });
});
