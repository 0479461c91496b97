/** Bodies of calls that lack a part, hold a marker or come close to another shape, and shapes that need the whole message. */
import type { Property } from "../property.ts";
import { CALL, CALLED, J, type Row, TWO, table, V } from "./grammar-shapes-drifts.ts";

/** No tool's name is as long. */
const LONG = "a".repeat(129);
/** What follows a body that is none, and would run without it. */
const THEN = `\n\nSo it is.\n${CALLED}`;
const PROSE = "\n\nSo it is.";

const inkling = (header: string, body: string): string =>
  `<|message_model|>${header}<|content_invoke_tool_json|>${body}`;
const apertus = (body: string): string => `<|tools_prefix|>[${body}]<|tools_suffix|>`;

const JSON_BODIES: readonly Row[] = [
  ["<tool_calls>[null]</tool_calls>", null],
  [`<tool_calls>[${CALL}, {"x": 1}]</tool_calls>`, null],
  ['<tool_call>{"name": 5, "arguments": {"v": "x"}}</tool_call>', null],
  ['<tool_call>{"name": "probe", "arguments": "[]"}</tool_call>', null],
  ['<tool_call>{"name": "probe", "arguments": {"v": "x"}, "parameters": {"v": "x"}}</tool_call>', null],
  [apertus(`{"probe": ${J}}, {"probe": ${J}}`), TWO],
  [apertus(`{"probe": ${J}, "other": ${J}}`), null],
  [apertus("{}"), null],
  [apertus('{"probe": 5}'), null],
  [inkling("probe", `{"name": "probe", "args": ${J}}`), V],
  [inkling("other", `{"name": "probe", "args": ${J}}`), null],
  [inkling("probe", `{"tool_calls": [{"name": "probe", "args": ${J}}]}`), null],
  [`<tool_call>\`\`\`json\n[${CALL}]\n\`\`\`</tool_call>`, V],
  [`<tool_call>\`\`\`${CALL}\`\`\`</tool_call>`, V],
  ["<tool_call>```json\n```\n</tool_call>", null],
  [`<|action_start|>${CALL}`, null],
  [` -> tool/function_call\r\n[${CALL}]`, V],
];

const glm = (inner: string): string => `<tool_call>probe${inner}`;
const suffixed = (open: string, suffix: string): string =>
  `${open}probe<arg_key${suffix}>v</arg_key${suffix}><arg_value${suffix}>x</arg_value${suffix}></tool_call${suffix}>`;
const solar = (name: string, end: string): string =>
  `<|tool_call:start|>${name}\n<|tool_arg:start|>v<|tool_arg:value|>x<|tool_arg:end|>${end}`;

const PAIR_BODIES: readonly Row[] = [
  [`<tool_call>${LONG}<arg_key>v</arg_key><arg_value>x</arg_value></tool_call>`, null],
  [glm("<arg_key><arg_value>x</arg_value></tool_call>"), null],
  [glm("<arg_key>v</arg_key><arg_value></tool_call></arg_value></tool_call>"), [{ v: "</tool_call>" }]],
  [glm(PROSE), null],
  [`<tool_calls><tool_call>probe</tool_call><tool_call>(${THEN}`, null],
  [glm(`<arg_key>v x${THEN}`), null],
  [suffixed("<tool_call:0>", ":0"), V],
  [suffixed("<tool_call:a{b>", ":a{b"), null],
  [suffixed("<tool_call:>", ":undefined"), null],
  [solar("", ""), null],
  [solar("probe", ""), V],
  [solar("probe", solar("probe", "")), TWO],
  [solar("probe", "\ny"), null],
  [`<|tool_call:start|>probe${PROSE}`, null],
  [`<|tool_call:start|>probe<|tool_arg:start|>v x${THEN}`, null],
  ['<ifm|tool_call>{"name": "probe", "arguments": {"v": "x"', null],
];

const k3 = (inner: string): string => `<|open|>call tool="probe"<|sep|>${inner}`;
const argument = (value: string): string => `<|open|>argument key="v"<|sep|>${value}<|close|>argument<|sep|>`;
const END = "<|close|>call<|sep|>";

const TAG_BODIES: readonly Row[] = [
  [k3(`${argument("x")}${END}`), V],
  [k3(argument("x")), V],
  [k3(`${argument("x")}${END}\n${k3(argument("x"))}${END}`), TWO],
  [k3(`${argument("<|close|>call")}${END}`), [{ v: "<|close|>call" }]],
  [k3(`<|open|>argument key="<|sep|>x<|close|>argument<|sep|>${END}`), null],
  [`<|open|>call tool="<|sep|>${argument("x")}${END}`, null],
  [k3(`<|open|>json type="object"<|sep|>${J}`), V],
  [k3(`<|open|>json type="object"<|sep|>${J}<|close|>json<|sep|>${END}`), V],
  [k3(PROSE), null],
  [`<｜DSML｜tool_calls><｜DSML｜invoke name="probe"/><｜DSML｜invoke name="a>${THEN}`, null],
  [`<|open|>tools<|sep|>${k3(END)}<|open|>call tool="a>${THEN}`, null],
  [k3(`<|open|>argument key="v" x${THEN}`), null],
  ...["\r\nx\r\n", "\r\nx", "x\r\n", "\nx", "x\n", "\r\nx\n", "\nx\r\n", "x"].map(
    (value): Row => [`<function=probe>\n<parameter=v>${value}</parameter>\n</function>`, V],
  ),
  ...[
    ["\n\nx\n", "\nx"],
    ["\nx\n\n", "x\n"],
    ["\n", ""],
    ["\r\n", ""],
    ["\n\n", ""],
    ["</function>", "</function>"],
  ].map(([value, v]): Row => [`<function=probe>\n<parameter=v>${value}</parameter>\n</function>`, [{ v }]]),
  ["<function=probe>\n<parameter=>x</parameter>\n</function>", null],
  ["<function=probe>\n<parameter=v\n>x</parameter>\n</function>", null],
  ["<function=<parameter=v>x</parameter>\n</function>", null],
  ['<tool_calls>< v="x"/></tool_calls>', null],
  [`<tool_calls><probe v=x/>${THEN}`, null],
  [`<tool_calls></tool_calls>${PROSE}`, null],
  ['<tool_calls><probe v="x"/><probe v="x" />\n<|im_end|>', TWO],
];

const BRACKET_BODIES: readonly Row[] = [
  ['[TOOL_CALL]{tool => "probe", args => {v => "x"}, x => 1}', null],
  ['[TOOL_CALL]{args => {v => "x"}}', null],
  ['[TOOL_CALL]{tool => probe, args => {v => "x"}}', null],
  [`[TOOL_CALL]{tool => ]${THEN}`, null],
  [`[probe]\n\n${J}`, null],
  [`[]\n${J}`, null],
  ["[tool:]", null],
  [`[Calling tool: (${J})]`, null],
  [`[Calling tool: probe({"v": )]`, null],
  [`[Calling tool: probe(x)]${THEN}`, null],
  [`[Called  with args: ${J}]`, null],
  ["[Called probe with args: {]", null],
  [`[Tool Call: ] Arguments: ${J}`, null],
];

const WHOLE: readonly Row[] = [
  [`[ ${CALL}]`, V],
  [`[\n${CALL},\n${CALL}\n]`, TWO],
  [`${CALL}<|im_end|>\n`, V],
  [`${CALL}\nx`, null],
  [`>>>probe\n${J}\n>>>probe\r\n${J}`, TWO],
  [`>>>probe ${J}`, null],
  [`>>>\n${J}`, null],
  [">>>probe\nx", null],
  [`Action: probe\nAction Input: ${J}`, V],
  [`Action: ${LONG}\nAction Input: ${J}`, null],
  [`commentary to=probe code ${J}`, V],
  [`commentary to=probe json ${J}`, V],
  [`commentary to=probe ${J}`, V],
  [`commentary to=probe${J}`, null],
  [`commentary to=${LONG} ${J}`, null],
  [`probe to=probe ${J}`, null],
  [`probe\n${J}`, V],
  [`probe\r\n${J}`, V],
  [`probe\n\n${J}`, null],
  ["probe", null],
  ['probe(v="x")', V],
  [`probe${LONG.slice(5)}(v="x")`, null],
  ["<probe><v>5</v></probe>", [{ v: "5" }]],
  ["<probe>\n<v>undefined</v>\n<w>y</w>\n</probe>", [{ v: "undefined", w: "y" }]],
  ["<probe><v><b>x</b></v></probe>", [{ v: "<b>x</b>" }]],
  ["<probe><>x</undefined></probe>", null],
  ["<probe><v>x", null],
  ["<probe><v>x</v>", null],
];

export const bodyProperties: readonly Property[] = [
  table(
    "grammar/later-families/bodies-of-json",
    "JSON of calls is one of the spellings of its family or none.",
    JSON_BODIES,
  ),
  table(
    "grammar/later-families/bodies-of-pairs",
    "Pairs without a name, a key or an end are none.",
    PAIR_BODIES,
  ),
  table(
    "grammar/later-families/bodies-of-tags",
    "Elements without a name or an end are none; one line end goes from each side of a value.",
    TAG_BODIES,
  ),
  table(
    "grammar/later-families/bodies-in-brackets",
    "What stands in square brackets is a call only with all of its parts.",
    BRACKET_BODIES,
  ),
  table(
    "grammar/unframed/bodies-of-whole-messages",
    "Shapes without a frame come back as the whole message, with all of their parts.",
    WHOLE,
  ),
];
