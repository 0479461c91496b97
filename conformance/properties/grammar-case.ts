/** A grammar case is a message with what must become of it, known by construction; most properties draw them. */
import type { Arbitrary } from "fast-check";
import type { GrammarAnswer, GrammarCall } from "../../spec/contract.ts";
import type { WrittenCall } from "../../spec/grammar-writers.ts";
import { askGrammar, type Check, type Problem } from "../check.ts";
import { parseJson, sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";

/** What must hold of the answer; what is left out may be anything. */
export interface Wanted {
  /** The calls that the message gained, in order. */
  readonly calls?: readonly WrittenCall[];
  /** Texts of which one must be what the text parts hold. */
  readonly texts?: readonly string[];
  readonly untouched?: boolean;
  readonly stopReason?: string;
  readonly cutWithoutPromotion?: number;
}

export interface GrammarCase {
  readonly call: GrammarCall;
  readonly wanted: Wanted;
  /** What kind of case it is, for the label floors. */
  readonly label: string;
}

export const LEFT: Wanted = { calls: [], untouched: true };
export const none: Wanted = { calls: [] };

interface Part {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly text?: unknown;
}

/** The parts of a message's JSON text that are objects. */
export function partsOf(message: string): readonly Part[] {
  const content: unknown = Reflect.get(Object(parseJson(message)), "content");
  return Array.isArray(content) ? content.filter((part) => typeof part === "object" && part !== null) : [];
}

/** The calls of a message that `original` had not, by id. */
export function gained(original: string, message: string): readonly Part[] {
  const before = new Set(partsOf(original).map((part) => part.id));
  return partsOf(message).filter((part) => part.type === "toolCall" && !before.has(part.id));
}

const callsText = (calls: readonly { readonly name: unknown; readonly arguments: unknown }[]): string =>
  toJson(calls.map((call) => [call.name, call.arguments]));

const textOf = (message: string): string =>
  partsOf(message)
    .filter((part) => part.type === "text")
    .map((part) => String(part.text))
    .join("");

function wrongCalls(wanted: readonly WrittenCall[], original: string, answer: GrammarAnswer) {
  const expected = callsText(wanted.map(({ name, args }) => ({ name, arguments: args })));
  const received = callsText(
    gained(original, answer.message).map((part) => ({
      name: part.name ?? null,
      arguments: part.arguments ?? null,
    })),
  );
  return sameJson(expected, received)
    ? undefined
    : { says: "the promoted calls are others", expected, received };
}

/** What is wrong with an answer, if anything. */
export function judge(call: GrammarCall, wanted: Wanted, answer: GrammarAnswer): Problem | undefined {
  if (wanted.calls !== undefined) {
    const problem = wrongCalls(wanted.calls, call.message, answer);
    if (problem !== undefined) return problem;
  }
  if (wanted.untouched === true && (answer.changed || !sameJson(call.message, answer.message))) {
    return { says: "the message was changed", expected: call.message, received: answer.message };
  }
  const text = textOf(answer.message);
  if (wanted.texts !== undefined && !wanted.texts.includes(text)) {
    return { says: "the text is another", expected: wanted.texts.join(" | "), received: text };
  }
  const stop: unknown = Reflect.get(Object(parseJson(answer.message)), "stopReason");
  if (wanted.stopReason !== undefined && stop !== wanted.stopReason) {
    return { says: "the stop reason is another", expected: wanted.stopReason, received: String(stop) };
  }
  const { cutWithoutPromotion: cut } = wanted;
  if (cut !== undefined && cut !== answer.cutWithoutPromotion) {
    const received = String(answer.cutWithoutPromotion);
    return { says: "another number of leaks is said to be cut", expected: String(cut), received };
  }
  return undefined;
}

/**
 * What may be left of `before` + leak + `after`: the line end after the leak goes with the line that would be blank;
 * at the message's end blank lines may go too.
 */
export function cutTexts(before: string, after = ""): readonly string[] {
  const whole = before === "" || before.endsWith("\n");
  const text = before + (whole ? after.replace(/^\r?\n/u, "") : after);
  if (after.trim() !== "") return [text];
  return [text, text.replace(/\r?\n(\r?\n)$/u, "$1"), text.replace(/(\r?\n)\r?\n$/u, "$1"), text.trimEnd()];
}

interface CaseProperty {
  /** `grammar/requirement/name`. */
  readonly address: string;
  readonly title: string;
  readonly arbitrary: Arbitrary<GrammarCase>;
  readonly floors?: Readonly<Record<string, number>>;
  readonly share?: number;
}

/** A property over cases: the answer is the one that is right by construction. */
export function caseProperty(definition: CaseProperty): Property {
  return property({
    ...definition,
    capability: "grammar",
    labels: ({ label }) => [label],
    *check({ call, wanted }): Check {
      const { answer } = yield* askGrammar(call);
      return judge(call, wanted, answer);
    },
  });
}
