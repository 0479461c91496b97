/** Properties about what stands around printed calls in public reports: stray words, lone closers, quotes. */
import fc from "fast-check";
import closers from "../../spec/closers.json" with { type: "json" };
import { leak, oneParagraph, plainLeak, prose, proseLines, textCall } from "../grammar-arbitraries.ts";
import type { Property } from "../property.ts";
import { caseProperty, cutTexts, LEFT } from "./grammar-case.ts";

const STRAY = ["call", "count", "course", "invoke", "function", "court"];
const strayWord = caseProperty({
  address: "grammar/ten-families/invoke-after-a-stray-word",
  title: "A bare invoke on the line after a stray word is a call.",
  share: 0.4,
  arbitrary: fc
    .tuple(
      fc.constantFrom(...STRAY),
      leak({ of: ({ id }) => id === "invoke-bare" }),
      fc.oneof(fc.constant(""), proseLines),
    )
    .map(([word, { text, calls }, before]) => ({
      call: textCall(`${before}${word}\n${text}`, "recover"),
      wanted: {
        calls,
        texts: [...cutTexts(`${before}${word}\n`), ...cutTexts(before)],
        stopReason: "toolUse",
      },
      label: before === "" ? "alone" : "after prose",
    })),
});

const CALL_CLOSERS = closers.callClosers;
const orphanClosers = caseProperty({
  address: "grammar/incomplete-never-runs/closers-without-a-call",
  title: "Closers without a call end a message as text, or go; the prose before them stays.",
  arbitrary: fc
    .tuple(
      prose,
      fc.constantFrom("", "\n", "\n\n"),
      fc.array(fc.constantFrom(...CALL_CLOSERS), { minLength: 1, maxLength: 3 }),
    )
    .map(([before, between, found]) => {
      const text = before + between + found.join("");
      const parts = found.map((_, count) => before + between + found.slice(0, count).join(""));
      return {
        call: textCall(text, "recover"),
        wanted: {
          calls: [],
          texts: [text, ...parts, ...cutTexts(before + between), before],
          stopReason: "stop",
        },
        label: "closers",
      };
    }),
});

const QUOTES = [
  ['"', '"'],
  ["“", "”"],
  ["'", "'"],
  ["«", "»"],
  ["「", "」"],
  ["(", ")"],
] as const;
const inQuotes = caseProperty({
  address: "grammar/position-evidence/example-in-quotes",
  title: "A call in quotes or brackets is an example.",
  arbitrary: fc
    .tuple(
      fc.oneof(proseLines, fc.constant("It prints ")),
      fc.constantFrom(...QUOTES),
      plainLeak(oneParagraph),
      fc.constantFrom(".", " here.", ""),
      fc.constantFrom("strip", "recover"),
    )
    .map(([before, [open, close], { text }, after, mode]) => ({
      call: textCall(before + open + text + close + after, mode),
      wanted: LEFT,
      label: before.endsWith("\n") ? "own line" : "in a sentence",
    })),
  floors: { "own line": 0.2, "in a sentence": 0.2 },
});

export const wildProperties: readonly Property[] = [strayWord, orphanClosers, inQuotes];
