/** What a result of leak handling says beside the message, by the case: decisions, observations, notes, counts. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";
import { BARE, LS, message, real, several, TAGGED, TOOLS, text, UNKNOWN, used } from "./library-leaks.ts";

type Decided = readonly [
  grammar: string,
  shape: string,
  at: number,
  end: number,
  verdict: string,
  reason: string,
];
type Counted = readonly [ruleId: string, grammar: string, count: number];

interface Row {
  readonly about: string;
  readonly given: unknown;
  readonly mode: string;
  readonly options?: object;
  readonly decided: readonly Decided[];
  readonly names?: readonly string[];
  readonly observed: readonly Counted[];
  /** Families detected; without it those observed. */
  readonly detected?: readonly string[];
  readonly cut?: readonly string[];
  readonly notes?: readonly string[];
}

const note = (what: string, reason: string): string =>
  `${what} printed as text was removed and not run: ${reason}. Call tools through the tool interface.`;
const STRIPPED = "a printed call is no text";
const SHADOW = "it repeats a real call";
const AMBIGUOUS = '<tool_call>{"name": "bash", "arguments": {"command": "a", "command": "ls"}}</tool_call>';

/** The one call of `bash` behind the first line is cut. */
const cutCall = (about: string, given: unknown, mode: string, reason: string): Row => ({
  ...{ about, given, mode, names: ["bash"], cut: ["qwen"] },
  decided: [["qwen", "hermes", 6, 76, "stripped", reason]],
  observed: [["grammarStrip", "qwen", 1]],
  notes: [note('A call of "bash"', reason)],
});

const ROWS: readonly Row[] = [
  {
    about: "calls of two families are cut",
    given: message([text(`Done.\n${LS}\nMore.\n${TAGGED}\nEnd.\n${LS}\nx`)]),
    mode: "strip",
    decided: [
      ["qwen", "hermes", 6, 76, "stripped", STRIPPED],
      ["functionary", "function-tag-json", 83, 126, "stripped", STRIPPED],
      ["qwen", "hermes", 132, 202, "stripped", STRIPPED],
    ],
    names: ["bash", "bash", "bash"],
    observed: [
      ["grammarStrip", "qwen", 2],
      ["grammarStrip", "functionary", 1],
    ],
    cut: ["qwen", "functionary"],
    notes: Array<string>(3).fill(note('A call of "bash"', STRIPPED)),
  },
  {
    about: "a call is observed",
    given: message([text(`Done.\n${LS}`)]),
    mode: "observe",
    decided: [["qwen", "hermes", 6, 76, "observed", "it counts"]],
    names: ["bash"],
    observed: [["grammarObserve", "qwen", 1]],
  },
  {
    about: "an unknown tool's text is cut",
    given: message([text(`Done.\n${UNKNOWN}\nEnd.`)]),
    mode: "strip",
    options: { unknownToolText: "strip" },
    decided: [["qwen", "hermes", 6, 77, "stripped", "no such tool may be called"]],
    names: ["deploy"],
    observed: [["grammarStrip", "qwen", 1]],
    cut: ["qwen"],
    notes: [note("A call of an unknown tool", "no such tool may be called")],
  },
  {
    about: "an unknown tool's text is kept",
    given: message([text(`Done.\n${UNKNOWN}\nEnd.`)]),
    mode: "recover",
    decided: [["qwen", "hermes", 6, 77, "left", "no such tool may be called"]],
    names: ["deploy"],
    observed: [["grammarObserve", "qwen", 1]],
  },
  cutCall(
    "a gate is shut",
    message([text(`Done.\n${LS}`)], { stopReason: "length" }),
    "recover",
    "the message did not stop by itself",
  ),
  cutCall(
    "a call repeats a real one",
    message([text(`Done.\n${LS}`), real("bash", { command: "ls" })], used),
    "strip",
    SHADOW,
  ),
  cutCall(
    "a call differs from the real one in its arguments",
    message([text(`Done.\n${LS}`), real("bash", { command: "pwd" })], used),
    "strip",
    STRIPPED,
  ),
  cutCall(
    "a call differs from the real one in its tool",
    message([text(`Done.\n${LS}`), real("read", { command: "ls" })], used),
    "strip",
    STRIPPED,
  ),
  cutCall(
    "a call repeats the second of two real ones",
    message(
      [text(`Done.\n${LS}`), real("bash", { command: "pwd" }), real("functions.bash", { command: "ls" })],
      used,
    ),
    "strip",
    SHADOW,
  ),
  {
    about: "a call of an unknown tool repeats a real one",
    given: message([text(`Done.\n${UNKNOWN}`), real("deploy", { command: "x" })], used),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 77, "stripped", SHADOW]],
    names: ["deploy"],
    observed: [["grammarStrip", "qwen", 1]],
    cut: ["qwen"],
    notes: [note("A call of an unknown tool", SHADOW)],
  },
  {
    about: "a call that cannot be read repeats nothing",
    given: message([text(`Done.\n${AMBIGUOUS}`), real("bash", { command: "ls" })], used),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 93, "left", "repeated-key"]],
    observed: [["grammarObserve", "qwen", 1]],
  },
  cutCall(
    "a part of another kind is no real call",
    message([text(`Done.\n${LS}`), { ...real("bash", { command: "ls" }), type: "other" }]),
    "strip",
    STRIPPED,
  ),
  {
    about: "one of two calls in one leak repeats a real one",
    given: message([text(`a.\n${several("bash", "read")}\nb`), real("bash", { command: "ls" })], used),
    mode: "strip",
    decided: [["jamba", "jamba", 3, 127, "stripped", STRIPPED]],
    names: ["bash,read"],
    observed: [["grammarStrip", "jamba", 1]],
    cut: ["jamba"],
    notes: [note('Calls of "bash", "read"', STRIPPED)],
  },
  {
    about: "a tool is named twice in one leak",
    given: message([text(`a.\n${several("functions.bash", "bash")}\nb`)]),
    mode: "strip",
    decided: [["jamba", "jamba", 3, 137, "stripped", STRIPPED]],
    names: ["bash,bash"],
    observed: [["grammarStrip", "jamba", 1]],
    cut: ["jamba"],
    notes: [note('Calls of "bash"', STRIPPED)],
  },
  {
    about: "a bare call repeats a real one",
    given: message([text(BARE), real("bash", { command: "ls" })], used),
    mode: "strip",
    decided: [["openai-json", "openai-json", 0, 48, "stripped", SHADOW]],
    names: ["bash"],
    observed: [["grammarStrip", "openai-json", 1]],
    cut: ["openai-json"],
    notes: [note('A call of "bash"', SHADOW)],
  },
  {
    about: "a bare call differs from the real one",
    given: message([text(BARE), real("bash", { command: "pwd" })], used),
    mode: "strip",
    decided: [["openai-json", "openai-json", 0, 48, "left", "it is all there is"]],
    names: ["bash"],
    observed: [["grammarObserve", "openai-json", 1]],
  },
  {
    about: "a mention in code beside a real call",
    given: message([text(`as in ${LS}`), real("bash", { command: "ls" })], used),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 76, "observed", "nothing shows that it is meant as a call"]],
    names: ["bash"],
    observed: [["grammarObserve", "qwen", 1]],
  },
  {
    about: "a signed part",
    given: message([text(`Done.\n${LS}`, { textSignature: "x" }), text("y")]),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 76, "left", "the part is signed"]],
    names: ["bash"],
    observed: [["grammarObserve", "qwen", 1]],
  },
  {
    about: "a signed part beside a real call",
    given: message([text(`Done.\n${LS}`, { textSignature: "x" }), real("bash", { command: "ls" })], used),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 76, "left", "the part is signed"]],
    names: ["bash"],
    observed: [["grammarObserve", "qwen", 1]],
  },
  {
    about: "a call in code",
    given: message([text(`\`\`\`\n${LS}\n\`\`\``)]),
    mode: "strip",
    decided: [["qwen", "hermes", 4, 15, "left", "it stands in code"]],
    names: [""],
    observed: [],
  },
  {
    about: "a call in code is not observed",
    given: message([text(`\`\`\`\n${LS}\n\`\`\``)]),
    mode: "observe",
    decided: [["qwen", "hermes", 4, 15, "observed", "it stands in code"]],
    names: [""],
    observed: [],
  },
  {
    about: "a call in a quote",
    given: message([text(`> ${LS}\n\nDone.`)]),
    mode: "strip",
    decided: [["qwen", "hermes", 2, 13, "left", "it stands in a block quote"]],
    names: [""],
    observed: [],
  },
  {
    about: "a call in a code span",
    given: message([text(`\`a\n${LS}\n\``)]),
    mode: "strip",
    decided: [["qwen", "hermes", 3, 73, "left", "it stands in a code span"]],
    names: ["bash"],
    observed: [["grammarObserve", "qwen", 1]],
  },
  {
    about: "text on the line of a call",
    given: message([text(`Done.\n${LS} is it`)]),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 76, "observed", "text follows on its line"]],
    names: ["bash"],
    observed: [["grammarObserve", "qwen", 1]],
  },
  {
    about: "nothing but a call",
    given: message([text(LS)]),
    mode: "strip",
    decided: [["qwen", "hermes", 0, 70, "left", "the message would be empty"]],
    names: ["bash"],
    observed: [["grammarObserve", "qwen", 1]],
  },
  {
    about: "nothing but a call, and a gate is shut",
    given: message([text(LS)], { stopReason: "error" }),
    mode: "recover",
    decided: [["qwen", "hermes", 0, 70, "left", "the message did not stop by itself"]],
    names: ["bash"],
    observed: [["grammarObserve", "qwen", 1]],
  },
  {
    about: "a closer that nothing opened",
    given: message([text("Done.\n</tool_call>")]),
    mode: "strip",
    decided: [["", "", 6, 18, "stripped", "a left-over of a call ends the text"]],
    names: [""],
    observed: [],
    cut: [],
  },
  {
    about: "a call without its end",
    given: message([text('Done.\n<tool_call>{"name": "bash", "arguments": {"comm')]),
    mode: "recover",
    decided: [["qwen", "hermes", 6, 53, "left", "it is incomplete"]],
    names: [""],
    observed: [["grammarObserve", "qwen", 1]],
    detected: [],
  },
];

function resultOf({ mode, decided, names = [], observed, detected, cut, notes = [] }: Row): object {
  const families = [...new Set(observed.map(([, grammar]) => grammar))];
  const known = decided.filter(([, , , , , reason]) => !/incomplete|in code|quote/.test(reason)).length;
  return {
    changed: cut !== undefined,
    recoveredCalls: [],
    strippedGrammars: cut ?? [],
    strippedRanges: cut === undefined ? 0 : decided.length,
    promoted: false,
    observed: mode === "observe" && known > 0,
    detectedGrammars: detected ?? families,
    detectedRanges: known,
    promotedCallIds: [],
    decisions: decided.map(([grammar, shape, start, end, verdict, reason], index) => ({
      ...{ grammar, shape, start, end, part: 0 },
      names: (names[index] ?? "") === "" ? [] : names[index]?.split(","),
      ...{ verdict, reason },
    })),
    observations: observed.map(([ruleId, grammar, count]) => ({
      ...{ channel: "message", stage: "grammar", ruleId, grammar, count },
    })),
    notes,
    cutWithoutPromotion: cut === undefined ? 0 : decided.length,
  };
}

function* reports(library: Library): Generator<string | undefined> {
  for (const row of ROWS) {
    const options = { ...TOOLS, mode: row.mode, ...row.options };
    const { message: left, ...result } = library.recoverGrammarLeaks(row.given, options);
    yield differs(row.about, resultOf(row), result);
    yield (left === row.given) === (row.cut === undefined) ? undefined : `${row.about}: the message`;
  }
  const nothing = { ...resultOf({ about: "", given: 0, mode: "", decided: [], observed: [] }) };
  for (const given of [undefined, 5, message([]), message([text("Done.")]), { role: "user" }]) {
    for (const mode of ["observe", "recover", "off"]) {
      const { message: same, ...result } = library.recoverGrammarLeaks(given, { ...TOOLS, mode });
      yield differs("nothing to report", nothing, result);
      yield same === given ? undefined : "what has nothing comes back as another";
    }
  }
}

/** What a result says. */
export const leakReports: LibraryProperty = {
  name: "leak-reports",
  check: (library) => firstProblem(reports(library)),
};
