/** What importers of `/grammar` read: promotions, shut gates, ids, what a stream cut, calls of a text, links. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";
import { leakReports } from "./library-leak-reports.ts";
import {
  BARE,
  LS,
  message,
  printed,
  real,
  several,
  TAGGED,
  TOOLS,
  text,
  UNKNOWN,
  used,
} from "./library-leaks.ts";

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
    123456789,
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
  const beside = library.recoverGrammarLeaks(message([text(`as in ${LS}\n${LS}`)]), options);
  const counted = (ruleId: string) => {
    return { channel: "message", stage: "grammar", ruleId, grammar: "qwen", count: 1 };
  };
  yield differs(
    "a promotion and a mention",
    [counted("grammarObserve"), counted("grammarRecovery:qwen")],
    beside.observations,
  );
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
  ["the earlier texts cannot be read", message([text(LS)]), { seenTexts: [UNKNOWN, 5] }],
  ...[5, null, {}].flatMap((list) =>
    [{ knownTools: list }, { allowedTools: list }].map(
      (options) => ["no such tool may be called", message([text(LS)]), options] as const,
    ),
  ),
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
  for (const given of [LS, ` \n${LS}\n`, `\n${LS}\n \n${LS}`]) {
    const emptied = library.createLeakStripper({ ...TOOLS, mode: "strip" });
    yield differs("a text that would be empty", given, emptied.push(given) + emptied.flush());
    yield differs("it is shown once", "", emptied.flush());
    yield differs("nothing was cut", { strippedGrammars: [], strippedRanges: 0 }, emptied.report());
  }
  const ended = library.createLeakStripper({ ...TOOLS, mode: "strip" });
  yield differs("a left-over", "So.\n", ended.push("So.\n</tool_call>") + ended.flush());
  yield differs("it has no family", { strippedGrammars: [], strippedRanges: 1 }, ended.report());
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
  yield differs("behind a closer", [ls("qwen")], parse(`</tool_call>\n${LS}`));
  yield differs("two calls in one", 2, parse(`a.\n${several("bash", "read")}\nb`).length);
  yield differs(
    "a repeated key",
    [],
    parse('a.\n<tool_call>{"name": "bash", "arguments": {"a": 1, "a": 2}}</tool_call>'),
  );
  yield differs("two ends", [], parse(`a.\n${TAGGED}</parameter>`));
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
  ["xyb](http://b)", "xyb](http://b)"],
  ["[](x](http://(x)", "[](x](http://(x)"],
  ["[abx(http://ab) ](", "[abx(http://ab) ]("],
  ["[a]xhttp://a) ](", "[a]xhttp://a) ]("],
  ["[a.md]", "[a.md]"],
  ["](", "]("],
  ["", ""],
];

/** A link of so many layers. */
const layered = (count: number): string =>
  Array.from({ length: count }).reduce<string>((inner) => `[${inner}](http://${inner})`, "a");

function* links(library: Library): Generator<string | undefined> {
  // Each pass leaves two links side by side, the last one too.
  const twice = layered(8) + layered(8);
  yield differs("layers side by side", "aa", library.unwrapMarkdownAutoLinks(twice));
  for (const [given, unwrapped] of LINKS) {
    yield differs(`unwrapped ${given}`, unwrapped, library.unwrapMarkdownAutoLinks(given));
    yield differs(`again ${given}`, unwrapped, library.unwrapMarkdownAutoLinks(unwrapped));
  }
  for (const count of [1, 2, 3, 8, 9, 12]) {
    const given = layered(count);
    const once = library.unwrapMarkdownAutoLinks(given);
    yield differs(`${count} layers`, count <= 8 ? "a" : given, once);
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
  leakReports,
  statement("leak-promotions", promotions),
  statement("leak-gates", gates),
  statement("leak-ids", ids),
  statement("leak-strippers", strippers),
  statement("leaks-parsed", parsed),
  statement("auto-links", links),
]);
