/** Properties about streams that hold markdown: every place of a call, unit by unit, and what is not held back. */
import fc from "fast-check";
import { askStream, type Check } from "../check.ts";
import { settings } from "../grammar-arbitraries.ts";
import { BESIDE_BLOCKS, BESIDE_SPANS, IN_BLOCKS, IN_QUOTES, IN_SPANS } from "../markdown-places.ts";
import { everything, ONE_CASE, type Property, property } from "../property.ts";
import { streamedEndings } from "./grammar-ends.ts";

const CALL = '<tool_call>{"name": "bash", "arguments": {"command": "ls -la"}}</tool_call>';

/** What a stream shows of a place, unit by unit, behind other visible text. */
function* unitByUnit(places: readonly string[], left: boolean): Check {
  for (const place of places)
    for (const end of left ? ["\n", "\r\n", "\r"] : ["\n", "\r\n"]) {
      const given = `${place.replaceAll("¦", CALL)}\n\nDone.`.replaceAll("\n", end);
      const { answer } = yield* askStream({ ...settings("strip"), chunks: given.split("") });
      const received = answer.visible.join("") + answer.flushed;
      const right = left ? received === given : !received.includes("tool_call") && received.endsWith("Done.");
      if (!right) return { says: `the stream shows of ${JSON.stringify(given)}`, received };
    }
  return undefined;
}

const places = everything({
  address: "stream/chunking-invisible/every-place-in-markdown",
  title: "Unit by unit, with line ends of every kind, code and quotes stay and other calls go.",
  capability: "stream",
  *check(): Check {
    const kept = yield* unitByUnit([...IN_BLOCKS, ...IN_SPANS, ...IN_QUOTES], true);
    return kept ?? (yield* unitByUnit([...BESIDE_BLOCKS, ...BESIDE_SPANS], false));
  },
});

/** Lines in front of a call whose backticks, if any, are paired, escaped, in code, or in what has ended. */
const FINISHED = [
  "",
  "a\n",
  "a `b` c\n",
  "a \\` b\n",
  "# a ` b\n",
  "`a` <b c='`'>\n",
  "a ` b\n\n",
  "a ` b\n***\n",
];

const flows = property({
  address: "stream/bounded-delay/markdown-flows",
  title: "Behind a call on a line of its own text flows, unless a backtick of its paragraph is unpaired.",
  capability: "stream",
  share: ONE_CASE,
  fixed: true,
  arbitrary: fc.constant(FINISHED),
  *check(all): Check {
    for (const before of all) {
      const { answer } = yield* askStream({
        ...settings("strip"),
        chunks: [before, `${CALL}\n`, "I go on.", " And on.\n"],
      });
      const received = answer.visible.slice(0, 3).join("");
      if (received !== `${before}I go on.`)
        return {
          says: `behind ${JSON.stringify(before)} it is held back`,
          expected: `${before}I go on.`,
          received,
        };
    }
    return undefined;
  },
});

export const properties: readonly Property[] = Object.freeze([places, flows, streamedEndings]);
