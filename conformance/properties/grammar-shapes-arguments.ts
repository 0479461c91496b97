/** Whole printed calls with the arguments that they make: notations, typed attributes, arguments inside arguments. */
import { WRITINGS, writeCalls } from "../../spec/grammar-writers.ts";
import { askGrammar, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { everything, type Property } from "../property.ts";
import { judge } from "./grammar-case.ts";
import { text as textPart, toMessage } from "./grammar-parts.ts";

/** A printed call of `probe` and its arguments; null: no call comes of it. */
type Printed = readonly [text: string, args: object | null];

function* judgeAll(rows: readonly Printed[], schema: unknown): Check {
  for (const [text, args] of rows) {
    const call = {
      message: toMessage([textPart(text)]),
      mode: "recover",
      knownTools: ["probe"],
      ...(schema !== undefined && { toolSchemas: { probe: toJson(schema) } }),
    };
    const calls = args === null ? [] : [{ name: "probe", args: { ...args } }];
    const problem = judge(call, { calls }, (yield* askGrammar(call)).answer);
    if (problem !== undefined) return { ...problem, says: `${text}: ${problem.says}` };
  }
  return undefined;
}

type Table = readonly (readonly [schema: unknown, rows: readonly Printed[]])[];

const table = (address: string, title: string, groups: Table): Property =>
  everything({
    address,
    title,
    capability: "grammar",
    *check(): Check {
      for (const [schema, rows] of groups) {
        const problem = yield* judgeAll(rows, schema);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
  });

const hermes = (args: string): string => `<tool_call>{"name": "probe", "arguments": ${args}}</tool_call>`;
const fields = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const string = { type: "string" };

const NESTED: Table = [
  [
    undefined,
    [
      [hermes('{"arguments": {"v": 1}}'), { v: 1 }],
      [hermes('{"arguments": {"v": 1}, "w": 2}'), { arguments: { v: 1 }, w: 2 }],
      [hermes('{"w": 2, "arguments": {"v": 1}}'), { arguments: { v: 1 }, w: 2 }],
      [hermes('{"argument": {"v": 1}}'), { argument: { v: 1 } }],
      [hermes('{"arguments": [{"v": 1}]}'), { arguments: [{ v: 1 }] }],
      [hermes('{"arguments": "{\\"v\\": 1}"}'), { v: 1 }],
      [hermes('{"arguments": "{\\"v\\": \\"a\\nb\\"}"}'), { v: "a\nb" }],
      [hermes('{"arguments": "5"}'), { arguments: "5" }],
      [hermes('{"arguments": "no"}'), { arguments: "no" }],
      [hermes('{"arguments": 5}'), { arguments: 5 }],
      [hermes('{"arguments": null}'), { arguments: null }],
      [hermes('{"arguments": "{\\"v\\": 1, \\"v\\": 2}"}'), { arguments: '{"v": 1, "v": 2}' }],
      [hermes('"{\\"v\\": \\"a\\nb\\"}"'), { v: "a\nb" }],
      [hermes('"[1]"'), null],
      [hermes('"no"'), null],
      [hermes("[1]"), null],
      [hermes("5"), null],
    ],
  ],
  [fields({ arguments: { type: "object" } }), [[hermes('{"arguments": {"v": 1}}'), { arguments: { v: 1 } }]]],
  [
    { type: "object", allOf: [fields({ x: {} }), fields({ arguments: {} })] },
    [[hermes('{"arguments": {"v": 1}}'), { arguments: { v: 1 } }]],
  ],
  [
    { $ref: "#/$defs/root", $defs: { root: fields({ arguments: {} }) } },
    [[hermes('{"arguments": {"v": 1}}'), { arguments: { v: 1 } }]],
  ],
];

const NUMBERS: Table = [
  [
    fields({ v: { type: ["string", "number"] }, w: { type: ["integer", "string"] } }),
    [
      [hermes('{"v": 1.50}'), { v: 1.5 }],
      [hermes('{"w": 10e0}'), { w: 10 }],
    ],
  ],
  [
    fields({
      v: string,
      n: { type: "number" },
      list: { type: "array", items: string },
      deep: fields({ v: string }),
    }),
    [
      [hermes('{"v": 1.50}'), null],
      [hermes('{"v": 1.5}'), { v: 1.5 }],
      [hermes('{"v": 1.5, "n": 2.50}'), { v: 1.5, n: 2.5 }],
      [hermes('{"list": ["a", 1.0]}'), null],
      [hermes('{"list": ["a", 1]}'), { list: ["a", 1] }],
      [hermes('{"deep": {"v": 1e2}}'), null],
      [hermes('{"deep": {"v": 100}}'), { deep: { v: 100 } }],
      [hermes('{"deep": {"other": 1e2}}'), { deep: { other: 100 } }],
      [hermes('{"v": -0.50}'), null],
      [hermes('{"v": 0.5e1}'), null],
      ["<|python_tag|>probe.call(v=+5)<|eom_id|>", null],
      ["<|python_tag|>probe.call(v=.5)<|eom_id|>", null],
      ["<|python_tag|>probe.call(v=5.)<|eom_id|>", null],
      ["<|python_tag|>probe.call(v=5)<|eom_id|>", { v: 5 }],
      ['[TOOL_CALL]{tool => "probe", args => {v => 1.50}}[/TOOL_CALL]', null],
      ['[TOOL_CALL]{tool => "probe", args => {v => 1.5}}[/TOOL_CALL]', { v: 1.5 }],
    ],
  ],
];

const dsml = (kind: string, value: string): string =>
  `<｜DSML｜invoke name="probe"><｜DSML｜parameter name="v"${kind}>${value}</｜DSML｜parameter></｜DSML｜invoke>`;
const k3 = (head: string, value: string): string =>
  `<|open|>call tool="probe"${head}<|sep|>${value}<|close|>call<|sep|>`;
const k3Value = (type: string, value: string): string =>
  k3("", `<|open|>argument key="v"${type}<|sep|>${value}<|close|>argument<|sep|>`);
const cdata = (value: string): string => `<function name="probe"><param name="v">${value}</param></function>`;

const ATTRIBUTES: readonly Printed[] = [
  [dsml(' string="true"', " 5 "), { v: " 5 " }],
  [dsml(' string="false"', " 5 "), { v: 5 }],
  [dsml(' string="false"', '"a\nb"'), { v: "a\nb" }],
  [dsml(' string="false"', "a"), null],
  [dsml(' string="false"', "True"), null],
  [dsml(' string="maybe"', "5"), null],
  [dsml('string="true"', "5"), { v: "5" }],
  [dsml(' string="true" ', "5"), { v: "5" }],
  [dsml(" ", "5"), { v: 5 }],
  [k3Value(' type="string"', "5"), { v: "5" }],
  [k3Value(' type="number"', "5"), { v: 5 }],
  [k3Value(' type="number"', "five"), null],
  [k3Value(' type="object"', '{"a": "b\nc"}'), { v: { a: "b\nc" } }],
  [k3Value(' type="', "5"), null],
  [k3Value(" other", "5"), null],
  [k3Value("", "x"), { v: "x" }],
  [
    k3(' index="12"', '<|open|>argument key="a&amp;b&quot;c&amp;quot;"<|sep|>&amp;<|close|>argument<|sep|>'),
    { 'a&b"c&quot;': "&amp;" },
  ],
  [k3(' index="12', '<|open|>argument key="v"<|sep|>x<|close|>argument<|sep|>'), null],
  [k3(" x", '<|open|>argument key="v"<|sep|>x<|close|>argument<|sep|>'), null],
  [k3("", '<|open|>json type="object"<|sep|>\n{"v": 1}\n<|close|>json<|sep|>\n'), { v: 1 }],
  [k3("", '<|open|>json type="object"<|sep|>{"v": 1}'), { v: 1 }],
  [k3("", '<|open|>json type="object"<|sep|>{"v": }<|close|>json<|sep|>'), null],
  [
    k3(
      "",
      '\n<|open|>argument key="v"<|sep|>x<|close|>argument<|sep|>\n<|open|>argument key="w"<|sep|>y<|close|>argument<|sep|>\n',
    ),
    { v: "x", w: "y" },
  ],
  [cdata("<![CDATA[a <b> c]]>"), { v: "a <b> c" }],
  [cdata("\n <![CDATA[ a ]]> \n"), { v: " a " }],
  [cdata("<![CDATA[]]>"), { v: "" }],
  [cdata("<![CDATA[5]]>"), { v: 5 }],
  [cdata("<![CDATA[a]]>b]]>"), { v: "<![CDATA[a]]>b]]>" }],
  [cdata("a]]>"), { v: "a]]>" }],
  [cdata("<![CDATA[a"), { v: "<![CDATA[a" }],
  [cdata("x<![CDATA[a]]>"), { v: "x<![CDATA[a]]>" }],
  ['<invoke name="probe"><parameter name="v"><![CDATA[a]]></parameter></invoke>', { v: "<![CDATA[a]]>" }],
];

const qwen = (value: string): string => `<function=probe>\n<parameter=v>${value}</parameter>\n</function>`;
const LINES: readonly Printed[] = [
  [qwen("\nx\n"), { v: "x" }],
  [qwen("\r\nx\r\n"), { v: "x" }],
  [qwen("\n\nx\n\n"), { v: "\nx\n" }],
  [qwen("\n"), { v: "" }],
  [qwen("\n\n"), { v: "" }],
  [qwen("\r\n"), { v: "" }],
  [qwen("\n\n\n"), { v: "\n" }],
  [qwen(""), { v: "" }],
  [qwen("x\n"), { v: "x" }],
  [qwen("\nx"), { v: "x" }],
  [qwen("\rx\r"), { v: "\rx\r" }],
  [qwen(" \nx\n "), { v: " \nx\n " }],
];

const framedIn =
  (open: string, close: string) =>
  (object: string): string =>
    `${open}${object}${close}`;
const inTag = framedIn("<tool_call>", "</tool_call>");
const inList = framedIn("[TOOL_CALLS]", "");
const inTools = framedIn("<tools>", "</tools>");
const cohere = framedIn("<|START_ACTION|>[", "]<|END_ACTION|>");
const apertus = framedIn("<|tools_prefix|>[", "]<|tools_suffix|>");
const inkling = framedIn("<|message_model|>probe<|content_invoke_tool_json|>", "<|end_message|>");
const arrows = framedIn("[TOOL_CALL]", "[/TOOL_CALL]");
const V = { v: 1 };

const OBJECTS: readonly Printed[] = [
  [inTag('{"name": "probe", "parameters": {"v": 1}}'), V],
  [inTag('{"arguments": {"v": 1}, "name": "probe"}'), V],
  [inTag('{"name": "probe", "arguments": {"v": 1}, "parameters": {"v": 1}}'), null],
  [
    inTag(
      '{"name": "probe", "arguments": {"v": 1}, "id": "a", "type": "function", "index": 0, "tool_call_id": "b", "call_id": "c"}',
    ),
    V,
  ],
  [inTag('{"name": "probe", "arguments": {"v": 1}, "more": 1}'), null],
  [inTag('{"name": "probe", "args": {"v": 1}}'), null],
  [inTag('{"name": "", "arguments": {"v": 1}}'), null],
  [inTag('{"name": 5, "arguments": {"v": 1}}'), null],
  [inTag('{"arguments": {"v": 1}}'), null],
  [inTag('{"name": "probe"}'), null],
  [inTag('{"name": "probe", "arguments": null}'), null],
  [inTag('{"name": "probe", "arguments": ""}'), null],
  [inTag('{"name": "probe", "arguments": true}'), null],
  [inTag('{"name": "probe", "arguments": "{\\"v\\": 1}"}'), V],
  [inTag('{"name": "probe", "arguments": {"v": 1, "v": 1}}'), V],
  [inTag('{"name": "probe", "arguments": {"v": 1, "v": 2}}'), null],
  [inTag('{"function": {"name": "probe", "arguments": {"v": 1}}}'), V],
  [inTag('{"type": "function", "id": "x", "function": {"name": "probe", "arguments": {"v": 1}}}'), V],
  [inTag('{"more": 1, "function": {"name": "probe", "arguments": {"v": 1}}}'), null],
  [inTag('{"function": "probe", "arguments": {"v": 1}}'), null],
  [inTag('{"function": {"function": {"name": "probe", "arguments": {"v": 1}}}}'), V],
  [inList('{"tool_calls": [{"name": "probe", "arguments": {"v": 1}}]}'), V],
  [inList('{"tool_calls": [{"name": "probe", "arguments": {"v": 1}}], "more": 1}'), null],
  [inList('{"tool_calls": {"name": "probe", "arguments": {"v": 1}}}'), null],
  [inList('{"tool_calls": []}'), null],
  [inList("[]"), null],
  [inList("[[]]"), null],
  [inList('[{"name": "probe", "arguments": {"v": 1}}, 5]'), null],
  [inList('[{"name": "probe", "arguments": {"v": 1}}, {"name": "probe"}, {"no": 1}]'), null],
  [inList('[[{"name": "probe", "arguments": {"v": 1}}]]'), null],
  [inTools('{"name": "probe", "arguments": {"v": 1}}'), V],
  [inTools('{"name": "probe", "parameters": {"v": 1}}'), null],
  [inTools('{"function": {"name": "probe", "arguments": {"v": 1}}}'), null],
  [inTools('{"type": "function", "function": {"name": "probe", "parameters": {"v": 1}}}'), null],
  [cohere('{"tool_name": "probe", "parameters": {"v": 1}}'), V],
  [cohere('{"tool_call_id": "0", "tool_name": "probe", "parameters": {"v": 1}}'), V],
  [cohere('{"tool_name": "probe", "arguments": {"v": 1}}'), null],
  [cohere('{"name": "probe", "parameters": {"v": 1}}'), null],
  [apertus('{"probe": {"v": 1}}'), V],
  [apertus('{"probe": {"v": 1}, "other": {"v": 1}}'), null],
  [apertus('{"probe": "v"}'), null],
  [apertus("{}"), null],
  [apertus('{"name": "probe", "arguments": {"v": 1}}'), null],
  [inkling('{"name": "probe", "args": {"v": 1}}'), V],
  [inkling('{"args": {"v": 1}, "name": "probe"}'), V],
  [inkling('{"name": "other", "args": {"v": 1}}'), null],
  [inkling('{"name": "probe", "arguments": {"v": 1}}'), null],
  [inkling('{"args": {"v": 1}}'), null],
  [arrows('{tool => "probe", args => {v => 1}}'), V],
  [arrows('{args => {v => 1}, tool => "probe"}'), V],
  [arrows('{"tool" => "probe", \'args\' => {"v" => 1}}'), V],
  [arrows('\n{ tool=>"probe" , args=>{ v=>1 , } }\n'), V],
  [arrows('{tool => "probe", args => {v => 1}, more => 1}'), null],
  [arrows('{tool => "probe"}'), null],
  [arrows("{tool => 5, args => {v => 1}}"), null],
  [arrows("{args => {v => 1}}"), null],
  [arrows('{tool => "probe", args => "v"}'), null],
  [arrows('{tool: "probe", args: {v: 1}}'), null],
  [arrows('{tool = "probe", args => {v => 1}}'), null],
  [arrows('{tool => "probe" args => {v => 1}}'), null],
  [arrows('{tool => "probe", args => {v => 1, v => 2}}'), null],
  [arrows('{tool => "probe", args => {v-w => 1}}'), null],
  [arrows('{tool => "probe", args => {v => [1, {w => nil}]}}'), null],
  [arrows('{tool => "probe", args => {v => [1, {w => null}]}}'), { v: [1, { w: null }] }],
];

const T = "]<]minimax[>[";
const tag = (name: string, inner: string): string => `${T}<${name}>${inner}${T}</${name}>`;
const m3 = (inner: string): string => `${T}<invoke name="probe">${inner}${T}</invoke>`;
const v = (inner: string): string => m3(tag("v", inner));
const deepTags = (depth: number): string => (depth === 0 ? "1" : tag("a", deepTags(depth - 1)));
const deepValue = (depth: number): unknown => (depth === 0 ? 1 : { a: deepValue(depth - 1) });

const TREES: Table = [
  [
    undefined,
    [
      [v(tag("a", "1") + tag("b", "x")), { v: { a: 1, b: "x" } }],
      [v(`\n ${tag("a", "1")}\n\t${tag("b", "x")} \r\n`), { v: { a: 1, b: "x" } }],
      [v(tag("item", "a") + tag("item", "2")), { v: ["a", 2] }],
      [v(tag("item", tag("item", "a"))), { v: [["a"]] }],
      [v(tag("a", tag("a", "1"))), { v: { a: { a: 1 } } }],
      [v(tag("a", tag("b", "1") + tag("a", "2")) + tag("c", "3")), { v: { a: { b: 1, a: 2 }, c: 3 } }],
      [v(tag("a.b-c_1", "1")), { v: { "a.b-c_1": 1 } }],
      [v(tag("__proto__", "1")), { v: JSON.parse('{"__proto__": 1}') }],
      [v(tag("item", "a") + tag("b", "1")), { v: { item: "a", b: 1 } }],
      [v(""), { v: "" }],
      [v(tag("a", "")), { v: { a: "" } }],
      [v(`a ${T}</b>`), { v: `a ${T}</b>` }],
      [v(tag("a", "1") + tag("a", "1")), null],
      [v(`x ${tag("a", "1")}`), null],
      [v(`${tag("a", "1")} x`), null],
      [v(`${T}<a>1`), null],
      [v(`${T}<a>1${T}</b>`), null],
      [v(`${T}<1a>1${T}</1a>`), null],
      [v(`${T}<a b>1${T}</a b>`), null],
      [v(`${tag("a", "1")}${T}</b>`), null],
      [v(tag("a", '{"x":1,"x":2}')), null],
      [v(deepTags(60)), { v: deepValue(60) }],
      [v(deepTags(70)), null],
      [m3(`\n${tag("v", "1")}\n${tag("w", "x")}\n`), { v: 1, w: "x" }],
      [m3(`${tag("v", "1")} x`), null],
      [m3(`x${tag("v", "1")}`), null],
      [m3(tag("v", "1") + tag("v", "1")), null],
    ],
  ],
  [
    fields({ v: { type: "array", items: string } }),
    [
      [v(tag("item", "5") + tag("item", "true")), { v: ["5", "true"] }],
      [v(`a${T}</b>`), null],
    ],
  ],
  [
    fields({ v: fields({ a: string, b: { type: "integer" } }) }),
    [
      [v(tag("a", "5") + tag("b", "5")), { v: { a: "5", b: 5 } }],
      [v(tag("item", "5")), { v: { item: 5 } }],
      [v(`x ${T}</b>`), null],
    ],
  ],
  [fields({ v: { enum: [null, ["a"]] } }), [[v(tag("item", "a")), { v: ["a"] }]]],
  [
    fields({ v: string }),
    [
      [v(tag("a", "5")), null],
      [v(`x ${T}</b> y`), { v: `x ${T}</b> y` }],
      [v(`x ${T}<`), { v: `x ${T}<` }],
    ],
  ],
];

/** In whatever shape: `1.50` in a text field is "1.50" or no call, never another number or text. */
const numbersInShapes = everything({
  address: "grammar/schema-typed-values/numbers-for-text-in-each-shape",
  title: "In each shape a number in a text field comes back as it was printed, or no call comes of it.",
  capability: "grammar",
  *check(): Check {
    const toolSchemas = { probe: toJson(fields({ v: string })) };
    for (const writing of WRITINGS) {
      const { text } = writeCalls(writing, [{ name: "probe", args: { v: 1.5 } }]);
      const message = toMessage([textPart(text.replace("1.5", "1.50"))]);
      const call = { message, mode: "recover", knownTools: ["probe"], toolSchemas };
      const { answer } = yield* askGrammar(call);
      const calls = answer.promotedCallIds.length === 0 ? [] : [{ name: "probe", args: { v: "1.50" } }];
      const problem = judge(call, { calls }, answer);
      if (problem !== undefined) return { ...problem, says: `${writing.id}: ${problem.says}` };
    }
    return undefined;
  },
});

export const argumentProperties: readonly Property[] = [
  numbersInShapes,
  table(
    "grammar/argument-values/arguments-in-arguments",
    "Arguments as the sole and undeclared member of the arguments, as an object or its text, are the arguments.",
    NESTED,
  ),
  table(
    "grammar/schema-typed-values/numbers-for-text",
    "A number that would become another text than the printed one makes no call.",
    NUMBERS,
  ),
  table("grammar/argument-values/typed-attributes", "What a tag says of its value decides how it is read.", [
    [undefined, ATTRIBUTES],
  ]),
  table(
    "grammar/argument-values/trees-of-tags",
    "MiniMax M3's nested tags are objects and lists, and what does not nest makes no call.",
    TREES,
  ),
  table("grammar/argument-values/one-line-end-each-side", "Of Qwen's values one line end each side goes.", [
    [undefined, LINES],
  ]),
  table(
    "grammar/argument-values/objects-that-are-calls",
    "An object is a call if it has its family's fields for name and arguments and no other than an id or a type.",
    [[undefined, OBJECTS]],
  ),
];
