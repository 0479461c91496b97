// The transforms of single values that preprocessors name, and what each reports.
import { convertBenignly } from "./convert.ts";
import { unwrapMarkdownAutoLinks } from "./markdown-links.ts";
import type { ValuePreprocessor } from "./preprocess.ts";
import { TYPE, type TypeName } from "./schema-node.ts";
import { beginsLikeJson } from "./text-shapes.ts";

interface ValueTransform {
  readonly ruleId: string;
  /** Beginning of a note; the field follows. */
  readonly note: string;
  /** For certain models only. */
  readonly gated: boolean;
  /** Cleans what the schema accepts anyway: a careful profile only observes it. */
  readonly valid: boolean;
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

function transform(ruleId: string, note: string, gated = false): ValueTransform {
  return { ruleId, note, gated, valid: gated };
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
      return toScalar(value, preprocessor.scalarType);
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

function toScalar(value: unknown, type: string | undefined): unknown {
  if (type === undefined || !Object.hasOwn(TYPE, type)) return value;
  const converted = convertBenignly(value, TYPE[type as TypeName]);
  return converted === undefined ? value : converted;
}

/**
 * `text` without leading `^` and, where there was one, without trailing `$` that no backslash escapes. A lone `$` at
 * the end is left: it may be a part of a name. So is a text of nothing but anchors.
 */
function stripAnchors(text: string): string {
  let start = 0;
  while (text.charAt(start) === "^") start++;
  if (start === 0) return text;
  let end = text.length;
  while (end > start && text.charAt(end - 1) === "$" && !isEscaped(text, end - 1)) end--;
  return start === end ? text : text.slice(start, end);
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charAt(at - 1 - backslashes) === "\\") backslashes++;
  return backslashes % 2 === 1;
}

const TOKENS = ["<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"] as const;

/**
 * `text` without the grammar tokens around it, all layers, white space kept. A text with a token left inside is torn
 * from its call and stays as it is, and so does one of nothing but tokens.
 */
export function stripTokens(text: string): string {
  if (!text.includes("arg_")) return text;
  const head: string[] = [];
  let start = 0;
  for (let next = tokenAfter(text, start); next !== undefined; next = tokenAfter(text, start)) {
    head.push(next.space);
    start = next.end;
  }
  const tail: string[] = [];
  let end = text.length;
  for (let next = tokenBefore(text, start, end); next !== undefined; next = tokenBefore(text, start, end)) {
    tail.push(next.space);
    end = next.start;
  }
  const inner = text.slice(start, end);
  if (inner.trim() === "" || TOKENS.some((token) => inner.includes(token))) return text;
  return head.join("") + inner + tail.reverse().join("");
}

function tokenAfter(
  text: string,
  from: number,
): { readonly space: string; readonly end: number } | undefined {
  let at = from;
  while (at < text.length && text.charAt(at).trim() === "") at++;
  const token = TOKENS.find((candidate) => text.startsWith(candidate, at));
  return token === undefined ? undefined : { space: text.slice(from, at), end: at + token.length };
}

function tokenBefore(
  text: string,
  from: number,
  to: number,
): { readonly space: string; readonly start: number } | undefined {
  let at = to;
  while (at > from && text.charAt(at - 1).trim() === "") at--;
  const token = TOKENS.find(
    (candidate) => at - candidate.length >= from && text.startsWith(candidate, at - candidate.length),
  );
  return token === undefined ? undefined : { space: text.slice(at, to), start: at - token.length };
}
