/**
 * Variants of shapes as public reports and parsers show them, and what comes close to one and is none. Long because it
 * is lists, whose families share how they write an argument.
 */
import { askGrammar, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { everything, type Property } from "../property.ts";
import { judge, none, partsOf } from "./grammar-case.ts";
import { text as textPart, toMessage } from "./grammar-parts.ts";

/** A printed text and the arguments of each call of `probe` in it; null: the text stays. */
export type Row = readonly [text: string, calls: readonly object[] | null];

const SCHEMA = toJson({ type: "object", properties: { v: {}, w: {} } });
const ASKED = { knownTools: ["probe"], toolSchemas: { probe: SCHEMA } };
export const V = [{ v: "x" }];
export const J = '{"v": "x"}';
export const CALL = '{"name": "probe", "arguments": {"v": "x"}}';
export const TWO = [{ v: "x" }, { v: "x" }];

const dsml = (bar: string, inner: string): string => `<${bar}invoke name="probe">${inner}`;
const value = (prefix: string): string => `<${prefix}parameter name="v">x</${prefix}parameter>`;
const BARS = [
  "｜DSML｜",
  "｜｜DSML｜｜",
  "DSML｜",
  "DSML|",
  " | DSML | ",
  "‖DSML‖",
  "|DSML|",
  "｜GCML｜",
  "｜DSML｜ ",
];
const WRAPPERS = ["tool_calls", "tool_call", "function_calls", "function_call", "tool_use", "calls"];

const INVOKES: readonly Row[] = [
  ...BARS.flatMap((bar): readonly Row[] => [
    [`${dsml(bar, value(bar))}</${bar}invoke>`, V],
    [dsml(bar, value(bar)), V],
    [`${dsml(bar, J)}</${bar}invoke>`, V],
    [`${dsml(bar, value(bar))}\n${dsml(bar, value(bar))}</${bar}invoke>`, TWO],
    [`<${bar}tool_calls>${CALL}</${bar}tool_calls>`, V],
    [`<${bar}tool_calls>\n[${CALL}, ${CALL}]\n</${bar}tool_calls>`, TWO],
    [`<${bar}tool_calls>"${CALL}`, null],
    [`<${bar}calling>${CALL}`, null],
    ...WRAPPERS.map((word): Row => [`<${bar}${word}>${dsml(bar, value(bar))}</${bar}${word}>`, V]),
  ]),
  ...["ns:", "atem:"].flatMap((prefix): readonly Row[] => [
    [`${dsml(prefix, value(prefix))}</${prefix}invoke>`, V],
    [`${dsml(prefix, value(prefix))}</${prefix}function_calls>`, V],
    [`${dsml(prefix, value(prefix))}<|im_end|>`, V],
    [`<${prefix}function_calls>${dsml(prefix, value(prefix))}</${prefix}function_calls>`, V],
    [`<${prefix}function_calls>${dsml(prefix, value(prefix))}</${prefix}invoke></${prefix}function_ca`, V],
    [`<${prefix}function_calls>${dsml(prefix, value(""))}</${prefix}function_calls>`, null],
    [
      `${dsml(prefix, `<${prefix}parameter name="v">x</${prefix}parameter>y</${prefix}parameter>`)}</${prefix}invoke>`,
      [{ v: `x</${prefix}parameter>y` }],
    ],
  ]),
  ...[
    "</function_calls>",
    "</minimax:tool_call>",
    "</tool_calls>",
    "</tool_call>",
    "</invoke>",
    "</rivoke>",
  ].map((close): Row => [`${dsml("", value(""))}${close}`, V]),
  ...["function_calls", "minimax:tool_call", "tool_calls", "tool_call", "dots_function_call"].flatMap(
    (word): readonly Row[] => [
      [`<${word}>${dsml("", value(""))}</${word}>`, V],
      [`<${word}>\n${dsml("", `\n${value("")}\n`)}\n${dsml("", value(""))}\n</${word}>`, TWO],
      [`<${word}>${dsml("", value(""))}`, V],
    ],
  ),
  [`<rivoke name="probe">${value("")}</rivoke>`, V],
  [`<invoke rname="probe">${value("")}</invoke>`, V],
  [`<function_calls><rivoke name="probe">${value("")}</rivoke></function_calls>`, V],
  [`<invoke name="probe" >${value("")}</invoke>`, V],
  [`<invoke name="probe"x>${value("")}</invoke>`, null],
  [`<invoke name="probe">${value("")}x</invoke>`, null],
  [`<invoke name="probe">x${value("")}</invoke>`, null],
  ['<invoke name="probe"><parameter name="v" >x</parameter></invoke>', V],
  ['<invoke name="probe"><parameter name="v" y>x</parameter></invoke>', null],
  [`<dots_function_call>[${CALL}]</dots_function_call>`, V],
  ["<dots_function_call><invoke name=probe><parameter name=v>x</parameter></invoke></dots_function_call>", V],
  ["<dots_function_call><invoke name=probe><parameter name=v>x</parameter></dots_function_call>", V],
  [
    "<dots_function_call><invoke nam=probe><parameter name=v>x</parameter></invoke></dots_function_call>",
    null,
  ],
  [
    '<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="probe"><steptml:parameter name="v">x</steptml:parameter></steptml:invoke><｜tool_call_end｜>',
    V,
  ],
  [
    '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="probe"><steptml:parameter name="v">x</steptml:parameter><｜tool_calls_end｜>',
    V,
  ],
  ['<xai:function_call name="probe"><parameter name="v">x</parameter></xai:function_call">', V],
  ['<xai:function_call name="probe"><parameter name="v">x</parameter>', V],
  [
    '<xai:function_call name="probe"><parameter name="v">x</parameter><xai:function_call name="probe"><parameter name="v">x</parameter></xai:function_call>',
    TWO,
  ],
  ['<function name="probe"><param name="v">x</param></tool_call>', V],
  ['<function name="probe"><param name="v">x</param></tools>', V],
  ['<function name="probe"><param name="v">x</param>', V],
  ['invoke name="probe">\nparameter name="v">x parameter>\ninvoke>', V],
  ['invoke name="probe">\nparameter name="v">x parameter>\n/invoke>', V],
  [
    'invoke name="probe"> parameter name="v">x parameter> parameter name="w">y parameter>',
    [{ v: "x", w: "y" }],
  ],
  ['invoke name="probe">\nparameter name="v">x parameter> y\nz parameter>', [{ v: "x parameter> y\nz" }]],
  [
    'invoke name="probe">\r\nparameter name="v">x parameter>\r\nparameter name="w">y parameter>\r\n',
    [{ v: "x", w: "y" }],
  ],
  ['invoke name="probe">\nparameter name="v">5 parameter>', [{ v: 5 }]],
  ['invoke name="probe">\nparameter name="v">x', null],
  ['invoke name="probe">\nparameter name="v>x parameter>', null],
  ['invoke name="probe>\nparameter name="v">x parameter>', null],
  ['invoke name="probe">\nx parameter>', null],
  ['invoke name="probe\nparameter name="v">x parameter>', null],
  [
    '<dots_function_call><invoke name=probe><parameter name=v string="true">x</parameter></invoke></dots_function_call>',
    null,
  ],
  ['invoke name="probe">\n', null],
];

const k2 = (id: string, args: string): string =>
  `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${args}`;
const v3 = "<｜tool▁call▁begin｜>function<｜tool▁sep｜>probe";
const plamo = (word: string): string => `<|plamo:${word}:plamo|>`;
const plamoName = `${plamo("begin_tool_name")}probe${plamo("end_tool_name")}${plamo("begin_tool_arguments")}`;

const NAMED: readonly Row[] = [
  [k2("functions.probe:0", J), V],
  [k2(" probe:12 ", ` ${J} `), V],
  [k2("probe", `${J}<|tool_call_end|>`), V],
  [`<|tool_calls_section_begin|>\n${k2("probe:0", J)}\n${k2("probe:1", J)}<|tool_calls_section_end|>`, TWO],
  [k2("probe:x", J), null],
  [k2("probe:0", "[]"), null],
  [k2("", J), null],
  [`<|tool_call_begin|>probe:0 x<|tool_call_argument_begin|>${J}`, null],
  [`${v3}\n\`\`\`json\n${J}\n\`\`\``, V],
  [`${v3}\n\`\`\`\n${J}\n\`\`\`<｜tool▁call▁end｜>`, V],
  [`${v3}\r\n\`\`\`\r\n${J}\r\n\`\`\`<｜tool▁call▁end｜>`, V],
  [`${v3}\n\`\`\`json\n${J}`, V],
  [`${v3}\n\`\`\`json\n${J}\nx\`\`\``, null],
  [`${v3}\n${J}`, null],
  [`<｜tool▁call▁begin｜>probe<｜tool▁sep｜>${J}`, V],
  [`<｜tool▁call▁begin｜>probe<|tool_sep|>${J}<|tool_call_end|>`, V],
  [`<｜tool▁call▁begin｜>probe${J}`, null],
  [`<|tool_calls_begin|><|tool_call_begin|>probe<|tool_sep|>${J}<|tool_call_end|>`, V],
  [
    `<|tool_calls_begin|><|tool_call_begin|>function<|tool_sep|>probe\n\`\`\`json\n${J}\n\`\`\`<|tool_call_end|>`,
    V,
  ],
  [`[TOOL_CALLS]${CALL}`, V],
  [`[TOOL_CALLS] [${CALL}]`, V],
  [`[TOOL_CALLS]probe[CALL_ID]abc[ARGS]${J}`, V],
  [`[TOOL_CALLS]probe[CALL_ID]abc${J}`, V],
  [`[TOOL_CALLS] probe ${J}`, V],
  [`[TOOL_CALLS]probe[ARGS]\n${J}`, V],
  [`[TOOL_CALLS]probe[CALL_ID][ARGS]${J}`, null],
  [`[TOOL_CALLS]probe[ARGS]"x"`, null],
  [`[TOOL_CALLS][ARGS]${J}`, null],
  [`${plamo("begin_tool_request")}${plamoName}<|plamo:msg|>${J}`, V],
  [
    `${plamo("begin_tool_request")}${plamoName}<|plamo:constrain|>json<|plamo:msg|>${J}\n${plamo("end_tool_arguments")}\n${plamo("end_tool_request")}`,
    V,
  ],
  [`${plamo("begin_tool_request")}${plamoName}${J}`, null],
  [`<|tool_call:begin|><|tool_call:name|>probe<|tool_call:args|>${J}`, V],
  [
    `<|tool_call:begin|>id<|tool_call:name|>probe<|tool_call:args|>${J}<|tool_call:end|>\n<|tool_call:begin|>id<|tool_call:name|>probe<|tool_call:args|>${J}`,
    TWO,
  ],
  [`<|message_model|>probe<|content_invoke_tool_json|>\n{"name": "probe", "args": ${J}}`, V],
  [`<|message_model|>probe<|content_invoke_tool_json|>[{"name": "probe", "args": ${J}}]`, null],
  [`✿FUNCTION✿:probe\n✿ARGS✿:${J}`, V],
  [`✿FUNCTION✿: probe ✿ARGS✿: ${J}`, V],
  [`✿FUNCTION✿: probe\n✿ARGS✿: x ${J}`, null],
  [`✿FUNCTION✿: \n✿ARGS✿: ${J}`, null],
  [`<|tool_call:begin|>id<|tool_call:name|><|tool_call:args|>${J}`, null],
  [`<|message_model|><|content_invoke_tool_json|>{"name": "probe", "args": ${J}}`, null],
  [
    `${plamo("begin_tool_request")}${plamo("begin_tool_name")}${plamo("end_tool_name")}${plamo("begin_tool_arguments")}<|plamo:msg|>${J}`,
    null,
  ],
  [`<｜tool▁call▁begin｜><｜tool▁sep｜>${J}`, null],
  [`<｜tool▁call▁begin｜>function<｜tool▁sep｜>\n\`\`\`json\n${J}\n\`\`\``, null],
  [`<tool_use><name></name><arguments>${J}</arguments></tool_use>`, null],
  [`<|tool_call_begin|>probe:1:x<|tool_call_argument_begin|>${J}`, null],
  [`<|start|>assistant to=probe\r<|message|>${J}`, null],
  [`<tool_use>\n<name> probe </name>\n<arguments>\n${J}\n</arguments>\n</tool_use>`, V],
  [`<tool_use><name>probe</name><arguments>${J}`, V],
  [`<tool_use><name>probe</name><arguments>${J}</tool_use>`, V],
  [`<tool_use><name> </name><arguments>${J}</arguments></tool_use>`, null],
  [`<tool_use><name>probe</name>x<arguments>${J}</arguments></tool_use>`, null],
  [`<tool_use><name>probe</nam><arguments>${J}</arguments></tool_use>`, null],
  [`<tool>\n<name>probe</name><arguments>${J}</arguments></tool>`, V],
  [
    `<use_mcp_tool><server_name>s</server_name><tool_name>probe</tool_name><arguments>${J}</arguments></use_mcp_tool>`,
    V,
  ],
  [`<use_mcp_tool><tool_name>probe</tool_name><arguments>${J}</arguments></use_mcp_tool>`, null],
  [`<|channel|>commentary to=functions.probe <|constrain|>json<|message|>${J}<|call|>`, V],
  [`<|channel|>commentary to=probe<|message|>${J}`, V],
  [`<|start|>assistant to=probe<|channel|>commentary<|message|>${J}<|call|>`, V],
  [`<|start|>assistant<|channel|>commentary to=probe<|message|>\n${J}\n<|call|>`, V],
  [`<|start|>assistant to=probe<|channel|>commentary to=probe<|message|>${J}`, V],
  [`<|start|>assistant to=probe<|channel|>commentary to=other<|message|>${J}`, null],
  [`<|start|>assistant<|channel|>commentary<|message|>${J}`, null],
  [`<|start|>assistant<|channel|>final goto=probe<|message|>${J}`, null],
  [`<|start|>assistant to=probe\n<|message|>${J}`, null],
  [`<|channel|>analysis<|channel|>commentary to=probe<|message|>${J}`, null],
  [k2("probe:0", toJson(J)), null],
  ['[TOOL_CALLS]probe[ARGS]{"v": "a\nb"}', [{ v: "a\nb" }]],
  [k2("pro:1be", J), null],
  [`<tool_use><arguments>${J}</arguments></tool_use>`, null],
];

const glm = (inner: string): string => `<tool_call>probe${inner}</tool_call>`;
const pair = "<arg_key>v</arg_key><arg_value>x</arg_value>";
const hunyuan = (suffix: string): string =>
  `<tool_call:${suffix}>probe<tool_sep:${suffix}><arg_key:${suffix}>v</arg_key:${suffix}><arg_value:${suffix}>x</arg_value:${suffix}></tool_call:${suffix}>`;
const PAIRS: readonly Row[] = [
  [glm(pair), V],
  [glm(`\r\n${pair}\r\n`), V],
  [glm(` ${pair} <arg_key>w</arg_key> <arg_value>y</arg_value> `), [{ v: "x", w: "y" }]],
  [`<tool_call>\nprobe\n${pair}`, V],
  [`<tool_call>probe${pair}<tool_call>probe${pair}`, TWO],
  [`<tool_call>probe${pair}</tool_calls>`, V],
  [`<tool_call>probe${pair}x</tool_call>`, null],
  [glm("<arg_key>v</arg_key>x<arg_value>x</arg_value>"), null],
  [glm("<arg_key>v</arg_key>"), null],
  [glm("<arg_key></arg_key><arg_value>x</arg_value>"), null],
  [`<tool_calls><tool_call>probe<tool_sep>${pair}</tool_call><tool_call>probe${pair}</tool_calls>`, TWO],
  [`<tool_calls>\n<tool_call>probe<tool_sep>\n${pair}\n</tool_call>\n</tool_calls>`, V],
  [`<tool_call>probe<tool_sep>${pair}</tool_call>`, V],
  ...["6124c78e", "opensource", "A-b_9", "z", "Z"].flatMap((suffix): readonly Row[] => [
    [hunyuan(suffix), V],
    [`<tool_calls:${suffix}>${hunyuan(suffix)}${hunyuan(suffix)}</tool_calls:${suffix}>`, TWO],
  ]),
  [hunyuan("a.b"), null],
  [hunyuan(""), null],
  [`<tool_call:a>probe<arg_key:b>v</arg_key:b><arg_value:b>x</arg_value:b></tool_call:a>`, null],
  ["<ifm|tool_call>probe<ifm|arg_key>v</ifm|arg_key><ifm|arg_value>x</ifm|arg_value></ifm|tool_call>", V],
  [
    "<ifm|tool_call>probe<ifm|arg_key>v</ifm|arg_key> <ifm|arg_type>string</ifm|arg_type> <ifm|arg_value>x</ifm|arg_value></ifm|tool_call>",
    V,
  ],
  [`<ifm|tool_call>\n${CALL}\n</ifm|tool_call>`, V],
  [`<ifm|tool_calls>\n<ifm|tool_call>${CALL}\n<ifm|tool_call>${CALL}</ifm|tool_calls>`, TWO],
  [`<longcat_tool_call>[${CALL}, ${CALL}]</longcat_tool_call>`, TWO],
  [
    `<longcat_tool_call>probe<longcat_arg_key>v</longcat_arg_key><longcat_arg_value>x</longcat_arg_value></longcat_tool_call>`,
    V,
  ],
  ["<|tool_call:start|>probe<|tool_arg:start|>v<|tool_arg:value|>x<|tool_arg:end|>", V],
  [
    "<|tool_call:start|>probe\n<|tool_arg:start|>v<|tool_arg:value|>x<|tool_arg:end|>\n<|tool_arg:start|>w<|tool_arg:value|>y<|tool_arg:end|>\n<|tool_call:end|>",
    [{ v: "x", w: "y" }],
  ],
  ["<|tool_call:start|>probe<|tool_arg:start|>v<|tool_arg:value|>x<|tool_arg:end|>y<|tool_arg:end|>", null],
  ["<|tool_call:start|>probe<|tool_arg:start|>v<|tool_arg:value|>x<|tool_arg:end|>y", null],
];

const qwen = "<parameter=v>\nx\n</parameter>";
const TAGS: readonly Row[] = [
  [`<tool_call>\nfunction=probe>\n${qwen}\n</function>\n</tool_call>`, V],
  [`<tool_call><function=probe>${qwen}</function><function=probe>${qwen}</function></tool_call>`, TWO],
  [`<tool_call><function=probe>${qwen}</tool_call>`, V],
  [`<function=probe>${qwen}`, V],
  [`<function=probe>${qwen}</tool_call>`, V],
  [`<function=probe>${qwen}\n<tool_call>\n<function=probe>${qwen}</function></tool_call>`, TWO],
  [`<function=probe>${J}`, V],
  [`<function=probe>\n${J}\n</function>`, V],
  [`<function=probe>${J}x</function>`, null],
  [`<seed:tool_call><function=probe>${qwen}</seed:tool_call>`, V],
  [`<seed:tool_call>function=probe>${qwen}</function></seed:tool_call>`, V],
  [`<seed:tool_call><function=probe>${J}</function></seed:tool_call>`, V],
  ['<tool_calls><probe v="x"/></tool_calls>', V],
  ['<tool_calls>\n<probe v="x" w="y" />\n<probe v="x"/>\n</tool_calls>', [{ v: "x", w: "y" }, { v: "x" }]],
  ['<tool_calls><probe v="x"/>', V],
  ['<tool_calls><probe v="5"/></tool_calls>', [{ v: "5" }]],
  ['<tool_calls><probe v="x></tool_calls>', null],
  ["<tool_calls><probe v=x/></tool_calls>", null],
  ['<tool_calls><probe v="x"></tool_calls>', null],
  [`<tool_call>\n${CALL}\n${CALL}\n</tool_call>`, TWO],
  [`<tool_call>${CALL}, ${CALL}</tool_call>`, null],
  [`<tool_call>[${CALL}, ${CALL}]</tool_call>`, TWO],
  [`<tool_call>\`\`\`json\n${CALL}\n\`\`\`</tool_call>`, V],
  [`<tool_call>\n\`\`\`\n${CALL}\n\`\`\`\n</tool_call>`, V],
  [`<tool_call>\`\`\`json\n${CALL}</tool_call>`, null],
  [`<tools>${CALL}\n${CALL}</tools>`, TWO],
  [`<tools>[${CALL}]</tools>`, null],
  [`<tool_calls>${CALL}</tool_calls>`, V],
  [`<tool_calls>\n[${CALL}]\n</tool_calls>`, V],
  [`<tool_calls>probe</tool_calls>`, null],
  [`<function_call>${CALL}</function_call>`, V],
  [`<function_call>[${CALL}]</function_call>`, null],
  [`<|python_tag|>${CALL}; ${CALL}<|eom_id|>`, TWO],
  [`<|python_tag|>\n${CALL};${CALL}`, TWO],
  [`<|python_tag|>[probe(v="x"), probe(v="x")]<|eom_id|>`, TWO],
  [`<|python_tag|>probe.call(v="x")`, V],
  [`<|python_tag|>probe(v="x")`, V],
  [`<|tool_call_start|> [ probe(v="x") , probe(v="x") ] <|tool_call_end|>`, TWO],
  [`<|tool_call_start|>[probe(v="x")]`, V],
  [`<|tool_call_start|>[probe(v="x") probe(v="x")]<|tool_call_end|>`, null],
  [`<|tool_call_start|>[]<|tool_call_end|>`, null],
  [`<function_calls>\nprobe(v="x"); probe(v="x")\n</function_calls>`, TWO],
  [`<function_calls>\nprobe(v="x")`, V],
  [`<function_calls>;probe(v="x")</function_calls>`, null],
  [`<function_calls>\nprobe(v="x") and\n</function_calls>`, null],
  [`<function_call>\`\`\`typescript\nfunctions.probe(${J});\nfunctions.probe(${J})\n\`\`\``, TWO],
  [`<function_call>\`\`\`typescript\nprobe( ${J} )\n\`\`\`</function_call>`, V],
  [`<function_call>\`\`\`typescript\nprobe({"v": "a\nb"})\n\`\`\``, [{ v: "a\nb" }]],
  [`<function_call>\`\`\`typescript\nprobe("{\\"v\\": 1}")\n\`\`\``, null],
  [`<function_call>\`\`\`typescript\n;\n\`\`\``, null],
  [`<function_call>\`\`\`typescript\nprobe(${J}\n\`\`\``, null],
  [`<function_call>\`\`\`js\nprobe(${J})\n\`\`\``, null],
  [`\`\`\`tool_code\nprobe(v="x")\nprobe(v="x")\n\`\`\``, TWO],
  [`\`\`\`tool_code\n[probe(v="x"), probe(v="x")]\n\`\`\``, TWO],
  [`\`\`\`tool_code\nprint(1)\nprobe(v="x")`, null],
  [`\`\`\`tool_code\nprobe(v="x") x\n\`\`\``, null],
  [`<start_function_call>call:probe{v:<escape>x<escape>}`, V],
  [`<|tool_call> call:probe{v:<|"|>x<|"|>} `, V],
  [`<|tool_call>probe{v:<|"|>x<|"|>}<tool_call|>`, null],
  [`<|tool_call>call:{v:<|"|>x<|"|>}<tool_call|>`, null],
  [`<|tool_call>call:probe(v=1)<tool_call|>`, null],
  ...[
    ["<|tool_call|>", "", "[{"],
    ["<TOOLCALL>", "</TOOLCALL>", "[{"],
    ["<|message_sep|>\n\nfunction call<|role_sep|>\n", "", "{"],
    ["Look here. function call<|role_sep|>", "", "{"],
    ["<|function_call|>", "", "{"],
    [" -> tool/function_call\n", "<|im_end|>", "[{"],
    ["-> tool/function_call\r\n", "", "[{"],
    ["[unused11]", "[unused12]", "["],
    ["functools", "", "["],
    ["<|action_start|><|plugin|>", "<|action_end|>", "{"],
    ["<|action_start|>\n<|plugin|>\n", "", "{"],
  ].flatMap(([open = "", close = "", first = ""]): readonly Row[] => [
    [`${open}${CALL}${close}`, first.includes("{") ? V : null],
    [`${open}[${CALL}, ${CALL}]${close}`, first.includes("[") ? TWO : null],
    [`${open}"x"${close}`, null],
  ]),
  [`<|action_start|><|interpreter|>${CALL}<|action_end|>`, null],
  [`[probe]\n${J}\n[END_TOOL_REQUEST]`, V],
  [`[probe]\r\n${J}\r\n[/probe]`, V],
  [`[probe]\n${J}`, V],
  [`[probe]\n${J}\n[/other]`, null],
  [`[probe]\n${J} x`, null],
  [`✿probe]\n${J}\n[/probe]`, null],
  [`[TOOL_CALL] {tool => "probe", args => {v => "x"}}`, V],
  [`[TOOL_CALL]{tool => "probe", args => {v => "x"}} x`, null],
  [`[TOOL_CALL]probe{}`, null],
];

export const CALLED = `<tool_call>${CALL}</tool_call>`;

/** Beside a part that is a call and is cut, a text that is none stays, but for a left-over at its end. */
function* staysBeside(text: string): Check {
  const message = toMessage([textPart("I look."), textPart(CALLED), textPart(text)]);
  const { answer } = yield* askGrammar({ ...ASKED, mode: "strip", message });
  const [, last, more] = partsOf(answer.message).map((part) => String(part.text));
  const stays = last === undefined ? text.trim().length < 40 : last !== "" && text.startsWith(last);
  return stays && more === undefined
    ? undefined
    : { says: "not only the call is cut", expected: text, received: answer.message };
}

export function table(address: string, title: string, rows: readonly Row[]): Property {
  return everything({
    address,
    title,
    capability: "grammar",
    *check(): Check {
      for (const [text, calls] of rows) {
        const call = { ...ASKED, mode: "recover", message: toMessage([textPart(text)]) };
        const { answer } = yield* askGrammar(call);
        const wanted = calls && { calls: calls.map((args) => ({ name: "probe", args: { ...args } })) };
        const problem =
          judge(call, wanted ?? none, answer) ?? (calls === null ? yield* staysBeside(text) : undefined);
        if (problem !== undefined) return { ...problem, says: `${text}: ${problem.says}` };
      }
      return undefined;
    },
  });
}

/** Calls that begin with their own opener, not with that of a wrapper. */
const ALONE: readonly string[] = [
  ...BARS.map((bar) => `${dsml(bar, value(bar))}</${bar}invoke>`),
  ...["", "ns:", "atem:"].map((prefix) => `${dsml(prefix, value(prefix))}</${prefix}invoke>`),
  `<rivoke name="probe">${value("")}</rivoke>`,
  `<invoke rname="probe">${value("")}</invoke>`,
  '<xai:function_call name="probe"><parameter name="v">x</parameter></xai:function_call>',
  '<function name="probe"><param name="v">x</param></function>',
  'invoke name="probe">\nparameter name="v">x parameter>\ninvoke>',
  k2("probe:0", J),
  `<｜tool▁call▁begin｜>probe<｜tool▁sep｜>${J}`,
  `${plamo("begin_tool_request")}${plamoName}<|plamo:msg|>${J}`,
  `<|tool_call:begin|>id<|tool_call:name|>probe<|tool_call:args|>${J}`,
  `<tool><name>probe</name><arguments>${J}</arguments></tool>`,
  hunyuan("a"),
  `<ifm|tool_call>probe<ifm|arg_key>v</ifm|arg_key><ifm|arg_value>x</ifm|arg_value></ifm|tool_call>`,
  "<longcat_tool_call>probe<longcat_arg_key>v</longcat_arg_key><longcat_arg_value>x</longcat_arg_value>",
  "<|tool_call:start|>probe<|tool_arg:start|>v<|tool_arg:value|>x<|tool_arg:end|>",
  '<|open|>call tool="probe"<|sep|><|open|>argument key="v"<|sep|>x<|close|>argument<|sep|>',
  `<function=probe>${J}</function>`,
  `[probe]\n${J}\n[/probe]`,
  `>>>probe\n${J}`,
];

/** A call, and all of it but its first character. */
const SHOWN: readonly (readonly [text: string, rest: string])[] = [
  ...ALONE.map((text) => [text, text.slice(1)] as const),
  ['<tool_calls><probe v="x"/></tool_calls>', 'probe v="x"/></tool_calls>'],
];

/** What was shown is the call, or all of it but its first character. */
function* shown(): Check {
  for (const [text, rest] of SHOWN)
    for (const [seen, wanted] of [
      [`It prints ${text} then.`, none],
      [rest, { calls: V.map((args) => ({ name: "probe", args })) }],
    ] as const) {
      const message = toMessage([textPart(text)]);
      const call = { ...ASKED, mode: "recover", seenTexts: [seen], message };
      const { answer } = yield* askGrammar(call);
      const problem = judge(call, wanted, answer);
      if (problem !== undefined) return { ...problem, says: `${text}, seen ${seen}: ${problem.says}` };
    }
  return undefined;
}

export const driftProperties: readonly Property[] = [
  everything({
    address: "grammar/echo-never-runs/all-of-a-call-was-shown",
    title: "A call is an echo if all of it was shown, not if its opener was not.",
    capability: "grammar",
    check: shown,
  }),
  table(
    "grammar/later-families/drifts-of-invoke",
    "Elements of calls come back in each spelling and wrapper.",
    INVOKES,
  ),
  table(
    "grammar/later-families/drifts-behind-names",
    "JSON behind a name comes back with and without its closers.",
    NAMED,
  ),
  table(
    "grammar/later-families/drifts-of-pairs",
    "Pairs of keys and values come back in each spelling.",
    PAIRS,
  ),
  table(
    "grammar/later-families/drifts-of-tags",
    "Calls in tags and tokens come back alone and in rows.",
    TAGS,
  ),
];
