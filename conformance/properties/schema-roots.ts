/** Properties of root text, of passes, and of what schema repair leaves alone. */
import fc, { type Arbitrary } from "fast-check";
import { hardText, pathText, plainText } from "../arbitraries.ts";
import { askRepair, type Check } from "../check.ts";
import { parseJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { type Case, caseProperty, customCall, refused, repaired, valid } from "./case.ts";
import { depthLabel, nesting, schemaAt, valueAt } from "./nesting.ts";
import { builtIn } from "./preprocess-text.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

const ROOTS = [
  ["bash", "command"],
  ["powershell", "command"],
  ["read", "path"],
  ["ls", "path"],
  ["grep", "pattern"],
  ["find", "pattern"],
  ["write", undefined],
  ["edit", undefined],
] as const;
const COMMANDS = [
  "true",
  "42",
  "null",
  "-1.5",
  "[ -f x ]",
  "{ echo a; }",
  "curl -d '{\"a\":[1]}' localhost",
  "echo '```'",
  " ls\n\twc -l\r\n",
  "json",
  "a {",
  "test x = [",
];

const rootText: Arbitrary<Case> = fc
  .tuple(fc.constantFrom(...ROOTS), fc.oneof(plainText, fc.constantFrom(...COMMANDS)), fc.boolean())
  .map(([[tool, field], word, isQuoted]) => {
    const call = builtIn(tool, isQuoted ? toJson(word) : word);
    if (field === undefined) return { call, wanted: refused, label: "no field" };
    return { call, wanted: repaired({ [field]: word }), label: isQuoted ? "quoted" : "bare" };
  });

const OPENERS = [
  '{"',
  "{'",
  '{ "',
  "{\n'",
  "{command:",
  "{ command :",
  "{}",
  '["',
  "['",
  "[{",
  "[[",
  "```",
  "```bash\n",
  "<tool_call>",
  "<|python_tag|>",
  "[TOOL_CALLS]",
  "<function=bash>",
  '<invoke name="bash">',
  "<｜DSML｜tool_calls>",
  "<|tool_calls_section_begin|>",
];
const WORDS = ["", "", "", "json\n", "javascript\n", "tool_call\n"];
const garbage: Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom("", " ", "\n\t "), weight: 2 },
  { arbitrary: fc.constantFrom("{", "[", " { ", "[\n", "[]", "{}"), weight: 1 },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom("", " ", "\n", "\t\n "),
        fc.constantFrom(...WORDS),
        fc.constantFrom(...OPENERS),
        hardText,
      )
      .map((parts) => parts.join("")),
    weight: 5,
  },
);

interface Root {
  readonly tool: (typeof ROOTS)[number][0];
  readonly field: string | undefined;
  readonly raw: string;
}

const isGarbage = (value: string): boolean =>
  ["", "{", "["].includes(value.trim()) || OPENERS.some((opener) => value.trim().startsWith(opener));

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Where the text was really decoded its own fields come out; the text itself, or a piece of it, never does. */
function* checkGarbage({ tool, field, raw }: Root): Check {
  const { answer } = yield* askRepair(builtIn(tool, raw));
  if (answer.outcome === "unrepairable") return undefined;
  const args = parseJson(answer.args);
  const got: unknown =
    typeof args === "object" && args !== null && field ? Reflect.get(args, field) : undefined;
  const isClean =
    raw.trim() !== "" &&
    !textsOf(args).some((text) => text.includes(raw.trim())) &&
    !(typeof got === "string" && isGarbage(got));
  if (answer.outcome === "repaired" && isClean) return undefined;
  return {
    says: "text that is no plain text became an argument",
    expected: "unrepairable",
    received: answer.args,
  };
}

const twice: Arbitrary<Case> = fc
  .tuple(
    nesting,
    fc.array(fc.array(plainText, { maxLength: 2 }), { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([path, lists, hasNull, isRequired]) => {
    const row = object({ tags: texts, note: text, name: text }, isRequired ? ["name"] : []);
    const clean = lists.map((tags) => ({ tags, ...(isRequired && { name: "n" }) }));
    const rows = lists.map((tags) =>
      toJson({ tags: toJson(tags), ...(hasNull && { note: null }), ...(isRequired && { title: "n" }) }),
    );
    const call = customCall(
      schemaAt(path, { type: "array", items: row }),
      valueAt(path, () => toJson(rows)),
      {
        legacyConfig: { fieldAliases: { name: ["title"] } },
      },
    );
    return {
      call,
      wanted: repaired(
        valueAt(path, () => clean),
        hasNull ? 3 : 2,
      ),
      label: depthLabel(path),
    };
  });

const halfRepaired: Arbitrary<Case> = fc
  .tuple(nesting, plainText, fc.constantFrom(null, "end", [], { a: 1 }, true))
  .map(([path, word, broken]) => {
    const leaf = object({ tags: texts, gone: text, count: { type: "integer" } }, ["count"]);
    const dirty = { tags: word, gone: null, count: broken };
    return {
      call: customCall(
        schemaAt(path, leaf),
        valueAt(path, () => dirty),
      ),
      wanted: refused,
      label: "refused",
    };
  });

/** Values that a rule would take for damage if the schema did not accept them. */
const FITTING: Readonly<Record<string, unknown>> = {
  text: '["a"]',
  object: "{}",
  link: "[a.md](http://a.md)",
  maybe: null,
  any: { tags: "[1]", offset: null },
  empty: {},
  either: "x",
};
const FITTING_SCHEMAS = {
  text,
  object: text,
  link: text,
  maybe: { type: ["string", "null"] },
  any: {},
  empty: { type: "object" },
  either: { anyOf: [text, texts] },
};

const reported: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom("text", "null", "placeholder", "none"), hardText)
  .map(([path, kind, word]) => {
    const leaf = object({ ...FITTING_SCHEMAS, tags: texts, gone: text });
    const kept = { ...FITTING, word, extra: null, more: { "": [null, "[]"] } };
    const damage = { text: { tags: '["t"]' }, null: { gone: null }, placeholder: { tags: {} }, none: {} }[
      kind
    ];
    const clean = kind === "text" ? { ...kept, tags: ["t"] } : kept;
    const call = customCall(
      schemaAt(path, leaf),
      valueAt(path, () => ({ ...kept, ...damage })),
    );
    return kind === "none"
      ? { call, wanted: valid, label: kind }
      : { call, wanted: repaired(valueAt(path, () => clean)), label: "one place" };
  });

/** What a host would make of values by force; none of it is on the list of conversions that lose nothing. */
const FORCED: readonly (readonly [type: object, value: unknown])[] = [
  [text, null],
  [text, ["a"]],
  [text, {}],
  [{ type: "number" }, null],
  [{ type: "number" }, ""],
  [{ type: "number" }, " 5 "],
  [{ type: "number" }, "0x10"],
  [{ type: "number" }, true],
  [{ type: "number" }, [5]],
  [{ type: "integer" }, "5.7"],
  [{ type: "integer" }, 5.7],
  [{ type: "boolean" }, null],
  [{ type: "boolean" }, 1],
  [{ type: "boolean" }, "yes"],
  [{ type: "boolean" }, ""],
  [{ type: "array", items: { type: "number" } }, 5],
  [{ type: "array", items: { type: "number" } }, null],
  [{ type: "object" }, []],
  [{ type: "null" }, ""],
  [{ type: "null" }, 0],
];

const forced: Arbitrary<Case> = fc
  .tuple(nesting, fc.constantFrom(...FORCED), fc.boolean())
  .map(([path, [type, value], hasNull]) => {
    const dirty = { v: value, ...(hasNull && { gone: null }) };
    const call = customCall(
      schemaAt(path, object({ v: type, gone: text }, ["v"])),
      valueAt(path, () => dirty),
    );
    return { call, wanted: refused, label: value === null ? "null" : "other" };
  });

const listText: Arbitrary<Case> = fc
  .tuple(nesting, fc.array(pathText, { minLength: 1, maxLength: 3 }))
  .map(([path, list]) => ({
    call: customCall(
      schemaAt(path, texts),
      valueAt(path, () => toJson(list)),
    ),
    wanted: repaired(valueAt(path, () => list)),
    label: depthLabel(path),
  }));

/** What `schema` says of root text, passes and restraint. */
export const rootProperties: readonly Property[] = [
  caseProperty(
    "schema/wrap-root-string/configured-field",
    "Bare text becomes the tool's configured field, byte for byte; quoted text is decoded first.",
    rootText,
    { bare: 0.15, quoted: 0.15, "no field": 0.06 },
  ),
  property<Root>({
    address: "schema/wrap-root-not-json/garbage-never-runs",
    title: "Blank text, damaged JSON, fences and printed calls never become a command, a path or a pattern.",
    capability: "repair",
    arbitrary: fc
      .tuple(fc.constantFrom(ROOTS[0], ROOTS[0], ...ROOTS), garbage)
      .map(([[tool, field], raw]) => ({ tool, field, raw })),
    check: checkGarbage,
    labels: ({ tool, raw }) => [tool, raw.trim() === "" ? "blank" : "garbage"],
    floors: { bash: 0.01, blank: 0.07, garbage: 0.5 },
  }),
  caseProperty("schema/iterate/pass-after-pass", "What one pass lays bare the next one repairs.", twice, {
    deep: 0.55,
  }),
  caseProperty(
    "schema/iterate/all-or-nothing",
    "Where one place cannot be repaired the original comes back, whatever else could be.",
    halfRepaired,
    { refused: 1 },
  ),
  caseProperty(
    "schema/reported-places-only/what-fits-stays",
    "What the schema accepts stays beside a repair, whatever it looks like.",
    reported,
    { "one place": 0.5, none: 0.06 },
  ),
  caseProperty(
    "schema/strict-before-convert/nothing-forced",
    "What only a host's coercion would accept is refused.",
    forced,
    { null: 0.04, other: 0.6 },
  ),
  caseProperty(
    "schema/strict-before-convert/list-text-is-parsed",
    "A list as text never becomes its own only item.",
    listText,
    { deep: 0.55 },
  ),
];
