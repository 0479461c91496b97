/** Schemas that cannot be read: nothing is decided by a guess. */
import fc from "fast-check";
import { askRepair, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { checkCase, customCall, inTurn, refused, valid, type Wanted } from "./case.ts";
import { nesting, type Step, schemaAt, valueAt } from "./nesting.ts";

const text = { type: "string" };
const number = { type: "number" };
const texts = { type: "array", items: text };

const COUNTS = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
];
const LIMITS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const SUBSCHEMAS = [
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "items",
  "contains",
  "unevaluatedItems",
  "not",
  "if",
  "then",
  "else",
];

/** Keywords with values that the dialect does not allow there. */
const MALFORMED: readonly (readonly [keyword: string, ...values: unknown[]])[] = [
  ...COUNTS.map((keyword) => [keyword, "3", 1.5, -1, null, true, [2]] as const),
  ...LIMITS.map((keyword) => [keyword, "3", null, [3], {}] as const),
  ["multipleOf", 0, -1],
  ["uniqueItems", "yes", 1, null],
  ["pattern", 5, null, "(", "\\p{Nothing}"],
  ["type", [], "text", 5, null, {}, ["string", 5], [["string"]], "toString"],
  ["enum", "a", {}, null],
  ["required", "a", {}, null, [1], ["a", null]],
  ["dependentRequired", [], null, "a", { a: "b" }, { a: [1] }, { a: null }],
  ["$ref", 5, null, {}],
  ...SUBSCHEMAS.map((keyword) => [keyword, 5, "x", null, []] as const),
  ...["prefixItems", "allOf", "anyOf", "oneOf"].map(
    (keyword) => [keyword, {}, [], "x", null, [5], [[]]] as const,
  ),
  ...["properties", "patternProperties", "dependentSchemas"].map(
    (keyword) => [keyword, [], "x", null, { a: 5 }, { a: null }] as const,
  ),
  ["patternProperties", { "(": {} }],
];

const ASIDE: Wanted = { ...valid, observes: "schema-unreadable" };

/** A call that would be repaired if the field's schema took anything. */
function* standsAside(path: readonly Step[], schema: unknown, more: object = {}): Check {
  const leaf = { type: "object", properties: { v: schema, tags: texts }, required: ["v"] };
  const whole = { ...(schemaAt(path, leaf) as object), ...more };
  const value = valueAt(path, () => ({ v: "x", tags: "t" }));
  return yield* checkCase({
    call: customCall(whole, value),
    wanted: ASIDE,
    label: "",
  });
}

const malformed = property<readonly Step[]>({
  address: "schema/dialect/malformed-stands-aside",
  title: "A keyword with a value that the dialect does not allow makes the layer stand aside.",
  capability: "repair",
  arbitrary: nesting,
  *check(path): Check {
    for (const root of [5, "object", null, []]) {
      const call = customCall(root, { v: "x" });
      const problem = yield* checkCase({ call, wanted: ASIDE, label: "" });
      if (problem !== undefined) return { ...problem, says: `${toJson(root)}: ${problem.says}` };
    }
    for (const [keyword, ...values] of MALFORMED) {
      for (const value of values) {
        const problem = yield* standsAside(path, { [keyword]: value });
        if (problem !== undefined)
          return { ...problem, says: `${keyword} as ${toJson(value)}: ${problem.says}` };
      }
    }
    return undefined;
  },
  // One case asks some hundred questions.
  share: 0.03,
});

/** So many levels of a reference to two of the next one; the last one takes texts. */
function doubled(levels: number): object {
  const $defs: Record<string, unknown> = { [`d${levels}`]: texts };
  for (let level = 0; level < levels; level++) {
    const $ref = `#/$defs/d${level + 1}`;
    $defs[`d${level}`] = { allOf: [{ $ref }, { $ref }] };
  }
  return $defs;
}

/** A chain of so many references. */
function chain(length: number): object {
  const $defs: Record<string, unknown> = { [`d${length}`]: texts };
  for (let at = 0; at < length; at++) $defs[`d${at}`] = { $ref: `#/$defs/d${at + 1}` };
  return $defs;
}

/** A schema of so many levels. */
function tower(levels: number): unknown {
  let at: unknown = text;
  for (let level = 0; level < levels; level++) at = { type: "array", items: at };
  return at;
}

interface Trap {
  readonly about: string;
  readonly v: unknown;
  readonly root: object;
}

const first = { $ref: "#/$defs/d0" };
const TRAPS: readonly Trap[] = [
  { about: "a schema of a thousand levels", v: tower(1000), root: {} },
  { about: "references doubled seventeen times", v: first, root: { $defs: doubled(17) } },
  { about: "a chain of a thousand references", v: first, root: { $defs: chain(1000) } },
  {
    about: "a list of a hundred thousand members",
    v: { enum: Array.from({ length: 110_000 }, () => 0) },
    root: {},
  },
];

const traps = property<number>({
  address: "safety/total/oversized-schemas",
  title: "A schema that is too large, too deep or folded too often makes the layer stand aside.",
  capability: "repair",
  arbitrary: fc.nat(TRAPS.length - 1),
  *check(start): Check {
    // All of them, in turn, so that no run leaves one out.
    for (const trap of inTurn(TRAPS, start)) {
      const schema = { type: "object", properties: { v: trap.v }, required: ["v"], ...trap.root };
      const { answer, facts } = yield* askRepair(customCall({}, { v: "t" }), { makeSchema: () => schema });
      if (answer.outcome !== "valid" || answer.changes.length > 0 || facts?.sameReference === false)
        return { says: `it did not stand aside for ${trap.about}`, received: answer.outcome };
    }
    return undefined;
  },
  share: 0.02,
});

const shared = property<readonly Step[]>({
  address: "schema/dialect/one-object-in-two-places",
  title: "A schema object that stands in two places is read in both.",
  capability: "repair",
  arbitrary: nesting,
  *check(path): Check {
    const list = { type: "array", items: { type: "object", properties: { id: number } } };
    const make = () =>
      schemaAt(path, { type: "object", properties: { one: list, two: list }, required: ["two"] });
    const ask = (two: unknown) =>
      askRepair(
        customCall(
          {},
          valueAt(path, () => ({ one: { id: 1 }, two })),
        ),
        { makeSchema: make },
      );
    const good = (yield* ask({ id: 2 })).answer;
    const wanted = toJson(valueAt(path, () => ({ one: [{ id: 1 }], two: [{ id: 2 }] })));
    if (good.outcome !== "repaired" || good.args !== wanted)
      return { says: "it was not repaired", expected: wanted, received: `${good.outcome} ${good.args}` };
    const bad = (yield* ask({ id: {} })).answer;
    return bad.outcome === refused.outcome
      ? undefined
      : { says: "the second place is not judged", received: bad.args };
  },
  share: 0.3,
});

export const unreadableProperties: readonly Property[] = Object.freeze([malformed, traps, shared]);
