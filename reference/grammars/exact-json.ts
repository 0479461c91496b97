/** JSON inside a leak: exactly as written or not at all. Raw control characters in strings may be taken as meant. */
import { type JsonFault, readJson, skipSpace } from "../json.ts";
import { MAX_DEPTH } from "./json-extent.ts";

export type Flaw = JsonFault | "cut" | "trailing text";
export type Decoded = { readonly value: unknown } | { readonly flaw: Flaw };

/** The value of a JSON text, or why it has none. */
export function decodeJson(text: string, controlsAllowed: boolean): Decoded {
  const reading = readJson(text, 0, MAX_DEPTH);
  if (reading.kind === "bad") return { flaw: reading.fault };
  if (reading.kind === "cut") return { flaw: "cut" };
  if (skipSpace(text, reading.end) < text.length) return { flaw: "trailing text" };
  return reading.controls && !controlsAllowed ? { flaw: "syntax" } : { value: reading.value };
}
