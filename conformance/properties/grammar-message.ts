/** Properties about the message around the calls: parts, fields, the object itself, events. */
import fc, { type Arbitrary } from "fast-check";
import { askGrammar, type Check } from "../check.ts";
import {
  framed,
  plainLeak,
  promotable,
  prose,
  proseLines,
  settings,
  soup,
  textCall,
} from "../grammar-arbitraries.ts";
import { parseJson, sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { caseProperty, gained, LEFT, partsOf } from "./grammar-case.ts";
import { text, thinking, toMessage } from "./grammar-parts.ts";

/** Parts that no leak is in. */
const otherPart: Arbitrary<unknown> = fc.oneof(
  prose.map(text),
  prose.map((value) => thinking(value, { thinkingSignature: "c2ln" })),
  fc.constant({ type: "image", data: "aGk=", mimeType: "image/png" }),
  fc.constant({ type: "x-new", value: [1, { a: null }] }),
);
const otherFields: Arbitrary<object> = fc.record(
  {
    model: fc.constantFrom("gpt-9", "deepseek/deepseek-v4", "allenai/olmo-3-think"),
    usage: fc.constant({ input: 1, output: 2, cost: { total: 0.5 } }),
    timestamp: fc.nat(),
    "x-own": fc.constant([null, { a: 1 }]),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const without = (message: string, keys: readonly string[]): string =>
  toJson(
    Object.fromEntries(Object.entries(Object(parseJson(message))).filter(([key]) => !keys.includes(key))),
  );

const preserved = property({
  address: "grammar/message-preserved/parts-and-fields",
  title: "A promoted message keeps its other parts and fields, and gets its calls after them.",
  capability: "grammar",
  arbitrary: fc.tuple(fc.array(otherPart, { maxLength: 3 }), proseLines, plainLeak(framed), otherFields),
  *check([parts, before, leak, fields]): Check {
    const message = toMessage([...parts, text(before + leak.text)], fields);
    const { answer } = yield* askGrammar({ ...settings("recover"), message });
    const received = answer.message;
    if (gained(message, received).length !== 1) return { says: "the call was not promoted", received };
    if (!sameJson(without(message, ["content", "stopReason"]), without(received, ["content", "stopReason"])))
      return { says: "a field was changed", expected: message, received };
    if (Reflect.get(Object(parseJson(received)), "stopReason") !== "toolUse")
      return { says: "the stop reason is not toolUse", received };
    const after = partsOf(received);
    if (!sameJson(toJson(parts), toJson(after.slice(0, parts.length))))
      return { says: "another part was changed", expected: toJson(parts), received };
    return after.at(-1)?.type === "toolCall" && after.length === parts.length + 2
      ? undefined
      : { says: "the calls do not come after all parts", received };
  },
});

const emptied = property({
  address: "grammar/message-preserved/emptied-part-goes",
  title: "A text part that promotion empties is removed.",
  capability: "grammar",
  share: 0.4,
  arbitrary: fc.tuple(fc.array(otherPart, { maxLength: 2 }), plainLeak(framed)),
  *check([parts, leak]): Check {
    const message = toMessage([...parts, text(leak.text)]);
    const { answer } = yield* askGrammar({ ...settings("recover"), message });
    const after = partsOf(answer.message);
    const right = after.length === parts.length + 1 && after.at(-1)?.type === "toolCall";
    return right ? undefined : { says: "the emptied part is still there", received: answer.message };
  },
});

const neverEmpty = property({
  address: "grammar/message-preserved/never-without-a-part",
  title: "A message is never left without any part that holds something.",
  capability: "grammar",
  arbitrary: fc.tuple(fc.array(plainLeak(framed), { minLength: 1, maxLength: 3 }), fc.boolean()),
  *check([leaks, apart]): Check {
    const texts = leaks.map((leak) => leak.text);
    const message = toMessage(apart ? texts.map(text) : [text(texts.join("\n"))]);
    const { answer } = yield* askGrammar({ ...settings("strip"), message });
    const holds = partsOf(answer.message).some(
      (part) => part.type !== "text" || String(part.text).trim() !== "",
    );
    return holds ? undefined : { says: "nothing is left", expected: message, received: answer.message };
  },
});

const signed = caseProperty({
  address: "grammar/message-preserved/signed-text-stays",
  title: "A signed text part is never altered.",
  share: 0.3,
  arbitrary: fc
    .tuple(proseLines, plainLeak(promotable), fc.constantFrom("strip", "recover"))
    .map(([before, leak, mode]) => ({
      call: {
        ...settings(mode),
        message: toMessage([{ ...text(before + leak.text), textSignature: "msg_1" }]),
      },
      wanted: LEFT,
      label: mode,
    })),
});

const untouched = property({
  address: "grammar/untouched-is-same/same-reference",
  title: "A message without a leak is returned as it is, the very object in process.",
  capability: "grammar",
  arbitrary: fc.tuple(
    prose,
    fc.array(otherPart, { maxLength: 2 }),
    fc.constantFrom("strip", "recover", "observe"),
  ),
  *check([value, parts, mode]): Check {
    const message = toMessage([...parts, text(value)]);
    const { answer, facts } = yield* askGrammar({ ...settings(mode), message }, { facts: true });
    if (answer.changed || !sameJson(message, answer.message))
      return { says: "the message was changed", expected: message, received: answer.message };
    return facts === undefined || facts.sameReference ? undefined : { says: "another object came back" };
  },
});

const callerUntouched = property({
  address: "grammar/message-preserved/caller-object-untouched",
  title: "The caller's message is never mutated.",
  capability: "grammar",
  share: 0.5,
  arbitrary: fc.tuple(soup, fc.constantFrom("strip", "recover")),
  *check([value, mode]): Check {
    const { facts } = yield* askGrammar(textCall(value, mode), { facts: true });
    return facts?.messageUntouched === false ? { says: "the caller's message was mutated" } : undefined;
  },
});

const SECRET = "s3cr3t-0f-the-user";
const valueFree = property({
  address: "grammar/events-value-free/no-text-in-events",
  title: "Events and families name no text of the message.",
  capability: "grammar",
  arbitrary: fc.tuple(plainLeak(promotable), fc.constantFrom("observe", "strip", "recover"), fc.boolean()),
  *check([leak, mode, asName]): Check {
    const shown = leak.text
      .replaceAll(/ls -la|make test|rm -rf build/gu, SECRET)
      .replaceAll("bash", asName ? SECRET : "bash");
    const call = textCall(`${SECRET}.\n${shown}`, mode);
    const { answer } = yield* askGrammar(call);
    const { observations = [], detectedGrammars, strippedGrammars, promotedCallIds, recoveredCalls } = answer;
    const events = toJson([
      observations,
      detectedGrammars,
      strippedGrammars,
      promotedCallIds,
      recoveredCalls.map(({ grammar }) => grammar),
    ]);
    return events.includes(SECRET)
      ? { says: "an event holds text of the message", received: events }
      : undefined;
  },
});

export const messageProperties: readonly Property[] = [
  preserved,
  emptied,
  neverEmpty,
  signed,
  untouched,
  callerUntouched,
  valueFree,
];
