/** Saboteurs that tidy text and values that pass through them, or give up on long, many or unusual ones. */
import type { Saboteur } from "../saboteur.ts";
import type { GrammarRequest, GrammarResult } from "../target.ts";
import { grammarSaboteur, partsOf, textOf, withParts, withStrings, withTexts } from "./grammar-fault.ts";

/** It alters what stands around the leaks of a message. */
const around = (name: string, title: string, alter: (text: string) => string): Saboteur =>
  grammarSaboteur(name, title, ["exact-cut"], async (request, run) => {
    const result = await run(request);
    return result.changed ? { ...result, message: withTexts(result.message, alter) } : result;
  });

/** The result with `map` over the arguments of promoted calls. */
function withCalls(result: GrammarResult, map: (name: string, args: unknown) => unknown): GrammarResult {
  if (!result.promoted) return result;
  const message = withParts(result.message, (parts) =>
    parts.map((part) =>
      part?.type === "toolCall" ? { ...part, arguments: map(String(part.name), part.arguments) } : part,
    ),
  );
  const recoveredCalls = result.recoveredCalls.map((call) => ({
    ...call,
    arguments: map(call.name, call.arguments),
  }));
  return { ...result, message, recoveredCalls };
}

/** Strings of the fields that the tool's schema declares, through `alter`. */
function declared(schema: unknown, args: unknown, alter: (text: string) => string): unknown {
  const fields = Object(Reflect.get(Object(schema), "properties"));
  const altered = Object.entries(Object(args)).map(([key, value]) => [
    key,
    Object.hasOwn(fields, key) ? withStrings(value, alter) : value,
  ]);
  return Object.fromEntries(altered);
}

/** It alters the strings of declared fields. */
const values = (
  name: string,
  title: string,
  alter: (text: string) => string,
  rows: readonly string[] = ["schema-typed-values"],
): Saboteur =>
  grammarSaboteur(name, title, rows, async (request, run) =>
    withCalls(await run(request), (tool, args) => declared(request.toolSchemas?.[tool], args, alter)),
  );

/** It leaves the messages for which `gives up`. */
const ignoring = (
  name: string,
  title: string,
  breaks: readonly string[],
  givesUp: (request: GrammarRequest) => boolean,
): Saboteur =>
  grammarSaboteur(name, title, breaks, (request, run) =>
    run(givesUp(request) ? { ...request, mode: "off" } : request),
  );

const composed = (text: string): string => text.normalize("NFC");
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, "\ufffd");

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

const seenAs = (name: string, title: string, map: (seen: readonly string[]) => readonly string[]): Saboteur =>
  grammarSaboteur(name, title, ["echo-never-runs"], (request, run) =>
    run(request.seenTexts === undefined ? request : { ...request, seenTexts: map(request.seenTexts) }),
  );

export const wholeSaboteurs: readonly Saboteur[] = [
  around("composes-text-around", "It normalises the text around a leak to NFC.", composed),
  around("marks-lost-around", "Byte order marks go with the leak.", (text) => text.replaceAll("\ufeff", "")),
  around("surrogates-replaced-around", "It makes the text around a leak well-formed.", wellFormed),
  around("line-ends-collapsed", "Four and more line ends around a leak become two.", (text) =>
    text.replaceAll(/\n{4,}/gu, "\n\n"),
  ),
  values("composes-values", "It normalises strings of arguments to NFC.", composed),
  values("surrogates-replaced-in-values", "It makes strings of arguments well-formed.", wellFormed),
  values(
    "hidden-lost-from-values",
    "NUL, marks and spaces without width go from values.",
    (text) => text.replaceAll(/\0|\ufeff|\u200b/gu, ""),
    ["argument-values", "schema-typed-values"],
  ),
  values("long-values-cut", "A value ends after 8,000 characters.", (text) => text.slice(0, 8_000), [
    "argument-values",
  ]),
  grammarSaboteur(
    "nulls-dropped",
    "A null is no argument.",
    ["argument-values", "schema-typed-values"],
    async (request, run) => withCalls(await run(request), (_tool, args) => withoutNulls(args)),
  ),
  seenAs("long-seen-texts-ignored", "It does not look at seen texts of 2,000 characters.", (seen) =>
    seen.filter((text) => text.length < 2_000),
  ),
  seenAs("first-seen-texts-only", "It looks at the first twenty seen texts.", (seen) => seen.slice(0, 20)),
  seenAs("wide-spaces-are-no-white-space", "Spaces beyond ASCII in a seen text count as letters.", (seen) =>
    seen.map((text) => text.replaceAll(/[\u00a0\u2003\u202f\u3000]/gu, "_")),
  ),
  grammarSaboteur(
    "part-fields-lost",
    "Text parts of a changed message keep their text and nothing else.",
    ["message-preserved"],
    async (request, run) => {
      const result = await run(request);
      if (!result.changed) return result;
      const message = withParts(result.message, (parts) =>
        parts.map((part) => {
          if (part?.type !== "text" || part.textSignature !== undefined) return part;
          return { type: "text", text: part.text };
        }),
      );
      return { ...result, message };
    },
  ),
  ignoring(
    "long-messages-ignored",
    "It does nothing about messages of 60,000 to 200,000 characters.",
    ["exact-cut", "argument-values"],
    ({ message }) => {
      const { length } = textOf(message);
      return length >= 60_000 && length <= 200_000;
    },
  ),
  ignoring(
    "many-parts-ignored",
    "It does nothing about messages of more than three text parts.",
    ["message-preserved"],
    ({ message }) => partsOf(message).filter((part) => part?.type === "text").length > 3,
  ),
  ignoring(
    "bold-lines-ignored",
    "It takes a message with a line that starts with a bold word for a report.",
    ["position-evidence"],
    ({ message }) => /^\*\*\w/mu.test(textOf(message)),
  ),
];
