/** Every form of a JSON token, in short and long text, at the root and in a stringified field: read exactly or refused. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { askRepair, type Check } from "../check.ts";
import { parseJson, sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { got, refused, restored } from "./envelope-case.ts";

/** What stands for exactly what `JSON.parse` makes of it. */
const EXACT = [
  "0",
  "-0",
  "1",
  "-1",
  "9",
  "10",
  "19",
  "90",
  "1.0",
  "0.5",
  "-0.5",
  "1.50",
  "100",
  "1e2",
  "1E2",
  "1e+2",
  "12e-1",
  "1.25e1",
  "0e0",
  "0e5",
  "-0.0e3",
  "105e-3",
  "10.05e-2",
  "0.0",
  "0.10",
  "1e21",
  "1e-7",
  "0.000001",
  "9007199254740992",
  "-9007199254740992",
  "12345.678",
  "1e308",
  "5e-324",
  "100000000000000000000",
  "0.1",
  "123e5",
  "-1.5e-3",
  "1.7976931348623157e308",
  '""',
  '"a"',
  '"é"',
  '"\\""',
  '"\\\\"',
  '"\\/"',
  '"\\b\\f\\n\\r\\t"',
  '"\\u0041"',
  '"\\u00e9\\uD83D\\uDE00"',
  '"\\uabCD"',
  '"\\ud800"',
  '"a\\\\"',
  '"\\\\\\""',
  '"x\\\\\\\\"',
  '"{\\"a\\":1}"',
  '"/"',
  '"\\u007f\u007f"',
  '"\u2028"',
  "true",
  "false",
  "null",
  "[]",
  "{}",
  "[ ]",
  "{ }",
  "[[]]",
  "[{}]",
  '{"a":{}}',
  "[1,2]",
  "[1 , 2 ]",
  '{"a" : 1 , "b" :2}',
  "[null,true,false]",
  '{"":1}',
  '{"a":[1,{"b":[]}]}',
  '["a,b","c]","d}"]',
  "\t[\n1\r,2 ]",
  '{"__proto__":1}',
  '{"a":1,"a":1}',
  '{"a":1,"a":1.0}',
  '{"a":{"x":1,"y":[2]},"a":{"y":[2],"x":1}}',
  '["a","a"]',
  '{"a":"b","b":"a"}',
  '{"a":[],"a":[]}',
  '{"a":{},"a":{}}',
  '{"a":[{"x":[1]},2],"a":[{"x":[1]},2.0]}',
  '{"a":{"__proto__":{"x":1}},"a":{"__proto__":{"x":1}}}',
  '{"toString":1,"constructor":{}}',
  "-0.0",
  "0.000",
  "-10",
  "1000000000000000000000",
  "123e-20",
  "0.5e1",
  "0.05e2",
] as const;

/** What a double or an object cannot hold as written, and what is no JSON. */
const REFUSED = [
  "9007199254740993",
  "-9007199254740993",
  "1e400",
  "-1e400",
  "1e309",
  "0.1234567890123456789",
  "100000000000000000001",
  "123456789012345678901234567890.5",
  "1e-400",
  "[1e400]",
  '{"x":9007199254740993}',
  "1.00000000000000000001",
  '{"a":1,"a":2}',
  '{"a":"x","a":"X"}',
  '{"a":{"x":1},"a":{"x":2}}',
  '{"a":[1],"a":[1,1]}',
  '[{"a":1,"a":null}]',
  '{"a":"1","a":1}',
  '{"a":0,"a":false}',
  '{"a":{},"a":[]}',
  '{"a":{"b":{"c":1,"c":2}}}',
  '{"a":[],"a":{}}',
  '{"a":{},"a":null}',
  '{"a":null,"a":[]}',
  '{"a":1,"a":{}}',
  '{"a":"","a":{}}',
  '{"a":"","a":[]}',
  '{"a":["x"],"a":{"0":"x"}}',
  '{"a":{"0":"x"},"a":["x"]}',
  '{"a":{"x":1},"a":{"y":1}}',
  '{"a":{"x":1,"y":2},"a":{"x":1}}',
  '{"a":{"x":1},"a":{"x":1,"y":2}}',
  '{"a":{"__proto__":{}},"a":{"x":{}}}',
  '{"a":[1,2],"a":[2,1]}',
  '{"a":true,"a":"true"}',
  '{"a":"p:q","a":"r"}',
  '{"a" : "p","a" : ":"}',
  "9e400",
  "-9.1e400",
  "0e1e400",
  '{"a":"x\\"","b":1,"c:":"\\"","b":2}',
  '["a\\\\\\":",1e400]',
  '[{"a" :{"\\\\": []},"a" :"\\\\"}, []]',
  "-1e-400",
  "12345678901234567890123",
  "-0.1234567890123456789",
  "0.30000000000000001",
  '{"\\u0061":1,"a":2}',
  "01",
  "-01",
  "00",
  "+1",
  "-",
  "--1",
  ".5",
  "5.",
  "-.5",
  "1.e1",
  "1e",
  "1e+",
  "1.2.3",
  "1-2",
  "1e1e1",
  "0x10",
  "1_000",
  '{"a":1,5}',
  '"\\x"',
  '"\\u12"',
  '"\\u12g4"',
  '"\\U0041"',
  '"\\a"',
  '"\\\'"',
  '"\\ "',
  '"\\0"',
  '"\\Work"',
  "'a'",
  "`a`",
  "tru",
  "True",
  "nul",
  "None",
  "undefined",
  "NaN",
  "Infinity",
  "falsey",
  "nulll",
  "t",
  "f",
  "[1,]",
  "[,1]",
  "[1 2]",
  "[1,,2]",
  "[1;2]",
  '{"a":1,}',
  '{,"a":1}',
  '{"a" 1}',
  '{"a":}',
  '{"a"::1}',
  "{a:1}",
  '{"a":1 "b":2}',
  '{"a":1;"b":2}',
  "{1:2}",
  '{a":1}',
  '{1":2}',
  '{"\\x":1}',
  '{"a"}',
  "{null:1}",
  '["a":1]',
  '{"a",1}',
  '"a" "b"',
  "1 2",
  "[1}",
  '{"a":1]',
  "/* */ 1",
] as const;

/** Raw control characters in a string, with the text that they stand for. */
const CONTROLS = [
  ['"a\nb"', "a\nb"],
  ['"\t"', "\t"],
  ['"a\u0000b\u001f"', "a\u0000b\u001f"],
  ['"\\n\n"', "\n\n"],
] as const;

const STUFFING = 'C:\\\\x \\" \\": [{ 1e400, -2 }] \\\\\\" , ';
const SIDES = ["alone", "before", "behind", "listed"] as const;

/** The text of an object, or of a list, with the token as its member; long text has a long member beside it. */
function textOf(token: string, side: (typeof SIDES)[number], times: number): string {
  const member = `"v":${token}`;
  const stuffing = `"${STUFFING.repeat(times)}"`;
  if (side === "listed") return `["${"x".repeat(times * 20)}", ${token}, 1]`;
  const pad = `"pad":${stuffing}`;
  return side === "alone" ? `{${member}}` : side === "before" ? `{${pad},${member}}` : `{${member} , ${pad}}`;
}

interface Layout {
  readonly side: (typeof SIDES)[number];
  readonly times: number;
  /** In a field that wants an object, in place of the root. */
  readonly inField: boolean;
}

const LAYOUTS: readonly Layout[] = SIDES.flatMap((side) =>
  [1, 60].flatMap((times) => [false, true].map((inField) => ({ side, times, inField }))),
).filter(({ side, times, inField }) => (side !== "alone" || times === 1) && (side !== "listed" || inField));

function callOf(token: string, { side, times, inField }: Layout): RepairCall {
  const text = textOf(token, side, times);
  const schema = inField
    ? { type: "object", properties: { f: { type: ["object", "array"] } }, required: ["f"] }
    : { type: "object", required: ["v"] };
  return { toolName: "custom", schema: toJson(schema), input: toJson(inField ? { f: text } : text) };
}

function repairedText(token: string, { side, times, inField }: Layout): string {
  const text = textOf(token, side, times);
  return inField ? `{"f":${text}}` : text;
}

function* isRead(token: string, meant: string, layout: Layout): Check {
  const { answer } = yield* askRepair(callOf(token, layout));
  // The engine's reader keeps the last of equal members, as is right here.
  const expected = repairedText(meant, layout);
  return answer.outcome === "repaired" && sameJson(expected, answer.args)
    ? undefined
    : { says: "the text was not read as it stands", expected: `repaired ${expected}`, received: got(answer) };
}

function* isRefused(token: string, layout: Layout): Check {
  const call = callOf(token, layout);
  const { answer } = yield* askRepair(call);
  return answer.outcome === "unrepairable" && sameJson(call.input, answer.args)
    ? undefined
    : { says: "the text was not refused", expected: `unrepairable ${call.input}`, received: got(answer) };
}

/** One case goes through every token in every layout; only the order of layouts is drawn. */
const layouts = fc.shuffledSubarray([...LAYOUTS], { minLength: LAYOUTS.length });
const some = { share: 0.02, fixed: true } as const;

const read = property<readonly Layout[]>({
  address: "envelope/decode-json/every-token",
  title:
    "Every form of a JSON token is read as it stands, in short and long text, also in a stringified field.",
  capability: "repair",
  arbitrary: layouts,
  *check(those): Check {
    for (const where of those) {
      for (const token of EXACT) {
        const problem = yield* isRead(token, token, where);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
  ...some,
});

const controls = property<readonly Layout[]>({
  address: "envelope/control-characters/every-control",
  title:
    "Every raw control character in a string is read, in short and long text, also in a stringified field.",
  capability: "repair",
  arbitrary: layouts,
  *check(those): Check {
    for (const where of those) {
      for (const [token, meant] of CONTROLS) {
        const problem = yield* isRead(token, JSON.stringify(meant), where);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
  ...some,
});

const unread = property<readonly Layout[]>({
  address: "envelope/number-exact/no-token-is-guessed",
  title:
    "What no double holds, a key repeated with another value, and what is no JSON, is refused in any text.",
  capability: "repair",
  arbitrary: layouts,
  *check(those): Check {
    for (const where of those) {
      for (const token of REFUSED) {
        const problem = yield* isRefused(token, where);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
  ...some,
});

/** Numbers that print otherwise than they are written, and such as print the same. */
const RESPELLED = ["1.50", "0.10", "0.0", "-0", "1e5", "1E2", "9.50", "10.0", "-1.0", "5e-1"];
const SPELLED = ["1.5", "0.1", "0", "-7", "90", "9.5", "1e+21", "1e-7"];

function* asText(number: string, layout: Layout, becomes: boolean): Check {
  const properties = { v: { type: "string" } };
  const inner = { type: "object", properties };
  const schema = layout.inField ? { type: "object", properties: { f: inner } } : inner;
  const call = { ...callOf(number, layout), schema: toJson(schema) };
  const { answer } = yield* askRepair(call);
  const meant = repairedText(`"${number}"`, layout);
  return becomes
    ? restored(answer, parseJson(meant), `${number} did not become text`)
    : refused(answer, call.input, `${number} became another text`);
}

const respelled = property<readonly Layout[]>({
  address: "envelope/number-exact/respelled-numbers-as-text",
  title: "Where text is wanted, a number becomes text only as it was written, in short and long text.",
  capability: "repair",
  arbitrary: layouts,
  *check(those): Check {
    for (const where of those.filter(({ side }) => side !== "listed")) {
      for (const number of [...RESPELLED, ...SPELLED]) {
        const problem = yield* asText(number, where, SPELLED.includes(number));
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
  ...some,
});

export const jsonProperties: readonly Property[] = Object.freeze([read, controls, unread, respelled]);
