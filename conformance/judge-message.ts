/** Answers about messages, streams and payloads against what their vectors expect. */
import type { GrammarAnswer, GuardAnswer, StreamAnswer } from "../spec/contract.ts";
import type { GrammarVector, GuardVector, StreamVector } from "../spec/vectors.ts";
import type { Problem } from "./check.ts";
import { firstDifference, parseJson, sameJson, toJson } from "./json-text.ts";

/** Two lists as sets of names. */
export function sameSet(
  what: string,
  expected: readonly string[],
  received: readonly string[],
): Problem | undefined {
  const left = [...new Set(expected)].sort().join(", ");
  const right = [...new Set(received)].sort().join(", ");
  return left === right
    ? undefined
    : { says: `${what} differ`, expected: left || "none", received: right || "none" };
}

interface Part {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
}

function partsOf(message: string): readonly Part[] {
  const parsed = parseJson(message);
  const content = typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, "content") : undefined;
  return Array.isArray(content) ? content.filter((part) => typeof part === "object" && part !== null) : [];
}

const callText = (call: { readonly name?: unknown; readonly arguments?: unknown }): string =>
  toJson([call.name ?? null, call.arguments ?? null]);

/** The calls that a message has and the original had not, by their ids. */
function promotedCalls(original: string, message: string): readonly string[] {
  const before = new Set(partsOf(original).map((part) => part.id));
  return partsOf(message)
    .filter((part) => part.type === "toolCall" && !before.has(part.id))
    .map(callText);
}

type GrammarShape = Pick<GrammarVector["expect"], "calls" | "text" | "untouched" | "message">;

function judgeMessage(shape: GrammarShape, original: string, message: string): Problem | undefined {
  if (shape.calls !== undefined) {
    const expected = `[${shape.calls.map(callText).join()}]`;
    const received = `[${promotedCalls(original, message).join()}]`;
    if (!sameJson(expected, received)) return { says: "the promoted calls differ", expected, received };
  }
  if (shape.text !== undefined) {
    const received = partsOf(message)
      .filter((part) => part.type === "text")
      .map((part) => String(part.text))
      .join("");
    if (received !== shape.text) return { says: "the text differs", expected: shape.text, received };
  }
  if (shape.untouched !== undefined && sameJson(original, message) !== shape.untouched) {
    return { says: shape.untouched ? "the message changed" : "the message is as it was", received: message };
  }
  if (Object.hasOwn(shape, "message")) {
    const expected = toJson(shape.message);
    if (!sameJson(expected, message)) return { says: "the message differs", expected, received: message };
  }
  return undefined;
}

/** A grammar answer against its vector; `original` is the JSON text of the message that was sent. */
export function judgeGrammar(
  { expect }: GrammarVector,
  answer: GrammarAnswer,
  original: string,
): Problem | undefined {
  const promoted = promotedCalls(original, answer.message);
  const forbidden = expect.forbidCalls
    ?.map(callText)
    .find((call) => promoted.some((one) => sameJson(one, call)));
  if (forbidden !== undefined) return { says: "a call must never be promoted", received: forbidden };
  const first = judgeMessage(expect, original, answer.message);
  const right =
    first === undefined ||
    expect.alternatives?.some((shape) => judgeMessage(shape, original, answer.message) === undefined) ===
      true;
  if (!right) return first;
  const stop: unknown = Reflect.get(Object(parseJson(answer.message)), "stopReason");
  if (expect.stopReason !== undefined && stop !== expect.stopReason) {
    return { says: "the stop reason differs", expected: expect.stopReason, received: String(stop) };
  }
  const { cutWithoutPromotion: cut } = expect;
  if (cut !== undefined && cut !== answer.cutWithoutPromotion) {
    const received = String(answer.cutWithoutPromotion);
    return { says: "the number of leaks cut without promotion differs", expected: String(cut), received };
  }
  return expect.detected && sameSet("the detected families", expect.detected, answer.detectedGrammars);
}

/** A stream answer against its vector. */
export function judgeStream(
  { call, expect }: StreamVector,
  { visible, flushed }: StreamAnswer,
): Problem | undefined {
  if (visible.length !== call.chunks.length) {
    return {
      says: "there is not one visible text a chunk",
      expected: `${call.chunks.length}`,
      received: `${visible.length}`,
    };
  }
  const received = visible.join("") + flushed;
  if (received !== expect.all) return { says: "the visible text differs", expected: expect.all, received };
  for (const { chunk, text } of expect.visibleAfter ?? []) {
    const shown = visible.slice(0, chunk + 1).join("");
    if (!shown.startsWith(text)) {
      return { says: `text is held back after chunk ${chunk}`, expected: text, received: shown };
    }
  }
  return undefined;
}

/** A guard answer against its vector. */
export function judgeGuard({ expect }: GuardVector, { payload }: GuardAnswer): Problem | undefined {
  const expected = toJson(expect.payload);
  const where = firstDifference(expected, payload);
  return where === undefined
    ? undefined
    : { says: `the payload differs at ${where}`, expected, received: payload };
}
