/** How far printed calls are read: MiniMax M3, JSON and brackets up to their misfit, text read anew, and the cap. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";
import { type Row, shapes } from "./library-leak-shapes.ts";
import { LS, message, TOOLS, text } from "./library-leaks.ts";

const PART = "left: it is incomplete";
const BROKEN = "left: it is malformed";
const EMPTY = "stripped: a call has no arguments";
const MORE = "stripped: text follows the calls";
const SPOILT = "left: a call of the message is incomplete or ambiguous";
const ONE = ["bash"];
const TWO = ["bash", "bash"];

const TOKEN = "]<]minimax[>[";
const INVOKE = `${TOKEN}<invoke name="bash">`;
const END = `${TOKEN}</invoke>`;
const VALUE = `${TOKEN}<command>ls${TOKEN}</command>`;

const ELEMENTS: readonly Row[] = [
  [["Done.\n", [INVOKE, "minimax-m3", [], PART]]],
  [["Done.\n", [INVOKE + END, "minimax-m3", ONE, EMPTY]]],
  [["Done.\n", [INVOKE + VALUE, "minimax-m3", ONE]]],
  // Less than the whole call was shown before.
  [["Done.\n", [INVOKE + VALUE, "minimax-m3", ONE]], { seenTexts: [(INVOKE + VALUE).slice(1)] }],
  [["Done.\n", [INVOKE + VALUE + INVOKE + VALUE, "minimax-m3", TWO]]],
  [["Done.\n", [INVOKE + VALUE + END + INVOKE + VALUE + END, "minimax-m3", TWO]]],
  [[`Done.\n${TOKEN}<invoke name="">${VALUE}\nSo.`]],
  [["Done.\n", [INVOKE, "minimax-m3", [], BROKEN], "x"]],
  [["Done.\n", [`${INVOKE}${TOKEN}<`, "minimax-m3", [], BROKEN], `>ls${TOKEN}</undefined>`]],
  [["Done.\n", [`${INVOKE}${VALUE}${TOKEN}<a`, "minimax-m3", [], BROKEN], ` b>ls${TOKEN}</a>`]],
];

const BARS = ["｜DSML｜", "｜｜DSML｜｜", "DSML｜", " | DSML | ", "‖DSML‖", "|DSML|", "DSML|", "｜GCML｜"];
const DEBRIS = "left: parts of another call stand before it";

/** What begins like a call that is all there is, and is read anew when no more text comes. */
const ANEW: readonly Row[] = [
  ['{"name": "x\n', "\nSo."],
  ['{"name": "x\n', ""],
  ['{"name": "x\n', "\n</toolbox>"],
  ['{"name": "x\n', " \n"],
].map(([before = "", after = ""]): Row => {
  const says = after.trim() === "" ? "promoted: every gate is open" : MORE;
  return [[before, [LS, "hermes", ONE, says], after]];
});

const CUT_CLOSERS: readonly Row[] = [
  [["Done.\n", [`${LS}\n</func`, "hermes", ONE]]],
  [['{"name": "x\n', [`${LS}\n</func`, "hermes", ONE]]],
  [["Done.\n", [`${LS} <|im_en`, "hermes", ONE]]],
  // A parameter that no call opened spoils what closes it, and no call behind it.
  ...BARS.flatMap((bar): readonly Row[] => [
    [[`Done.\n<${bar}parameter name="a">x\n`, ["</tool_call>", "", [], DEBRIS]]],
    [
      [
        `Done.\n<${bar}parameter name="a">x`,
        [`</${bar}parameter>`, "", [], DEBRIS],
        "\n",
        [LS, "hermes", ONE],
      ],
    ],
  ]),
];

/** A JSON object up to its first misfit, and what has no place there. */
const MISFITS: readonly (readonly [good: string, bad: readonly string[]])[] = [
  ["{", [",", ":", "]", "1", "x", "{", "["]],
  ['{"a"', ['"', ",", "}", "1", "{", "]"]],
  ['{"a":', [":", ",", "}", "]", "A"]],
  ['{"a": 1 ', ['"', ":", "]", "{", "2", "["]],
  ['{"a": 1', ["]", ":", "Z"]],
  ['{"a": 1,', ["}", ",", "1", "{", ":"]],
  ['{"a": "x"', ['"', "x", "{", ":", "]"]],
  ['{"a": [', ["}", ",", ":"]],
  ['{"a": [1', ["}", ":"]],
  ['{"a": ["x"', ["}", ":", '"', "["]],
  ['{"a": [1,', ["]", ",", "}"]],
  ['{"a": {}', ["{", "]", ":", "x"]],
];

/** The same for brackets with quoted text, of which one kind may not hold a line end. */
const BRACKETS: readonly (readonly [good: string, bad: string])[] = [
  ['[bash(command="ls"', "}"],
  ['[bash(command="ls"', "]"],
  ['[bash(command=["a"', ")"],
  ['[bash(command={"a": 1', "]"],
  ["[bash(command='ls", "\n')]"],
  [`[bash(command=${"[".repeat(63)}`, "["],
];

function* misfits(library: Library): Generator<string | undefined> {
  const rows = [
    ...MISFITS.flatMap(([good, bad]) => bad.map((one) => [`<tool_call>${good}`, one, "hermes"] as const)),
    ...BRACKETS.map(([good, bad]) => [`<|tool_call_start|>${good}`, bad, "lfm2"] as const),
  ];
  yield* shapes(
    library,
    rows.map(([good, bad, shape]): Row => {
      return [["Done.\n", [good, shape, [], BROKEN], `${bad}\n\nSo.\n`, [LS, "hermes", ONE, SPOILT]]];
    }),
  );
}

/** What is longer than this is no call. */
const CAP = 256 * 1024;

type Writing = readonly [name: string, before: string, after: string];

const X = "</";
const WRITINGS: readonly Writing[] = [
  ["json", '<tool_call>{"name": "bash", "arguments": {"command": "', '"}}'],
  ["tag", "<function=bash>\n<parameter=command>\n", "\n</parameter>\n</function>"],
  ["tag-json", '<function=bash>{"command": "', '"}</function>'],
  ["brackets", '<|tool_call_start|>[bash(command="', '")]'],
  ["delimiters", '<|tool_call>call:bash{command:<|"|>', '<|"|>}'],
  ["invoke", '<invoke name="bash"><parameter name="command">', `${X}parameter>${X}invoke>`],
  ["pairs", "<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>", "</arg_value>\n</tool_call>"],
  ["arrow", '[TOOL_CALL]{tool => "bash", args => {command => "', '"}}'],
];

/** What a stripper leaves of a text that arrives character by character around the place `at`. */
function strippedAround(library: Library, given: string, at: number): string {
  const stripper = library.createLeakStripper({ ...TOOLS, mode: "strip" });
  let shown = stripper.push(given.slice(0, at - 4));
  for (const character of given.slice(at - 4, at + 4)) shown += stripper.push(character);
  return shown + stripper.push(given.slice(at + 4)) + stripper.flush();
}

type Stripped = (library: Library, given: string) => unknown;

const asWhole: Stripped = (library, given) =>
  library.recoverGrammarLeaks(message([text(given)]), { ...TOOLS, mode: "strip" }).message;
const inChunks: Stripped = (library, given) =>
  message([text(strippedAround(library, given, "Done.\n".length + CAP))]);

function* capped(
  library: Library,
  [, before, after]: Writing,
  stripped: Stripped,
): Generator<string | undefined> {
  for (const more of [0, 1]) {
    const filler = "x".repeat(CAP + more - before.length - after.length);
    const given = `Done.\n${before}${filler}${after}\nSo.`;
    const left = more === 0 ? "Done.\nSo." : given;
    yield differs(`${more} beyond the cap`, message([text(left)]), stripped(library, given));
  }
}

/** A result that a model made up is passed over as far. */
function* longResults(library: Library): Generator<string | undefined> {
  const end = "</tool_result>";
  for (const more of [0, 1]) {
    const given = `${LS}\n<tool_result>${"x".repeat(CAP + more - end.length)}${end}`;
    const asked = { ...TOOLS, mode: "recover" };
    const [decision] = library.recoverGrammarLeaks(message([text(given)]), asked).decisions;
    const says = more === 0 ? "left: no call" : MORE;
    yield differs("a made-up result", says, `${decision?.verdict}: ${decision?.reason}`);
    const at = given.length - more;
    const stripper = library.createLeakStripper({ ...TOOLS, mode: "strip" });
    const inOne = stripper.push(given) + stripper.flush();
    yield strippedAround(library, given, at) === inOne ? undefined : "a made-up result in chunks";
  }
}

const statement = (
  name: string,
  problems: (library: Library) => Iterable<string | undefined>,
): LibraryProperty => ({ name, check: (library) => firstProblem(problems(library)) });

/** How far calls are read. */
export const leakExtents: readonly LibraryProperty[] = Object.freeze([
  statement("leak-elements", (library) => shapes(library, ELEMENTS)),
  statement("leak-anew", (library) => shapes(library, ANEW)),
  statement("leak-cut-closers", (library) => shapes(library, CUT_CLOSERS)),
  statement("leak-misfits", misfits),
  ...WRITINGS.flatMap((writing) => [
    statement(`leak-cap-${writing[0]}`, (library) => capped(library, writing, asWhole)),
    statement(`leak-cap-${writing[0]}-in-chunks`, (library) => capped(library, writing, inChunks)),
  ]),
  statement("leak-cap-result", longResults),
]);
