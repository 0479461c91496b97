/** What leak handling reports beside the message: decisions, observations, notes, ids, what a stream cut. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";

const printed = (name: string, args: object): string =>
  `<tool_call>{"name": "${name}", "arguments": ${JSON.stringify(args)}}</tool_call>`;
const LS = printed("bash", { command: "ls" });
const UNKNOWN = printed("deploy", { command: "x" });
const TAGGED = '<function=bash>{"command": "ls"}</function>';
const BARE = '{"name": "bash", "arguments": {"command": "ls"}}';
const several = (...names: readonly string[]): string =>
  `<tool_calls>[${names.map((name) => `{"name": "${name}", "arguments": {"command": "ls"}}`).join(",")}]</tool_calls>`;

const text = (value: string, more: object = {}) => ({ type: "text", text: value, ...more });
const real = (name: string, args: unknown) => ({ type: "toolCall", id: "call_00001", name, arguments: args });
const message = (content: readonly unknown[], more: object = {}) => ({
  role: "assistant",
  content,
  stopReason: "stop",
  ...more,
});
const used = { stopReason: "toolUse" };

const TOOLS = { knownTools: ["bash", "read"] };

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
  {
    about: "a gate is shut",
    given: message([text(`Done.\n${LS}`)], { stopReason: "length" }),
    mode: "recover",
    decided: [["qwen", "hermes", 6, 76, "stripped", "the message did not stop by itself"]],
    names: ["bash"],
    observed: [["grammarStrip", "qwen", 1]],
    cut: ["qwen"],
    notes: [note('A call of "bash"', "the message did not stop by itself")],
  },
  {
    about: "a call repeats a real one",
    given: message([text(`Done.\n${LS}`), real("bash", { command: "ls" })], used),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 76, "stripped", SHADOW]],
    names: ["bash"],
    observed: [["grammarStrip", "qwen", 1]],
    cut: ["qwen"],
    notes: [note('A call of "bash"', SHADOW)],
  },
  {
    about: "a call differs from the real one in its arguments",
    given: message([text(`Done.\n${LS}`), real("bash", { command: "pwd" })], used),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 76, "stripped", STRIPPED]],
    names: ["bash"],
    observed: [["grammarStrip", "qwen", 1]],
    cut: ["qwen"],
    notes: [note('A call of "bash"', STRIPPED)],
  },
  {
    about: "a call differs from the real one in its tool",
    given: message([text(`Done.\n${LS}`), real("read", { command: "ls" })], used),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 76, "stripped", STRIPPED]],
    names: ["bash"],
    observed: [["grammarStrip", "qwen", 1]],
    cut: ["qwen"],
    notes: [note('A call of "bash"', STRIPPED)],
  },
  {
    about: "a call repeats the second of two real ones",
    given: message(
      [text(`Done.\n${LS}`), real("bash", { command: "pwd" }), real("functions.bash", { command: "ls" })],
      used,
    ),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 76, "stripped", SHADOW]],
    names: ["bash"],
    observed: [["grammarStrip", "qwen", 1]],
    cut: ["qwen"],
    notes: [note('A call of "bash"', SHADOW)],
  },
  {
    about: "a part of another kind is no real call",
    given: message([text(`Done.\n${LS}`), { ...real("bash", { command: "ls" }), type: "other" }]),
    mode: "strip",
    decided: [["qwen", "hermes", 6, 76, "stripped", STRIPPED]],
    names: ["bash"],
    observed: [["grammarStrip", "qwen", 1]],
    cut: ["qwen"],
    notes: [note('A call of "bash"', STRIPPED)],
  },
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
    observed: mode === "observe",
    detectedGrammars: detected ?? families,
    detectedRanges: known,
    promotedCallIds: [],
    decisions: decided.map(([grammar, shape, start, end, verdict, reason], index) => ({
      ...{ grammar, shape, start, end, part: 0 },
      names: names[index] === "" ? [] : names[index]?.split(","),
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

const ID = /^[A-Za-z0-9_-]{9,40}$/;

/** The ids of promoted calls, from a source that may be of any kind. */
function idsOf(library: Library, given: string, more: object): readonly string[] {
  const options = { ...TOOLS, mode: "recover", ...more };
  return library.recoverGrammarLeaks(message([text(given)]), options).promotedCallIds;
}

const from = (values: readonly unknown[]) => {
  let next = 0;
  return () => values[next++];
};

function* ids(library: Library): Generator<string | undefined> {
  const two = `${LS}\n${LS}`;
  const own = idsOf(library, two, {});
  yield own.length === 2 && new Set(own).size === 2 && own.every((id) => ID.test(id))
    ? undefined
    : `own ids are ${own}`;
  yield differs("equal inputs", own, idsOf(library, two, {}));
  const others = idsOf(library, two, { idsInUse: own });
  yield others.some((id) => own.includes(id) || !ID.test(id)) ? `ids in use are given: ${others}` : undefined;
  const more = idsOf(library, two, { idsInUse: [...own, ...others] });
  yield more.some((id) => [...own, ...others].includes(id)) ? "ids in use are given again" : undefined;
  yield idsOf(library, printed("bash", { command: "pwd" }), {})[0] === own[0]
    ? "two calls have one id"
    : undefined;
  const read = printed("read", { path: "a" });
  yield idsOf(library, `I look.\n${read}`, {})[0] === idsOf(library, read, {})[0]
    ? "calls at two places have one id"
    : undefined;
  const good = ["call-0001", "x".repeat(40)];
  yield differs("injected ids", good, idsOf(library, two, { nextId: from(good) }));
  for (const bad of [
    undefined,
    5,
    "",
    "a",
    "call-001",
    "x".repeat(41),
    "call 0001",
    "call-0001\n",
    "é".repeat(9),
  ])
    yield differs("an id is skipped", good, idsOf(library, two, { nextId: from([bad, ...good]) }));
  yield differs(
    "in use",
    good,
    idsOf(library, two, { nextId: from(["used-0001", ...good]), idsInUse: ["used-0001"] }),
  );
  yield differs("twice", good, idsOf(library, two, { nextId: from([good[0], ...good]) }));
  const late = (count: number) => from([...Array<string>(count).fill("bad"), "call-0001"]);
  yield differs("sixteen are asked for", ["call-0001"], idsOf(library, LS, { nextId: late(15) }));
  const alone = idsOf(library, LS, {});
  yield differs("no more than sixteen", alone, idsOf(library, LS, { nextId: late(16) }));
  const broken = () => {
    throw new Error("no ids");
  };
  yield differs("a source that throws", alone, idsOf(library, LS, { nextId: broken }));
  yield differs("a source that is none", alone, idsOf(library, LS, { nextId: 5 }));
}

function* promotions(library: Library): Generator<string | undefined> {
  const options = { ...TOOLS, mode: "recover", nextId: () => "call-0001" };
  const { message: made, ...result } = library.recoverGrammarLeaks(message([text(`Done.\n${LS}`)]), options);
  const call = { name: "bash", arguments: { command: "ls" }, grammar: "qwen", id: "call-0001" };
  const decision = { grammar: "qwen", shape: "hermes", start: 6, end: 76, part: 0, names: ["bash"] };
  yield differs(
    "a promotion",
    {
      changed: true,
      recoveredCalls: [call],
      strippedGrammars: ["qwen"],
      strippedRanges: 1,
      promoted: true,
      observed: false,
      detectedGrammars: ["qwen"],
      detectedRanges: 1,
      promotedCallIds: ["call-0001"],
      decisions: [{ ...decision, verdict: "promoted", reason: "every gate is open" }],
      observations: [
        { channel: "message", stage: "grammar", ruleId: "grammarRecovery:qwen", grammar: "qwen", count: 1 },
      ],
      notes: [],
      cutWithoutPromotion: 0,
    },
    result,
  );
  const part = { type: "toolCall", id: "call-0001", name: "bash", arguments: { command: "ls" } };
  yield differs("a promoted message", message([text("Done.\n"), part], used), made);
}

/** Why a message's calls are not promoted: its reason is that of the calls which are cut or left. */
const SHUT: readonly (readonly [reason: string, given: unknown, options?: object])[] = [
  ["the message did not stop by itself", message([text(LS)], used)],
  ["the message has a real call", message([text(LS), real("bash", { command: "pwd" })])],
  ["a part of the message is no plain object", message([text(LS), 5])],
  [
    "a call of the message is incomplete or ambiguous",
    message([text(`${LS}\n<tool_call>{"name": "bash", "arg`)]),
  ],
  ["a call has no arguments", message([text(printed("bash", {}))])],
  ["a call names a tool that may not be called", message([text(`${LS}\n${UNKNOWN}`)])],
  ["the message has too many calls", message([text(`${LS}\n${LS}`)]), { maxPromoted: 1 }],
  ["text follows the calls", message([text(`${LS}\n\nThat is it.`)])],
  ["text follows the calls", message([text(LS), text("That is it.")])],
  ["text follows the calls", message([text(LS), { type: "image" }])],
  ["it is all there is", message([text(BARE)])],
  ["the earlier texts cannot be read", message([text(LS)]), { seenTexts: 5 }],
  ["the call was shown before", message([text(LS)]), { seenTexts: [LS] }],
  [
    "the call stands in thinking and there is visible text",
    message([{ type: "thinking", thinking: LS }, text("Done.")]),
  ],
  ["thinking goes on behind the call", message([{ type: "thinking", thinking: `${LS}\nor so.` }])],
  [
    "more than one part thinks of a call",
    message([
      { type: "thinking", thinking: LS },
      { type: "thinking", thinking: LS },
    ]),
  ],
];

function* gates(library: Library): Generator<string | undefined> {
  for (const [reason, given, options] of SHUT) {
    const { decisions, promoted } = library.recoverGrammarLeaks(given, {
      ...TOOLS,
      mode: "recover",
      ...options,
    });
    yield differs(`promoted though ${reason}`, false, promoted);
    yield decisions.some((one) => one.reason === reason)
      ? undefined
      : `no decision says that ${reason}: ${decisions.map((one) => one.reason)}`;
  }
}

function* strippers(library: Library): Generator<string | undefined> {
  for (const mode of ["strip", "recover"]) {
    const stripper = library.createLeakStripper({ ...TOOLS, mode });
    yield differs("no report yet", { strippedGrammars: [], strippedRanges: 0 }, stripper.report());
    const shown = stripper.push(`Done.\n${LS}\nA.\n${TAGGED}\n${LS}\n</tool_call>`) + stripper.flush();
    yield differs("what is shown", "Done.\nA.\n", shown);
    const report = { strippedGrammars: ["qwen", "functionary"], strippedRanges: 3 };
    yield differs("what was cut", report, stripper.report());
    yield differs("behind the end", ["", "", ""], [stripper.push("x"), stripper.flush(), stripper.push(LS)]);
  }
  const emptied = library.createLeakStripper({ ...TOOLS, mode: "strip" });
  yield differs("a text that would be empty", LS, emptied.push(LS) + emptied.flush());
  yield differs("nothing was cut", { strippedGrammars: [], strippedRanges: 0 }, emptied.report());
  const odd = library.createLeakStripper({ ...TOOLS, mode: "strip" });
  const pieces = ["a", 5, undefined, "b"].map((piece) => odd.push(piece as string));
  yield differs("chunks that are no text", "ab", pieces.join("") + odd.flush());
  const off = library.createLeakStripper({ ...TOOLS, mode: "off" });
  yield differs("off", [LS, ""], [off.push(LS), off.flush()]);
}

function* parsed(library: Library): Generator<string | undefined> {
  const { parseToolGrammarLeaks: parse, GRAMMAR_NAMES: all } = library;
  const ls = (grammar: string) => ({ name: "bash", arguments: { command: "ls" }, grammar });
  const whole = `Done.\n${LS}\n\`\`\`\n${LS}\n\`\`\`\nas in ${LS}\n${TAGGED}\n${printed("functions.deploy", { a: 1 })}`;
  const deploy = { name: "deploy", arguments: { a: 1 }, grammar: "qwen" };
  yield differs("all families", [ls("qwen"), ls("functionary"), deploy], parse(whole));
  yield differs("one family", [ls("functionary")], parse(whole, ["functionary"]));
  yield differs("an unknown family", [ls("functionary")], parse(whole, ["functionary", "nope"]));
  yield differs("no family", [], parse(whole, []));
  yield differs("every family by name", parse(whole), parse(whole, all));
  for (const value of [undefined, null, 5, {}, [LS]]) yield differs("no text", [], parse(value));
  yield differs("two calls in one", 2, parse(`a.\n${several("bash", "read")}\nb`).length);
  yield differs(
    "a repeated key",
    [],
    parse('a.\n<tool_call>{"name": "bash", "arguments": {"a": 1, "a": 2}}</tool_call>'),
  );
}

const LINKS: readonly (readonly [given: string, unwrapped: string])[] = [
  ["[a.md](http://a.md)", "a.md"],
  ["[a.md](https://a.md)", "a.md"],
  ["[a.md](x+y-z.1://a.md)", "a.md"],
  ["src/[a.md](http://a.md).bak", "src/a.md.bak"],
  ["[a](http://a)[b](http://b) [c](http://c)", "ab c"],
  ["[x] [a.md](http://a.md)", "[x] a.md"],
  ["[x [a.md](http://a.md)", "[x a.md"],
  ["[a](http://b) [b](http://b)", "[a](http://b) b"],
  ["[a.md](http://b.md)", "[a.md](http://b.md)"],
  ["[a.md](a.md)", "[a.md](a.md)"],
  ["[a.md] (http://a.md)", "[a.md] (http://a.md)"],
  ["[a.md](http://a.md", "[a.md](http://a.md"],
  ["[a.md](http://a.md/)", "[a.md](http://a.md/)"],
  ["[](http://)", "[](http://)"],
  ["a.md](http://a.md)", "a.md](http://a.md)"],
  ["a](http://b)", "a](http://b)"],
  ["[a.md]", "[a.md]"],
  ["](", "]("],
  ["", ""],
];

/** A link of so many layers. */
const layered = (count: number): string =>
  Array.from({ length: count }).reduce<string>((inner) => `[${inner}](http://${inner})`, "a");

function* links(library: Library): Generator<string | undefined> {
  for (const [given, unwrapped] of LINKS) {
    yield differs(`unwrapped ${given}`, unwrapped, library.unwrapMarkdownAutoLinks(given));
    yield differs(`again ${given}`, unwrapped, library.unwrapMarkdownAutoLinks(unwrapped));
  }
  for (const count of [1, 2, 3, 12]) {
    const given = layered(count);
    const once = library.unwrapMarkdownAutoLinks(given);
    yield differs(`${count} layers, again`, once, library.unwrapMarkdownAutoLinks(once));
  }
}

const statement = (
  name: string,
  problems: (library: Library) => Iterable<string | undefined>,
): LibraryProperty => ({
  name,
  check: (library) => firstProblem(problems(library)),
});

/** What importers of `/grammar` read. */
export const grammarProperties: readonly LibraryProperty[] = Object.freeze([
  statement("leak-reports", reports),
  statement("leak-promotions", promotions),
  statement("leak-gates", gates),
  statement("leak-ids", ids),
  statement("leak-strippers", strippers),
  statement("leaks-parsed", parsed),
  statement("auto-links", links),
]);
