/** Bodies that begin as no call of their family does, or end elsewhere; and prose behind a call, which is not held back. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";
import { type Row, shapes } from "./library-leak-shapes.ts";
import { LS, TOOLS } from "./library-leaks.ts";

const BROKEN = "left: it is malformed";
const PART = "left: it is incomplete";
const MORE = "stripped: text follows the calls";
const SPOILT = "left: a call of the message is incomplete or ambiguous";
const UNREAD = "left: arguments do not parse";
const CODE = "left: it stands in code";
const ONE = ["bash"];
const FENCE = "```";
const FUNCTION = `<function_call>${FENCE}typescript\n`;
const deep = (levels: number): string => `${"[".repeat(levels)}1${"]".repeat(levels)}}`;
const LONGEST = "a".repeat(128);
const LONGER = `${LONGEST}a`;
const INKLING = '<|message_model|>bash<|content_invoke_tool_json|>{"name": ';
const M3 = "]<]minimax[>[";
const m3 = (...tags: readonly string[]): string => tags.map((tag) => M3 + tag).join("");
const edit = (...tags: readonly string[]): string =>
  m3("<tool_call>\n", '<invoke name="edit">', ...tags, "</invoke>\n", "</tool_call>");
const UNNESTED = "left: tags do not nest";
const closer = (printed: string) => [printed, "", [], "left: text follows"] as const;

const ROWS: readonly Row[] = [
  [[`Done.\n<|tool_call_start|>[bash{"command": "ls"}]`, closer("<|tool_call_end|>"), "\nSo."]],
  [[`Done.\n<|tool_call_start|>[(command="ls")]`, closer("<|tool_call_end|>"), "\nSo."]],
  [["Done.\n", ['<|tool_call_start|>[bash(command="ls"', "lfm2", [], BROKEN], "]\nSo."]],
  [['Done.\n<|python_tag|>(command="ls")\nSo.']],
  [["Done.\n", ['<|python_tag|>bash.call(command="ls"', "llama-json", [], BROKEN], "]\nSo."]],
  [
    ["Done.\n", ['<|python_tag|>a.caller(command="ls")', "llama-builtin", ["a.caller"]]],
    { knownTools: ["a.caller", "aer"] },
  ],
  [["Done.\n", ['prefix:default_api:bash{command:<|"|>ls<|"|>}', "gemini-tool-code", ONE]]],
  [['Done.\nprefix:default_api:bash(command="ls")\nSo.']],
  [["Done.\n", [`prefix:default_api:bash{a:${"[".repeat(64)}`, "gemini-tool-code", [], BROKEN], "x\nSo."]],
  [["Done.\n", [`<|tool_call>call:bash{a:${"[".repeat(64)}`, "gemma-4", [], BROKEN], "x\nSo."]],
  [["Done.\n", [`<|tool_call>call:bash{a:${deep(63)}`, "gemma-4", [], UNREAD], "\nSo."]],
  [["Done.\n", [`<|tool_call>call:bash{a:${deep(62)}`, "gemma-4", ONE, MORE], "\nSo."]],
  [["Done.\n<|tool_call>call:bash(a:1)\nSo."]],
  [["Done.\n", [`${FUNCTION}bash({"command": "ls"})\n${FENCE}</function_call>`, "minimax-text", ONE]]],
  [["Done.\n", [`${FUNCTION}bash({"command": "ls"})`, "minimax-text", ONE]]],
  [[`Done.\n${FUNCTION}${FENCE}\nSo.`]],
  [["Done.\n", [FUNCTION, "minimax-text", [], PART]]],
  [[`Done.\n${FUNCTION}({"command": "ls"})\n${FENCE}\nSo.`]],
  [["Done.\n", [`${FUNCTION}bash(`, "minimax-text", [], BROKEN], `ls)\n${FENCE}\nSo.`]],
  [["Done.\n", [`${FUNCTION}bash({`, "minimax-text", [], BROKEN], `ls})\n${FENCE}\nSo.`]],
  [[`Done.\n${FENCE}tool_code\nfoo bar\n${FENCE}\n`, [LS, "hermes", ONE]]],
  [
    [
      "Done.\n",
      [`${FENCE}tool_code\n[bash(command="ls"`, "gemini-tool-code", [], BROKEN],
      `]\n${FENCE}\n`,
      [LS, "hermes", ONE, SPOILT],
    ],
  ],
  [["Done.\n", ["<function=bash>\n<parameter=command>\nls\n</parameter>\n<param", "qwen-xml", [], PART]]],
  [
    ["Done.\n", [`<|tool_call_start|>[${LONGEST}(command="ls")]`, "lfm2", [LONGEST]]],
    { knownTools: [LONGEST] },
  ],
  [[`Done.\n<|tool_call_start|>[${LONGER}(command="ls")]`], { knownTools: [LONGER] }],
  // Elements that do not nest, a list of calls that is none, lists that are too deep.
  [["Done.\n", [edit("<edits>x", "<item>y", "</item>", "</edits>"), "minimax-m3", [], UNNESTED]]],
  [["Done.\n", [edit("<edits>", "<1>y", "</1>", "</edits>"), "minimax-m3", [], UNNESTED]]],
  [["<tool_calls>\nh"]],
  [["Done.\n", [`${INKLING}${"[".repeat(63)}`, "inkling", [], BROKEN], "[[[\nSo."]],
  [["Done.\n", [`<tool_call>{"name": ${"[".repeat(63)}`, "hermes", [], BROKEN], "[[[\nSo."]],
  // A carriage return may end the text before something that opens, and a line feed may follow.
  [["a.\r", [LS, "hermes", ONE], "\n    ", [LS, "hermes", ONE]]],
  [[`Done.\r${FENCE}tool_code\nfoo bar\n`, ["<tool_call>", "hermes", [], CODE], LS.slice(11)]],
];

/** A name that comes character by character is read whole. */
function* longNames(library: Library): Generator<string | undefined> {
  for (const [name, left] of [
    [LONGEST, "Done.\n"],
    [LONGER, undefined],
  ] as const) {
    const given = `Done.\n<|tool_call_start|>[${name}(command="ls")]`;
    const stripper = library.createLeakStripper({ knownTools: [name], mode: "strip" });
    let shown = "";
    for (const character of given) shown += stripper.push(character);
    yield differs(`a name of ${name.length}`, left ?? given, shown + stripper.flush());
  }
}

/** A candidate that is as long as this and has not ended is none. */
const CAP = 256 * 1024;
const UNENDED = '<tool_call>{"name": "';
/** What no call can be any more. */
const OVER = [`<|tool_call_start|>[${LONGER}`, `<tool_call>${" ".repeat(CAP)}`, UNENDED.padEnd(CAP, "x")];

/** Blocks with a lone backtick, of which none is a paragraph that is still open. */
const BLOCKS = [
  ...["```\na\n```\n", "> ```\n", "> ~~~ `\n", "~~~ `\n~~~\n", "    a ` b\n", "<div>\na ` b\n", "<div> ` \n"],
  ...[
    "<!-- ` -->\n",
    "# a ` b\n",
    "a ` b\n\n",
    "a ` b\n===\n",
    "a ` b\n---\n",
    "a ` b\n***\n",
    "a ` b\n# c\n",
  ],
];

/** What stands behind a call, and behind blocks that are over, is shown as it comes. */
function* shownAtOnce(library: Library): Generator<string | undefined> {
  for (const block of BLOCKS) {
    const stripper = library.createLeakStripper({ ...TOOLS, mode: "strip" });
    const shown = [stripper.push(`${block}${LS}\nSo it`), stripper.push(" goes"), stripper.flush()];
    yield differs(`behind ${block}`, [`${block}So it`, " goes", ""], shown);
  }
  for (const over of OVER) {
    const stripper = library.createLeakStripper({ ...TOOLS, mode: "strip" });
    const given = `Done.\n${over}`;
    const shown = [stripper.push(given), stripper.push("So")];
    yield shown[0] === given && shown[1] === "So" ? undefined : `held back: ${over.slice(0, 20)}`;
  }
}

const statement = (
  name: string,
  problems: (library: Library) => Iterable<string | undefined>,
): LibraryProperty => ({ name, check: (library) => firstProblem(problems(library)) });

/** What openers need, and what is not held back. */
export const leakOpeners: readonly LibraryProperty[] = Object.freeze([
  statement("leak-openers", (library) => shapes(library, ROWS)),
  statement("leak-long-names", longNames),
  statement("leak-shown-at-once", shownAtOnce),
]);
