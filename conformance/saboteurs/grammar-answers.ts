/** Saboteurs whose answer is wrong in one thing. */
import type { Saboteur } from "../saboteur.ts";
import { grammarSaboteur, partsOf, textOf, withArguments, withParts, withTexts } from "./grammar-fault.ts";
import { cubicWork } from "./work.ts";

const isJsonList = (text: string): boolean => /^\[.+\]$/u.test(text);

function parsedList(text: string): unknown {
  if (!isJsonList(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const arguments_: readonly Saboteur[] = [
  grammarSaboteur(
    "apostrophes-decoded",
    "It decodes one entity in values.",
    ["argument-values"],
    async (request, run) => withArguments(await run(request), (text) => text.replaceAll("&#39;", "'")),
  ),
  grammarSaboteur(
    "lists-in-strings-parsed",
    "Text that is a JSON list becomes a list, whatever the schema says.",
    ["schema-typed-values"],
    async (request, run) => withArguments(await run(request), parsedList),
  ),
];

const messages: readonly Saboteur[] = [
  grammarSaboteur(
    "own-fields-lost",
    "A changed message loses a field that pi does not know.",
    ["message-preserved"],
    async (request, run) => {
      const result = await run(request);
      if (!result.changed) return result;
      const { "x-unknown": _one, "x-own": _two, ...message } = Object(result.message);
      return { ...result, message };
    },
  ),
  grammarSaboteur(
    "at-most-one-loss",
    "It reports one cut leak, however many there were.",
    ["no-silent-loss"],
    async (request, run) => {
      const result = await run(request);
      return { ...result, cutWithoutPromotion: Math.min(1, result.cutWithoutPromotion) };
    },
  ),
  grammarSaboteur(
    "hard-breaks-lost",
    "Blanks at the ends of lines go with the leak.",
    ["exact-cut"],
    async (request, run) => {
      const result = await run(request);
      if (!result.changed) return result;
      return { ...result, message: withTexts(result.message, (text) => text.replaceAll(/ {2}\n/gu, "\n")) };
    },
  ),
  grammarSaboteur(
    "different-call-taken-for-shadow",
    "A leak of the same tool as the real call is never reported, whatever its arguments.",
    ["shadow"],
    async (request, run) => {
      const result = await run(request);
      const real = partsOf(request.message).find((part) => part?.type === "toolCall")?.name;
      const same = typeof real === "string" && textOf(request.message).includes(real);
      return same ? { ...result, cutWithoutPromotion: 0 } : result;
    },
  ),
  grammarSaboteur(
    "families-one-by-one",
    "Calls of several families are promoted family by family, not in printed order.",
    ["one-leak-one-call"],
    async (request, run) => {
      const result = await run(request);
      if (!result.promoted || new Set(result.recoveredCalls.map(({ grammar }) => grammar)).size < 2)
        return result;
      const message = withParts(result.message, (parts) => [
        ...parts.filter((part) => part?.type !== "toolCall"),
        ...parts.filter((part) => part?.type === "toolCall").reverse(),
      ]);
      return {
        ...result,
        message,
        promotedCallIds: [...result.promotedCallIds].reverse(),
      };
    },
  ),
  grammarSaboteur(
    "phantom-stopped",
    "An empty message that stopped for tool use gets another stop reason.",
    ["phantom-left"],
    async (request, run) => {
      const result = await run(request);
      const message = Object(result.message);
      const empty = Array.isArray(message.content) && message.content.length === 0;
      if (!empty || message.stopReason !== "toolUse") return result;
      return { ...result, changed: true, message: { ...message, stopReason: "stop" } };
    },
  ),
  grammarSaboteur(
    "copies-untouched-messages",
    "An untouched message comes back as a copy.",
    ["untouched-is-same"],
    async (request, run) => {
      const result = await run(request);
      return result.changed ? result : { ...result, message: structuredClone(result.message) };
    },
  ),
];

const reports: readonly Saboteur[] = [
  grammarSaboteur(
    "events-quote-the-text",
    "An observation quotes the beginning of the message.",
    ["events-value-free"],
    async (request, run) => {
      const result = await run(request);
      const toolName = textOf(request.message).slice(0, 40);
      const event = { channel: "message", stage: "grammar", ruleId: "grammarObserve", toolName };
      return { ...result, observations: [...(result.observations ?? []), event] };
    },
  ),
  grammarSaboteur(
    "cube-in-open-lines",
    "Lines that each open a parenthesis cost the cube of the text's length.",
    ["linear"],
    (request, run) => {
      const text = textOf(request.message);
      if (text.startsWith("\nfoo(")) cubicWork(text.length);
      return run(request);
    },
  ),
];

export const answerSaboteurs: readonly Saboteur[] = [...arguments_, ...messages, ...reports];
