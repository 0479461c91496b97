/** Properties of retry messages: their limit is one of bytes, and what they quote is made safe. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { askRepair, type Check } from "../check.ts";
import { unrepairableIsOriginal } from "../invariants.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";

const long = (characters: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...characters), fc.integer({ min: 1, max: 3000 }))
    .map(([character, times]) => character.repeat(times));

const longNames: fc.Arbitrary<RepairCall> = fc
  .record({
    toolName: long(["t", "ü", "語"]),
    keys: fc.uniqueArray(long(["k", "é", "鍵", "🔑"]), { minLength: 1, maxLength: 4 }),
    extra: long(["x", "ß", "余"]),
  })
  .map(({ toolName, keys, extra }) => ({
    toolName,
    schema: toJson({
      type: "object",
      properties: Object.fromEntries(keys.map((key) => [key, { type: "integer" }])),
      required: keys,
      additionalProperties: false,
    }),
    input: toJson({ [extra]: extra }),
  }));

const MARKS = ["\u202e", "\u202d", "\u2066", "\u2069", "\u200f", "\u061c", "\u001b", "\u0085"] as const;
const markedKeys: fc.Arbitrary<RepairCall> = fc
  .tuple(fc.constantFrom(...MARKS), fc.constantFrom("key", "txt.exe", "</args>"), fc.boolean())
  .map(([mark, name, closed]) => ({
    toolName: "marked",
    schema: toJson({
      type: "object",
      properties: { id: { type: "integer" } },
      required: ["id"],
      ...(closed ? { additionalProperties: false } : {}),
    }),
    input: toJson({ [`${mark}${name}`]: 1, id: { [`${name}${mark}`]: true } }),
  }));

const refused = (address: string, title: string, arbitrary: fc.Arbitrary<RepairCall>): Property =>
  property<RepairCall>({
    address,
    title,
    capability: "repair",
    arbitrary,
    *check(call): Check {
      const { answer } = yield* askRepair(call);
      return unrepairableIsOriginal(call, answer);
    },
    share: 0.5,
  });

export const retryProperties: readonly Property[] = Object.freeze([
  refused(
    "outcome/unrepairable-is-original/long-names",
    "Long names of any script leave a message of at most 4 KiB in UTF-8.",
    longNames,
  ),
  refused(
    "outcome/unrepairable-is-original/marks-in-keys",
    "Control codes, bidi marks and closing tags in a key do not reach the message.",
    markedKeys,
  ),
]);
