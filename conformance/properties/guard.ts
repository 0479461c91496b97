/** The properties of the chapter `guard`: drawn schemas, built dirty and clean side by side, in every provider's payload. */
import fc, { type Arbitrary } from "fast-check";
import { askGuard, type Check } from "../check.ts";
import { firstDifference, sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";

/** The same thing before and after cleaning. */
interface Pair {
  readonly dirty: unknown;
  readonly clean: unknown;
}

const BODIES = ["a", "[a-z]+", "a|b", "(x)", "\\.ts\\$", "a\\\\", "[^b]", "é{1,3}", "\\^x", "a$b^c", "(^a$)"];
const body = fc.constantFrom(...BODIES);

/** Texts of `pattern`, and what is left of them. */
const patterns: Arbitrary<Pair> = fc.oneof(
  body.map((text) => ({ dirty: `^${text}$`, clean: text })),
  body.map((text) => ({ dirty: `^${text}`, clean: text })),
  body.map((text) => ({ dirty: `${text}$`, clean: text })),
  fc.constantFrom(...BODIES, "^$", "^", "$", "^*a$").map((text) => ({ dirty: text, clean: text })),
);

const DATA = { pattern: "^a$", properties: { x: { pattern: "^b$" } } };
const same = (value: unknown): Pair => ({ dirty: value, clean: value });

/** Keywords whose value is data, not a schema. */
const dataKeyword: Arbitrary<readonly [string, Pair]> = fc.constantFrom(
  ["const", same(DATA)],
  ["enum", same([DATA, "^a$"])],
  ["default", same(DATA)],
  ["examples", same([DATA])],
  ["x-own", same(DATA)],
  ["description", same("^a$")],
  ["required", same(["pattern"])],
) as Arbitrary<readonly [string, Pair]>;

const NAMES = ["path", "pattern", "properties", "const", "items", "enum", "default", "^a$"];
const ONE = [
  "items",
  "contains",
  "additionalProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedItems",
];
const LIST = ["anyOf", "oneOf", "allOf", "prefixItems"];
const MAP = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

function join(entries: readonly (readonly [string, Pair])[]): Pair {
  return {
    dirty: Object.fromEntries(entries.map(([key, { dirty }]) => [key, dirty])),
    clean: Object.fromEntries(entries.map(([key, { clean }]) => [key, clean])),
  };
}

const listOf = (pairs: readonly Pair[]): Pair => ({
  dirty: pairs.map(({ dirty }) => dirty),
  clean: pairs.map(({ clean }) => clean),
});

const schema: Arbitrary<Pair> = fc.letrec<{ schema: Pair }>((tie) => {
  const deeper = tie("schema");
  const keyword = fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    patterns.map((pair) => ["pattern", pair] as const),
    dataKeyword,
    fc.tuple(fc.constantFrom(...ONE), deeper),
    fc.tuple(fc.constantFrom(...LIST), fc.array(deeper, { minLength: 1, maxLength: 2 }).map(listOf)),
    fc.tuple(
      fc.constantFrom(...MAP),
      fc.array(fc.tuple(fc.constantFrom(...NAMES), deeper), { minLength: 1, maxLength: 3 }).map(join),
    ),
  );
  return {
    schema: fc.oneof(
      { depthSize: "small" },
      patterns.map((pair) =>
        join([
          ["type", same("string")],
          ["pattern", pair],
        ]),
      ),
      fc.array(keyword, { minLength: 1, maxLength: 3 }).map(join),
    ),
  };
}).schema;

const chat = { model: "m", messages: [{ role: "user", content: "^hi$", pattern: "^a$" }] };

/** A payload of each provider around one schema. */
const FORMS: Readonly<Record<string, (schema: unknown) => unknown>> = {
  "openai-chat": (parameters) => ({
    ...chat,
    tools: [{ type: "function", function: { name: "t", description: "^d$", parameters } }],
  }),
  "openai-responses": (parameters) => ({
    model: "m",
    input: [{ role: "user", content: "^hi$" }],
    tools: [{ type: "function", name: "t", parameters }, { type: "web_search" }],
  }),
  anthropic: (input_schema) => ({
    ...chat,
    tools: [
      { name: "t", input_schema },
      { name: "u", input_schema },
    ],
  }),
  google: (parameters) => ({ contents: [], tools: [{ functionDeclarations: [{ name: "t", parameters }] }] }),
  bedrock: (json) => ({
    messages: [],
    toolConfig: { tools: [{ toolSpec: { name: "t", inputSchema: { json } } }] },
  }),
  "response-format": (schema) => ({
    ...chat,
    response_format: { type: "json_schema", json_schema: { name: "r", schema } },
  }),
};

const FAMILIES = ["kimi-k2", "minimax", "glm"];
const MODELS = ["kimi-k2-0905", "minimax/minimax-m2", "zai/glm-5"];

const cleaned = Object.entries(FORMS).map(([form, wrap]) =>
  property({
    address: `guard/anchors-only/any-schema-in-${form}`,
    title: `In ${form} payloads exactly the anchors of patterns in schema position go.`,
    capability: "guard",
    share: 0.5,
    arbitrary: fc.tuple(schema, fc.constantFrom(...MODELS)),
    labels: ([pair]) => [sameJson(toJson(pair.dirty), toJson(pair.clean)) ? "nothing to clean" : "dirty"],
    floors: { dirty: 0.15 },
    *check([pair, modelId]): Check {
      const expected = toJson(wrap(pair.clean));
      const call = { payload: toJson(wrap(pair.dirty)), modelId, modelFamilies: FAMILIES };
      const { answer, facts } = yield* askGuard(call, { facts: true });
      const where = firstDifference(expected, answer.payload);
      if (where !== undefined)
        return { says: `the payload differs at ${where}`, expected, received: answer.payload };
      return facts?.payloadUntouched === false ? { says: "the original payload was mutated" } : undefined;
    },
  }),
);

const left = property({
  address: "guard/anchors-only/other-models-left",
  title: "Without a configured family that the model belongs to, the payload stays.",
  capability: "guard",
  arbitrary: fc.tuple(
    fc.constantFrom(...Object.values(FORMS)),
    schema,
    fc.constantFrom(
      { modelId: "gpt-9", modelFamilies: FAMILIES },
      { modelId: "kimi-k2", modelFamilies: [] as string[] },
    ),
  ),
  *check([wrap, { dirty }, model]): Check {
    const payload = toJson(wrap(dirty));
    const { answer } = yield* askGuard({ payload, ...model });
    const where = firstDifference(payload, answer.payload);
    return where === undefined
      ? undefined
      : { says: `the payload differs at ${where}`, received: answer.payload };
  },
});

const elsewhere = property({
  address: "guard/anchors-only/unlisted-places-stay",
  title: "Patterns outside of tool lists and response_format stay.",
  capability: "guard",
  share: 0.3,
  arbitrary: fc.tuple(
    schema,
    fc.constantFrom("metadata", "messages", "input", "system", "x-tools", "options"),
  ),
  *check([{ dirty }, key]): Check {
    const payload = toJson({
      model: "m",
      [key]: [{ input_schema: dirty, parameters: dirty, schema: dirty }],
    });
    const { answer } = yield* askGuard({ payload, modelId: "kimi-k2", modelFamilies: FAMILIES });
    const where = firstDifference(payload, answer.payload);
    return where === undefined
      ? undefined
      : { says: `the payload differs at ${where}`, received: answer.payload };
  },
});

export const properties: readonly Property[] = Object.freeze([...cleaned, left, elsewhere]);
