// What the terminal shows of a printed call while it streams.
import { expect, test } from "vitest";
import { createLiveStripper } from "./live.ts";

const leak = '<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>';
const options = {
  mode: "strip",
  knownTools: ["read"],
  toolSchemas: {},
  grammars: undefined,
  unknownToolText: "preserve",
};

test("a growing text never shows the call, and prose is shown as it comes", () => {
  const live = createLiveStripper();
  const text = `I will look.\n${leak}`;
  const shown = Array.from(text, (_, at) => live.strip(text.slice(0, at + 1), options));
  expect(shown.some((visible) => visible.includes("tool_call"))).toBe(false);
  expect(shown.at(-1)?.trimEnd()).toBe("I will look.");
});

test("texts that stream side by side do not mix, and one that is drawn again is not read again", () => {
  const live = createLiveStripper();
  expect(live.strip("Alpha one. ", options)).toContain("Alpha");
  expect(live.strip("Beta two. ", options)).toContain("Beta");
  expect(live.strip("Alpha one. And more. ", options)).toContain("And more");
  expect(live.strip("Alpha one. And more. ", options)).toContain("And more");
  live.clear();
  expect(live.strip("Alpha", options)).not.toContain("And");
});
