/** Unions and roots of every shape, row by row: which branch decides, what is decoded, what is dropped. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import type { Check } from "../check.ts";
import { type Property, property } from "../property.ts";
import { checkCase, customCall, refused, repaired, valid, type Wanted } from "./case.ts";
import { nesting, type Step, schemaAt, valueAt } from "./nesting.ts";

const text = { type: "string" };
const number = { type: "number" };
const texts = { type: "array", items: text };
const record = { type: "object", properties: { a: text }, required: ["a"] };

/** A value at some place, and what becomes of it there: undefined if it is refused. */
type Row = readonly [about: string, schema: object, before: unknown, after: unknown];

// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const met = (schema: object): object => ({ then: schema });

const tag = { const: "a" };
const list = { v: texts };
const other = { properties: { v: number } };
const said = { kind: "a", v: "5" };
const wrapped = { kind: "a", v: ["5"] };

/** A branch with a tag beside one that reads the same value otherwise and has none. */
const TAGGED: readonly Row[] = [
  ["its constant", { properties: { kind: tag, ...list } }],
  ["its enum", { properties: { kind: { enum: ["b", "a"] }, ...list } }],
  ["a referenced constant", { properties: { kind: { $ref: "#/$defs/tag" }, ...list } }],
  ["a constant in allOf", { properties: { kind: { allOf: [text, tag] }, ...list } }],
  ["a referenced branch", { $ref: "#/$defs/branch" }],
  ["a branch in allOf", { allOf: [{ properties: list }, { properties: { kind: tag } }] }],
  ["two constants", { properties: { kind: tag, more: { const: 1 }, ...list } }],
].flatMap(([about, branch]): readonly Row[] => [
  [`${about}, first`, { anyOf: [branch, other] }, said, wrapped],
  [`${about}, last`, { oneOf: [other, branch] }, said, wrapped],
]);

const UNIONS: readonly Row[] = [
  ...TAGGED,
  ["no constant", { anyOf: [{ properties: { kind: text, ...list } }, other] }, said, undefined],
  [
    "a constant that is not there",
    { anyOf: [{ properties: { kind: tag, ...list } }, other] },
    { v: "5" },
    undefined,
  ],
  [
    "one of two constants",
    { anyOf: [{ properties: { kind: tag, more: { const: 1 }, ...list } }, other] },
    { ...said, more: 2, v: "x" },
    undefined,
  ],
  ["tags beside a list", { anyOf: [{ properties: { length: tag } }, texts] }, "x", "x"],
  ["tags and null", { anyOf: [{ type: "object", properties: { kind: tag } }, { type: "null" }] }, null, null],
  [
    "both readings alike",
    { anyOf: [texts, { type: "array", items: { type: ["string", "null"] } }] },
    "x",
    ["x"],
  ],
  ["allOf and a union", { allOf: [{ anyOf: [texts, number] }], minItems: 1 }, '["x"]', ["x"]],
  [
    "a list that may be text, too long",
    { type: ["string", "array"], items: text, maxLength: 3 },
    "abcd",
    undefined,
  ],
  ["a branch of if", { if: { type: "string" }, ...met(texts) }, "x", ["x"]],
  ["a branch of else", { if: { type: "array" }, else: texts }, "x", ["x"]],
  ["a list of lists, one of them as text", { type: "array", items: texts }, [["a"], '["b"]'], [["a"], ["b"]]],
  ["list of anything", { type: "array" }, "x", undefined],
  ["list of described things", { type: "array", items: { description: "things" } }, "x", undefined],
  ["brought by a key", { dependentSchemas: { kind: { properties: list } } }, said, wrapped],
  [
    "brought by a key that is not there",
    { dependentSchemas: { none: { properties: list } }, minProperties: 3 },
    said,
    undefined,
  ],
];

const unions = property<readonly Step[]>({
  address: "schema/every-shape/row-by-row",
  title:
    "A branch whose constant matches decides, whatever way it is written; without one every reading counts.",
  capability: "repair",
  arbitrary: nesting,
  *check(path): Check {
    const $defs = { tag, branch: { properties: { kind: tag, ...list } } };
    for (const [about, schema, before, after] of UNIONS) {
      // Whether an item of a list is wrapped is not settled, so the value stands in a field.
      const leaf = { type: "object", properties: { f: schema }, required: ["f"] };
      const at = (f: unknown) => valueAt(path, () => ({ f }));
      const call = customCall({ ...(schemaAt(path, leaf) as object), $defs }, at(before));
      const wanted = after === undefined ? refused : after === before ? valid : repaired(at(after));
      const problem = yield* checkCase({ call, wanted, label: "" });
      if (problem !== undefined) return { ...problem, says: `${about}: ${problem.says}` };
    }
    return undefined;
  },
  share: 0.05,
});

/** Schemas of an optional field that takes no null, in ways that are not a plain type. */
const NULLS: readonly (readonly [about: string, schema: object])[] = [
  ["anyOf", { anyOf: [text, number] }],
  ["oneOf", { oneOf: [text, { type: "boolean" }] }],
  ["a reference", { $ref: "#/$defs/text" }],
  ["allOf", { allOf: [text, { minLength: 1 }] }],
  ["two of allOf", { allOf: [text, { type: ["string", "null"] }, { enum: ["a"] }] }],
  ["a branch of else", { if: { type: "string" }, else: number }],
  ["an enum", { enum: ["a", "b"] }],
  ["two patterns", { type: ["string", "number"], enum: ["a"] }],
  ["a union in allOf", { allOf: [{ anyOf: [text, number] }] }],
  ["a union after a branch", { else: text, if: { type: "object" }, anyOf: [text, number] }],
];

const nulls = property<readonly Step[]>({
  address: "schema/drop-optional-null/however-it-is-written",
  title:
    "A null is dropped from an optional field whose schema is a union, a reference or an enum, and not from a required one.",
  capability: "repair",
  arbitrary: nesting,
  *check(path): Check {
    for (const [about, schema] of NULLS) {
      for (const required of [[], ["f"]]) {
        const leaf = {
          type: "object",
          properties: { f: schema, keep: text },
          patternProperties: { "^f": schema },
          required,
        };
        const call = customCall(
          { ...(schemaAt(path, leaf) as object), $defs: { text } },
          valueAt(path, () => ({ f: null, keep: "k" })),
        );
        const wanted = required.length > 0 ? refused : repaired(valueAt(path, () => ({ keep: "k" })));
        const problem = yield* checkCase({ call, wanted, label: "" });
        if (problem !== undefined) return { ...problem, says: `${about}: ${problem.says}` };
      }
    }
    return undefined;
  },
  share: 0.05,
});

/** What becomes of raw arguments under a root of some shape. */
type Root = readonly [about: string, schema: object, input: unknown, wanted: Wanted];

const asText = '{"a":"x"}';
const whole = repaired({ a: "x" });
const ROOTS: readonly Root[] = [
  ["an object", record, asText, whole],
  ["an object by reference", { $ref: "#/$defs/record" }, asText, whole],
  ["an object by allOf", { allOf: [{ type: ["object", "string"] }, record] }, asText, whole],
  ["an object by allOf, turned", { allOf: [record, { type: ["object", "string"] }] }, asText, whole],
  ["a reference that narrows", { type: ["object", "string"], $ref: "#/$defs/record" }, asText, whole],
  ["a union of objects", { anyOf: [record, { type: "object", required: ["b"] }] }, asText, whole],
  ["an object or a number", { oneOf: [record, number] }, asText, whole],
  ["an object or nothing", { anyOf: [record, false] }, asText, whole],
  ["an object or a list", { type: ["object", "array"], required: ["a"] }, asText, whole],
  ["a text", { type: ["object", "string"], minLength: 99 }, asText, refused],
  ["a text in a union", { anyOf: [record, { type: "string", pattern: "^z" }] }, asText, refused],
  ["a text in the other union", { oneOf: [{ type: "string", pattern: "^z" }, record] }, asText, refused],
  ["anything", { minLength: 99 }, asText, refused],
  ["anything in a union", { anyOf: [record, { minLength: 99 }] }, asText, refused],
  ["anything or true", { allOf: [true], minLength: 99 }, asText, refused],
  ["a list of one where an object is wanted", record, [{ a: "x" }], whole],
  [
    "a list of one where lists are welcome",
    { type: ["object", "array"], minItems: 2 },
    [{ a: "x" }],
    refused,
  ],
  ["a list of one in a union", { anyOf: [record, { type: "array", minItems: 2 }] }, [{ a: "x" }], refused],
  ["an object where none is wanted", { type: "number" }, { a: "x" }, refused],
  ["a bare text where a list is wanted", texts, "x", repaired(["x"])],
  ["a list as text", texts, '["x"]', repaired(["x"])],
  ["a list of lists as text", { type: "array", items: texts, minItems: 1 }, '[["x"]]', repaired([["x"]])],
  ["a text that fits", { anyOf: [record, text] }, asText, valid],
  ["a list that fits", { anyOf: [record, { type: "array" }] }, [{ a: "x" }], valid],
];

const roots = property<boolean>({
  address: "schema/every-shape/roots",
  title: "Whether a text or a list of one is opened follows from all that the schema says of its root.",
  capability: "repair",
  arbitrary: fc.boolean(),
  *check(nested): Check {
    const $defs = { record };
    for (const [about, schema, input, wanted] of ROOTS) {
      const root = nested ? { allOf: [schema], $defs } : { ...schema, $defs };
      const call: RepairCall = customCall(root, input);
      const problem = yield* checkCase({ call, wanted, label: "" });
      if (problem !== undefined) return { ...problem, says: `${about}: ${problem.says}` };
    }
    return undefined;
  },
  share: 0.03,
});

export const unionProperties: readonly Property[] = Object.freeze([unions, nulls, roots]);
