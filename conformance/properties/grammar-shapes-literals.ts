/** Literals of Python and of Gemma's notation, and what is none, in calls and in the values of families that read both. */
import { askGrammar, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { everything, type Property } from "../property.ts";
import { judge, partsOf } from "./grammar-case.ts";
import { text as textPart, toMessage } from "./grammar-parts.ts";

type Printed = readonly [literal: string, value: unknown];

const deep = (depth: number, inner: string): string => "[".repeat(depth) + inner + "]".repeat(depth);
const nest = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : [nest(depth - 1, inner)]);

const PYTHON: readonly Printed[] = [
  ["12.5", 12.5],
  ["-10.25", -10.25],
  [".55", 0.55],
  ["5.", 5],
  ["100", 100],
  ["1005", 1005],
  ["1e10", 1e10],
  ["+1e+5", 1e5],
  ["-0", -0],
  ["0.0", 0],
  ['"\\U0010FFFF"', "\u{10FFFF}"],
  ['"\\uD83D\\uDE00"', "😀"],
  ['"\\uABcd"', "\uabcd"],
  ['"\\7"', "\x07"],
  ['"\\17"', "\x0f"],
  ['"\\18"', "\x018"],
  ['"\\1234"', "S4"],
  ['"\\8"', "\\8"],
  ['"\\ "', "\\ "],
  ["''", ""],
  ["''''''", ""],
  ['"""\n"""', "\n"],
  ['"""a\\"""b"""', 'a"""b'],
  ["'''a''b'''", "a''b"],
  ["'a' ", "a"],
  [" \n 'a'\t", "a"],
  ["{}", {}],
  ["{ 'a' : { } , 'b' : [ ] , }", { a: {}, b: [] }],
  ['{"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
  [deep(60, "1"), nest(60, 1)],
];
const NO_PYTHON = [
  ...[
    '"\\x 1"',
    '"\\xg1"',
    '"\\x1g"',
    '"\\u 123"',
    '"\\uD83"',
    '"\\U00110000"',
    '"\\UFFFFFFFF"',
    "01",
    "00.5",
    "5x",
    "5_0",
  ],
  ...[
    "5.5.5",
    "e5",
    ".",
    "+",
    "--5",
    "Nones",
    "truefalse",
    "{'a', 'b'}",
    "{'a'}",
    "{: 1}",
    "{'a': }",
    "{'a' => 1}",
    "{a => 1}",
  ],
  ...[
    "['a' 'b']",
    "['a',, 'b']",
    "['a'",
    "'a' 'b'",
    "'a",
    "'a'b",
    "\"a'",
    "'''a''",
    "[1 2]",
    "{'a': 1 'b': 2}",
    "{'a': 1; 'b': 2}",
  ],
  ...["{'a': 1, 'a': 2}", "1 2", "", "# x", "x=1", "[1}", "(1)", deep(66, "1")],
];

/** In keyword calls, whose brackets must close. */
const CALLS: readonly Printed[] = [
  ["(v = 1)", { v: 1 }],
  ["( v=1 , w='x' , )", { v: 1, w: "x" }],
  ["(\n  v=1,\n  w=2\n)", { v: 1, w: 2 }],
  ["(v_1=1)", { v_1: 1 }],
  ["(V=[1], _w={})", { V: [1], _w: {} }],
];
const NO_CALLS = [
  ...[
    "(v=1, v=1)",
    "(v=1, v=2)",
    "(=1)",
    "(1)",
    "(v)",
    "(v 1)",
    "(v:1)",
    "(v=)",
    "(v=1 w=2)",
    "(v=1;w=2)",
    "('v'=1)",
    "(1v=1)",
  ],
  ...[
    "(*v)",
    "(**{'v': 1})",
    "(,v=1)",
    "(v=1,,)",
    "(v=f(1))",
    "(v=1",
    "(v=1])",
    "[v=1)",
    "(v=1))",
    "(v-w=1)",
  ],
];

const gemma = (fields: string): string => `<|tool_call>call:probe{${fields}}<tool_call|>`;
const GEMMA: readonly Printed[] = [
  ['v:<|"|>a, b} "c" \\n<|"|>', { v: 'a, b} "c" \\n' }],
  ["v:<escape>a<escape>", { v: "a" }],
  ['v:"a\\n\\"b\\\\"', { v: 'a\n"b\\' }],
  ['v:"", w:<|"|><|"|>', { v: "", w: "" }],
  ["v:1,w:-2.5e3,x:true,y:false,z:null", { v: 1, w: -2500, x: true, y: false, z: null }],
  [" v : 1 , w : 2 , ", { v: 1, w: 2 }],
  ["v=1", { v: 1 }],
  ['<|"|>v<|"|>:1,"w":2', { v: 1, w: 2 }],
  ["v:[],w:{}", { v: [], w: {} }],
  ["v:[1,[2],{a:3},],w:{b:{c:[4]}}", { v: [1, [2], { a: 3 }], w: { b: { c: [4] } } }],
  ["v:[ 1 , 2 ]", { v: [1, 2] }],
  ["$a.b-c_1:1", { "$a.b-c_1": 1 }],
  ["__proto__:1", JSON.parse('{"__proto__": 1}')],
  [`v:${deep(60, "1")}`, { v: nest(60, 1) }],
  ["v:0,w:0.5", { v: 0, w: 0.5 }],
  ["v:1.25,w:1e+5,x:2E-10,y:10", { v: 1.25, w: 1e5, x: 2e-10, y: 10 }],
  ['v:<|"|>C:\\<|"|>', { v: "C:\\" }],
];
const NO_GEMMA = [
  ...[
    "v:a",
    "v:a b",
    "v:",
    "v",
    ":1",
    "v:1,v:1",
    "v;1",
    "v:1 w:2",
    "v:1;w:2",
    "v:01",
    "v:+1",
    "v:.5",
    "v:5.",
    "v:1e999",
  ],
  ...[
    "v:9007199254740993",
    "v:True",
    "v:nulls",
    "v:truefalse",
    'v:"a',
    'v:"\\x"',
    'v:"a"b',
    'v:"a" "b"',
    'v:<|"|>a',
    "v:<escape>a",
  ],
  ...[
    'v:<|"|>a<escape>',
    "v:[1",
    "v:[1}",
    "v:{1}",
    "v:[1 2]",
    "v:{a:1,a:2}",
    ",v:1",
    "v:1,,w:2",
    'v:"a\nb"',
    "v:'a'",
    "v w:1",
  ],
  ...[`v:${deep(66, "1")}`],
];

const CALLED = '<tool_call>{"name": "probe", "arguments": {"v": 1}}</tool_call>';

function literals(
  address: string,
  title: string,
  rows: readonly (readonly [text: string, args: unknown])[],
  others: readonly string[],
  schema?: unknown,
): Property {
  const asked = {
    knownTools: ["probe"],
    ...(schema !== undefined && { toolSchemas: { probe: toJson(schema) } }),
  };
  return everything({
    address,
    title,
    capability: "grammar",
    *check(): Check {
      for (const [text, args] of rows) {
        const call = { ...asked, mode: "recover", message: toMessage([textPart(text)]) };
        const wanted = { calls: [{ name: "probe", args: { ...Object(args) } }] };
        const problem = judge(call, wanted, (yield* askGrammar(call)).answer);
        if (problem !== undefined) return { ...problem, says: `${text}: ${problem.says}` };
      }
      for (const text of others) {
        const parts = [textPart("I look."), textPart(CALLED), textPart(text)];
        const { answer } = yield* askGrammar({ ...asked, mode: "strip", message: toMessage(parts) });
        const received = toJson(partsOf(answer.message).map((part) => part.text));
        const expected = toJson(["I look.", text]);
        if (received !== expected) return { says: "not only the call is cut", expected, received };
      }
      return undefined;
    },
  });
}

const builtin = (args: string): string => `<|python_tag|>probe.call${args}`;
const lines = (args: string): string => `<function_calls>\nprobe${args}\n</function_calls>`;
/** A value that only Python reads, where the schema wants a list of anything. */
const inList = (literal: string): string =>
  `<invoke name="probe"><parameter name="v">[None, ${literal}]</parameter></invoke>`;

export const shapeLiteralProperties: readonly Property[] = [
  literals(
    "grammar/argument-values/python-literals-in-calls",
    "Each literal in a keyword call is read as Python reads it, and what is none makes no call.",
    [
      ...PYTHON.map(([literal, value]) => [builtin(`(v=${literal})`), { v: value }] as const),
      ...CALLS.map(([args, value]) => [lines(args), value] as const),
    ],
    [...NO_PYTHON.map((literal) => builtin(`(v=${literal})`)), ...NO_CALLS.map(lines)],
  ),
  literals(
    "grammar/argument-values/python-literals-in-lists",
    "A list whose text only Python reads is read so, as deep as JSON's, or stays text.",
    [
      ...PYTHON.map(([literal, value]) => [inList(literal), { v: [null, value] }] as const),
      ...NO_PYTHON.map((literal) => [inList(literal), { v: `[None, ${literal}]` }] as const).filter(
        ([text]) => !text.includes("[None, ]"),
      ),
      [inList(deep(63, "None")), { v: [null, nest(63, null)] }],
      [inList(deep(64, "None")), { v: `[None, ${deep(64, "None")}]` }],
      [inList(deep(64, "")), { v: `[None, ${deep(64, "")}]` }],
    ],
    [],
    { type: "object", properties: { v: { type: "array" } } },
  ),
  literals(
    "grammar/argument-values/gemma-literals",
    "Each value in Gemma's braces is read as its notation says, and what is none makes no call.",
    GEMMA.map(([fields, args]) => [gemma(fields), args] as const),
    NO_GEMMA.map(gemma),
  ),
  literals(
    "grammar/argument-values/gemini-braces",
    "Gemini's leaked prefix before a name and braces makes a call.",
    [
      ['prefix:default_api:probe{v:<|"|>a<|"|>}', { v: "a" }],
      ["prefix:default_api:probe{v:1}", { v: 1 }],
      ['Done. prefix:default_api:probe{"v":"a}"}', { v: "a}" }],
    ],
    ["prefix:default_api:probe(v=1)", "prefix:default_api:{v:1}", "prefix:default_api:probe{v:a}"],
  ),
];
