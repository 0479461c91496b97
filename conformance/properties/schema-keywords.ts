/** Every keyword of the dialect decides, alone and beside others: what fits is told by an independent validator. */
import { askRepair, type Check, type Problem } from "../check.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { fitsSchema } from "../validator.ts";
import { customCall } from "./case.ts";
import { nesting, type Step, schemaAt, valueAt } from "./nesting.ts";

const text = { type: "string" };
const number = { type: "number" };

/** A conditional; without a condition what depends on it decides nothing. */
function when(condition: unknown, met: unknown, unmet?: unknown): object {
  const parts = Object.entries({ if: condition, else: unmet });
  return Object.fromEntries([...parts, ["then", met]].filter(([, part]) => part !== undefined));
}

/** Schemas, each with values on both sides of what it asks. No value is one that a repair or a conversion could save. */
const KEYWORDS: readonly (readonly [schema: object | boolean, ...values: unknown[]])[] = [
  [true, "x", {}, []],
  [false, "x", 1],
  [{ type: "null" }, null, {}],
  [{ type: ["string", "null"] }, null, "x", {}],
  [{ type: ["integer", "object"] }, 1, 1.5, {}, []],
  [{ type: number.type }, 1, 1.5, {}],
  [{ enum: [1, { a: [1] }, null] }, 1, 2, { a: [1] }, { a: [2] }, { a: [1], b: 1 }, null, []],
  [{ const: { a: 1, b: [2] } }, { b: [2], a: 1 }, { a: 1 }, { a: 1, b: [3] }],
  [{ const: null }, null, 0],
  [{ minLength: 2 }, "é", "ab", "🔑", "🔑🔑", "🔑a", 1],
  [{ maxLength: 2 }, "abc", "ab", "🔑🔑", "🔑🔑🔑", "🔑🔑a", 123],
  [{ minLength: 0, maxLength: 0 }, "", "a"],
  [{ pattern: "^a+$" }, "aa", "ba", 5],
  [{ pattern: "\\p{L}" }, "é", "5", {}],
  [{ minimum: 2 }, 1, 2, 3, "x"],
  [{ maximum: 2 }, 1, 2, 3, "x"],
  [{ exclusiveMinimum: 2 }, 1, 2, 3, "x"],
  [{ exclusiveMaximum: 2 }, 1, 2, 3, "x"],
  [{ minimum: -1, maximum: 0 }, -2, -1, 0, 1, -0.5],
  [{ multipleOf: 0.1 }, 0.3, 0.35, 0, -0.7],
  [{ multipleOf: 3 }, 6, 7, -9, "x"],
  [{ minItems: 2 }, [1], [1, 2], [1, 2, 3], {}],
  [{ maxItems: 2 }, [1], [1, 2], [1, 2, 3], {}],
  [
    { uniqueItems: true },
    [1, 2],
    [1, 1],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1 }, { a: 2 }],
    [[1], [1]],
  ],
  [
    { uniqueItems: true },
    [1, "1"],
    [[], {}],
    [[], []],
    [{}, {}],
    [null, "null"],
    [true, 1],
    [{ a: [] }, { a: {} }],
  ],
  [{ uniqueItems: true }, [[1, 2], [12]], [{ a: 1, b: 1 }, { a: 1 }], ["a,b", "a"], [[["a"]], [["a"]]]],
  [{ uniqueItems: false }, [1, 1]],
  [{ prefixItems: [text, number] }, ["a", 1], ["a", "b"], [{}, 1], ["a"], [], ["a", 1, {}]],
  [{ prefixItems: [text], items: false }, ["a"], ["a", 1], []],
  [{ prefixItems: [text], items: number }, ["a", 1], ["a", 1, {}], ["a", 1, 2]],
  [{ items: number }, [1, 2], [1, {}], {}],
  [{ contains: number }, ["a", 1], ["a"], [], {}],
  [{ contains: number, minContains: 2 }, ["a", 1], [1, 2], [1, "a", 2]],
  [{ contains: number, maxContains: 1 }, ["a", 1], [1, 2], []],
  [{ contains: number, minContains: 0 }, [], ["a"]],
  [{ contains: number, minContains: 0, maxContains: 1 }, [], ["a"], [1], [1, 2]],
  [{ minProperties: 2 }, { a: 1 }, { a: 1, b: 1 }, { a: 1, b: 1, c: 1 }, []],
  [{ maxProperties: 2 }, { a: 1 }, { a: 1, b: 1 }, { a: 1, b: 1, c: 1 }, []],
  [{ required: ["a", "b"] }, { a: 1, b: 1 }, { a: 1 }, { b: 1 }, {}, []],
  [{ properties: { a: number } }, { a: 1 }, { a: {} }, {}, { b: {} }, []],
  [{ properties: { a: number, b: false } }, { a: 1 }, { a: 1, b: 1 }],
  [{ patternProperties: { "^n": number } }, { n1: 1 }, { n1: {} }, { x: {} }],
  [{ patternProperties: { "^n": number, "1$": { minimum: 2 } } }, { n1: 1 }, { n1: 2 }, { n2: 1 }, { x1: 1 }],
  [{ properties: { na: {} }, patternProperties: { "^n": number } }, { na: {} }, { na: 1 }],
  [{ additionalProperties: number }, { a: 1 }, { a: {} }, {}],
  [{ properties: { a: {} }, additionalProperties: number }, { a: {} }, { a: {}, b: {} }, { a: {}, b: 1 }],
  [
    { properties: { a: {} }, patternProperties: { "^n": {} }, additionalProperties: false },
    { a: 1, n: 1 },
    { b: 1 },
  ],
  [{ propertyNames: { maxLength: 2 } }, { ab: 1 }, { abc: 1 }, {}],
  [{ propertyNames: { maxLength: 2 }, properties: { abc: {} } }, { abc: 1 }, { ab: 1 }],
  [{ dependentRequired: { a: ["b", "c"] } }, { a: 1 }, { a: 1, b: 1 }, { a: 1, b: 1, c: 1 }, { b: 1 }],
  [{ dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }, { a: 1, b: 1 }, {}, []],
  [
    { dependentSchemas: { a: { maxProperties: 2 }, b: { minProperties: 2 } } },
    { a: 1, b: 1, c: 1 },
    { b: 1 },
    { a: 1 },
  ],
  [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 0, 2, 4],
  [{ anyOf: [{ maximum: 1 }, { minimum: 3 }] }, 0, 2, 4],
  [{ oneOf: [{ maximum: 3 }, { minimum: 2 }] }, 0, 2, 4],
  [{ oneOf: [{ minimum: 1 }, { minimum: 2 }, { minimum: 3 }] }, 0, 1, 2, 3],
  [{ not: { type: "object" } }, {}, 1],
  [when({ minimum: 5 }, { multipleOf: 2 }, { multipleOf: 3 }), 6, 7, 3, 4],
  [when({ minimum: 5 }, { multipleOf: 2 }), 7, 1, 8],
  [{ if: { minimum: 5 }, else: { multipleOf: 3 } }, 7, 1, 3],
  [when(undefined, false, false), 1],
  [{ properties: { a: {} }, unevaluatedProperties: false }, { a: 1 }, { a: 1, b: 1 }, {}],
  [
    { properties: { a: {} }, unevaluatedProperties: number },
    { a: {}, b: 1 },
    { a: {}, b: {} },
  ],
  [{ patternProperties: { "^n": {} }, unevaluatedProperties: false }, { n: 1 }, { m: 1 }],
  [{ additionalProperties: number, unevaluatedProperties: false }, { a: 1 }, { a: {} }],
  [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
  [{ $ref: "#/$defs/a", unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
  [
    {
      anyOf: [
        { properties: { a: {} }, required: ["a"] },
        { properties: { b: {} }, required: ["b"] },
      ],
      unevaluatedProperties: false,
    },
    { a: 1 },
    { b: 1 },
    { a: 1, b: 1 },
    { a: 1, c: 1 },
  ],
  [
    {
      oneOf: [{ properties: { a: number } }, { properties: { a: text, b: {} } }],
      unevaluatedProperties: false,
    },
    { a: 1 },
    { a: "x", b: 1 },
    { a: 1, b: 1 },
  ],
  [
    {
      ...when(
        { properties: { a: { const: 1 } }, required: ["a"] },
        { properties: { b: {} } },
        { properties: { c: {} } },
      ),
      unevaluatedProperties: false,
    },
    { a: 1, b: 1 },
    { a: 1, c: 1 },
    { c: 1 },
    { a: 2 },
    { b: 1 },
  ],
  [
    { dependentSchemas: { a: { properties: { a: {}, b: {} } } }, unevaluatedProperties: false },
    { a: 1, b: 1 },
    { b: 1 },
  ],
  [{ allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false }, { a: 1 }],
  [{ allOf: [{ unevaluatedProperties: number }], unevaluatedProperties: false }, { a: 1 }, { a: {} }],
  [{ prefixItems: [text], unevaluatedItems: false }, ["a"], ["a", 1], []],
  [{ prefixItems: [text], unevaluatedItems: number }, ["a", 1], ["a", {}]],
  [{ contains: number, unevaluatedItems: false }, [1], [1, 2]],
  [{ allOf: [{ prefixItems: [text] }], unevaluatedItems: false }, ["a"], ["a", 1]],
  [{ items: number, unevaluatedItems: false }, [1, 2], [1, {}]],
  [{ allOf: [{ unevaluatedItems: true }], unevaluatedItems: false }, [1]],
];

const $defs = { a: { properties: { a: {} } } };

function* decides(path: readonly Step[], schema: object | boolean, value: unknown): Check {
  const whole = {
    ...(schemaAt(path, { type: "object", properties: { v: schema }, required: ["v"] }) as object),
    $defs,
  };
  const call = customCall(
    whole,
    valueAt(path, () => ({ v: value })),
  );
  const fits = fitsSchema(call.schema, call.input);
  if (fits === undefined) throw new Error(`harness: ${call.schema} cannot be read`);
  const { answer } = yield* askRepair(call);
  const about = { expected: `${toJson(schema)} ${fits ? "is met" : "is not met"} by ${toJson(value)}` };
  if (fits && !(answer.outcome === "valid" && sameJson(answer.args, call.input)))
    return {
      says: "arguments that fit are not left",
      ...about,
      received: `${answer.outcome} ${answer.args}`,
    };
  if (fits) return undefined;
  if (answer.outcome === "valid") return { says: "arguments that do not fit are taken", ...about };
  if (answer.outcome === "repaired" && fitsSchema(call.schema, answer.args) === false)
    return { says: "the repaired value does not fit", ...about, received: answer.args };
  return undefined;
}

const deciding = property<readonly Step[]>({
  address: "schema/dialect/every-keyword-decides",
  title: "Every keyword of draft 2020-12 decides, alone and beside others, at any depth.",
  capability: "repair",
  arbitrary: nesting,
  *check(path): Check {
    for (const [schema, ...values] of KEYWORDS) {
      for (const value of values) {
        const problem: Problem | undefined = yield* decides(path, schema, value);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
  // One case asks some hundred questions.
  share: 0.05,
});

export const keywordProperties: readonly Property[] = Object.freeze([deciding]);
