// Raw arguments: text that holds a JSON object is decoded, what stands around it is dropped or refused, and a text that
// was cut between two members yields a candidate for the pipeline to judge.
import type { RepairChange } from "./changes.ts";
import { type JsonReading, readJson, skipSpace } from "./json.ts";
import { readNatively } from "./json-native.ts";
import { exceedsBytes, type RepairLimits, resolveLimits } from "./limits.ts";
import { onlyClosers } from "./text-shapes.ts";
import { isPlainObject, type PlainObject } from "./value.ts";

export interface EnvelopeResult {
  /** The decoded value, or the input itself where nothing was recovered. */
  readonly value: unknown;
  readonly changes: readonly RepairChange[];
  /** Completions of a cut text, each to be used only if it validates. */
  readonly candidates: readonly { readonly value: unknown; readonly changes: readonly RepairChange[] }[];
  /** A limit was passed: the input must be refused. */
  readonly limited: boolean;
  /** Numbers that print otherwise than they were written. */
  readonly respelled: ReadonlySet<number>;
}

const NOTES = {
  "envelope.decode-json": "Decoded the arguments from JSON text; send an object, not a string.",
  "envelope.escape-control-character":
    "Took raw control characters in the arguments' JSON text as parts of its strings; escape them.",
  "envelope.unwrap-fence": "Took the arguments out of a markdown fence; send them bare.",
  "envelope.drop-trailing-garbage": "Dropped stray closing marks after the arguments' JSON object.",
  "envelope.unwrap-singleton-object-array":
    "Took the arguments out of an array of one; send the object itself.",
  "envelope.complete-truncated-object":
    "Closed the arguments' JSON object, which ended without its last braces.",
} as const;

function envelopeChange(ruleId: keyof typeof NOTES): RepairChange {
  return { ruleId, stage: "envelope", note: NOTES[ruleId] };
}

/** The change that a completion claims. */
export function truncatedEnvelopeChange(): RepairChange {
  return envelopeChange("envelope.complete-truncated-object");
}

/**
 * Escapes raw control characters inside the JSON strings of `text`, and only there. Text that is no JSON is treated the
 * same way up to its end.
 */
export function escapeJsonStringControlCharacters(text: string): string {
  let escaped = "";
  let from = 0;
  let inside = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) inside = !inside;
    else if (inside && code === 0x5c) index += 1;
    else if (inside && code < 0x20) {
      escaped += text.slice(from, index) + JSON.stringify(text.charAt(index)).slice(1, -1);
      from = index + 1;
    }
  }
  return escaped + text.slice(from);
}

/**
 * Recovers an argument object from raw arguments. `limits` default to DEFAULT_ENVELOPE_LIMITS. The input is kept where
 * it is no text, no array of one object, or cannot be decoded for certain. Never throws.
 */
export function recoverEnvelope(input: unknown, limits?: Partial<RepairLimits>): EnvelopeResult {
  if (typeof input === "string") return decodeText(input, resolveLimits(limits));
  const single = singleObject(input);
  return single === undefined ? kept(input) : decoded(single, [UNWRAPPED]);
}

const NONE: ReadonlySet<number> = new Set();

function kept(input: unknown, limited = false): EnvelopeResult {
  return { value: input, changes: [], candidates: [], limited, respelled: NONE };
}

function decoded(value: unknown, changes: readonly RepairChange[], respelled = NONE): EnvelopeResult {
  return { value, changes, candidates: [], limited: false, respelled };
}

const UNWRAPPED = envelopeChange("envelope.unwrap-singleton-object-array");

function singleObject(value: unknown): PlainObject | undefined {
  if (!Array.isArray(value) || value.length !== 1) return undefined;
  const only: unknown = value[0];
  return isPlainObject(only) ? only : undefined;
}

interface Decoding {
  readonly input: string;
  readonly limits: RepairLimits;
  readonly text: string;
  readonly attempts: number;
  readonly controls: boolean;
  readonly fenced: boolean;
}

function decodeText(input: string, limits: RepairLimits): EnvelopeResult {
  if (exceedsBytes(input, limits.maxInputBytes)) return kept(input, true);
  return decodeLayer({ input, limits, text: input, attempts: 0, controls: false, fenced: false });
}

/** Reads what is at the text of `decoding`; a string is one more layer. */
function decodeLayer(decoding: Decoding): EnvelopeResult {
  const { input, limits } = decoding;
  const text = decoding.text.startsWith("\ufeff") ? decoding.text.slice(1) : decoding.text;
  const body = openFence(text);
  const start = skipSpace(body, 0);
  const first = body.charAt(start);
  if (first !== "{" && first !== "[" && first !== '"') return finishText(decoding);
  const depth = limits.maxNestingDepth;
  const reading = readNatively(body, start, depth) ?? readJson(body, start, depth);
  if (reading.kind === "bad") return reading.fault === "depth" ? kept(input, true) : finishText(decoding);
  if (decoding.attempts >= limits.maxDecodeAttempts) return kept(input, true);
  const controls = decoding.controls || reading.controls;
  const layer = { ...decoding, controls, fenced: decoding.fenced || body.length < text.length };
  if (reading.kind === "cut") return complete(reading, layer);
  if (typeof reading.value !== "string") return finishValue(reading, body, layer);
  // A quoted word with more behind it is no encoded text but, say, a shell command.
  if (skipSpace(body, reading.end) < body.length) return finishText(decoding);
  return decodeLayer({ ...layer, text: reading.value, attempts: decoding.attempts + 1 });
}

/** No two repetitions of white space side by side: a long run of it would be divided between them in every way. */
const FENCE = /[ \t\r\n]*(`{3,}|~{3,})[ \t]*(?:(?:json|JSON)[ \t]*)?\r?\n/y;

/** What is inside of the one fence around the whole text, or the text itself. */
function openFence(text: string): string {
  FENCE.lastIndex = 0;
  const mark = FENCE.exec(text)?.[1];
  // Most texts have none: the end of a long one is not looked for.
  if (mark === undefined) return text;
  const start = FENCE.lastIndex;
  const end = text.trimEnd();
  const closer = end.lastIndexOf("\n") + 1;
  return closer < start || end.slice(closer).trim() !== mark ? text : text.slice(start, closer);
}

function decodingChanges(decoding: Decoding): RepairChange[] {
  const changes = [envelopeChange("envelope.decode-json")];
  if (decoding.fenced) changes.push(envelopeChange("envelope.unwrap-fence"));
  if (decoding.controls) changes.push(envelopeChange("envelope.escape-control-character"));
  return changes;
}

/** The text does not begin like JSON: it is kept, but for the JSON strings that it was wrapped in. */
function finishText(decoding: Decoding): EnvelopeResult {
  if (decoding.attempts === 0) return kept(decoding.input);
  return decoded(decoding.text, decodingChanges(decoding));
}

function finishValue(
  reading: JsonReading & { readonly kind: "value" },
  body: string,
  decoding: Decoding,
): EnvelopeResult {
  const { input } = decoding;
  const changes = decodingChanges(decoding);
  const exact = skipSpace(body, reading.end) === body.length;
  const single = singleObject(reading.value);
  if (single !== undefined && exact) return decoded(single, [...changes, UNWRAPPED], reading.respelled);
  if (!isPlainObject(reading.value)) return kept(input);
  if (!exact) {
    if (!onlyClosers(body, reading.end) || mayHoldMore(body, reading.end)) return kept(input);
    changes.push(envelopeChange("envelope.drop-trailing-garbage"));
  }
  return decoded(reading.value, changes, reading.respelled);
}

/**
 * Whether the last string of the object that ends at `end` may go on behind it, up to another quote: in
 * `{"command":"echo "}"}` the quotes inside of the command are not escaped. Only a bracket that does not close what
 * holds the string speaks against it.
 */
function mayHoldMore(body: string, end: number): boolean {
  let last = end - 1;
  let holder = "";
  for (; "}] \t\r\n".includes(body.charAt(last)); last--)
    if ("}]".includes(body.charAt(last))) holder = body.charAt(last);
  if (body.charAt(last) !== '"') return false;
  for (let quote = body.indexOf('"', end); quote !== -1; quote = body.indexOf('"', quote + 1)) {
    const next = body.charAt(skipSpace(body, quote + 1));
    if (next === "" || next === holder || !'"}]'.includes(next)) return true;
  }
  return false;
}

function complete(
  { closed, respelled }: JsonReading & { readonly kind: "cut" },
  decoding: Decoding,
): EnvelopeResult {
  const { input, limits } = decoding;
  if (limits.maxCandidates === 0) return kept(input);
  const changes = [...decodingChanges(decoding), truncatedEnvelopeChange()];
  return { ...kept(input), candidates: [{ value: closed, changes }], respelled };
}
