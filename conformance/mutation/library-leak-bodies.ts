/** How far printed calls reach, what is said of those that may not be trusted, and closers that nothing opened. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";
import { type Row, shapes } from "./library-leak-shapes.ts";
import { BARE, LS, message, printed, TAGGED, TOOLS, text } from "./library-leaks.ts";

const PART = "left: it is incomplete";
const BROKEN = "left: it is malformed";
const EMPTY = "stripped: a call has no arguments";
const RECOUNTED = "stripped: no call";
const J = '{"command": "ls"}';
const ONE = ["bash"];
const TWO = ["bash", "bash"];

const hunyuan = (suffix: string, separator: string): string =>
  `<tool_call${suffix}>bash${separator}<arg_key${suffix}>command</arg_key${suffix}><arg_value${suffix}>ls</arg_value${suffix}></tool_call${suffix}>`;
const solar =
  "<|tool_call:start|>bash\n<|tool_arg:start|>command<|tool_arg:value|>ls<|tool_arg:end|>\n<|tool_call:end|>";
const k3 = (inner: string): string => `<|open|>call tool="bash"<|sep|>${inner}`;
const argument = '<|open|>argument key="command"<|sep|>ls<|close|>argument<|sep|>';
const K3_JSON = `<|open|>json type="object"<|sep|>${J}<|close|>json<|sep|>`;
const K3_END = "<|close|>call<|sep|>";
const element = "<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>";
const json = '<function=bash>{"command": "ls"}</function>';

const NAMELESS = '{"name": "", "arguments": {}}';

const REACH: readonly Row[] = [
  [["Done.\n", [`<tool_call>${BARE}`, "hermes", ONE, "stripped: text follows the calls"], " \nSo."]],
  [[[`${LS}`, "hermes", ONE], "\n"]],
  [["[note]\nSo.\n", [LS, "hermes", ONE]]],
  [["[TOOL_CALL] is a tag.\nSo.\n", [LS, "hermes", ONE]]],
  [["Done.\n", [`[bash]\n${J}\n[END_TOOL_REQUEST]`, "bracket-request", ONE]]],
  [
    [
      "Done.\n",
      [
        '[TOOL_CALL]{tool => "bash", args => {command => "ls"}}',
        "bracket-arrow",
        ONE,
        "stripped: text follows the calls",
      ],
      "\nSo.",
    ],
  ],
  [["Done.\n", ['[TOOL_CALL]{tool => "ba', "bracket-arrow", [], PART]]],
  [["Done.\n", ["[tool:bash]", "history-tool", ONE, RECOUNTED]]],
  [["Done.\n", [`[tool:bash] ${J}`, "history-tool", ONE, RECOUNTED]]],
  [["Done.\n", ['[tool:bash] {"com', "history-tool", [], PART]]],
  [["Done.\n", ["[Calling tool: bash()]", "history-calling", ONE, RECOUNTED]]],
  [["Done.\n", [`[Tool Call: bash (ID: call_1)] Arguments: ${J}`, "history-tool-call", ONE, RECOUNTED]]],
  [["Done.\n", ["<tool_call>bash", "hermes", [], PART]]],
  [["Done.\n", ["<tool_call>bash</tool_call>", "glm-compact", ONE, EMPTY]]],
  [["Done.\n", ["<|tool_call:start|>bash\n<|tool_call:end|>", "solar-open-2", ONE, EMPTY]]],
  [["Done.\n", ["<|tool_call:start|>bash\n", "solar-open-2", [], PART]]],
  [["Done.\n", [k3(K3_END), "kimi-k3", ONE, EMPTY]]],
  [["Done.\n", [k3(""), "kimi-k3", [], PART]]],
  [["Done.\n", ['<｜DSML｜invoke name="bash"/>', "dsml-v4", ONE, EMPTY]]],
  [["Done.\n", ['<tool_call>{"name": "bash"}</tool_call>', "hermes", ONE, EMPTY]]],
  [["Done.\n", ['<tool_call>{"name": "bash", "arguments": null}</tool_call>', "hermes", ONE, EMPTY]]],
  [["Done.\n", ['[TOOL_CALL]{tool => "bash"}', "bracket-arrow", ONE, EMPTY]]],
  [["Done.\n", ['<ifm|tool_call>{"name": "ba', "k2-horizon", [], PART]]],
  [[[`<tool_calls>${hunyuan("", "<tool_sep>")}\n${hunyuan("", "")}</tool_calls>`, "hunyuan-v3", TWO]]],
  [[[`<tool_calls:s>${hunyuan(":s", "")}${hunyuan(":s", "")}</tool_calls:s>`, "hunyuan-v4", TWO]]],
  [[[hunyuan(":s", ""), "hunyuan-v4", ONE]]],
  [[[hunyuan(":s", "<tool_sep:s>"), "hunyuan-v3", ONE]]],
  [[[solar, "solar-open-2", ONE], "\n", [solar, "solar-open-2", ONE]]],
  [[[`<|open|>tools<|sep|>${k3(`${argument}${K3_END}`)}${k3(`${argument}${K3_END}`)}`, "kimi-k3", TWO]]],
  [[[`<|open|>tools<|sep|>${k3(K3_JSON + K3_END)}${k3(K3_JSON + K3_END)}`, "kimi-k3", TWO]]],
  [[[`<tool_call>${element}${json}</tool_call>`, "qwen-xml", TWO]]],
  [[[`<seed:tool_call>${element}${json}</seed:tool_call>`, "seed-oss", TWO]]],
  [[[`<tool_call>${json}${json}</tool_call>`, "function-tag-json", TWO]]],
  [["Done.", [` -> tool/function_call\n[${BARE}]`, "hyperclova", ONE]]],
  [["Done.", [` -> tool/function_call\r\n[${BARE}]`, "hyperclova", ONE]]],
  [[[`<tool_call>${NAMELESS}`, "hermes", [], BROKEN], "\nSo."]],
  [["Done.\n<tool_call>```json\n```\nSo."]],
  [[`${BARE}\nSo.`]],
  [[">>>all\n", `{"x": 1}`], { knownTools: ["all"], validates: () => true }],
];

const TYPED = {
  toolSchemas: {
    bash: { type: "object", properties: { command: { type: "string" } } },
    undefined: { type: "object", properties: { command: { type: "string" } } },
  },
};
const called = (args: string, name = "bash"): string =>
  `<tool_call>{"name": "${name}", "arguments": ${args}}</tool_call>`;
const spelled = (number: string): string => called(`{"command": ${number}}`);
const SPELLED = "a number stands for text";

/** A call that may not be trusted, and what is said of it. */
const FLAWS: readonly (readonly [printed: string, reason: string])[] = [
  [called('"[]"'), "arguments are no JSON object"],
  [called('""'), "arguments are no JSON object"],
  [called("5"), "arguments are no JSON object"],
  [called('{"command": "a", "command": "b"}'), "repeated-key"],
  ['[TOOL_CALLS]bash[ARGS]{"command": "a", "command": "b"}', "repeated-key"],
  ['[tool:bash] {"command": "a", "command": "b"}', "repeated-key"],
  ['[TOOL_CALLS]bash[ARGS]{"command": 1e400}', "number"],
  [
    element.replace("</function>", "<parameter=command>\nls\n</parameter>\n</function>"),
    "a parameter is repeated",
  ],
  [element.replace("\nls\n", "\n<parameter=command>\n"), "a value holds an opener"],
  ["<|tool_call_start|>[bash(command=ls)]<|tool_call_end|>", "arguments do not parse"],
  [
    `<|message_model|>read<|content_invoke_tool_json|>{"name": "bash", "args": ${J}}`,
    "header and body name different tools",
  ],
  ...["12.50", "1e+5", "1e15", "1.0"].map((number) => [spelled(number), SPELLED] as const),
  ["<|tool_call_start|>[bash(command=.25)]<|tool_call_end|>", SPELLED],
  [called('{"command": 1.50}', "deploy"), "no such tool may be called"],
];

function* flaws(library: Library): Generator<string | undefined> {
  for (const [printed, reason] of FLAWS) {
    const asked = { ...TOOLS, ...TYPED, mode: "recover" };
    const { decisions, changed } = library.recoverGrammarLeaks(message([text(`Done.\n${printed}`)]), asked);
    const received = decisions.map((one) => `${one.verdict}: ${one.reason}`);
    yield differs(`of ${printed}`, [[`left: ${reason}`], false], [received, changed]);
  }
}

const BARS = ["｜DSML｜", "｜｜DSML｜｜", "DSML｜", " | DSML | ", "‖DSML‖", "|DSML|", "DSML|", "｜GCML｜"];
const WORDS = [
  "tool_calls",
  "tool_call",
  "function_calls",
  "function_call",
  "tool_use",
  "invoke",
  "parameter",
];
/** Closers that families print and models leave over. */
const CLOSERS: readonly string[] = [
  ...BARS.flatMap((bar) => WORDS.map((word) => `</${bar}${word}>`)),
  ...["calls", "invoke", "parameter"].map((word) => `</｜DSML｜ ${word}>`),
  '</xai:function_call">',
  "</rivoke>",
  "</minimax:parameter>",
  "]<]minimax[>[</parameter>",
  "<|tool_call_argument_end|>",
  "<|tool_calls_end|>",
];
const VALUE_CLOSERS = ["</param>", "</arg_value>", "<|close|>argument<|sep|>", "<|tool_arg:end|>"];

function* closers(library: Library): Generator<string | undefined> {
  for (const closer of [...CLOSERS, ...VALUE_CLOSERS]) {
    const asked = { ...TOOLS, mode: "strip" };
    const alone = library.recoverGrammarLeaks(message([text(`Done.\n${closer}`)]), asked);
    yield differs(`${closer} that nothing opened`, message([text("Done.\n")]), alone.message);
    const given = `Done.\n${TAGGED}${closer}`;
    const [first, ...more] = library.recoverGrammarLeaks(message([text(given)]), asked).decisions;
    // Behind a call these say that a value could end here too.
    const flawed = closer.endsWith("parameter>") || VALUE_CLOSERS.includes(closer);
    const says = flawed ? "left: a second closer follows" : "stripped: a printed call is no text";
    yield differs(
      `${closer} behind a call`,
      [says, given.length, 0],
      [`${first?.verdict}: ${first?.reason}`, first?.end, more.length],
    );
  }
}

const statement = (
  name: string,
  problems: (library: Library) => Iterable<string | undefined>,
): LibraryProperty => ({ name, check: (library) => firstProblem(problems(library)) });

function* withoutTools(library: Library): Generator<string | undefined> {
  const call = { name: "bash", arguments: { command: "ls" }, grammar: "granite" };
  yield differs("lines of Python", [call], library.parseToolGrammarLeaks('bash(command="ls")'));
  for (const args of [{}, { command: 'a "b"\n', n: [1, null] }]) {
    const told = Object.keys(args).length === 0 ? "" : ` ${JSON.stringify(args)}`;
    const given = library.parseToolGrammarLeaks(`Done.\n[tool:bash]${told}`);
    yield differs("a call that is told of", [{ name: "bash", arguments: args, grammar: "bracket" }], given);
  }
}

/** One of two calls was shown before: neither runs. */
function* shownBefore(library: Library): Generator<string | undefined> {
  const read = printed("read", { path: "a" });
  const given = message([text(`Done.\n${LS}\n${read}`)]);
  for (const [seen, promoted] of [
    [LS, false],
    [read, false],
    ["ls", true],
  ] as const) {
    const asked = { ...TOOLS, mode: "recover", seenTexts: [seen] };
    yield differs(`where ${seen} was shown`, promoted, library.recoverGrammarLeaks(given, asked).promoted);
  }
}

const NESTED = `${"{'a': ".repeat(70)}1${"}".repeat(70)}`;
const LISTS = `${"[".repeat(70)}'a'${"]".repeat(70)}`;
/** Values where the schema wants no text: what is no literal from end to end is text all the same. */
const LITERALS: readonly (readonly [printed: string, value: unknown])[] = [
  ["['a', 1]", ["a", 1]],
  ["['a'] x", "['a'] x"],
  ["['a\nb']", "['a\nb']"],
  ["['''a\nb''']", ["a\nb"]],
  ["['\\x00']", ["\u0000"]],
  ["{'a': {'b': 1}}", { a: { b: 1 } }],
  [NESTED, NESTED],
  [LISTS, LISTS],
];

function* literals(library: Library): Generator<string | undefined> {
  for (const [value, expected] of LITERALS) {
    const given = `Done.\n<function=bash>\n<parameter=command>\n${value}\n</parameter>\n</function>`;
    const toolSchemas = { bash: { type: "object", properties: { command: { type: ["array", "object"] } } } };
    const asked = { ...TOOLS, mode: "recover", toolSchemas };
    const received = library.recoverGrammarLeaks(message([text(given)]), asked).recoveredCalls;
    yield differs(`of ${value}`, [{ command: expected }], [received[0]?.arguments]);
  }
}

/** What is said of bodies. */
export const leakBodies: readonly LibraryProperty[] = Object.freeze([
  statement("leak-reach", (library) => shapes(library, REACH)),
  statement("leak-flaws", flaws),
  statement("leak-literals", literals),
  statement("leak-closers", closers),
  statement("leaks-without-tools", withoutTools),
  statement("leak-of-two-shown", shownBefore),
]);
