/** Properties of selectors and of exact aliases. */
import fc, { type Arbitrary } from "fast-check";
import type { Preprocessor } from "../../spec/contract.ts";
import { pathText, plainText } from "../arbitraries.ts";
import type { Property } from "../property.ts";
import { builtInCall, callWith, type ValidCall } from "../valid-calls.ts";
import { type Case, caseProperty, customCall, refused, repaired, valid } from "./case.ts";
import { depthLabel, nesting, schemaAt, selectorOf, valueAt } from "./nesting.ts";

const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const alias = (selector: string, aliases: string[], more: object = {}) =>
  ({ kind: "alias", selector, aliases, ...more }) as Preprocessor;

interface Alias {
  readonly call: ValidCall;
  readonly field: string;
  /** All names configured for the field. */
  readonly names: readonly string[];
  /** One of the names. */
  readonly name: string;
  readonly other: string;
  readonly emptyIsMissing: boolean;
  readonly required: boolean;
}

/** A built-in call with one of its root fields that has aliases, whether the field is there or not. */
const rootAlias: Arbitrary<Alias> = builtInCall.chain((call) => {
  const rules = (call.settings.preprocessors ?? []).filter(
    (rule) => "aliases" in rule && /^\/[^/]+$/.test(rule.selector) && rule.selector !== "/edits",
  );
  return fc.constantFrom(...rules).chain((rule) => {
    const names = "aliases" in rule ? (rule.aliases as readonly string[]) : [];
    const field = rule.selector.slice(1);
    const declared = (call.schema.required ?? []) as readonly string[];
    return fc.shuffledSubarray([...names], { minLength: Math.min(2, names.length) }).map((picked) => ({
      call,
      field,
      names,
      name: picked[0] ?? "",
      other: picked[1] ?? "",
      emptyIsMissing: "emptyEquivalentToMissing" in rule && rule.emptyEquivalentToMissing === true,
      required: declared.includes(field),
    }));
  });
});

const without = (args: object, ...keys: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !keys.includes(key)));

/** The call's arguments with `value` under the alias in place of the field. */
const renamed = ({ call, field, name }: Alias, value: unknown) => ({
  ...without(call.args, field),
  [name]: value,
});

const selected: Arbitrary<Case> = fc
  .tuple(nesting, fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }))
  .map(([path, links]) => {
    const isLink = (leaf: number) => links[leaf % links.length] === true;
    const schema = object({ in: schemaAt(path, text), beside: schemaAt(path, text) });
    const dirty = valueAt(path, (leaf) => (isLink(leaf) ? `d/[${leaf}.md](http://${leaf}.md)` : `d/${leaf}`));
    const clean = valueAt(path, (leaf) => (isLink(leaf) ? `d/${leaf}.md` : `d/${leaf}`));
    const rule: Preprocessor = { kind: "filesystem-path", selector: `/in${selectorOf(path)}` };
    const call = customCall(schema, { in: dirty, beside: dirty }, { preprocessors: [rule] });
    const some = JSON.stringify(dirty) !== JSON.stringify(clean);
    return some
      ? { call, wanted: repaired({ in: clean, beside: dirty }), label: depthLabel(path) }
      : { call, wanted: valid, label: "nothing to do" };
  });

const starOverMembers: Arbitrary<Case> = fc.tuple(plainText, fc.boolean()).map(([name, isList]) => {
  const link = `[${name}.md](http://${name}.md)`;
  const preprocessors: Preprocessor[] = [{ kind: "filesystem-path", selector: "/v/*" }];
  const call = customCall(object({ v: {} }), { v: isList ? [link] : { k: link } }, { preprocessors });
  return isList
    ? { call, wanted: repaired({ v: [`${name}.md`] }), label: "items" }
    : { call, wanted: valid, label: "members" };
});

const moved: Arbitrary<Case> = fc.tuple(rootAlias, pathText).map(([drawn, value]) => ({
  call: callWith(drawn.call, renamed(drawn, value)),
  wanted: repaired({ ...drawn.call.args, [drawn.field]: value }),
  label: drawn.required ? "required" : "optional",
}));

const movedDeep: Arbitrary<Case> = fc.tuple(nesting, plainText, fc.boolean()).map(([path, value, here]) => {
  const leaf = object({ name: text, beside: object({ name: text }) });
  const dirty = { title: value, beside: { title: value } };
  const selector = selectorOf(path, here ? "name" : "beside/no/name");
  const call = customCall(
    schemaAt(path, leaf),
    valueAt(path, () => dirty),
    {
      preprocessors: [alias(selector, ["other", "title"], { accepts: "string" })],
    },
  );
  const clean = { name: value, beside: { title: value } };
  return here
    ? { call, wanted: repaired(valueAt(path, () => clean)), label: depthLabel(path) }
    : { call, wanted: valid, label: "elsewhere" };
});

const KINDS = ["string", "number", "boolean", "array", "object"] as const;
const VALUES: Readonly<Record<(typeof KINDS)[number], unknown>> = {
  string: "5",
  number: 5,
  boolean: false,
  array: ["5"],
  object: { n: 5 },
};

const guarded: Arbitrary<Case> = fc
  .tuple(fc.constantFrom(...KINDS), fc.constantFrom(...KINDS))
  .map(([accepts, kind]) => {
    const value = VALUES[kind];
    const call = customCall(
      object({ name: {} }),
      { title: value },
      {
        preprocessors: [alias("/name", ["title"], { accepts })],
      },
    );
    return accepts === kind
      ? { call, wanted: repaired({ name: value }), label: "accepted" }
      : { call, wanted: valid, label: "not accepted" };
  });

const canonicalWins: Arbitrary<Case> = fc
  .tuple(rootAlias, pathText, plainText)
  .map(([drawn, value, beside]) => ({
    call: callWith(drawn.call, { ...drawn.call.args, [drawn.field]: value, [drawn.name]: beside }),
    wanted: valid,
    label: drawn.required ? "required" : "optional",
  }));

const conflict: Arbitrary<Case> = rootAlias
  .filter(({ other }) => other !== "")
  .chain((drawn) => fc.tuple(fc.constant(drawn), plainText))
  .map(([drawn, value]) => ({
    call: callWith(drawn.call, { ...renamed(drawn, value), [drawn.other]: `${value}/other` }),
    wanted: drawn.required ? refused : valid,
    label: drawn.required ? "required" : "optional",
  }));

const editNames = (field: "oldText" | "newText", call: ValidCall): readonly string[] =>
  call.settings.legacyConfig?.fieldAliases?.[field] ?? [];

const flatConflict: Arbitrary<Case> = builtInCall
  .filter(({ toolName }) => toolName === "edit")
  .chain((call) =>
    fc
      .tuple(
        fc.shuffledSubarray([...editNames("oldText", call)], { minLength: 2, maxLength: 2 }),
        fc.constantFrom(...editNames("newText", call)),
        plainText,
        fc.boolean(),
      )
      .map(([[one = "", two = ""], name, value, conflicts]): Case => {
        const flat = { path: "p", [one]: value, ...(conflicts && { [two]: `${value}.` }), [name]: "n" };
        const edits = [{ oldText: value, newText: "n" }];
        return conflicts
          ? { call: callWith(call, flat), wanted: refused, label: "conflict" }
          : { call: callWith(call, flat), wanted: repaired({ path: "p", edits }), label: "one name" };
      }),
  );

const emptyCanonical: Arbitrary<Case> = fc
  .tuple(
    fc.oneof(
      rootAlias,
      rootAlias.filter(({ emptyIsMissing }) => !emptyIsMissing),
    ),
    pathText,
  )
  .map(([drawn, value]) => {
    const { call, field, emptyIsMissing } = drawn;
    const dirty = callWith(call, { ...renamed(drawn, value), [field]: "" });
    return emptyIsMissing
      ? { call: dirty, wanted: repaired({ ...call.args, [field]: value }), label: "counts as missing" }
      : { call: dirty, wanted: valid, label: "is a value" };
  });

const emptyByLength: Arbitrary<Case> = fc.tuple(plainText, fc.boolean()).map(([value, rejects]) => {
  const schema = object(
    { name: { type: "string", ...(rejects && { minLength: 1 }) } },
    { required: ["name"] },
  );
  const call = customCall(
    schema,
    { name: "", title: value },
    {
      preprocessors: [alias("/name", ["title"], { accepts: "string" })],
    },
  );
  return rejects
    ? { call, wanted: repaired({ name: value }), label: "rejected" }
    : { call, wanted: valid, label: "accepted" };
});

const beforeFastReturn: Arbitrary<Case> = fc
  .tuple(
    rootAlias.filter(({ required }) => !required),
    pathText,
    fc.constantFrom("conservative", "adaptive", "recover"),
  )
  .map(([drawn, value, profile]) => ({
    call: callWith(drawn.call, renamed(drawn, value), { profile }),
    wanted: repaired({ ...drawn.call.args, [drawn.field]: value }),
    label: profile,
  }));

const DECLARED: Readonly<Record<string, object>> = {
  "by name": object({ name: text, title: text }),
  "by pattern": object({ name: text }, { patternProperties: { "^ti": text } }),
  "by typed additional properties": object({ name: text }, { additionalProperties: text }),
  "by allOf": object({ name: text }, { allOf: [{ properties: { title: text } }] }),
  "by nothing": object({ name: text }),
  "by a pattern of others": object({ name: text }, { patternProperties: { "^x-": text } }),
  "by additionalProperties true": object({ name: text }, { additionalProperties: true }),
};

const declared: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom(...Object.keys(DECLARED)), plainText)
  .map(([path, how, value]) => {
    const call = customCall(
      schemaAt(path, DECLARED[how]),
      valueAt(path, () => ({ title: value })),
      {
        preprocessors: [alias(selectorOf(path, "name"), ["title"], { accepts: "string" })],
      },
    );
    const isFree = ["by nothing", "by a pattern of others", "by additionalProperties true"].includes(how);
    return isFree
      ? { call, wanted: repaired(valueAt(path, () => ({ name: value }))), label: "free" }
      : { call, wanted: valid, label: "declared" };
  });

const emptyAlias: Arbitrary<Case> = fc.tuple(rootAlias, fc.constantFrom("", null)).map(([drawn, empty]) => ({
  call: callWith(drawn.call, renamed(drawn, empty)),
  wanted: drawn.required ? refused : valid,
  label: drawn.required ? "required" : "optional",
}));

/** Names that a guess by distance, case or meaning would take for the field. */
const nearNames = (field: string): readonly string[] => [
  field.toUpperCase(),
  `${field}s`,
  ` ${field}`,
  `_${field}`,
  `${field}_`,
  field.slice(0, -1),
  `${field.slice(1)}`,
  `the${field[0]?.toUpperCase() ?? ""}${field.slice(1)}`,
];

const misspelt: Arbitrary<Case> = fc
  .tuple(rootAlias, fc.nat({ max: 7 }), pathText)
  .map(([drawn, number, value]): Case | undefined => {
    const { call, field, names, required } = drawn;
    const near = nearNames(field)[number] ?? "";
    if (names.includes(near) || Object.hasOwn(call.schema.properties as object, near)) return undefined;
    const input = { ...without(call.args, field), [near]: value };
    return {
      call: callWith(call, input),
      wanted: required ? refused : valid,
      label: required ? "required" : "optional",
    };
  })
  .filter((drawn) => drawn !== undefined);

const unknownKeys: Arbitrary<Case> = fc
  .tuple(
    builtInCall,
    fc.constantFrom("explanation", "id", "type", "mode", "Path", "toString"),
    fc.constantFrom("x", null, 0, {}),
  )
  .map(([call, key, value]) => ({
    call: callWith(call, { ...call.args, [key]: value }),
    wanted: valid,
    label: "kept",
  }));

/** What `preprocess` says of selectors and aliases. */
export const aliasProperties: readonly Property[] = [
  caseProperty(
    "preprocess/selectors/exactly-the-selected-places",
    "Exactly the places that a selector names are cleaned, at any depth and through any key.",
    selected,
    { deep: 0.25, "nothing to do": 0.15 },
  ),
  caseProperty(
    "preprocess/selectors/star-is-for-items",
    "A star selects the items of a list and never the members of an object.",
    starOverMembers,
    { items: 0.25, members: 0.25 },
  ),
  caseProperty(
    "preprocess/exact-alias/every-configured-alias",
    "Every configured alias of a built-in's field moves to the field with the same value, and nothing else changes.",
    moved,
    { required: 0.5, optional: 0.08 },
  ),
  caseProperty(
    "preprocess/exact-alias/at-its-selector-only",
    "An alias moves at every place that its selector names, and at no other.",
    movedDeep,
    { deep: 0.15, elsewhere: 0.25 },
  ),
  caseProperty(
    "preprocess/exact-alias/guard-decides",
    "An alias moves only if its value is of the kind that its guard accepts.",
    guarded,
    { accepted: 0.04, "not accepted": 0.55 },
  ),
  caseProperty(
    "preprocess/canonical-wins/alias-stays",
    "An alias beside a field that holds a value stays where it is.",
    canonicalWins,
    { required: 0.5, optional: 0.08 },
  ),
  caseProperty(
    "preprocess/conflicting-aliases/neither-is-taken",
    "Of two aliases with different values none is moved; a required field makes the call unrepairable.",
    conflict,
    { required: 0.55, optional: 0.06 },
  ),
  caseProperty(
    "preprocess/conflicting-aliases/edits-are-not-folded",
    "A flat edit whose text has two values is not folded.",
    flatConflict,
    { conflict: 0.25, "one name": 0.25 },
  ),
  caseProperty(
    "preprocess/empty-canonical/only-as-configured",
    "An empty field of a built-in gives way to an alias only where empty counts as missing.",
    emptyCanonical,
    { "counts as missing": 0.2, "is a value": 0.3 },
  ),
  caseProperty(
    "preprocess/empty-canonical/or-where-the-schema-rejects-it",
    "An empty field gives way to its alias where the schema rejects empty text, and else stays.",
    emptyByLength,
    { rejected: 0.25, accepted: 0.25 },
  ),
  caseProperty(
    "preprocess/alias-before-fast-return/optional-fields",
    "An alias of an optional field moves although the call was valid without it, under every profile.",
    beforeFastReturn,
    { conservative: 0.1, adaptive: 0.1, recover: 0.1 },
  ),
  caseProperty(
    "preprocess/declared-key-is-no-alias/however-declared",
    "A key that the schema declares, in whatever way, is never taken for an alias.",
    declared,
    { declared: 0.3, free: 0.2 },
  ),
  caseProperty(
    "preprocess/empty-alias-ignored/null-and-empty",
    "Null and empty aliases fill no field.",
    emptyAlias,
    { required: 0.5, optional: 0.08 },
  ),
  caseProperty(
    "preprocess/no-guessing/near-names",
    "A name that is nearly a field's is not taken for it.",
    misspelt,
    { required: 0.5, optional: 0.08 },
  ),
  caseProperty(
    "preprocess/no-guessing/unknown-keys-are-kept",
    "Unknown keys of a valid call stay.",
    unknownKeys,
    { kept: 1 },
  ),
];
