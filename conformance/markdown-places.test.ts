/** The places of calls in markdown, against the commonmark package: a word in its place says where a call stands. */
import { type Node, Parser } from "commonmark";
import { expect, test } from "vitest";
import { BESIDE_BLOCKS, BESIDE_SPANS, IN_BLOCKS, IN_QUOTES, IN_SPANS } from "./markdown-places.ts";

const WORD = "zqx";

const inQuote = (node: Node | null): boolean =>
  node !== null && (node.type === "block_quote" || inQuote(node.parent));

function placeOf(text: string): string {
  const walker = new Parser().parse(text.replaceAll("¦", WORD)).walker();
  let place = "text";
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    if (!entering || !`${node.literal ?? ""}${node.info ?? ""}`.includes(WORD)) continue;
    if (node.type === "code" || node.type === "code_block") return node.type;
    if (inQuote(node)) place = "block_quote";
  }
  return place;
}

test.each([
  ["code_block", IN_BLOCKS],
  ["text", BESIDE_BLOCKS],
  ["code", IN_SPANS],
  ["text", BESIDE_SPANS],
  ["block_quote", IN_QUOTES],
])("a call stands where the lists say: %s", (place, texts) => {
  for (const text of texts) expect([text, placeOf(text)]).toEqual([text, place]);
});
