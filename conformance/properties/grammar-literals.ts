/** Every form of a literal that a printed call may hold: Python's in keyword arguments, JSON's in a framed body. */
import fc from "fast-check";
import type { GrammarCall } from "../../spec/contract.ts";
import { askGrammar, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { judge, none } from "./grammar-case.ts";

type Literal = readonly [written: string, value: unknown];

const BOTH: readonly Literal[] = [
  ["0", 0],
  ["-1", -1],
  ["10", 10],
  ["2.5", 2.5],
  ["1e3", 1000],
  ["1E-2", 0.01],
  ["1e+3", 1000],
  ['""', ""],
  ['"a b"', "a b"],
  ['"\\"\\\\\\n\\t\\r\\b\\f"', '"\\\n\t\r\b\f'],
  ['"\\u00e9\\u0041"', "éA"],
  ['"</tool_call>"', "</tool_call>"],
  ['"), ] } <b>"', "), ] } <b>"],
  ["[]", []],
  ["{}", {}],
  ['[1, "a", [2]]', [1, "a", [2]]],
  ['{"a": 1, "b": {"c": []}}', { a: 1, b: { c: [] } }],
  ['\t{\t"a"\t:\r\n[\t1\r,\n2 ] \r}', { a: [1, 2] }],
  ["true", true],
  ["false", false],
  ["null", null],
  ["[true, null]", [true, null]],
];

const PYTHON: readonly Literal[] = [
  ...BOTH,
  ["True", true],
  ["False", false],
  ["None", null],
  ["'a \"b\"'", 'a "b"'],
  ['"it\'s"', "it's"],
  ["'it\\'s'", "it's"],
  ["'), ] } <b>'", "), ] } <b>"],
  ['"""a "b"\nc"""', 'a "b"\nc'],
  ["'''a'b'''", "a'b"],
  ['""""a"""', '"a'],
  ['"\\x41\\101\\0"', "AA\0"],
  ['"\\U0001F600"', "😀"],
  ['"\\uFFFF\\U0000FFFF\\U00010000"', "\uffff\uffff\u{10000}"],
  ['"\\d\\w"', "\\d\\w"],
  ['"\\a\\v"', "\x07\v"],
  ['"a\\\nb"', "ab"],
  ["+5", 5],
  ["0.50", 0.5],
  ["[1, 2,]", [1, 2]],
  ["{'a': 'b',}", { a: "b" }],
  ["[ 'a' , { 'b' : None } ]", ["a", { b: null }]],
  ["{'a': 1, 'a': 1}", { a: 1 }],
  ["[\n  1,\n  2\n]", [1, 2]],
];

const NO_PYTHON = [
  "007",
  "-01",
  "1_000",
  "0x10",
  "9007199254740993",
  "1e400",
  "1.2.3",
  "5x",
  "-",
  "name",
  "f(1)",
  "TRUE",
  "nan",
  '"\\x4"',
  '"\\xzz"',
  '"\\u12"',
  '"\\U00110000"',
  '"\\N{DASH}"',
  '"a\nb"',
  "[1 2]",
  "[,1]",
  "[1,,2]",
  "{'a' 1}",
  "{a: 1}",
  "{'a': 1, 'a': 2}",
  "{1: 2}",
  "(1, 2)",
  "1 + 1",
  "'a' 'b'",
  "[1}",
] as const;

const JSON_BODY: readonly Literal[] = [...BOTH, ["1.0", 1], ['{"a":1,"a":1}', { a: 1 }], ['"\\/"', "/"]];

const NO_JSON = [
  "007",
  "+5",
  ".5",
  "1_000",
  "9007199254740993",
  "1e400",
  "True",
  "'a'",
  '"\\x41"',
  '"\\d"',
  '{"a":1,"a":2}',
  "[1 2]",
  "[1,,2]",
  "{a: 1}",
  "(1)",
] as const;

/** What stands without a frame is a call only with arguments that the tool declares. */
const PROBE = toJson({ type: "object", properties: { v: {}, w: {} } });

function callOf(text: string): GrammarCall {
  const message = { role: "assistant", content: [{ type: "text", text }], stopReason: "stop" };
  return { message: toJson(message), mode: "recover", knownTools: ["probe"], toolSchemas: { probe: PROBE } };
}

const python = (literal: string): string => `<function_calls>\nprobe(v=${literal}, w="x")\n</function_calls>`;
const json = (literal: string): string =>
  `<tool_call>\n{"name": "probe", "arguments": {"v": ${literal}, "w": "x"}}\n</tool_call>`;

/** Alone in the message, in the brackets of a list. */
const listed = (literal: string): string => `[probe(v=${literal}, w="x")]`;

const BEFORE = ["", "Done.\n", "A sentence, and a line.\n\n"] as const;

interface Writing {
  readonly write: (literal: string) => string;
  readonly literals: readonly Literal[];
  readonly others: readonly string[];
  /** What may stand before it. */
  readonly before: readonly string[];
}

function literals(address: string, title: string, { write, literals, others, before }: Writing): Property {
  return property<string>({
    address,
    title,
    capability: "grammar",
    arbitrary: fc.constantFrom(...before),
    *check(text): Check {
      for (const [written, value] of literals) {
        const call = callOf(text + write(written));
        const wanted = { calls: [{ name: "probe", args: { v: value, w: "x" } }] };
        const problem = judge(call, wanted, (yield* askGrammar(call)).answer);
        if (problem !== undefined) return problem;
      }
      for (const written of others) {
        const call = callOf(text + write(written));
        const problem = judge(call, none, (yield* askGrammar(call)).answer);
        if (problem !== undefined) return { ...problem, says: `${problem.says}: ${written}` };
      }
      return undefined;
    },
    share: 0.05,
  });
}

export const literalProperties: readonly Property[] = Object.freeze([
  literals(
    "grammar/argument-values/every-python-literal",
    "Each Python literal is read as it stands, and what is none is no argument.",
    { before: BEFORE, write: python, literals: PYTHON, others: NO_PYTHON },
  ),
  literals(
    "grammar/argument-values/every-literal-in-a-list",
    "Each Python literal in a call that stands in brackets is read as it stands, and what is none is no argument.",
    { before: [""], write: listed, literals: PYTHON, others: NO_PYTHON },
  ),
  literals(
    "grammar/argument-values/every-json-literal",
    "Each JSON literal in a framed body is read as it stands, and what is none is no argument.",
    { before: BEFORE, write: json, literals: JSON_BODY, others: NO_JSON },
  ),
]);
