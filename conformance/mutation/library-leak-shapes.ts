/** Which shape a printed call is told as, how far it reaches and what it names, among others and alone. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";
import { LS, message, TOOLS, text } from "./library-leaks.ts";

/** What stands in a text: prose, or what is told of: printed, with its shape, its tools, and the decision. */
type Piece = string | readonly [printed: string, shape: string, names: readonly string[], says?: string];
export type Row = readonly [pieces: readonly Piece[], options?: object];

const RUNS = "promoted: every gate is open";
const PART = "left: it is incomplete";
const BROKEN = "left: it is malformed";
const MORE = "stripped: text follows the calls";
const SPOILT = "left: a call of the message is incomplete or ambiguous";
const J = '{"command": "ls"}';
const ONE = ["bash"];
const TWO = ["bash", "bash"];

const kimi = `<|tool_call_begin|>bash:0<|tool_call_argument_begin|>${J}<|tool_call_end|>`;
const deepseek = `<｜tool▁call▁begin｜>bash<｜tool▁sep｜>${J}<｜tool▁call▁end｜>`;
const fenced = `<｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n\`\`\`json\n${J}\n\`\`\`<｜tool▁call▁end｜>`;
const ascii = `<|tool_call_begin|>bash<|tool_sep|>${J}<|tool_call_end|>`;
const plamo = (word: string): string => `<|plamo:${word}:plamo|>`;
const request = [
  ...[plamo("begin_tool_request"), plamo("begin_tool_name"), "bash", plamo("end_tool_name")],
  ...[
    plamo("begin_tool_arguments"),
    "<|plamo:msg|>",
    J,
    plamo("end_tool_arguments"),
    plamo("end_tool_request"),
  ],
].join("");
const solar = `<|tool_call:begin|>id<|tool_call:name|>bash<|tool_call:args|>${J}<|tool_call:end|>`;
const element = (prefix: string): string =>
  `<${prefix}invoke name="bash"><${prefix}parameter name="command">ls</${prefix}parameter></${prefix}invoke>`;
const step = `<｜tool_call_begin｜>function<｜tool_sep｜>${element("steptml:")}<｜tool_call_end｜>`;
const muse = `<|message|><atem:function_calls>${element("atem:")}</atem:function_calls>`;
const other = '<function=bash>{"command": "ls"}</function>';

const ROWS: readonly Row[] = [
  [["Done.\n", [`${kimi}\n${kimi}`, "kimi-k2", TWO]]],
  [[[`<|tool_calls_section_begin|>${kimi}${kimi}<|tool_calls_section_end|>`, "kimi-k2", TWO]]],
  [
    [
      "I see.\n",
      [LS, "hermes", ONE, MORE],
      "\n<tool_result>\na\n",
      [LS, "hermes", ONE, MORE],
      "\n<tool_result>\nb",
    ],
  ],
  [[[`${deepseek}\n${deepseek}`, "deepseek-v3.1", TWO]]],
  [[[`<｜tool▁calls▁begin｜>${deepseek}${deepseek}<｜tool▁calls▁end｜>`, "deepseek-v3.1", TWO]]],
  [[[`${fenced}\n${fenced}`, "deepseek-v3", TWO]]],
  [[[`<|tool_calls_begin|>${ascii}\n${ascii}<|tool_calls_end|>`, "deepseek-v3.1", TWO]]],
  [
    [[`<｜tool▁call▁begin｜>function<｜tool▁sep｜>${J}`, "deepseek-v3.1", ["function"]]],
    { knownTools: ["function"] },
  ],
  [
    [
      "I see.\n",
      ["<｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n```json\n", "deepseek-v3", [], BROKEN],
      "```\n\nSo.",
    ],
  ],
  [[[`${request}\n${request}`, "plamo-3", TWO]]],
  [[[`${plamo("begin_tool_requests")}${request}${request}${plamo("end_tool_requests")}`, "plamo-3", TWO]]],
  [[[`${solar}\n${solar}`, "solar-open-100b", TWO]]],
  [[[`<|tool_calls|>${solar}${solar}`, "solar-open-100b", TWO]]],
  [["Done.\n", [`<tool><name>bash</name><arguments>${J}</arguments></tool>`, "tool-use", ONE]]],
  [[`Done.\n<tool><name> </name><arguments>${J}`]],
  [[[element("atem:"), "muse-glimmer", ONE]]],
  [[[element("ns:"), "invoke-anthropic", ONE]]],
  [[[`<|start|>assistant to=bash${muse}`, "muse-glimmer", ONE]], { grammars: ["muse"] }],
  [[[`<|channel|>commentary${muse}`, "muse-glimmer", ONE]], { grammars: ["muse"] }],
  [[[`<｜tool_calls_begin｜>${step}${step}<｜tool_calls_end｜>`, "step-3", TWO]]],
  [[[element("｜DSML｜ "), "dsml-v4.1", ONE]]],
  [["Done.\n", ['invoke name="bash">\nparameter name="command">ls', "invoke-bracketless", [], PART]]],
  [["Done.\n", ['<ns:invoke name="bash">', "invoke-anthropic", [], PART]]],
  [["Done.\n", ["[bash]\n{", "bracket-request", [], PART]]],
  [["Done.\n", ['<|channel|>commentary to=bash<|message|>{"co', "harmony", [], PART]]],
  [
    [
      "Done.\n",
      ["[TOOL_CALL]{a => 1}", "bracket-arrow", [], BROKEN],
      "x\nSo.\n",
      [other, "function-tag-json", ONE, SPOILT],
    ],
  ],
];

/** What is told of each row's text, piece by piece. */
export function* shapes(library: Library, rows: readonly Row[]): Generator<string | undefined> {
  for (const [pieces, options] of rows) {
    let given = "";
    const expected: object[] = [];
    for (const piece of pieces) {
      const start = given.length;
      const [printed, shape, names, says = RUNS] = typeof piece === "string" ? [piece] : piece;
      given += printed;
      if (shape !== undefined) expected.push({ shape, start, end: given.length, names, says });
    }
    const asked = { ...TOOLS, mode: "recover", ...options };
    const { decisions } = library.recoverGrammarLeaks(message([text(given)]), asked);
    const received = decisions.map(({ shape, start, end, names, verdict, reason }) => ({
      ...{ shape, start, end, names },
      says: `${verdict}: ${reason}`,
    }));
    yield differs(`of ${JSON.stringify(given)}`, expected, received);
  }
}

/** What a printed call is. */
export const leakShapes: LibraryProperty = {
  name: "leak-shapes",
  check: (library) => firstProblem(shapes(library, ROWS)),
};
