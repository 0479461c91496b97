/** Properties about every place of `markdown-places.ts`: a call there is code, is quoted, or is a leak like any other. */
import fc from "fast-check";
import { askGrammar, type Check } from "../check.ts";
import { settings } from "../grammar-arbitraries.ts";
import { sameJson } from "../json-text.ts";
import { BESIDE_BLOCKS, BESIDE_SPANS, IN_BLOCKS, IN_QUOTES, IN_SPANS } from "../markdown-places.ts";
import { ONE_CASE, type Property, property } from "../property.ts";
import { partsOf } from "./grammar-case.ts";
import { text, toMessage } from "./grammar-parts.ts";

const CALL = '<tool_call>{"name": "bash", "arguments": {"command": "ls -la"}}</tool_call>';
const printed = (place: string): string => place.replaceAll("¦", CALL);

/** The second part keeps the message from being emptied. */
const messageOf = (place: string): string => toMessage([text(printed(place)), text("Done.")]);

function* left(places: readonly string[]): Check {
  for (const place of places) {
    const message = messageOf(place);
    const { answer } = yield* askGrammar({ ...settings("strip"), message });
    if (answer.changed || !sameJson(message, answer.message))
      return { says: "it was taken for a leak", expected: message, received: answer.message };
  }
  return undefined;
}

function* cut(places: readonly string[]): Check {
  for (const place of places) {
    const message = messageOf(place);
    const { answer } = yield* askGrammar({ ...settings("strip"), message });
    const shown = partsOf(answer.message).map((part) => String(part.text));
    if (answer.cutWithoutPromotion !== 1 || shown.some((one) => one.includes("tool_call")))
      return { says: `the call in ${JSON.stringify(place)} was not cut`, received: answer.message };
  }
  return undefined;
}

interface Places {
  readonly address: string;
  readonly title: string;
  readonly inside: readonly string[];
  readonly beside: readonly string[];
}

/** Every run asks about all places: a share of them would leave the odd ones to luck. */
const places = ({ address, title, inside, beside }: Places): Property =>
  property({
    address,
    title,
    capability: "grammar",
    share: ONE_CASE,
    fixed: true,
    arbitrary: fc.constant(inside),
    *check(all): Check {
      return (yield* left(all)) ?? (yield* cut(beside));
    },
  });

export const markdownProperties: readonly Property[] = [
  places({
    address: "grammar/code-is-not-a-leak/every-code-block",
    title: "In every kind of code block a call is left, and beside what only looks like one it is cut.",
    inside: IN_BLOCKS,
    beside: BESIDE_BLOCKS,
  }),
  places({
    address: "grammar/mention-is-not-a-leak/every-code-span",
    title: "In every kind of code span a call is left, and beside what only looks like one it is cut.",
    inside: IN_SPANS,
    beside: BESIDE_SPANS,
  }),
  places({
    address: "grammar/mention-is-not-a-leak/every-block-quote",
    title:
      "In every kind of block quote, lazy lines among them, a call is left; without the quote it is cut.",
    inside: IN_QUOTES,
    beside: ["¦", "a\n¦", "- a\n¦"],
  }),
];
