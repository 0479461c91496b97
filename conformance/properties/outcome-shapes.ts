/** The shape of a failure by keyword: where it is, what it misses, and nothing of the value. */
import fc from "fast-check";
import { askRepair, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { customCall } from "./case.ts";

const text = { type: "string" };
const number = { type: "number" };
const $defs = { short: { maxLength: 1 } };

interface Failure {
  /** What the summary must say, beside the place: keywords, and names that the schema declares. */
  readonly says: readonly string[];
  readonly schema: unknown;
  /** Two values that fail in the same way; neither can be repaired. */
  readonly values: readonly [unknown, unknown];
}

const fails = (says: readonly string[], schema: unknown, one: unknown, two: unknown): Failure => ({
  says,
  schema,
  values: [one, two],
});

const FAILURES: readonly Failure[] = [
  fails(["type", "string"], text, {}, [[]]),
  fails(["type", "number"], number, "five", [2]),
  fails(["type", "integer"], { type: "integer" }, 1.5, "many"),
  fails(["type", "boolean"], { type: "boolean" }, 7, "perhaps"),
  fails(["type", "object"], { type: "object" }, 7, true),
  fails(["type", "array"], { type: "array", items: number }, 7, "none"),
  fails(["type", "null"], { type: "null" }, 7, "x"),
  fails(["type", "string", "null"], { type: ["string", "null"] }, {}, []),
  fails(["enum"], { enum: ["a", "b"] }, "c", 5),
  fails(["pattern"], { pattern: "^a" }, "b", "ba"),
  fails(["minLength", "3"], { minLength: 3 }, "a", "bb"),
  fails(["maxLength", "1"], { maxLength: 1 }, "ab", "abc"),
  fails(["minimum", "8"], { minimum: 8 }, 1, 7.5),
  fails(["maximum", "2"], { maximum: 2 }, 3, 9),
  fails(["exclusiveMinimum", "8"], { exclusiveMinimum: 8 }, 8, 1),
  fails(["exclusiveMaximum", "2"], { exclusiveMaximum: 2 }, 2, 9),
  fails(["multipleOf", "3"], { multipleOf: 3 }, 1, 7),
  fails(["minItems", "4"], { minItems: 4 }, [1], [1, 2, 3]),
  fails(["maxItems", "1"], { maxItems: 1 }, [1, 2], [1, 2, 3]),
  fails(["uniqueItems"], { uniqueItems: true }, [1, 1], [2, 3, 2]),
  fails(["contains"], { contains: text }, [1], [true, 2]),
  fails(["contains"], { contains: text, minContains: 2 }, ["a"], [1, "b"]),
  fails(["contains"], { contains: text, maxContains: 1 }, ["a", "b"], ["a", 1, "c"]),
  fails(["minProperties", "4"], { minProperties: 4 }, { a: 1 }, { b: 1, c: 2 }),
  fails(["maxProperties", "0"], { maxProperties: 0 }, { a: 1 }, { b: 1, c: 2 }),
  fails(["required", "wanted"], { required: ["wanted"] }, { a: 1 }, {}),
  fails(["wanted"], { dependentRequired: { a: ["wanted"] } }, { a: 1 }, { a: "x", b: 1 }),
  fails(["additionalProperties"], { properties: {}, additionalProperties: false }, { a: 1 }, { b: 1, c: 2 }),
  fails(["propertyNames"], { propertyNames: { maxLength: 1 } }, { key: 1 }, { other: 1, name: 2 }),
  fails(["unevaluatedProperties"], { unevaluatedProperties: false }, { a: 1 }, { b: 1, c: 2 }),
  fails(["unevaluatedItems"], { unevaluatedItems: false }, [1], [1, 2]),
  fails(["anyOf"], { anyOf: [{ type: "number", minimum: 2 }, { type: "null" }] }, 1, "x"),
  fails(["oneOf"], { oneOf: [{ minimum: 1 }, { minimum: 0 }] }, 1, 2),
  fails(["not"], { not: number }, 1, 2),
  fails(["multipleOf"], { allOf: [{ minimum: 0 }, { multipleOf: 7 }] }, 1, 8),
  fails(["maxLength"], { $ref: "#/$defs/short" }, "ab", "abc"),
  fails(["multipleOf"], { if: { minimum: 5 }, else: { multipleOf: 3 } }, 1, 4),
  fails(["minProperties"], { dependentSchemas: { a: { minProperties: 9 } } }, { a: 1 }, { a: 1, b: 2 }),
  fails(
    ["type", "known", "number"],
    { properties: { known: number } },
    { known: {} },
    { known: [[]], other: 1 },
  ),
  fails(["type", "number"], { items: number }, [{}], [1, {}, "x"]),
  fails(["type", "number"], { prefixItems: [text, number] }, ["a", {}], ["b", []]),
  fails(["type", "number"], { additionalProperties: number }, { a: {} }, { b: [], c: "x" }),
  fails(["type", "number"], { patternProperties: { "^n": number } }, { n1: {} }, { n2: [], x: 1 }),
  fails(
    ["type", "count", "number"],
    {
      anyOf: ["a", "b"].map((kind) => ({
        properties: { kind: { const: kind }, count: kind === "a" ? number : text },
      })),
    },
    { kind: "a", count: {} },
    { kind: "a", count: [] },
  ),
];

/** Calls of one failure in a list: the value stands at the given index, in a field that the schema names. */
function* answerOf(schema: unknown, value: unknown, index: number) {
  const inner = { type: "object", properties: { spot: schema }, required: ["spot"] };
  const whole = { type: "object", properties: { list: { type: "array", items: inner } }, $defs };
  const good = Array.from({ length: index }, () => ({ spot: value }));
  return (yield* askRepair(customCall(whole, { list: [...good, { spot: value }] }))).answer;
}

const byKeyword = property<readonly [number, number]>({
  address: "outcome/shape-fingerprint/every-keyword",
  title:
    "Summary, fingerprint and retry message tell each keyword and its place, the same for any values and indices.",
  capability: "repair",
  arbitrary: fc.tuple(fc.nat(2), fc.nat(2)),
  *check([one, two]): Check {
    const seen = new Map<string, string>();
    for (const { says, schema, values } of FAILURES) {
      const first = yield* answerOf(schema, values[0], one);
      const second = yield* answerOf(schema, values[1], two);
      const about = `${toJson(schema)} missed by ${toJson(values)}`;
      if (first.outcome !== "unrepairable" || second.outcome !== "unrepairable")
        return { says: "it is not refused", expected: about, received: first.outcome };
      const summary = first.issueSummary ?? "";
      const missing = ["spot", ...says].find((word) => !summary.includes(word));
      if (missing !== undefined)
        return { says: "the summary does not tell it", expected: `${missing}: ${about}`, received: summary };
      if (summary !== second.issueSummary || first.fingerprint !== second.fingerprint)
        return { says: "one shape has two summaries", expected: summary, received: `${second.issueSummary}` };
      if (!`${first.retryMessage}`.includes("spot"))
        return { says: "the retry message does not tell the place", received: `${first.retryMessage}` };
      const other = seen.get(first.fingerprint ?? "");
      if (other !== undefined && other !== summary)
        return { says: "two shapes have one fingerprint", expected: other, received: summary };
      seen.set(first.fingerprint ?? "", summary);
    }
    return undefined;
  },
  // One case asks some hundred questions.
  share: 0.04,
});

export const shapeOfFailureProperties: readonly Property[] = Object.freeze([byKeyword]);
