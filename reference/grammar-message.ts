/** One message, part by part: which text may be looked at, what it leaks, and what is visible without the leaks. */
import { withoutRanges } from "./cut.ts";
import { cuttable, type Leak, type ScanOptions, scanText, type ToolPolicy } from "./leak-scan.ts";
import { isPlainObject, type PlainObject } from "./value.ts";

export type TextPart = {
  readonly index: number;
  readonly key: "text" | "thinking";
  readonly text: string;
  /** Signed, redacted or no plain object: it may be read and never altered. */
  readonly sealed: boolean;
  readonly leaks: readonly Leak[];
};

/** The own value of a field, without trusting getters. */
export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return Object.hasOwn(value, key) ? (value as PlainObject)[key] : undefined;
  } catch {
    return undefined;
  }
}

const SEALS = ["textSignature", "thinkingSignature", "signature", "thoughtSignature"] as const;

function isSealed(part: unknown): boolean {
  if (fieldOf(part, "redacted") === true) return true;
  return SEALS.some((key) => {
    const seal = fieldOf(part, key);
    return seal !== undefined && seal !== null && seal !== "";
  });
}

/** The parts of a message; undefined where it has no list of parts. */
export function partsOf(message: unknown): readonly unknown[] | undefined {
  const content = fieldOf(message, "content");
  return Array.isArray(content) ? content : undefined;
}

/** All text and thinking parts with their leaks. */
export function readTextParts(parts: readonly unknown[], options: ScanOptions): readonly TextPart[] {
  return parts.flatMap((part, index): readonly TextPart[] => {
    const type = fieldOf(part, "type");
    const key = type === "text" || type === "thinking" ? type : undefined;
    const text = key === undefined ? undefined : fieldOf(part, key);
    if (key === undefined || typeof text !== "string") return [];
    return [
      {
        index,
        key,
        text,
        sealed: isSealed(part) || !isPlainObject(part),
        leaks: scanText(text, options).leaks,
      },
    ];
  });
}

export type Range = { readonly start: number; readonly end: number };

/** The ranges of a part that are cut where nothing is promoted. */
export function cutRanges(part: TextPart, policy: ToolPolicy): readonly Leak[] {
  return part.sealed ? [] : part.leaks.filter((leak) => cuttable(leak, policy).cut);
}

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** Whether a part has nothing to show. Calls, images and parts of unknown kinds are never empty. */
function isEmptyPart(part: unknown): boolean {
  const type = fieldOf(part, "type");
  return (type === "text" || type === "thinking") && isBlank(fieldOf(part, type)) && !isSealed(part);
}

/**
 * The parts without the ranges; a part that the cut emptied goes. Undefined if nothing but empty parts would be left.
 */
export function cutParts(
  parts: readonly unknown[],
  texts: readonly TextPart[],
  rangesOf: (part: TextPart) => readonly Range[],
  added: readonly unknown[],
): readonly unknown[] | undefined {
  const result: unknown[] = [];
  for (const [index, part] of parts.entries()) {
    const text = texts.find((one) => one.index === index);
    const ranges = text === undefined ? [] : rangesOf(text);
    if (text === undefined || ranges.length === 0 || !isPlainObject(part)) {
      result.push(part);
      continue;
    }
    const rest = withoutRanges(text.text, ranges);
    if (!isBlank(rest)) result.push({ ...part, [text.key]: rest });
  }
  result.push(...added);
  return result.some((part) => !isEmptyPart(part)) ? result : undefined;
}
