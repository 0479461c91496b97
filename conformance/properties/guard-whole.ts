/** Properties about payloads as they are: many tools, long messages, annotations, and every keyword that holds a schema. */
import fc, { type Arbitrary } from "fast-check";
import { askGuard, type Check } from "../check.ts";
import { firstDifference, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { atLeast, wholeLine } from "../whole-text.ts";

/** Makes a schema around the text of its `pattern`, so that dirty and clean differ in nothing else. */
type Around = (pattern: string) => unknown;

const leaf: Around = (pattern) => ({ type: "string", pattern });

/** The keywords of draft 2020-12 that hold a schema, a list of schemas, or schemas by name. */
const ONE = [
  "items",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "contentSchema",
  "not",
  "if",
  "then",
  "else",
];
const LIST = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED = ["properties", "patternProperties", "$defs", "dependentSchemas"];

type Step = (inner: Around) => Around;

const steps = (one: readonly string[], list: readonly string[], named: readonly string[]) => [
  ...one.map((key): [string, Step] => [key, (inner) => (pattern) => ({ [key]: inner(pattern) })]),
  ...list.map((key): [string, Step] => [key, (inner) => (pattern) => ({ [key]: [true, inner(pattern)] })]),
  ...named.map((key): [string, Step] => [
    key,
    (inner) => (pattern) => ({ [key]: { plain: false, name: inner(pattern) } }),
  ]),
];

const STEPS = steps(ONE, LIST, NAMED);
/** Draft 7 names these too; `dependencies` may hold lists of names beside schemas. */
const STEPS_OF_DRAFT_7: readonly [string, Step][] = [
  [
    "additionalItems",
    (inner) => (pattern) => ({ items: [{ type: "string" }], additionalItems: inner(pattern) }),
  ],
  ["items as a list", (inner) => (pattern) => ({ items: [{ type: "string" }, inner(pattern)] })],
  ["dependencies", (inner) => (pattern) => ({ dependencies: { a: ["^b$"], c: inner(pattern) } })],
  ["definitions", (inner) => (pattern) => ({ definitions: { a: inner(pattern) } })],
];

/** Keywords that say something about a schema; all of them stay as they are. */
const annotations: Arbitrary<Readonly<Record<string, unknown>>> = fc.record(
  {
    title: fc.constantFrom("^A title$", "Path"),
    description: wholeLine.map((line) => `^${line}$`),
    $comment: fc.constant("^c$"),
    format: fc.constant("uri"),
    contentMediaType: fc.constant("application/json"),
    deprecated: fc.boolean(),
    readOnly: fc.boolean(),
    nullable: fc.boolean(),
    minLength: fc.nat(9),
    examples: fc.constant(["^a$", { pattern: "^a$" }, null]),
    default: fc.constantFrom(null, "^a$"),
    "x-own": fc.constant({ pattern: "^a$", title: null }),
  },
  { requiredKeys: ["title"], noNullPrototype: true },
);

const nested = (from: readonly (readonly [string, Step])[]): Arbitrary<Around> =>
  fc.array(fc.tuple(fc.constantFrom(...from), annotations), { minLength: 1, maxLength: 4 }).map((path) =>
    path.reduce<Around>(
      (inner, [[, step], notes]) =>
        (pattern) => ({ ...notes, ...Object(step(inner)(pattern)) }),
      leaf,
    ),
  );

/** Tools of each provider, one a schema. */
const FORMS: Readonly<Record<string, (schemas: readonly unknown[]) => object>> = {
  "openai-chat": (schemas) => ({
    tools: schemas.map((parameters, at) => ({ type: "function", function: { name: `t${at}`, parameters } })),
  }),
  "openai-responses": (schemas) => ({
    tools: schemas.map((parameters, at) => ({ type: "function", name: `t${at}`, title: "^t$", parameters })),
  }),
  anthropic: (schemas) => ({
    tools: schemas.map((input_schema, at) => ({ name: `t${at}`, title: "^t$", input_schema })),
  }),
  google: (schemas) => ({
    tools: [{ functionDeclarations: schemas.map((parameters, at) => ({ name: `t${at}`, parameters })) }],
  }),
  bedrock: (schemas) => ({
    toolConfig: {
      tools: schemas.map((json, at) => ({ toolSpec: { name: `t${at}`, inputSchema: { json } } })),
    },
  }),
};

/** Cleans what `wrap` makes of the schemas; nothing but their patterns may differ afterwards. */
function* cleans(wrap: (schemas: readonly unknown[]) => object, schemas: readonly Around[]): Check {
  const made = (pattern: string): string => toJson(wrap(schemas.map((schema) => schema(pattern))));
  const expected = made("[a-z]+");
  const { answer } = yield* askGuard({
    payload: made("^[a-z]+$"),
    modelId: "kimi-k2-0905",
    modelFamilies: ["kimi-k2"],
  });
  const where = firstDifference(expected, answer.payload);
  return where === undefined
    ? undefined
    : { says: `the payload differs at ${where}`, expected, received: answer.payload };
}

const form = fc.constantFrom(...Object.values(FORMS));

const everyKeyword = STEPS.map(([keyword, step]) =>
  property({
    address: `guard/anchors-only/below-${keyword.replace("$", "").toLowerCase()}`,
    title: `Patterns below the keyword ${keyword} lose their anchors.`,
    capability: "guard",
    share: 0.1,
    arbitrary: fc.tuple(form, nested(STEPS), annotations),
    check: ([wrap, inner, notes]) =>
      cleans(wrap, [(pattern) => ({ ...notes, type: "object", ...Object(step(inner)(pattern)) })]),
  }),
);

const draft7 = property({
  address: "guard/anchors-only/keywords-of-draft-7",
  title:
    "In a schema that says it is of draft 7, patterns below that draft's own keywords lose their anchors.",
  capability: "guard",
  arbitrary: fc.tuple(form, fc.constantFrom(...STEPS_OF_DRAFT_7), annotations),
  labels: ([, [keyword]]) => [keyword],
  floors: Object.fromEntries(STEPS_OF_DRAFT_7.map(([keyword]) => [keyword, 0.08])),
  check: ([wrap, [, step], notes]) =>
    cleans(wrap, [
      (pattern) => ({
        $schema: "http://json-schema.org/draft-07/schema#",
        ...notes,
        type: "object",
        properties: { list: step(leaf)(pattern) },
        ...Object(step(leaf)(pattern)),
      }),
    ]),
});

const sizes = property({
  address: "guard/anchors-only/many-tools-and-long-messages",
  title: "Every tool of a long list is cleaned, beside messages of up to 200,000 characters.",
  capability: "guard",
  share: 0.5,
  arbitrary: fc.record({
    wrap: form,
    schemas: fc.oneof(
      fc.array(nested(STEPS), { minLength: 1, maxLength: 3 }),
      fc.array(nested(STEPS), { minLength: 4, maxLength: 40 }),
    ),
    content: wholeLine,
    length: fc.constantFrom(0, 4_000, 40_000, 200_000),
  }),
  labels: ({ schemas, length }) => [
    schemas.length > 3 ? "many tools" : "few tools",
    length > 0 ? "long" : "short",
  ],
  floors: { "many tools": 0.25, "few tools": 0.2, long: 0.4 },
  check: ({ wrap, schemas, content, length }) =>
    cleans(
      (made) => ({
        model: "m",
        messages: [{ role: "user", content: `^${atLeast(content, length)}$` }],
        ...wrap(made),
      }),
      schemas,
    ),
});

export const properties: readonly Property[] = Object.freeze([...everyKeyword, draft7, sizes]);
