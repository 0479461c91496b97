/** Names of the parts of a schema: pointers, anchors and ids, and what only looks like one. */
import type { Check } from "../check.ts";
import { everything, type Property } from "../property.ts";
import { checkCase, customCall, repaired, valid, type Wanted } from "./case.ts";

const number = { type: "number" };
const texts = { type: "array", items: { type: "string" } };
const aside: Wanted = { ...valid, observes: "schema-unreadable" };
const wrapped = repaired({ v: ["t"] });

/** The schema of the field `v` beside other keywords of the root, and what becomes of `{"v":"t"}`. */
type Naming = readonly [about: string, v: unknown, root: object, wanted: Wanted];

/** Keywords whose values name schemas, and those whose values are data. */
const MAPS = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
const DATA = ["const", "enum", "default", "examples"];
const anchored = { $anchor: "kind", ...texts };

/** References that come back to themselves without a step into the value. */
const self = { $ref: "#/$defs/d" };
const BACK: readonly (readonly [about: string, body: object])[] = [
  ["a reference", self],
  ["allOf", { allOf: [self] }],
  ["anyOf", { anyOf: [number, self] }],
  ["oneOf", { oneOf: [number, self] }],
  ["not", { not: self }],
  ["if", { if: self, else: number }],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  ["then", { if: true, then: self }],
  ["else", { if: false, else: self }],
  ["dependentSchemas", { dependentSchemas: { a: self } }],
];

const NAMINGS: readonly Naming[] = [
  ["a pointer", { $ref: "#/$defs/d" }, { $defs: { d: texts } }, wrapped],
  ["a pointer into a list", { $ref: "#/allOf/0/$defs/d" }, { allOf: [{ $defs: { d: texts } }] }, wrapped],
  ["percent-encoding", { $ref: "#/$defs/a%20b%25" }, { $defs: { "a b%": texts } }, wrapped],
  ["percent-encoding of nothing", { $ref: "#/$defs/a%zz" }, { $defs: { "a%zz": texts } }, aside],
  ["escapes in their order", { $ref: "#/$defs/a~01" }, { $defs: { "a~1": texts, "a/": number } }, wrapped],
  ["what every object inherits", { $ref: "#/$defs/__proto__" }, { $defs: {} }, aside],
  ["a method", { $ref: "#/$defs/toString" }, { $defs: {} }, aside],
  ["a letter of a text", { $ref: "#/title/0" }, { title: "t" }, aside],
  ["a place beyond a text", { $ref: "#/title/0/x" }, { title: "t" }, aside],
  ["a place beyond null", { $ref: "#/default/x" }, { default: null }, aside],
  ["a list", { $ref: "#/examples" }, { examples: [] }, aside],
  ["an anchor", { $ref: "#kind" }, { $defs: { d: anchored } }, wrapped],
  ["an anchor that is nowhere", { $ref: "#other" }, { $defs: { d: anchored } }, aside],
  [
    "one anchor twice",
    { $ref: "#kind" },
    { $defs: { d: anchored, e: { $anchor: "kind", ...number } } },
    aside,
  ],
  ["an $id", { $ref: "urn:x:d" }, { $defs: { d: { $id: "urn:x:d", ...texts } } }, wrapped],
  ["an $id that is nowhere", { $ref: "urn:x:e" }, { $defs: { d: { $id: "urn:x:d", ...texts } } }, aside],
  [
    "an $id with an empty fragment",
    { $ref: "urn:x:d" },
    { $defs: { d: { $id: "urn:x:d#", ...texts } } },
    wrapped,
  ],
  [
    "an empty fragment behind it",
    { $ref: "urn:x:d#" },
    { $defs: { d: { $id: "urn:x:d", ...texts } } },
    wrapped,
  ],
  [
    "one $id twice",
    { $ref: "urn:x:d" },
    { $defs: { d: { $id: "urn:x:d", ...texts }, e: { $id: "urn:x:d", ...number } } },
    aside,
  ],
  [
    "a pointer behind an $id",
    { $ref: "urn:x:d#/$defs/e" },
    { $defs: { e: number, d: { $id: "urn:x:d", $defs: { e: texts } } } },
    wrapped,
  ],
  [
    "an anchor behind an $id",
    { $ref: "urn:x:d#kind" },
    { $defs: { e: { $anchor: "kind", ...number }, d: { $id: "urn:x:d", $defs: { e: anchored } } } },
    wrapped,
  ],
  [
    "an anchor of another resource",
    { $ref: "#kind" },
    { $defs: { d: { $id: "urn:x:d", $defs: { e: anchored } } } },
    aside,
  ],
  [
    "a pointer within a resource",
    { $ref: "urn:x:d" },
    { $defs: { e: number, d: { $id: "urn:x:d", $defs: { e: texts }, $ref: "#/$defs/e" } } },
    wrapped,
  ],
  [
    "two anchors within a resource",
    { $ref: "urn:x:d" },
    { $defs: { d: { $id: "urn:x:d", $ref: "#kind", $defs: { e: { $anchor: "other" }, f: anchored } } } },
    wrapped,
  ],
  [
    "the root's own $id",
    { $ref: "urn:x:root#/$defs/d" },
    { $id: "urn:x:root", $defs: { d: texts } },
    wrapped,
  ],
  [
    "the letters of an $id around its mark",
    { $ref: "urn:xd" },
    { $defs: { d: { $id: "urn:x#d", ...texts } } },
    aside,
  ],
  ...BACK.map(([about, body]): Naming => [`a way back by ${about}`, self, { $defs: { d: body } }, aside]),
  ...MAPS.flatMap((map): readonly Naming[] =>
    DATA.map((name) => [
      `an anchor at ${map}/${name}`,
      { $ref: "#kind" },
      { allOf: [{ [map]: { [name]: anchored } }] },
      wrapped,
    ]),
  ),
  ...DATA.flatMap((name): readonly Naming[] => {
    const data = name === "enum" || name === "examples" ? [anchored, { v: ["t"] }] : anchored;
    const beside = { $defs: { d: texts }, not: { [name]: data } };
    return [
      [`an anchor in ${name}`, { $ref: "#kind" }, beside, aside],
      [`an $id in ${name}`, { $ref: "urn:x:d" }, { not: { [name]: [{ $id: "urn:x:d", ...texts }] } }, aside],
    ];
  }),
];

const named = everything({
  address: "schema/dialect/names-of-parts",
  title:
    "Pointers, anchors and ids of the schema itself are followed; what they do not name makes the layer stand aside.",
  capability: "repair",
  *check(): Check {
    for (const [about, v, root, wanted] of NAMINGS) {
      const { allOf, properties, ...rest } = root as { allOf?: unknown; properties?: object };
      const schema = {
        type: "object",
        required: ["v"],
        properties: { v, ...properties },
        ...(allOf !== undefined && { allOf }),
        ...rest,
      };
      const problem = yield* checkCase({ call: customCall(schema, { v: "t" }), wanted, label: "" });
      if (problem !== undefined) return { ...problem, says: `${about}: ${problem.says}` };
    }
    return undefined;
  },
});

export const nameProperties: readonly Property[] = Object.freeze([named]);
