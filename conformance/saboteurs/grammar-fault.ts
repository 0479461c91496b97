/** What saboteurs of messages share: wrapping the reference, and mapping the texts of a message. */
import { knownAnswer } from "../known-answers.ts";
import type { Saboteur } from "../saboteur.ts";
import type { GrammarRequest, GrammarResult } from "../target.ts";
import reference from "../targets/reference.ts";

export type Run = (request: GrammarRequest) => Promise<GrammarResult>;
export type Fault = (request: GrammarRequest, run: Run) => GrammarResult | Promise<GrammarResult>;

const run: Run = async (request) => {
  const known = knownAnswer<GrammarResult>(request);
  if (known !== undefined) return known;
  if (reference.recoverMessage === undefined) throw new Error("harness: the reference has no recoverMessage");
  return reference.recoverMessage(request);
};

/** A saboteur whose messages go through `fault`. */
export function grammarSaboteur(
  name: string,
  title: string,
  breaks: readonly string[],
  fault: Fault,
): Saboteur {
  return {
    name: `grammar/${name}`,
    title,
    breaks: breaks.map((row) => (row.includes("/") ? row : `grammar/${row}`)),
    target: { ...reference, name: `saboteur ${name}`, recoverMessage: (request) => fault(request, run) },
  };
}

export interface Part {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly [key: string]: unknown;
}

/** The parts of a message; [] where its content is no list. */
export function partsOf(message: unknown): readonly Part[] {
  const content: unknown = Reflect.get(Object(message), "content");
  return Array.isArray(content) ? content : [];
}

/** The message with `map` over its parts; the same object where its content is no list. */
export function withParts(message: unknown, map: (parts: readonly Part[]) => readonly Part[]): unknown {
  const parts = partsOf(message);
  return parts.length === 0 ? message : { ...Object(message), content: map(parts) };
}

const isText = (part: Part): boolean =>
  part !== null && typeof part === "object" && typeof part.text === "string";

/** All text of the message's text parts. */
export const textOf = (message: unknown): string =>
  partsOf(message)
    .filter(isText)
    .map((part) => String(part.text))
    .join("");

/** The message with `map` over each text part's text. */
export function withTexts(message: unknown, map: (text: string) => string): unknown {
  return withParts(message, (parts) =>
    parts.map((part) => (isText(part) ? { ...part, text: map(String(part.text)) } : part)),
  );
}

/** `map` over every string in a value of JSON. */
export function withStrings(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => withStrings(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStrings(item, map)]));
}

const recovered = (result: GrammarResult, map: (text: string) => unknown) =>
  result.recoveredCalls.map((call) => ({ ...call, arguments: withStrings(call.arguments, map) }));

/** The result with `map` over each argument string of the message's calls. */
export function withArguments(result: GrammarResult, map: (text: string) => unknown): GrammarResult {
  const message = withParts(result.message, (parts) =>
    parts.map((part) =>
      part?.type === "toolCall" ? { ...part, arguments: withStrings(part.arguments, map) } : part,
    ),
  );
  return result.promoted ? { ...result, message, recoveredCalls: recovered(result, map) } : result;
}

/**
 * The reference run on a message whose texts were rewritten so that it misreads them; what it leaves is written back.
 * `back` must undo `there`.
 */
export async function misread(
  request: GrammarRequest,
  reading: Run,
  there: (text: string) => string,
  back: (text: string) => string,
): Promise<GrammarResult> {
  const text = textOf(request.message);
  if (there(text) === text) return reading(request);
  const result = await reading({ ...request, message: withTexts(request.message, there) });
  if (!result.changed) return { ...result, message: request.message };
  return { ...result, message: withStrings(result.message, back), recoveredCalls: recovered(result, back) };
}
