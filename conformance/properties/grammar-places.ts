/** Properties about real calls beside a leak, thinking, tool names, and messages that no call is in. */
import fc from "fast-check";
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
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { caseProperty, cutTexts, gained, LEFT, none } from "./grammar-case.ts";
import { text, thinking, toMessage } from "./grammar-parts.ts";

const realCall = (leak: Leak, id = "call_00000001") => ({
  type: "toolCall",
  id,
  name: leak.calls[0]?.name,
  arguments: leak.calls[0]?.args,
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

export const placeProperties: readonly Property[] = [
  ...shadow,
  ...thinkingProperties,
  ...names,
  noModel,
  phantom,
];
