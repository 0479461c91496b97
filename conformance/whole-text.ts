/**
 * Text that a layer alters if it "tidies" what passes through it: byte order marks, NUL, characters without width,
 * decomposed letters, lone surrogates, many line ends. None of it is markup, and no line of it ends anything but its line.
 */
import fc, { type Arbitrary } from "fast-check";

const WORDS = "The files are here and it is fine déjà 日本 😀 x2".split(" ");
const HARD = [
  "\ufeff",
  "\u0000",
  "\u200b",
  "\u200d",
  "\u2060",
  "\u00a0",
  "\u00ad",
  "\u202e",
  "e\u0301",
  "u\u0308",
  "\u1100\u1161",
  "\u212b",
  "ﬁ",
  "\ud800",
  "\udfff",
];
const LINE_ENDS = ["\n", "\n\n", "\r\n", "\n\n\n\n", "\n\n\n\n\n\n\n", "\r\n\r\n\r\n\r\n\r\n"];

const pieces = fc.array(
  fc.oneof({ arbitrary: fc.constantFrom(...HARD), weight: 2 }, fc.constantFrom(...WORDS, " ")),
  { minLength: 1, maxLength: 10 },
);

/** One line of words and characters that are hard to keep; no quote, bracket or backslash in it. */
export const wholeLine: Arbitrary<string> = pieces.map((parts) => parts.join(""));

/** A finished sentence of the same. */
const wholeSentence = fc
  .tuple(wholeLine, fc.constantFrom(...WORDS), fc.constantFrom(".", "!", "。"))
  .map(([line, word, end]) => line + word + end);

/** Finished sentences of it, each with one or many line ends. */
export const wholeLines: Arbitrary<string> = fc
  .array(fc.tuple(wholeSentence, fc.constantFrom(...LINE_ENDS)), { minLength: 1, maxLength: 5 })
  .map((lines) => lines.map(([text, end]) => text + end).join(""));

/** The same without a line end behind the last. */
export const wholeProse: Arbitrary<string> = fc
  .tuple(fc.oneof(wholeLines, fc.constant("")), wholeSentence)
  .map(([lines, last]) => lines + last);

const MARKS: Readonly<Record<string, (text: string) => boolean>> = {
  "byte order mark": (text) => text.includes("\ufeff"),
  nul: (text) => text.includes("\u0000"),
  "no width": (text) => /\u200b|\u200d|\u2060/u.test(text),
  decomposed: (text) => text.normalize("NFC") !== text,
  "lone surrogate": (text) => /\p{Surrogate}/u.test(text),
  "many line ends": (text) => /\n{4}/u.test(text),
};

/** What is hard to keep in a text, for label floors. */
export const marksOf = (text: string): readonly string[] =>
  Object.entries(MARKS).flatMap(([mark, has]) => (has(text) ? [mark] : []));

/** Least shares of texts that hold each thing within a line. */
export const LINE_FLOORS: Readonly<Record<string, number>> = {
  "byte order mark": 0.08,
  nul: 0.08,
  "no width": 0.15,
  decomposed: 0.15,
  "lone surrogate": 0.1,
};

/** `text` over and over, to at least `length` UTF-16 units. */
export const atLeast = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / Math.max(1, text.length)));
