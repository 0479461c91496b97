/** Chunks: what becomes visible equals stripping the whole text, whatever the chunks. */
import fc from "fast-check";
import { expect, test } from "vitest";
import shapes from "../spec/grammar-shapes.json" with { type: "json" };
import { createLeakStripper, recoverGrammarLeaks } from "./grammar.ts";
import hostile from "./grammars/hostile.json" with { type: "json" };

const OPTIONS = { mode: "strip", knownTools: ["bash", "write", "read"] };

function stripWhole(text: string): string {
  const message = { role: "assistant", stopReason: "stop", content: [{ type: "text", text }] };
  const stripped = recoverGrammarLeaks(message, OPTIONS).message as typeof message;
  return stripped.content.map((part) => part.text).join("");
}

function stripChunks(text: string, sizes: readonly number[]): string {
  const stripper = createLeakStripper(OPTIONS);
  let visible = "";
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    visible += stripper.push(text.slice(at, at + size));
    at += size;
  }
  return visible + stripper.flush();
}

const pieces = [
  ...shapes.map((row) => row.call),
  ...hostile.texts.map((row) => row.text),
  ..."\n|\n\n|\r\n| |  |. |` |``|```\n|> |    |<think>|</think>|Some prose. |a [b] <c> |</tool_call>|<tool_call>|\t|-".split(
    "|",
  ),
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(""));
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

test("the chunks are invisible", () => {
  fc.assert(
    fc.property(text, sizes, (whole, chunks) => {
      expect(stripChunks(whole, chunks)).toBe(stripWhole(whole));
    }),
    { numRuns: 3000 },
  );
});

test("stripping stripped text changes nothing", () => {
  fc.assert(
    fc.property(text, (whole) => {
      const once = stripWhole(whole);
      expect(stripWhole(once)).toBe(once);
    }),
    { numRuns: 3000 },
  );
});

test("prose is never held back", () => {
  const stripper = createLeakStripper(OPTIONS);
  for (const chunk of ["Hello", " world, this ", "is prose with x < y,", " a (b), and more"])
    expect(stripper.push(chunk)).toBe(chunk);
});

test("of code only indents and what may begin a marker are held, until the next chunk shows", () => {
  const stripper = createLeakStripper(OPTIONS);
  const chunks = ["if (a[", "i] <", " b) {\n ", "  i", "f (x) {}\n -", " item\n", "  inv", "ent()"];
  const shown = ["if (a", "[i] ", "< b) {\n", "", "   if (x) {}\n", " - item\n", "", "  invent()"];
  expect(chunks.map((chunk) => stripper.push(chunk))).toEqual(shown);
});

test("only strip and recover cut", () => {
  const leak = `Done.\n${shapes[0]?.call}\nBye.`;
  for (const mode of ["off", "observe", "Strip", undefined]) {
    const stripper = createLeakStripper({ ...OPTIONS, mode });
    expect(stripper.push(leak) + stripper.flush()).toBe(leak);
  }
});

test("the report counts what was cut and names its families", () => {
  const stripper = createLeakStripper(OPTIONS);
  stripper.push(`Done.\n${shapes.find((row) => row.shape === "hermes")?.call}\nBye.`);
  stripper.flush();
  expect(stripper.report()).toEqual({ strippedGrammars: ["qwen"], strippedRanges: 1 });
});
