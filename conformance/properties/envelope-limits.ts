/** Properties of the limits: they bound repair work, and never valid input. */
import fc from "fast-check";
import { hardText } from "../arbitraries.ts";
import { askRepair, type Check } from "../check.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { builtInCallOf, callWith, type ValidCall, validCall } from "../valid-calls.ts";
import { refused, restored } from "./envelope-case.ts";

const LONG = 100_000;

const encodedTooOften = property<readonly [ValidCall, number, number]>({
  address: "envelope/limits/decode-attempts",
  title: "Text encoded up to as often as the attempts allow is decoded; once more is refused.",
  capability: "repair",
  arbitrary: fc.tuple(validCall, fc.integer({ min: 1, max: 4 }), fc.boolean().map(Number)),
  *check([valid, maxDecodeAttempts, beyond]): Check {
    let text = toJson(valid.args);
    for (let times = 1; times < maxDecodeAttempts + beyond; times += 1) text = JSON.stringify(text);
    const call = callWith(valid, text, { limits: { maxDecodeAttempts } });
    const { answer } = yield* askRepair(call);
    return beyond === 1
      ? refused(answer, call.input, "text encoded once more than allowed was decoded")
      : restored(answer, valid.args, "text within the attempts was not decoded");
  },
  labels: ([, , beyond]) => [beyond === 1 ? "beyond" : "within"],
  floors: { beyond: 0.3, within: 0.3 },
});

const inputBytes = property<readonly [ValidCall, string, number]>({
  address: "envelope/limits/bytes-count-utf-8",
  title: "Text of exactly the allowed bytes in UTF-8 is decoded; one byte more is refused.",
  capability: "repair",
  arbitrary: fc.tuple(builtInCallOf("write"), fc.constantFrom("a", "é", "日", "😀"), fc.nat({ max: 1 })),
  *check([valid, letter, beyond]): Check {
    const args = { ...valid.args, content: letter.repeat(50) };
    const text = toJson(args);
    const call = callWith(valid, text, { limits: { maxInputBytes: Buffer.byteLength(text) - beyond } });
    const { answer } = yield* askRepair(call);
    return beyond === 1
      ? refused(answer, call.input, "text beyond the allowed bytes was decoded")
      : restored(answer, args, "text of the allowed bytes was not decoded");
  },
});

const validWhateverSize = property<readonly [ValidCall, string, number]>({
  address: "envelope/limits/valid-whatever-its-size",
  title: "Limits never touch a strictly valid value.",
  capability: "repair",
  arbitrary: fc.tuple(builtInCallOf("write"), hardText, fc.constantFrom(0, 1, LONG)),
  *check([valid, text, times]): Check {
    const args = { ...valid.args, content: text.repeat(times) };
    const limits = { maxInputBytes: 1, maxNestingDepth: 0, maxDecodeAttempts: 0, maxCandidates: 0 };
    const call = callWith(valid, args, { limits });
    const { answer } = yield* askRepair(call);
    return answer.outcome === "valid" && sameJson(answer.args, call.input)
      ? undefined
      : { says: "a valid value met a limit", received: answer.outcome };
  },
  share: 0.3,
});

const depth = property<readonly [number, number, boolean]>({
  address: "envelope/limits/depth",
  title: "A value deeper than allowed that would need repair is refused; within the depth it is repaired.",
  capability: "repair",
  arbitrary: fc.tuple(fc.integer({ min: 3, max: 12 }), fc.boolean().map(Number), fc.boolean()),
  *check([maxNestingDepth, beyond, asText]): Check {
    let inner: unknown = "leaf";
    // Whether the root or the leaf counts as a level is left open: two levels within, or two beyond.
    const levels = maxNestingDepth + (beyond === 1 ? 2 : -2);
    for (let level = 0; level < levels; level += 1) inner = [inner];
    const args = { name: "x", tree: inner };
    const schema = toJson({ type: "object", properties: { name: { type: "string" } }, required: ["name"] });
    const preprocessors = [{ kind: "alias" as const, selector: "/name", aliases: ["title"] }];
    const damaged = { title: "x", tree: inner };
    const input = toJson(asText ? toJson(damaged) : damaged);
    const { answer } = yield* askRepair({
      toolName: "deep",
      schema,
      input,
      preprocessors,
      limits: { maxNestingDepth },
    });
    return beyond === 1
      ? refused(answer, input, "a value beyond the allowed depth was repaired")
      : restored(answer, args, "a value of the allowed depth was not repaired");
  },
});

export const limitProperties: readonly Property[] = Object.freeze([
  encodedTooOften,
  inputBytes,
  validWhateverSize,
  depth,
]);
