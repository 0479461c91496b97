/** What a printed value becomes: by each way in which a schema may say its type, and by the family where none says it. */
import { askGrammar, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { everything, type Property } from "../property.ts";
import { judge } from "./grammar-case.ts";
import { text as textPart, toMessage } from "./grammar-parts.ts";

/** Stands for: no call comes of it. */
const NO_CALL = Symbol("no call");
type Row = readonly [printed: string, value: unknown];

/** Ways to print one value of the field `v`, in families that say nothing of its type. */
const MIXED: Readonly<Record<string, (value: string) => string>> = {
  glm: (value) => `<tool_call>probe<arg_key>v</arg_key><arg_value>${value}</arg_value></tool_call>`,
  invoke: (value) => `<invoke name="probe"><parameter name="v">${value}</parameter></invoke>`,
  solar: (value) => `<|tool_call:start|>probe\n<|tool_arg:start|>v<|tool_arg:value|>${value}<|tool_arg:end|>`,
  k3: (value) =>
    `<|open|>call tool="probe"<|sep|><|open|>argument key="v"<|sep|>${value}<|close|>argument<|sep|><|close|>call<|sep|>`,
  minicpm: (value) => `<function name="probe"><param name="v">${value}</param></function>`,
  m3: (value) => {
    const token = "]<]minimax[>[";
    return `${token}<invoke name="probe">${token}<v>${value}${token}</v>${token}</invoke>`;
  },
};
/** The same where a value is text unless the schema wants something else. */
const TEXT: typeof MIXED = {
  qwen: (value) => `<function=probe>\n<parameter=v>\n${value}\n</parameter>\n</function>`,
};

const STRINGS: readonly Row[] = [
  "5",
  "-0.5",
  "true",
  "null",
  "None",
  " 5 ",
  "[1]",
  '{"a":1,"a":2}',
  '"x"',
  "a\n",
].map((text) => [text, text]);
const NUMBERS: readonly Row[] = [
  ...[["5", 5] as const, [" 5 ", 5] as const, ["-12", -12] as const, ["five", "five"] as const],
  ...[["9007199254740993", NO_CALL] as const, ["None", null] as const],
];
const WORDS: readonly Row[] = [
  ...[
    ["true", true] as const,
    ["False", false] as const,
    [" True\n", true] as const,
    ["null", null] as const,
  ],
  ...[["None", null] as const, ["yes", "yes"] as const, ["TRUE", "TRUE"] as const],
];
const LISTS: readonly Row[] = [
  ...[["[1, 2]", [1, 2]] as const, [" [] ", []] as const, ["['a', True]", ["a", true]] as const],
  ...[[" ['a'] ", ["a"]] as const, ["[1", "[1"] as const, ["x ['a']", "x ['a']"] as const],
  ...[['["a\nb"]', ["a\nb"]] as const, ["[{'a': 1, 'a': 2}]", "[{'a': 1, 'a': 2}]"] as const],
  ['[{"a":1,"a":2}]', NO_CALL],
  ["[1e999]", NO_CALL],
  ["'a[b'", "'a[b'"],
  ["['a'] x", "['a'] x"],
  ["['a'] []", "['a'] []"],
  ["['a\nb']", "['a\nb']"],
  ["[{'a': ['b']}]", [{ a: ["b"] }]],
];
const OBJECTS: readonly Row[] = [
  ...[['{"a": {}}', { a: {} }] as const, ["{'a': None}", { a: null }] as const, ["{}", {}] as const],
  ["{a}", "{a}"],
];
const UNTYPED: readonly Row[] = [
  ...[
    ["5", 5] as const,
    ["-5", -5] as const,
    ["1.5", 1.5] as const,
    ["0", 0] as const,
    ["1.50", "1.50"] as const,
  ],
  ...[["007", "007"] as const, [" 5", " 5"] as const, ["5 apples", "5 apples"] as const, ["-", "-"] as const],
  ...[["true", true] as const, ["false", false] as const, ["null", null] as const, [" true ", true] as const],
  ...[["truely", "truely"] as const, ["falsey", "falsey"] as const, ["nullable", "nullable"] as const],
  ...[
    ["True", "True"] as const,
    ['"x"', '"x"'] as const,
    ["x[1]", "x[1]"] as const,
    ["so true", "so true"] as const,
  ],
  ...[
    ["[1]", [1]] as const,
    ['{"a": "b"}', { a: "b" }] as const,
    ["{bad", "{bad"] as const,
    ["", ""] as const,
  ],
  ...[
    ["9007199254740993", "9007199254740993"] as const,
    ["1e400", "1e400"] as const,
    ["x 5", "x 5"] as const,
  ],
  ...[['["a\nb"]', ["a\nb"]] as const, ["['a']", "['a']"] as const, ["[1] [2]", "[1] [2]"] as const],
  ['{"a":1,"a":2}', NO_CALL],
];
const KEPT: readonly Row[] = UNTYPED.map(([printed]) => [printed, printed]);

const of = (node: unknown, more: object = {}) => ({ type: "object", properties: { v: node }, ...more });
const string = { type: "string" };
const DEFS = {
  $defs: {
    s: string,
    n: { type: "integer" },
    "a/b~c": string,
    hop: { $ref: "#/$defs/hop2" },
    hop2: { $ref: "#/$defs/s" },
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`far${at}`, { $ref: `#/$defs/far${at + 1}` }]),
    ),
    far12: string,
    loop: { anyOf: [{ $ref: "#/$defs/loop" }, string] },
    self: { $ref: "#/$defs/self" },
    deep: { inner: string },
  },
};
const ref = (path: string) => of({ $ref: path }, DEFS);

const SAY_STRING: readonly unknown[] = [
  ...[
    string,
    { type: ["string", "null"] },
    { type: ["integer", "string"] },
    { enum: ["a", "5"] },
    { const: "5" },
  ].map((node) => of(node)),
  ...[{ enum: [1, "x"] }, { anyOf: [{ type: "integer" }, string] }, { oneOf: [string] }].map((node) =>
    of(node),
  ),
  ...[{ allOf: [string, { minLength: 0 }] }, { description: "d", anyOf: [{}, string] }].map((node) =>
    of(node),
  ),
  ...["s", "a~1b~0c", "hop", "far0", "loop", "deep/inner"].map((name) => ref(`#/$defs/${name}`)),
  of({ anyOf: [{ type: "null" }, { $ref: "#/$defs/s" }] }, DEFS),
  { $ref: "#/$defs/root", $defs: { root: of(string) } },
  ...["anyOf", "oneOf", "allOf"].map((key) => ({
    type: "object",
    [key]: [{ minProperties: 0 }, of(string)],
  })),
  ...["then", "else"].map((key) => ({ type: "object", if: { required: ["x"] }, [key]: of(string) })),
  { type: "object", allOf: [of({ minLength: 0 }), of(string)] },
  { type: "object", allOf: [{ anyOf: [of(string)] }] },
  { type: "object", patternProperties: { "^v": string } },
  { type: "object", patternProperties: { "^x": { type: "integer" }, "^\\p{L}$": string } },
  { type: "object", patternProperties: { "(": { type: "integer" }, v: string } },
  { type: "object", additionalProperties: string },
  { type: "object", properties: { w: {} }, patternProperties: { "^w": {} }, additionalProperties: string },
  of(string, { additionalProperties: { type: "integer" } }),
];
const SAY_NUMBER: readonly unknown[] = [
  ...[
    { type: "integer" },
    { type: "number" },
    { type: ["null", "integer"] },
    { enum: [5, 6] },
    { const: 5 },
  ].map((node) => of(node)),
  ...[{ anyOf: [{ type: "integer" }, { type: "null" }] }, { allOf: [{ type: "number" }] }].map((node) =>
    of(node),
  ),
  ref("#/$defs/n"),
  of({ type: "integer" }, { additionalProperties: string }),
  { type: "object", patternProperties: { "^w": string }, additionalProperties: { type: "integer" } },
];
const SAY_WORD = [
  { type: "boolean" },
  { const: true },
  { enum: [true, null] },
  { type: ["boolean", "null"] },
].map((node) => of(node));
const SAY_LIST = [{ type: "array" }, { const: [1] }, { enum: [[], [1]] }].map((node) => of(node));
const SAY_OBJECT = [
  { type: "object" },
  { enum: [{}, { a: 1 }] },
  { type: "object", properties: { a: {} } },
].map((node) => of(node));
const SAY_NULL = [{ const: null }, { enum: [null] }, { type: "null" }].map((node) => of(node));
const SAY_NOTHING: readonly unknown[] = [
  undefined,
  {},
  { type: "object" },
  ...[{}, true, { description: "any" }, { anyOf: [{}, {}] }, { type: 5 }, { enum: "string" }].map((node) =>
    of(node),
  ),
  ...[
    "#/$defs/none",
    "#/$defs/self",
    "https://x.test/s.json",
    "#s",
    "$defs/s",
    "x#/$defs/s",
    "./$defs/s",
  ].map(ref),
  of({ anyOf: 5, not: string }),
  { type: "object", properties: { w: string }, patternProperties: { "^w": string, "[": string } },
  { type: "object", patternProperties: [string], additionalProperties: false },
  { type: "object", additionalProperties: true },
];

function table(
  name: string,
  title: string,
  writings: typeof MIXED,
  groups: readonly (readonly [schemas: readonly unknown[], rows: readonly Row[]])[],
): Property {
  return everything({
    address: `grammar/schema-typed-values/${name}`,
    title,
    capability: "grammar",
    *check(): Check {
      const writers = Object.entries(writings);
      let turn = 0;
      for (const [schemas, rows] of groups)
        for (const schema of schemas)
          for (const [printed, value] of rows) {
            // The families share one reader, so each question goes to one of them in turn.
            const [family, write] = writers[turn++ % writers.length] ?? ["", String];
            const call = {
              message: toMessage([textPart(write(printed))]),
              mode: "recover",
              knownTools: ["probe"],
              ...(schema !== undefined && { toolSchemas: { probe: toJson(schema) } }),
            };
            const calls = value === NO_CALL ? [] : [{ name: "probe", args: { v: value } }];
            const problem = judge(call, { calls }, (yield* askGrammar(call)).answer);
            if (problem !== undefined)
              return { ...problem, says: `${family}, ${toJson(schema ?? null)}: ${problem.says}` };
          }
      return undefined;
    },
  });
}

const TYPED = [
  [SAY_STRING, STRINGS],
  [SAY_NUMBER, NUMBERS],
  [SAY_WORD, WORDS],
  [SAY_LIST, LISTS],
  [SAY_OBJECT, OBJECTS],
  [SAY_NULL, [["null", null] as const, ["None", null] as const]],
] as const;

export const valueProperties: readonly Property[] = [
  table(
    "each-way-to-say-a-type",
    "However a schema says a field's type, a string field keeps its bytes and others are read.",
    { ...MIXED, ...TEXT },
    TYPED,
  ),
  table(
    "no-type-said",
    "Where no type is said, what reads as JSON and prints back is read, all else is text.",
    MIXED,
    [[SAY_NOTHING, UNTYPED]],
  ),
  table("no-type-said-in-text-families", "In families of text a value without a type is text.", TEXT, [
    [SAY_NOTHING, KEPT],
  ]),
];
