/** Properties of dialect, constraints, unions and the other shapes of a schema. */
import fc, { type Arbitrary } from "fast-check";
import { hardText, plainText } from "../arbitraries.ts";
import { toJson } from "../json-text.ts";
import type { Property } from "../property.ts";
import { type Case, caseProperty, customCall, refused, repaired, valid } from "./case.ts";
import { depthLabel, nesting, schemaAt, valueAt } from "./nesting.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

const referenced: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom("texts", "a/b", "m~n", "chain"), fc.array(plainText, { maxLength: 3 }))
  .map(([path, name, list]) => {
    const pointer = name.replace(/~/g, "~0").replace(/\//g, "~1");
    const $defs = { texts, "a/b": texts, "m~n": texts, chain: { $ref: "#/$defs/texts" } };
    const schema = { ...(schemaAt(path, { $ref: `#/$defs/${pointer}` }) as object), $defs };
    const call = customCall(
      schema,
      valueAt(path, () => toJson(list)),
    );
    return { call, wanted: repaired(valueAt(path, () => list)), label: depthLabel(path) };
  });

const recursive: Arbitrary<Case> = fc
  .tuple(fc.integer({ min: 1, max: 8 }), plainText)
  .map(([levels, word]) => {
    const node = object(
      { name: text, tags: texts, children: { type: "array", items: { $ref: "#/$defs/node" } } },
      ["name"],
    );
    const build = (left: number, tags: unknown, more: object): unknown => ({
      name: word,
      ...(left === 0 ? { tags, ...more } : { children: [build(left - 1, tags, more)] }),
    });
    const call = customCall(
      { $defs: { node }, ...object({ root: { $ref: "#/$defs/node" } }, ["root"]) },
      { root: build(levels, word, { children: null }) },
    );
    return { call, wanted: repaired({ root: build(levels, [word], {}) }, 2), label: "recursive" };
  });

const UNREADABLE: readonly object[] = [
  { $ref: "#/$defs/gone" },
  { $ref: "#/properties/none" },
  { $ref: "https://example.com/schema.json" },
  { $ref: "other.json#/x" },
  { $ref: "#/$defs/loop" },
  { $ref: "#/$defs/one" },
  { type: "string", pattern: "([" },
  { type: "string", pattern: "a{2,1}" },
];

const unreadable: Arbitrary<Case> = fc
  .tuple(
    nesting,
    fc.constantFrom(...UNREADABLE),
    fc.constantFrom({ v: null }, { v: '["a"]', gone: null }, {}, { v: [] }),
  )
  .map(([path, bad, input]) => {
    const $defs = {
      loop: { $ref: "#/$defs/loop" },
      one: { $ref: "#/$defs/two" },
      two: { $ref: "#/$defs/one" },
    };
    const schema = { ...(schemaAt(path, object({ v: bad, gone: text }, ["v"])) as object), $defs };
    const call = customCall(
      schema,
      valueAt(path, () => input),
    );
    return { call, wanted: { ...valid, observes: "schema-unreadable" }, label: "aside" };
  });

const SILENT = [
  { default: "d" },
  { examples: ["d"] },
  { format: "email" },
  { format: "date-time" },
  { "x-unknown": { const: "d" } },
  { title: "d", description: "d", deprecated: true },
];

const annotated: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom(...SILENT), fc.constantFrom("present", "missing", "null"), plainText)
  .map(([path, silent, kind, word]) => {
    const isOptional = kind === "null";
    const leaf = object({ v: { ...text, ...silent } }, isOptional ? [] : ["v"]);
    const dirty = kind === "present" ? { v: word } : kind === "missing" ? {} : { v: null };
    const call = customCall(
      schemaAt(path, leaf),
      valueAt(path, () => dirty),
    );
    const wanted =
      kind === "present" ? valid : kind === "missing" ? refused : repaired(valueAt(path, () => ({})));
    return { call, wanted, label: kind };
  });

const CONSTRAINTS: readonly (readonly [constraint: object, broken: unknown, met: unknown])[] = [
  [{ enum: ["open", "shut"] }, "Open", "open"],
  [{ type: "string", enum: ["open"] }, "open ", "open"],
  [{ const: "v1" }, "v2", "v1"],
  [{ type: "string", pattern: "^/" }, "x", "/x"],
  [{ type: "string", minLength: 3 }, "ab", "abc"],
  [{ type: "string", maxLength: 3 }, "abcd", "abc"],
  [{ type: "number", minimum: 1 }, 0, 1],
  [{ type: "number", exclusiveMaximum: 5 }, 5, 4],
  [{ type: "integer", multipleOf: 5 }, 7, 10],
  [{ type: "integer", maximum: 3 }, "5", 3],
  [{ type: "array", minItems: 1 }, [], ["a"]],
  [{ type: "array", items: text, maxItems: 1 }, '["a","b"]', ["a"]],
  [{ type: "array", uniqueItems: true }, [1, 1], [1]],
  [{ type: "object", minProperties: 1 }, {}, { a: 1 }],
  [{ type: "object", additionalProperties: false }, { a: 1 }, {}],
  [{ type: "object", propertyNames: { maxLength: 2 } }, { abc: 1 }, { ab: 1 }],
];

const constrained: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom(...CONSTRAINTS), fc.boolean())
  .map(([path, [constraint, broken, met], isMet]) => {
    const leaf = object({ v: constraint, gone: text }, ["v"]);
    const call = customCall(
      schemaAt(path, leaf),
      valueAt(path, () => ({ v: isMet ? met : broken, gone: null })),
    );
    return isMet
      ? { call, wanted: repaired(valueAt(path, () => ({ v: met }))), label: "met" }
      : { call, wanted: refused, label: "broken" };
  });

/** What each kind of branch wants of `v`, a text that does for it, and what that becomes. */
const BRANCHES: Readonly<Record<string, readonly [schema: object, value: string, after: unknown]>> = {
  list: [texts, '["x"]', ["x"]],
  bare: [texts, "x", ["x"]],
  object: [{ type: "object" }, '{"x":1}', { x: 1 }],
  text: [text, '["x"]', '["x"]'],
};
const KINDS = Object.keys(BRANCHES);

const tagged: Arbitrary<Case> = fc
  .tuple(
    nesting,
    fc.constantFrom(...KINDS),
    fc.constantFrom("anyOf", "oneOf"),
    fc.boolean(),
    fc.constantFrom("const", "enum", "none"),
  )
  .map(([path, kind, union, isReversed, how]) => {
    const branches = KINDS.map((name) =>
      object(
        {
          kind: how === "enum" ? { enum: [name, `${name}2`] } : { const: name },
          v: BRANCHES[name]?.[0] ?? {},
        },
        ["kind", "v"],
      ),
    );
    const schema = { [union]: isReversed ? branches.reverse() : branches };
    const [, value, after] = BRANCHES[kind] ?? [{}, "", ""];
    const tag = how === "enum" ? `${kind}2` : how === "const" ? kind : "unknown";
    const call = customCall(
      schemaAt(path, schema),
      valueAt(path, () => ({ kind: tag, v: value })),
    );
    if (how === "none") return { call, wanted: refused, label: "no branch" };
    if (kind === "text") return { call, wanted: valid, label: "fits" };
    return { call, wanted: repaired(valueAt(path, () => ({ kind: tag, v: after }))), label: "decided" };
  });

/** Branches that want the same key under different names: an alias that leads to both decides nothing. */
const ambiguous: Arbitrary<Case> = fc
  .tuple(nesting, plainText, fc.boolean(), fc.boolean())
  .map(([path, word, isReversed, isAmbiguous]) => {
    const branches = [
      object({ path: text }, ["path"]),
      object({ dir: isAmbiguous ? text : { type: "number" } }, ["dir"]),
    ];
    const schema = schemaAt(path, { type: "object", anyOf: isReversed ? branches.reverse() : branches });
    const call = customCall(
      schema,
      valueAt(path, () => ({ title: word })),
      {
        legacyConfig: { fieldAliases: { path: ["title"], dir: ["title"] } },
      },
    );
    return isAmbiguous
      ? { call, wanted: refused, label: "two readings" }
      : { call, wanted: repaired(valueAt(path, () => ({ path: word }))), label: "one reading" };
  });

const POSITIONS: readonly (readonly [schema: object, before: unknown, after: unknown])[] = [
  [text, "[1]", "[1]"],
  [{ type: "array", items: { type: "number" } }, "[1]", [1]],
  [{ type: "object" }, '{"a":1}', { a: 1 }],
  [{ type: ["string", "null"] }, null, null],
  [{ anyOf: [text, texts] }, '["a"]', '["a"]'],
];

const tuples: Arbitrary<Case> = fc
  .tuple(nesting, fc.array(fc.constantFrom(...POSITIONS), { minLength: 1, maxLength: 5 }))
  .map(([path, positions]) => {
    const leaf = { type: "array", prefixItems: positions.map(([schema]) => schema), items: false };
    const before = positions.map(([, value]) => value);
    const after = positions.map(([, , value]) => value);
    const call = customCall(
      schemaAt(path, leaf),
      valueAt(path, () => before),
    );
    return toJson(before) === toJson(after)
      ? { call, wanted: valid, label: "fits" }
      : { call, wanted: repaired(valueAt(path, () => after)), label: "repaired" };
  });

const MAPS: readonly object[] = [{ additionalProperties: texts }, { patternProperties: { "": texts } }];

const maps: Arbitrary<Case> = fc
  .tuple(
    nesting,
    fc.constantFrom(...MAPS),
    fc.uniqueArray(fc.oneof(fc.constantFrom("title", "file", "name"), hardText), {
      minLength: 1,
      maxLength: 3,
    }),
    plainText,
  )
  .map(([path, kind, keys, word]) => {
    const build = (value: unknown) => Object.fromEntries(keys.map((key) => [key, value]));
    const call = customCall(
      schemaAt(path, { type: "object", ...kind }),
      valueAt(path, () => build(toJson([word]))),
      {
        legacyConfig: { fieldAliases: { name: ["title", "file"] } },
      },
    );
    return {
      call,
      wanted: repaired(valueAt(path, () => build([word]))),
      label: keys.includes("title") ? "alias name" : "other key",
    };
  });

const when = (condition: object, met: object, unmet: object): object => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: met,
  else: unmet,
});

const combined: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom("allOf", "if", "if not", "dependent", "not"), fc.boolean())
  .map(([path, keyword, isMet]) => {
    const wants = { properties: { v: texts } };
    const forbids = { properties: { v: { type: "array", maxItems: 0 } } };
    const cond = { required: ["flag"] };
    const parts: Readonly<Record<string, object>> = {
      allOf: { allOf: isMet ? [wants, {}] : [wants, forbids] },
      if: when(cond, isMet ? wants : { allOf: [wants, forbids] }, {}),
      "if not": when({ not: cond }, {}, isMet ? wants : { allOf: [wants, forbids] }),
      dependent: { ...wants, dependentRequired: { flag: isMet ? [] : ["other"] } },
      not: { ...wants, not: { required: [isMet ? "other" : "flag"] } },
    };
    const leaf = { type: "object", ...parts[keyword] };
    const call = customCall(
      schemaAt(path, leaf),
      valueAt(path, () => ({ flag: 1, v: '["x"]' })),
    );
    return isMet
      ? { call, wanted: repaired(valueAt(path, () => ({ flag: 1, v: ["x"] }))), label: "met" }
      : { call, wanted: refused, label: "unmet" };
  });

/** What `schema` says of dialect, constraints and shapes. */
export const shapeProperties: readonly Property[] = [
  caseProperty(
    "schema/dialect/local-references",
    "A local reference is followed like the schema that it names.",
    referenced,
    { deep: 0.55 },
  ),
  caseProperty(
    "schema/dialect/recursive-references",
    "A recursive one is followed as deep as the value goes.",
    recursive,
    { recursive: 1 },
  ),
  caseProperty(
    "schema/dialect/unreadable-stands-aside",
    "Under a schema that cannot be read every call is valid, untouched and observed.",
    unreadable,
    { aside: 1 },
  ),
  caseProperty(
    "schema/dialect/annotations-decide-nothing",
    "Defaults, examples, formats and unknown keywords change no verdict and fill in nothing.",
    annotated,
    { present: 0.1, missing: 0.1, null: 0.1 },
  ),
  caseProperty(
    "schema/constraints-not-faked/broken-stays-broken",
    "A broken constraint is refused, whatever else could be repaired.",
    constrained,
    { met: 0.25, broken: 0.25 },
  ),
  caseProperty(
    "schema/every-shape/discriminator-decides",
    "Of a union the branch whose constant matches decides.",
    tagged,
    { decided: 0.25, fits: 0.02, "no branch": 0.1 },
  ),
  caseProperty(
    "schema/every-shape/two-readings-decide-nothing",
    "A repair that branches read differently is refused.",
    ambiguous,
    { "two readings": 0.25, "one reading": 0.25 },
  ),
  caseProperty(
    "schema/every-shape/tuples-by-position",
    "Tuples are repaired by position; nulls and strings that are welcome stay.",
    tuples,
    { repaired: 0.45, fits: 0.09 },
  ),
  caseProperty(
    "schema/every-shape/map-keys-are-data",
    "Values of a typed map are repaired as fields, its keys are data.",
    maps,
    { "alias name": 0.1, "other key": 0.45 },
  ),
  caseProperty(
    "schema/every-shape/final-validation-decides",
    "Leaves are repaired under allOf, if, dependentRequired and not, and final validation alone decides.",
    combined,
    { met: 0.25, unmet: 0.25 },
  ),
];
