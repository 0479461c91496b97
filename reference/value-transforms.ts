// The transforms of single values that preprocessors name, and what each reports.
import { convertBenignly } from "./convert.ts";
import { unwrapMarkdownAutoLinks } from "./markdown-links.ts";
import type { ValuePreprocessor } from "./preprocessor.ts";
import { bitsOf } from "./schema-node.ts";
import { beginsLikeJson } from "./text-shapes.ts";

interface ValueTransform {
  readonly ruleId: string;
  /** Beginning of a note; the field follows. */
  readonly note: string;
  /** Removes what certain models leak into values that fit anyway: a careful profile only observes it. */
  readonly leak: boolean;
}

export const VALUE_TRANSFORMS: Readonly<Record<ValuePreprocessor["kind"], ValueTransform>> = Object.freeze({
  "filesystem-path": transform("preprocess.filesystem-path", "Unwrapped a markdown auto-link in the path"),
  "filesystem-path-array": transform(
    "preprocess.filesystem-path-array",
    "Unwrapped markdown auto-links in the paths",
  ),
  glob: transform("preprocess.glob", "Left"),
  "string-or-array": transform("preprocess.string-or-array", "Made a one-item array of the string"),
  scalar: transform("preprocess.scalar", "Converted the scalar"),
  "anchor-bleed": transform("stripAnchorBleed", "Removed regex anchors around", true),
  "grammar-tokens": transform("stripGrammarTokenLeak", "Removed grammar tokens around", true),
});

function transform(ruleId: string, note: string, leak = false): ValueTransform {
  return { ruleId, note, leak };
}

/** The value as the preprocessor's kind cleans it; the same reference where there is nothing to clean. */
export function cleanValue(preprocessor: ValuePreprocessor, value: unknown): unknown {
  switch (preprocessor.kind) {
    case "filesystem-path":
      return typeof value === "string" ? unwrapMarkdownAutoLinks(value) : value;
    case "filesystem-path-array":
      return mapStrings(value, unwrapMarkdownAutoLinks);
    case "string-or-array":
      return typeof value === "string" && !beginsLikeJson(value) ? [value] : value;
    case "scalar":
      return convertBenignly(value, bitsOf(preprocessor.scalarType)) ?? value;
    case "anchor-bleed":
      return typeof value === "string" ? stripAnchors(value) : mapStrings(value, stripAnchors);
    case "grammar-tokens":
      return typeof value === "string" ? stripTokens(value) : mapStrings(value, stripTokens);
    case "glob":
      return value;
  }
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (!Array.isArray(value)) return value;
  let copy: unknown[] | undefined;
  value.forEach((item: unknown, index) => {
    const after = typeof item === "string" ? change(item) : item;
    if (after === item) return;
    copy ??= [...value];
    copy[index] = after;
  });
  return copy ?? value;
}

/**
 * `text` without leading `^` and, where there was one, without trailing `$` that no backslash escapes. A lone `$` at
 * the end is left: it may be a part of a name. So is a text of nothing but anchors.
 */
function stripAnchors(text: string): string {
  if (!text.startsWith("^")) return text;
  const start = text.length - text.replace(/\^+/, "").length;
  // Of a run of `$` at the end only the first can be escaped.
  const last = text.split("").findLastIndex((unit) => unit !== "$");
  const end = last + (isEscaped(text, last + 1) ? 2 : 1);
  return start === end ? text : text.slice(start, end);
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charAt(at - 1 - backslashes) === "\\") backslashes++;
  return backslashes % 2 === 1;
}

const TOKEN = /<\/?arg_(?:key|value)>/;

/**
 * `text` without the grammar tokens around it, all layers, white space kept. A text with a token left inside is torn
 * from its call and stays as it is, and so does one of nothing but tokens.
 */
export function stripTokens(text: string): string {
  if (!text.includes("arg_")) return text;
  const pieces = text.split(TOKEN);
  return pieces.filter((piece) => piece.trim() !== "").length === 1 ? pieces.join("") : text;
}
