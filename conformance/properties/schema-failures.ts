/** What a summary says of a failure, and what it does not: places as the schema names them, and nothing that is met. */
import fc from "fast-check";
import { askRepair, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { customCall } from "./case.ts";

const text = { type: "string" };
const number = { type: "number" };

interface Failure {
  readonly schema: object;
  readonly value: unknown;
  /** What the summary must say, beside the name of the field. */
  readonly says: readonly string[];
  /** What is met, or not asked for, and must not be said. */
  readonly hides: readonly string[];
}

const fails = (
  schema: object,
  value: unknown,
  says: readonly string[],
  hides: readonly string[] = [],
): Failure => ({ schema, value, says, hides });

const kinds = (...names: readonly string[]) =>
  names.map((name) => ({
    type: "object",
    properties: { kind: { const: name } },
    required: [`${name}Field`],
  }));
const union = kinds("one", "two");

const FAILURES: readonly Failure[] = [
  fails({ additionalProperties: number }, { secret: {} }, ["?", "type", "number"], ["secret"]),
  fails({ patternProperties: { "^s": number } }, { secret: {} }, ["?", "type", "number"], ["secret"]),
  fails(
    { properties: { known: {} }, additionalProperties: false },
    { secret: 1 },
    ["?"],
    ["secret", "known"],
  ),
  fails({ properties: { known: false } }, { known: 1 }, ["known"]),
  fails({ propertyNames: { maxLength: 3 } }, { secret: 1 }, ["?", "propertyNames"], ["secret"]),
  fails({ items: { items: number } }, [[1], [1, {}]], ["*", "type", "number"]),
  fails({ items: false }, [1], ["*"]),
  fails({ allOf: [false] }, 1, []),
  fails(
    { dependentRequired: { a: ["there", "wanted"] } },
    { a: 1, there: 1 },
    ["required", "wanted"],
    ["there"],
  ),
  fails({ required: ["wanted"], dependentRequired: { a: ["other"] } }, {}, ["required", "wanted"], ["other"]),
  fails({ required: ["wanted", "there"] }, { there: 1 }, ["required", "wanted"], ["there"]),
  fails({ minItems: 3, items: number }, [1], ["minItems", "3"], ["type", "number"]),
  fails({ minItems: 3, contains: number }, [1], ["minItems", "3"], ["contains"]),
  fails(
    { minProperties: 3, properties: { a: number } },
    { a: 1 },
    ["minProperties", "3"],
    ["type", "number"],
  ),
  fails(
    {
      if: { required: ["a"] },
      else: { required: ["less"] },
      dependentSchemas: { b: { required: ["more"] } },
    },
    {},
    ["less"],
    ["more"],
  ),
  fails(
    {
      if: { required: ["a"] },
      else: { required: ["less"] },
      dependentSchemas: { b: { required: ["more"] } },
    },
    { a: 1, b: 1 },
    ["more"],
    ["less"],
  ),
  fails({ dependentSchemas: { length: { type: "null" } }, not: { type: "array" } }, [1], ["not"], ["null"]),
  fails({ dependentSchemas: { length: { type: "null" } }, not: { type: "null" } }, null, ["not"]),
  fails(
    { properties: { known: number }, unevaluatedProperties: false },
    { known: {} },
    ["known", "number"],
    ["unevaluated"],
  ),
  fails({ prefixItems: [number], unevaluatedItems: false }, [{}], ["*", "number"], ["unevaluated"]),
  fails({ prefixItems: [number], unevaluatedItems: false }, [1, 2], ["unevaluatedItems"], ["number"]),
  fails(
    { properties: { known: number }, unevaluatedProperties: false },
    { secret: 1 },
    ["unevaluatedProperties"],
    ["secret", "number"],
  ),
  fails({ anyOf: [number, { type: "null" }] }, {}, ["anyOf", "number", "null"], ["string", "boolean"]),
  fails(
    { oneOf: [{ allOf: [number] }, { $ref: "#/$defs/flag" }, false] },
    {},
    ["oneOf", "number", "boolean"],
    ["string", "null"],
  ),
  fails(
    { anyOf: [{ allOf: [{ type: ["number", "null"] }, { type: ["null", "boolean"] }] }, { anyOf: [text] }] },
    {},
    ["anyOf", "null", "string"],
    ["number", "boolean"],
  ),
  fails(
    {
      oneOf: [
        { minimum: 1, type: "number" },
        { minimum: 0, type: "number" },
      ],
    },
    1,
    ["oneOf", "number"],
    ["minimum", "string"],
  ),
  fails({ anyOf: union }, { kind: "one" }, ["oneField"], ["twoField", "anyOf"]),
  fails({ oneOf: union }, { kind: "two" }, ["twoField"], ["oneField", "oneOf"]),
  fails({ anyOf: union.map((branch) => ({ allOf: [branch] })) }, { kind: "two" }, ["twoField"], ["oneField"]),
  fails({ anyOf: union }, { kind: "three" }, ["anyOf", "object"]),
  fails({ anyOf: union }, null, ["anyOf", "object"], ["oneField", "twoField"]),
  fails({ anyOf: union }, 7, ["anyOf", "object"], ["oneField", "twoField"]),
  fails({ type: ["number", "null"] }, {}, ["type", "number", "null"], ["string", "boolean", "array"]),
];

/** Pairs that differ in their place alone. */
const PLACES: readonly (readonly [one: string, other: string])[] = [
  ["a/b", "ab"],
  ["a~b", "ab"],
  ["a/b", "a~b"],
  ["~0", "~"],
  ["*", "x"],
];

function* summaryOf(schema: object, value: unknown) {
  const whole = {
    type: "object",
    properties: { spot: schema },
    required: ["spot"],
    $defs: { flag: { type: "boolean" } },
  };
  return (yield* askRepair(customCall(whole, { spot: value }))).answer;
}

function* tells({ schema, value, says, hides }: Failure): Check {
  const answer = yield* summaryOf(schema, value);
  const about = `${toJson(schema)} missed by ${toJson(value)}`;
  if (answer.outcome !== "unrepairable")
    return { says: "it is not refused", expected: about, received: answer.outcome };
  const summary = answer.issueSummary ?? "";
  const words = summary.split(/[^\p{L}\p{N}?*]+/u);
  const missing = ["spot", ...says].find((word) => !words.includes(word));
  if (missing !== undefined)
    return { says: "the summary does not tell it", expected: `${missing}: ${about}`, received: summary };
  const phantom = hides.find((part) => summary.includes(part));
  return phantom === undefined
    ? undefined
    : { says: `the summary tells \`${phantom}\``, expected: about, received: summary };
}

const told = property<boolean>({
  address: "outcome/shape-fingerprint/what-is-missed-and-no-more",
  title:
    "A summary names what is missed where the schema knows it, and nothing that is met, undeclared or not asked for.",
  capability: "repair",
  arbitrary: fc.boolean(),
  *check(first): Check {
    for (const failure of first ? FAILURES : FAILURES.toReversed()) {
      const problem = yield* tells(failure);
      if (problem !== undefined) return problem;
    }
    return undefined;
  },
  share: 0.03,
});

const placed = property<boolean>({
  address: "outcome/shape-fingerprint/another-place",
  title: "Failures at places that differ have fingerprints that differ, whatever marks their names hold.",
  capability: "repair",
  arbitrary: fc.boolean(),
  *check(first): Check {
    for (const names of PLACES) {
      const seen = new Map<string | undefined, string>();
      for (const name of first ? names : names.toReversed()) {
        const schema = { type: "object", properties: { [name]: number } };
        const { fingerprint } = yield* summaryOf(schema, { [name]: {} });
        const other = seen.get(fingerprint);
        if (other !== undefined) return { says: `\`${name}\` and \`${other}\` have one fingerprint` };
        seen.set(fingerprint, name);
      }
    }
    return undefined;
  },
  share: 0.05,
});

export const failureProperties: readonly Property[] = Object.freeze([told, placed]);
