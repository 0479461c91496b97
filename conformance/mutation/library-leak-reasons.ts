/** Why each printed call of a text is cut, left or runs: what stands before it, behind it and around it. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";
import { BARE, LS, message, printed, several, TAGGED, TOOLS, text, UNKNOWN } from "./library-leaks.ts";

type Row = readonly [given: string | readonly unknown[], decided: readonly string[], options?: object];

const RUNS = "promoted: every gate is open";
const SPOILT = "left: a call of the message is incomplete or ambiguous";
const BROKEN = "left: it is malformed";
const MENTION = "observed: nothing shows that it is meant as a call";
const PARTS = "left: parts of another call stand before it";
const FOLLOWS = "left: text follows";
const NO_CALL = "left: no call";
const UNREADABLE = '<tool_call>{"name": "bash", "arguments": {"command": ls}}</tool_call>';
const PARAMETER = "<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>";
const THOUGHT = "<think>\na\n</think>\n";
const NO_CALL_CUT = "stripped: no call";
const MORE = "stripped: text follows the calls";
const THOUGHT_OF = "left: it stands in a think block";
const ON_LINE = "observed: text follows on its line";
const REPEATED = '{"name": "bash", "arguments": {"a": 1, "a": 2}}';
const SIGNED = "left: the part is signed";
const ALL = "left: it is all there is";
const hasCommand = (_tool: string, args: object) => "command" in args;
const MARKED = '{"name": "bash", "arguments": {"command": "<tool_call>"}}';
const LEFT_OVER = "stripped: it is no call";
const IN_SPAN = "left: it stands in a code span";
const OPEN = "Done. It is `so.\n</tool_call>\n";
const valid = { validates: () => true };

const ROWS: readonly Row[] = [
  [`<think>\n${LS}\n</think>\nDone.`, [THOUGHT_OF]],
  [`<think>\na\n<think>\nb\n</think>\n${LS}`, [RUNS]],
  [`I said <think> then.\n${LS}`, [RUNS]],
  [`Done.\nuse <think> tags\n${LS}\nEnd.`, [MORE]],
  [`</think>\n${LS}`, [RUNS]],
  [`${THOUGHT}${BARE}`, [RUNS], valid],
  [`\n ${THOUGHT}${BARE}`, [RUNS], valid],
  [`Done.\n${THOUGHT}${BARE}`, [], valid],
  [`\`\`\`\n${THOUGHT}\`\`\`\n${BARE}`, [], valid],
  [`    ${BARE}`, [], valid],
  [`\`\`\`\n${BARE}\n\`\`\``, [], valid],
  [`> ${BARE}`, [], valid],
  [`\n\n  ${BARE}\n`, [RUNS], valid],
  [BARE, [], { ...valid, grammars: ["qwen"] }],
  [[text(BARE), text("</tool_call>")], [RUNS, "stripped: it is no call"], valid],
  [[{ type: "thinking", thinking: "I look." }, text(BARE)], [RUNS], valid],
  [[text("Hi."), text(BARE)], ["left: it is all there is"], valid],
  [
    [text(LS), text(BARE)],
    ["left: an unframed call is not the whole message", "left: it is all there is"],
    valid,
  ],
  [
    [text(LS), text(BARE)],
    ["left: an unframed call is not the whole message", "left: it is all there is"],
  ],
  [`Done.\n<tool_call>\n${LS}\nEnd.`, [PARTS]],
  [`Done.\n<function=bash>\n${LS}\nEnd.`, [BROKEN, SPOILT]],
  [`Done.\n[TOOL_CALLS]\n${LS}\nEnd.`, [PARTS]],
  [`Done.\n[TOOL_CALLS]\n\nI see.\n${LS}\nEnd.`, [BROKEN, SPOILT]],
  ["Done.\n<parameter=a>x\n<tool_call>", [PARTS]],
  ["Done.\n<parameter=a>x\n</tool_call>", [PARTS]],
  ["Done.\n<arg_key>a</arg_key>\n</tool_call>", [PARTS]],
  ["Done.\n</tool_call>\nMore.", [FOLLOWS]],
  ["as in </tool_call>", [MENTION]],
  ["as in <tool_call>", [MENTION]],
  ["Done.\n`</tool_call>\n`", ["left: it stands in a code span"]],
  [`Done.\n${UNREADABLE}\nEnd.`, ["left: syntax"]],
  [`as in ${UNREADABLE}\n${LS}`, [MENTION, RUNS]],
  [`It is \`\n${UNREADABLE}\n\`\n${LS}`, ["left: it stands in a code span", RUNS]],
  ['Done.\n<tool_call>{"arguments": {}}</tool_call>\nEnd', [BROKEN, FOLLOWS]],
  ["Done.\n<tool_calls>[]</tool_calls>\nEnd", [BROKEN, FOLLOWS]],
  [`as in <tool_calls>[]</tool_calls>\n${LS}`, [BROKEN, PARTS, RUNS]],
  [`${PARAMETER}\n</parameter>\n</function>\nEnd.`, ["left: a second closer follows"]],
  [`${PARAMETER}</parameter>`, ["left: a second closer follows"]],
  [`${PARAMETER}\n</function>\nEnd.`, [MORE]],
  [
    [{ ...text(LS), textSignature: "x" }, text(LS)],
    ["left: the part is signed", "left: a signed part has a call"],
  ],
  [[{ ...text("Done."), textSignature: "x" }, text(LS)], [RUNS]],
  [`${LS}\n<tool_result>\na\n</tool_result>`, [NO_CALL]],
  [`${LS}\n<tool_result>\na`, [MORE]],
  [`${LS}\n<tool_result>a</tool_result>\n${LS}\n<tool_result>b</tool_result>`, [NO_CALL, NO_CALL]],
  [`${TAGGED}\n${LS}`, [RUNS], { grammars: ["qwen"] }],
  [`${LS}\n${TAGGED}`, [RUNS], { grammars: ["functionary"] }],
  [`Done.\n${LS}\n</function>`, [], { grammars: ["functionary"] }],
  [`I look now.  ${LS}  ${LS}\n`, [RUNS, RUNS]],
  [`as in ${LS} ${LS}`, [MENTION, MENTION]],
  [`as in ${LS}  ${LS}`, [MENTION, MENTION]],
  [`as in ${LS}\n${LS}`, [MENTION, RUNS]],
  [`${LS}${LS}`, [RUNS, RUNS]],
  [`a.\n${several("bash", "deploy")}`, ["left: no such tool may be called"]],
  [
    `Hi.\n${LS}\n${UNKNOWN}`,
    ["left: a call names a tool that may not be called", "left: no such tool may be called"],
  ],
  [
    `Hi.\n${LS}\n${several("bash", "deploy")}`,
    ["left: a call names a tool that may not be called", "left: no such tool may be called"],
  ],
  [
    `Hi.\n${LS}\n${several("bash", "deploy")}`,
    ["left", "stripped"].map((verdict) => `${verdict}: a call names a tool that may not be called`),
    { unknownToolText: "strip" },
  ],
  [`Hi.\n${LS}\n${LS}`, Array<string>(2).fill("left: the message has too many calls"), { maxPromoted: 1 }],
  ['he said invoke name="bash"> parameter name="command">ls parameter>', []],
  [[{ type: "thinking", thinking: `${LS}\n</tool_call>` }], [RUNS]],
  [`as in [TOOL_CALLS]\n${LS}`, [RUNS]],
  [`Done.\n<tool_call>\n${LS}\n${LS}\nEnd.`, [PARTS, PARTS]],
  [`${LS}\r${LS}`, [RUNS, RUNS]],
  [`Done.\ninvoke name="bash">\nparameter name="a<\n\nSo.\n${LS}`, [BROKEN, SPOILT]],
  [`<think>\n${LS}\n${LS}`, [RUNS, RUNS]],
  [`<think>\n${LS}\n${LS}\n<tool_call>`, [SPOILT, SPOILT, SPOILT.replace("left", "stripped")]],
  ["```\n]<]minimax[>[<tool_call>\n```", ["left: it stands in code"]],
  [[text(REPEATED), text("Hm.\n</tool_call>")], [NO_CALL_CUT]],
  [`Done.\n<tool_calls> I see. ${LS}`, [PARTS]],
  [`Hi.\n${LS} ${LS} x`, [ON_LINE, ON_LINE]],
  [`Hi.\n${LS} and ${LS}`, [ON_LINE, MENTION]],
  [`${LS} x\n${LS}\n${LS}`, [ON_LINE, RUNS, RUNS]],
  [`${LS}\n${LS} x`, [MORE, ON_LINE]],
  [`Hi.\n${LS}<tool_call>{"name`, [ON_LINE, "left: it is incomplete"]],
  [`Hi.\n${LS} ${LS} <tool_call>`, [SPOILT, SPOILT, SPOILT.replace("left", "stripped")]],
  ["Done.\n<tool_call>", ["stripped: a left-over of a call ends the text"], { mode: "strip" }],
  [`So.\n</tool_call>\n${LS}\n`, ["stripped: it is no call", RUNS]],
  [`<think>\nI see a <think> tag.\n${LS}`, [RUNS]],
  [`${LS}\n<think>\n${LS}`, Array<string>(2).fill("stripped: thinking goes on behind the call")],
  [[text(`This is a long line.\n${LS}`), text("Hm.")], [MORE]],
  [
    [text(LS), text('<tool_call>{"name": "bash", "arg')],
    [SPOILT, "left: it is incomplete"],
  ],
  [
    [{ type: "thinking", thinking: LS, thinkingSignature: "x" }, text(LS)],
    [SIGNED, RUNS],
  ],
  [
    [{ ...text(LS), textSignature: "x" }, text("Hm.\n</tool_call>")],
    [SIGNED, NO_CALL_CUT],
  ],
  [
    [text(BARE), text("</tool_call>")],
    [ALL, "stripped: an unframed call is not strictly valid"],
  ],
  ['[bash(command="ls"), bash(more="x")]', [ALL], { validates: hasCommand }],
  ['[bash(command="ls"), bash(command="x")]', [RUNS], { validates: hasCommand }],
  [`Hi.\n${printed("bash", {})}\n${LS}`, Array<string>(2).fill("stripped: a call has no arguments")],
  [`[Called bash with args: {"command": "ls"}]\nSo.\n${LS}`, ["stripped: it is no call", RUNS]],
  [`as in ${LS}\r${LS}`, [MENTION, RUNS]],
  [`Hi.\n${LS}${" ".repeat(70)}${LS}`, [RUNS, RUNS]],
  [MARKED, [RUNS], valid],
  [`    ${MARKED}`, ["left: it stands in code"], valid],
  [`a - b\n\n     ${LS}`, ["left: it stands in code"]],
  ["Done.\n<tools>\n</tools>", [PARTS], { grammars: ["functionary"] }],
  ["Done.\n<tools>", [], { grammars: ["functionary"] }],
  [`Done.\n${LS}\nSo.\n</tool_call>`, [PARTS], { grammars: ["functionary"] }],
  ["Done.\n<tool_call>", [NO_CALL_CUT]],
  ["Done.\n<think>\na\n</think>\nSo.\n</tool_call>", [NO_CALL_CUT]],
  ["Done.\n</tool_call> I see.\n</tool_call>", [FOLLOWS, NO_CALL_CUT]],
  [`<think>\n<parameter=a>\n${LS}\n</think>\nDone.`, [THOUGHT_OF]],
  [`${THOUGHT}Hi.\n</think>\n${BARE}`, [], valid],
  [`${printed("bash", { command: "echo `" })}\n${LS}\nIt is \` so.`, [MORE, MORE]],
  [`${LS}\n<tool_result>\na\n${LS}\n<tool_result>\nb`, [MORE, MORE]],
  [`Done.\n${LS}\n</func`, [RUNS]],
  ['Done.\n<|tool_call>call:bash{command:{a:[<|"|>x}<|"|>,{b:<|"|>y]<|"|>}]}}<tool_call|>\nEnd.', [MORE]],
  ["Done.\n<start_function_call>call:bash{a:{b:<escape>}<escape>}}<end_function_call>\nEnd.", [MORE]],
  [`Done.\n${printed("bash", { command: '""""""""\\\\"x' })}\nEnd.`, [MORE]],
  [`Done. -> tool/function_call\n[${BARE}]\nEnd.`, [MORE]],
  // Left-overs in a paragraph whose backtick may still be paired.
  [`${OPEN}${LS}`, [LEFT_OVER, RUNS]],
  [`${OPEN}${LS}\nEnd \``, [IN_SPAN, IN_SPAN]],
  [`${OPEN}</tool_call>\n${LS}\nEnd`, [FOLLOWS, MORE]],
  [`${OPEN}and\n</tool_call>\n${LS}`, [FOLLOWS, LEFT_OVER, RUNS]],
  [`${OPEN}and\n</tool_call>`, [FOLLOWS, NO_CALL_CUT]],
  [`${OPEN}and\n</tool_call>\``, [IN_SPAN, FOLLOWS]],
  [`${OPEN}and\n${LS}\n</tool_call>`, [FOLLOWS, RUNS]],
  [`Done.\n</tool_call>\n\`\n${LS}\n\``, [FOLLOWS, IN_SPAN]],
  [`Done.\n[TOOL_CALLS]bash[ARGS]x\n\nSo.\n${LS}`, [BROKEN, SPOILT]],
  [`Done.\n<|message_model|>bash<|content_invoke_tool_json|>x\n\nSo.\n${LS}`, [BROKEN, SPOILT]],
];

function* reasons(library: Library): Generator<string | undefined> {
  for (const [given, decided, options] of ROWS) {
    const parts = typeof given === "string" ? [text(given)] : given;
    const { decisions } = library.recoverGrammarLeaks(message(parts), {
      ...TOOLS,
      mode: "recover",
      ...options,
    });
    const received = decisions.map(({ verdict, reason }) => `${verdict}: ${reason}`);
    yield differs(`of ${JSON.stringify(parts)}`, decided, received);
  }
}

/** Text in chunks of every size, with what cannot be a marker, comes out of a stripper as it does in one. */
function* chunks(library: Library): Generator<string | undefined> {
  const open = { ...TOOLS, mode: "strip" };
  const inOne = (value: string): string => {
    const stripper = library.createLeakStripper(open);
    return stripper.push(value) + stripper.flush();
  };
  const plain = "I look at it now. It is fine, as a < b and c > d.\n";
  const texts = ROWS.flatMap(([given]) => (typeof given === "string" ? [given] : []));
  for (const value of texts)
    for (const around of [value, plain + value, `${value}\n${plain}`, ` \n${value}\n`]) {
      const expected = inOne(around);
      for (const size of [1, 3, 17]) {
        const stripper = library.createLeakStripper(open);
        let shown = "";
        for (let at = 0; at < around.length; at += size) shown += stripper.push(around.slice(at, at + size));
        yield differs(`in chunks of ${size}`, expected, shown + stripper.flush());
      }
    }
}

const statement = (
  name: string,
  problems: (library: Library) => Iterable<string | undefined>,
): LibraryProperty => ({ name, check: (library) => firstProblem(problems(library)) });

/** Why what is cut is cut. */
export const leakReasons: readonly LibraryProperty[] = Object.freeze([
  statement("leak-reasons", reasons),
  statement("leak-chunks", chunks),
]);
