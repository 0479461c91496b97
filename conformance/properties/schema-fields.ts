/** Properties of the repairs of one field: alias, null, placeholder, JSON text, wrapping. */
import fc, { type Arbitrary } from "fast-check";
import { jsonValue, pathText, plainText } from "../arbitraries.ts";
import { toJson } from "../json-text.ts";
import type { Property } from "../property.ts";
import { type Case, caseProperty, customCall, refused, repaired } from "./case.ts";
import { depthLabel, nesting, type Step, schemaAt, valueAt } from "./nesting.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

/** The same damaged value at every leaf, with what it becomes there; undefined if it is refused. */
function nested(
  path: readonly Step[],
  leaf: unknown,
  dirty: unknown,
  clean: unknown,
  label = depthLabel(path),
): Case {
  const call = customCall(
    schemaAt(path, leaf),
    valueAt(path, () => dirty),
  );
  return { call, wanted: clean === undefined ? refused : repaired(valueAt(path, () => clean)), label };
}

const NAMES: readonly (readonly string[])[] = [
  ["file_path"],
  ["file", "title"],
  ["a/b", "x~y"],
  ["toString"],
];

const renamed: Arbitrary<Case> = fc
  .tuple(
    nesting,
    fc.constantFrom(...NAMES),
    plainText,
    fc.constantFrom("alias", "alias", "other name", "inherited"),
  )
  .map(([path, names, value, kind]) => {
    const name = kind === "alias" ? (names.at(-1) ?? "") : "unheard";
    const dirty = kind === "inherited" ? { n: 1 } : { n: 1, [name]: value };
    const base = nested(
      path,
      object({ name: text, n: {} }, ["name"]),
      dirty,
      kind === "alias" ? { n: 1, name: value } : undefined,
    );
    const call = { ...base.call, legacyConfig: { fieldAliases: { name: [...names] } } };
    return { ...base, call, label: kind === "alias" ? depthLabel(path) : "refused" };
  });

const TYPES = [text, { type: "number" }, { type: "boolean" }, texts, object({}), { enum: ["a"] }];
const ODD_KEYS = ["gone", "a/b", "~0", "", "toString", "two words"];

const nulls: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom(...ODD_KEYS), fc.constantFrom(...TYPES), fc.boolean())
  .map(([path, key, type, isRequired]) => {
    // ajv takes the required field "" for present whatever the object holds.
    const required = isRequired && key !== "";
    const leaf = object({ keep: text, [key]: type }, required ? [key] : []);
    const dirty = { keep: "k", [key]: null };
    return nested(
      path,
      leaf,
      dirty,
      required ? undefined : { keep: "k" },
      required ? "required" : depthLabel(path),
    );
  });

const nullItems: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom(text, texts, object({}), { type: "number" }), fc.boolean())
  .map(([path, items, isList]) => {
    const leaf = isList ? { type: "array", items } : { type: "array", prefixItems: [items], minItems: 1 };
    return nested(path, leaf, [null], undefined, isList ? "item" : "position");
  });

const placeholders: Arbitrary<Case> = fc
  .tuple(
    nesting,
    fc.constantFrom(...ODD_KEYS),
    fc.boolean(),
    fc.constantFrom(texts, { type: "array" }, text, { type: "number" }),
  )
  .map(([path, key, isRequired, type]) => {
    const required = isRequired && key !== "";
    const leaf = object({ keep: text, [key]: type }, required ? [key] : []);
    const isDropped = !required && type.type === "array";
    const label = isDropped ? depthLabel(path) : "refused";
    return nested(path, leaf, { keep: "k", [key]: {} }, isDropped ? { keep: "k" } : undefined, label);
  });

const container = jsonValue.filter((value): value is object => typeof value === "object" && value !== null);
const pretty = (value: unknown, isWide: boolean): string =>
  isWide ? ` \n${JSON.stringify(JSON.parse(toJson(value)), null, 2)}\n` : toJson(value);

const stringified: Arbitrary<Case> = fc
  .tuple(nesting, container, fc.boolean())
  .map(([path, value, isWide]) => {
    const leaf = { type: Array.isArray(value) ? "array" : "object" };
    return nested(path, leaf, pretty(value, isWide), value);
  });

const notStringified: Arbitrary<Case> = fc
  .tuple(nesting, container, fc.constantFrom("cut list", "other type", "word", "scalar"), plainText)
  .map(([path, value, kind, word]) => {
    if (kind === "cut list")
      return nested(path, { type: "array" }, toJson([value]).slice(0, -1), undefined, kind);
    const wrongType = Array.isArray(value) ? "object" : "boolean";
    if (kind === "other type") return nested(path, { type: wrongType }, toJson(value), undefined, kind);
    return nested(path, { type: "object" }, kind === "word" ? word : "null", undefined, kind);
  });

const row = object({ n: { type: "integer" }, s: text }, ["n"]);
const wrappedObject: Arbitrary<Case> = fc
  .tuple(
    nesting,
    fc.record({ n: fc.integer(), s: plainText }),
    fc.constantFrom("fits", "as text", "unfit", "unfit text", "strings"),
  )
  .map(([path, value, kind]) => {
    const leaf = object({ rows: { type: "array", items: kind === "strings" ? text : row } }, ["rows"]);
    const unfit = { n: value.s, s: value.n };
    const inside = kind.startsWith("unfit") ? unfit : value;
    const dirty = { rows: kind.endsWith("text") ? toJson(inside) : inside };
    const isWrapped = kind === "fits" || kind === "as text";
    return nested(path, leaf, dirty, isWrapped ? { rows: [value] } : undefined, isWrapped ? kind : "refused");
  });

/** Texts that hold brackets and are no JSON. */
const GLOBS = ["[ab]*.ts", "{src,test}/**", "[a] b", "[x", 'a["b"]'];
const bareText: Arbitrary<string> = fc.oneof(
  plainText,
  pathText,
  fc.constantFrom("5", "true", " x ", "a, b"),
);

/** Whether a string in a list of lists is one list of one, or the items of one list, is not settled: lists in a field. */
const wrapped: Arbitrary<Case> = fc
  .tuple(
    nesting,
    fc.oneof(bareText, fc.constantFrom(...GLOBS)),
    fc.constantFrom("string", "string", "number", "enum", "long"),
  )
  .map(([path, word, kind]) => {
    const items: Readonly<Record<string, object>> = {
      string: text,
      number: { type: "number" },
      enum: { enum: ["?"] },
      long: { type: "string", minLength: 200 },
    };
    const leaf = object({ tags: { type: "array", items: items[kind] } });
    const dirty = { tags: kind === "number" ? `n${word}` : word };
    return kind === "string"
      ? nested(path, leaf, dirty, { tags: [word] })
      : nested(path, leaf, dirty, undefined, "refused");
  });

const parsedNotWrapped: Arbitrary<Case> = fc
  .tuple(nesting, fc.array(plainText, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([path, list, isWide]) => nested(path, texts, pretty(list, isWide), list));

const OPENERS = ['["', "['", "[{", "[[", '{"', "```", "```json\n["];
const TAILS = ["", "a", 'a"', 'a",', "a' , ", '"a":', "\n", ' x"]y', "}}}"];
const parses = (value: string): boolean => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};

const brokenJson: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom(...OPENERS), fc.array(fc.constantFrom(...TAILS), { maxLength: 3 }))
  .filter(([, opener, tails]) => !parses(opener + tails.join("")))
  .map(([path, opener, tails]) =>
    nested(path, texts, opener + tails.join(""), undefined, opener.startsWith("`") ? "fence" : "bracket"),
  );

/** What `schema` says of the repair of single fields. */
export const fieldProperties: readonly Property[] = [
  caseProperty(
    "schema/rename-alias/at-any-depth",
    "A missing field takes its configured alias at any depth, and no other name.",
    renamed,
    { deep: 0.15, refused: 0.25 },
  ),
  caseProperty(
    "schema/drop-optional-null/optional-only",
    "A null is dropped from an optional field, whatever its key and type, and refused in a required one.",
    nulls,
    { deep: 0.2, required: 0.2 },
  ),
  caseProperty("schema/drop-optional-null/items-stay", "A null item of a list is never dropped.", nullItems, {
    item: 0.25,
  }),
  caseProperty(
    "schema/drop-empty-object/lists-only",
    "{} is dropped from an optional field that wants a list, and else refused.",
    placeholders,
    { deep: 0.06, refused: 0.45 },
  ),
  caseProperty(
    "schema/parse-stringified/at-any-depth",
    "JSON text of the wanted kind is parsed to exactly its value, at any depth.",
    stringified,
    { deep: 0.55, shallow: 0.04 },
  ),
  caseProperty(
    "schema/parse-stringified/nothing-else",
    "Cut text, words and JSON of another kind are not.",
    notStringified,
    { "cut list": 0.07, "other type": 0.07, word: 0.07, scalar: 0.06 },
  ),
  caseProperty(
    "schema/wrap-object/only-what-fits",
    "An object that fits the items becomes a list of one, as text too; any other is refused.",
    wrappedObject,
    { fits: 0.04, "as text": 0.04, refused: 0.35 },
  ),
  caseProperty(
    "schema/wrap-bare-string/strings-only",
    "A bare string becomes a list of one where the items are strings that it fits.",
    wrapped,
    { deep: 0.1, refused: 0.35 },
  ),
  caseProperty(
    "schema/wrap-bare-string/parsing-is-tried-first",
    "A list as JSON text is parsed and never wrapped.",
    parsedNotWrapped,
    { deep: 0.55 },
  ),
  caseProperty(
    "schema/wrap-string-not-json/openers",
    "Text that begins like JSON and does not parse is not wrapped.",
    brokenJson,
    { bracket: 0.45, fence: 0.1 },
  ),
];
