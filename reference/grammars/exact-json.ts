/** JSON inside a leak: exactly as written or not at all. Raw control characters in strings may be taken as meant. */
import { type JsonFault, readJson, skipSpace } from "../json.ts";
import { MAX_DEPTH } from "./json-extent.ts";

export type Decoded = { readonly value: unknown } | { readonly flaw: JsonFault };

/** The value of a JSON text, or why it has none. */
export function decodeJson(text: string): Decoded {
  const reading = readJson(text, 0, MAX_DEPTH);
  if (reading.kind === "bad") return { flaw: reading.fault };
  const whole = reading.kind !== "cut" && skipSpace(text, reading.end) === text.length;
  return whole ? { value: reading.value } : { flaw: "syntax" };
}
