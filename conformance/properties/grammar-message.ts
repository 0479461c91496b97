/** Properties about the message around the calls: parts, fields, thinking, real calls, names, events. */
import fc, { type Arbitrary } from "fast-check";
import { askGrammar, type Check } from "../check.ts";
import {
  framed,
  type Leak,
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
import { caseProperty, cutTexts, gained, LEFT, none, partsOf } from "./grammar-case.ts";

const toMessage = (content: readonly unknown[], more: object = {}): string =>
  toJson({ role: "assistant", content, stopReason: "stop", ...more });
const text = (value: string) => ({ type: "text", text: value });
const thinking = (value: string, more: object = {}) => ({ type: "thinking", thinking: value, ...more });
const realCall = (leak: Leak, id = "call_00000001") => ({
  type: "toolCall",
  id,
  name: leak.calls[0]?.name,
  arguments: leak.calls[0]?.args,
});

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

const shadow = [
  property({
    address: "grammar/shadow/equal-goes",
    title: "A leak equal to the real call goes; the real call and its id stay.",
    capability: "grammar",
    arbitrary: fc.tuple(proseLines, plainLeak(framed), fc.constantFrom("strip", "recover")),
    *check([before, leak, mode]): Check {
      const message = toMessage([text(before + leak.text), realCall(leak)], { stopReason: "toolUse" });
      const { answer } = yield* askGrammar({ ...settings(mode), message });
      const wanted = cutTexts(before).map((left) =>
        toMessage([text(left), realCall(leak)], { stopReason: "toolUse" }),
      );
      return wanted.some((one) => sameJson(one, answer.message))
        ? undefined
        : { says: "the shadow was not cut cleanly", expected: wanted.join(" | "), received: answer.message };
    },
  }),
  caseProperty({
    address: "grammar/shadow/never-promoted",
    title: "A leak beside a real call is never promoted.",
    arbitrary: fc.tuple(plainLeak(promotable), plainLeak(framed, "read")).map(([leak, other]) => ({
      call: {
        ...settings("recover"),
        message: toMessage([text(leak.text), realCall(other)], { stopReason: "toolUse" }),
      },
      wanted: { ...none, stopReason: "toolUse" },
      label: "beside",
    })),
  }),
];

const inThinking = (leak: Leak, more: { text?: string; after?: string; part?: object }) => ({
  ...settings("recover"),
  message: toMessage([
    thinking(`I need it.\n${leak.text}${more.after ?? ""}`, more.part),
    ...(more.text === undefined ? [] : [text(more.text)]),
  ]),
});

const thinkingProperties = [
  caseProperty({
    address: "grammar/thinking/ends-the-thinking",
    title: "A call that ends the thinking of a message without visible text is promoted.",
    arbitrary: plainLeak(framed).map((leak) => ({
      call: inThinking(leak, {}),
      wanted: { calls: leak.calls, stopReason: "toolUse" },
      label: "thinking",
    })),
  }),
  caseProperty({
    address: "grammar/thinking/never-beside-text",
    title: "No call is taken from thinking beside visible text, or where the thinking goes on.",
    arbitrary: fc.tuple(plainLeak(promotable), prose, fc.boolean()).map(([leak, value, beside]) => ({
      call: inThinking(leak, beside ? { text: value } : { after: `\n${value}` }),
      wanted: { ...none, stopReason: "stop" },
      label: beside ? "beside" : "goes on",
    })),
    floors: { beside: 0.3, "goes on": 0.3 },
  }),
  caseProperty({
    address: "grammar/thinking/signed-or-redacted-stays",
    title: "Signed and redacted thinking is never touched.",
    arbitrary: fc
      .tuple(plainLeak(promotable), fc.constantFrom({ thinkingSignature: "c2ln" }, { redacted: true }))
      .map(([leak, part]) => ({ call: inThinking(leak, { part }), wanted: LEFT, label: "signed" })),
  }),
];

const PREFIXES = ["functions.", "default_api.", "assistant.", "tools."];
const plainName = (leak: Leak): boolean =>
  leak.writing.notation === "json" && leak.writing.call.includes('"name": "‹name›"');
const names = [
  caseProperty({
    address: "grammar/tool-names/known-prefixes",
    title: "A namespace before a known name, and a token after it, are removed.",
    arbitrary: fc
      .tuple(
        plainLeak((writing) => framed(writing) && writing.call.includes('{"name": "‹name›"')),
        fc.constantFrom(...PREFIXES, ""),
        fc.constantFrom("", "<|channel|>commentary", "<|constrain|>json"),
      )
      .filter(([leak]) => plainName(leak) && leak.writing.id !== "inkling")
      .map(([leak, prefix, suffix]) => ({
        call: textCall(leak.text.replace('"bash"', toJson(`${prefix}bash${suffix}`)), "recover"),
        wanted: { calls: leak.calls, stopReason: "toolUse" },
        label: "named",
      })),
  }),
  caseProperty({
    address: "grammar/tool-names/nothing-is-folded",
    title: "A name in another case, or with characters that fold to a known name, is unknown.",
    arbitrary: fc
      .constantFrom("Bash", "BASH", "bAsh", "ｂash", "baſh", "bash_", "bas", "ba-sh", "my.bash")
      .chain((name) => plainLeak(framed, name))
      .map((leak) => ({ call: textCall(leak.text, "recover"), wanted: LEFT, label: "other" })),
  }),
];

const noModel = property({
  address: "grammar/model-gate/the-message-s-model-decides-nothing",
  title: "The functions take no model: a message's own model changes nothing.",
  capability: "grammar",
  share: 0.4,
  arbitrary: fc.tuple(
    plainLeak(promotable),
    fc.constantFrom("gpt-9", "zai/glm-5", "olmo-3-think", "x/y.gguf", ""),
  ),
  *check([leak, model]): Check {
    const withModel = {
      ...settings("recover"),
      message: toMessage([text(leak.text)], { model, provider: model }),
    };
    const plain = textCall(leak.text, "recover");
    const one = gained(withModel.message, (yield* askGrammar(withModel)).answer.message);
    const two = gained(plain.message, (yield* askGrammar(plain)).answer.message);
    return one.length === two.length && one.length === 1
      ? undefined
      : { says: "the model decided", expected: toJson(two), received: toJson(one) };
  },
});

const phantom = caseProperty({
  address: "grammar/phantom-left/no-call-no-repair",
  title: "A message that stopped for tool use without a call gets none and keeps its stop reason.",
  arbitrary: fc.tuple(fc.oneof(prose, soup), fc.boolean()).map(([value, inText]) => ({
    call: {
      ...settings("recover"),
      message: toMessage([inText ? text(value) : thinking(value)], { stopReason: "toolUse" }),
    },
    wanted: { ...none, stopReason: "toolUse" },
    label: inText ? "text" : "thinking",
  })),
});

export const messageProperties: readonly Property[] = [
  preserved,
  neverEmpty,
  signed,
  untouched,
  callerUntouched,
  valueFree,
  ...shadow,
  ...thinkingProperties,
  ...names,
  noModel,
  phantom,
];
