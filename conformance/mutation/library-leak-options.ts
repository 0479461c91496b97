/** Options of leak handling of every shape: what cannot be read closes a gate, and never throws. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";

const BODY = '{"name": "bash", "arguments": {"command": "ls"}}';
const CALL = `<tool_call>${BODY}</tool_call>`;
const text = (value: string) => ({ type: "text", text: value });
const message = (content: readonly unknown[], more: object = {}) => ({
  role: "assistant",
  content,
  stopReason: "stop",
  ...more,
});

const throwing = (): never => {
  throw new Error("not to be read");
};
const EVIL_LIST = { [Symbol.iterator]: throwing };
const EVIL_OPTION = (name: string) => Object.defineProperty({}, name, { get: throwing, enumerable: true });

/** How many calls run with these options. */
function runs(library: Library, options: unknown, content: readonly unknown[] = [text(CALL)]): number {
  return library.recoverGrammarLeaks(message(content), options as object).promotedCallIds.length;
}

type Row = readonly [about: string, runs: number, options: unknown];

const open = { mode: "recover", knownTools: ["bash", "read"] };
const NO_LISTS = [null, 5, "bash", true, { bash: true }, () => ["bash"], EVIL_LIST];

const ROWS: readonly Row[] = [
  ["open", 1, open],
  ...[undefined, null, 5, "recover", true, []].map((options): Row => ["no options", 0, options]),
  ["a function is no options", 0, Object.assign(() => undefined, open)],
  ...[undefined, null, 5, "RECOVER", ["recover"], {}].map((mode): Row => ["mode", 0, { ...open, mode }]),
  ...NO_LISTS.map((knownTools): Row => ["tools", 0, { ...open, knownTools }]),
  ["no tools", 0, { mode: "recover" }],
  ["tools in a set", 1, { ...open, knownTools: new Set(["bash"]) }],
  ["tools and what is none", 1, { ...open, knownTools: [5, null, "bash"] }],
  ...NO_LISTS.map((allowedTools): Row => ["allow list", 0, { ...open, allowedTools }]),
  ["allow list", 1, { ...open, allowedTools: ["bash"] }],
  ["allow list in a set", 1, { ...open, allowedTools: new Set(["bash"]) }],
  ["allow list with what is no name", 0, { ...open, allowedTools: ["bash", 5] }],
  ["allow list of no name", 0, { ...open, allowedTools: [5] }],
  ["empty allow list", 0, { ...open, allowedTools: [] }],
  ["allow list of an unknown tool", 0, { mode: "recover", knownTools: [], allowedTools: ["bash"] }],
  ...[-1, -0.5, 0, 0.9, Number.NaN, "1", null, [5]].map(
    (maxPromoted): Row => ["cap", 0, { ...open, maxPromoted }],
  ),
  ...[1, 1.9, 16, Number.POSITIVE_INFINITY].map((maxPromoted): Row => ["cap", 1, { ...open, maxPromoted }]),
  ...NO_LISTS.map((grammars): Row => ["families", 0, { ...open, grammars }]),
  ["families", 1, { ...open, grammars: ["nope", 5, "qwen"] }],
  ["other families", 0, { ...open, grammars: ["kimi"] }],
  ["families in a set", 1, { ...open, grammars: new Set(["qwen"]) }],
  ...[null, 5, {}, EVIL_LIST, ["x", 5], [null]].map((seenTexts): Row => ["seen", 0, { ...open, seenTexts }]),
  ...["", "x", [], ["x"], new Set(["x"]), [""]].map((seenTexts): Row => ["seen", 1, { ...open, seenTexts }]),
  ...[CALL, [CALL], new Set([CALL])].map((seenTexts): Row => ["seen", 0, { ...open, seenTexts }]),
  ...[null, 5, {}, EVIL_LIST, [5, null]].map((idsInUse): Row => ["ids", 1, { ...open, idsInUse }]),
  ...["knownTools", "allowedTools", "grammars", "maxPromoted", "seenTexts", "mode"].map((name): Row => {
    return [
      `${name} that throws`,
      0,
      Object.defineProperties({ ...open }, Object.getOwnPropertyDescriptors(EVIL_OPTION(name))),
    ];
  }),
];

function* options(library: Library): Generator<string | undefined> {
  for (const [about, count, given] of ROWS) {
    const says =
      typeof given === "object" && given !== null
        ? Object.entries(Object.getOwnPropertyDescriptors(given))
        : given;
    yield differs(`${about} ${String(says)}`, count, runs(library, given));
  }
}

/** Where no tool is known any may be meant; what is no name among those that are known is passed over. */
function* toolNames(library: Library): Generator<string | undefined> {
  const said = (value: string, more: object) =>
    library.recoverGrammarLeaks(message([text(value)]), more).decisions.map(({ reason }) => reason);
  const bare = 'bash(command="ls")';
  yield differs("no tools", ["it counts"], said(bare, { mode: "observe" }));
  yield differs("other tools", [], said(bare, { mode: "observe", knownTools: ["read"] }));
  const unknown = CALL.replace("bash", "deploy");
  for (const knownTools of [
    [5, "bash"],
    ["bash", null],
  ]) {
    const reasons = said(`Done.\n${unknown}`, { mode: "strip", knownTools });
    yield differs("tools and what is none", ["no such tool may be called"], reasons);
  }
}

const SCHEMA = {
  type: "object",
  properties: { command: { type: "string" } },
  required: ["command"],
};

/** A shape without a frame runs only if its arguments are strictly valid, by the caller's own check or by the schema. */
function* validity(library: Library): Generator<string | undefined> {
  const bare = (more: object) => runs(library, { ...open, ...more }, [text(BODY)]);
  const schema = (value: unknown) => ({ toolSchemas: { bash: value } });
  yield differs("by its schema", 1, bare(schema(SCHEMA)));
  yield differs("without a schema", 0, bare({}));
  for (const value of [undefined, null, 5, true, [], "object", { properties: { command: { pattern: "(" } } }])
    yield differs(`by ${JSON.stringify(value)}`, 0, bare(schema(value)));
  yield differs("by another schema", 0, bare(schema({ ...SCHEMA, required: ["other"] })));
  for (const toolSchemas of [null, 5, [SCHEMA]]) yield differs("no schemas", 0, bare({ toolSchemas }));
  const asked: unknown[] = [];
  const validates = (...call: readonly unknown[]) => asked.push(call) > 0;
  yield differs("by its own check", 1, bare({ validates }));
  yield differs("what the check is asked", [["bash", { command: "ls" }]], asked);
  yield differs("refused by the check", 0, bare({ ...schema(SCHEMA), validates: () => false }));
  yield differs("a check that throws", 0, bare({ ...schema(SCHEMA), validates: throwing }));
  yield differs("a check that is none", 1, bare({ ...schema(SCHEMA), validates: 5 }));
  yield differs("a framed call needs none", 1, runs(library, { ...open, validates: () => false }));
}

/** A printed call is the shadow of a real one if both are the same after repair. */
function* repair(library: Library): Generator<string | undefined> {
  const reasonOf = (args: unknown, more: object): string | undefined => {
    const real = { type: "toolCall", id: "call_00001", name: "bash", arguments: args };
    const given = message([text(`Done.\n${CALL}`), real], { stopReason: "toolUse" });
    return library.recoverGrammarLeaks(given, { ...open, mode: "strip", ...more }).decisions[0]?.reason;
  };
  const shadow = "it repeats a real call";
  const other = "a printed call is no text";
  yield differs("the same", shadow, reasonOf({ command: "ls" }, {}));
  yield differs("another", other, reasonOf({ cmd: "ls" }, {}));
  const rename = (_tool: string, args: object) => ("cmd" in args ? { command: args.cmd } : args);
  yield differs("the same after repair", shadow, reasonOf({ cmd: "ls" }, { repair: rename }));
  yield differs("another after repair", other, reasonOf({ cmd: "pwd" }, { repair: rename }));
  yield differs("a repair that throws", shadow, reasonOf({ command: "ls" }, { repair: throwing }));
  yield differs("a repair that throws", other, reasonOf({ command: "pwd" }, { repair: throwing }));
  yield differs("a repair that is none", shadow, reasonOf({ command: "ls" }, { repair: 5 }));
  yield differs("arguments that are none", other, reasonOf(undefined, {}));
}

/** Messages whose parts are of every kind: none throws, and nothing but text is looked at. */
function* messages(library: Library): Generator<string | undefined> {
  const odd = [
    null,
    5,
    "text",
    [],
    { type: "text" },
    { type: "text", text: 5 },
    { type: "other", text: CALL },
    { type: "note", note: CALL },
    { type: "note", note: "" },
  ];
  for (const part of odd) {
    const given = message([part]);
    const { message: same, ...result } = library.recoverGrammarLeaks(given, open);
    yield same === given && !result.changed ? undefined : `${JSON.stringify(part)} was looked at`;
    const both = library.recoverGrammarLeaks(message([text("Done."), text(CALL), part]), {
      ...open,
      mode: "strip",
    });
    yield differs("the other parts", message([text("Done."), part]), both.message);
    const first = library.recoverGrammarLeaks(message([part, text(CALL)]), { ...open, mode: "strip" });
    yield differs("all that is left", message([part]), first.message);
  }
  for (const given of [
    null,
    5,
    [],
    {},
    { role: "assistant" },
    message("x" as never),
    { ...message([text(CALL)]), role: "user" },
  ])
    yield library.recoverGrammarLeaks(given, open).message === given ? undefined : "no message became one";
  const evil = Object.defineProperty({ type: "text" }, "text", { get: throwing, enumerable: true });
  yield differs("a part that throws", false, library.recoverGrammarLeaks(message([evil]), open).changed);
  const holder = Object.defineProperty({ role: "assistant", stopReason: "stop" }, "content", {
    get: throwing,
  });
  yield library.recoverGrammarLeaks(holder, open).message === holder ? undefined : "a message that throws";
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const gone = message(proxy);
  yield library.recoverGrammarLeaks(gone, open).message === gone ? undefined : "parts that are gone";
  for (const seal of [null, undefined, ""]) {
    const part = { ...text(CALL), textSignature: seal };
    yield differs("a part with no signature", 1, runs(library, open, [part]));
  }
  for (const seal of ["textSignature", "thinkingSignature", "signature", "thoughtSignature"])
    yield differs("a signed part", 0, runs(library, open, [{ ...text(CALL), [seal]: "x" }]));
  yield differs("a redacted part", 0, runs(library, open, [{ ...text(CALL), redacted: true }]));
  yield differs("a part not redacted", 1, runs(library, open, [{ ...text(CALL), redacted: false }]));
  class Part {
    type = "text";
    text = CALL;
  }
  yield differs("a part of a class", 0, runs(library, open, [new Part()]));
}

const thinking = (value: string) => ({ type: "thinking", thinking: value });
const SEALED = { thinkingSignature: "x" };

/** What is blank stays where nothing was cut from it, and is nothing to be left with. */
const BLANK: readonly (readonly [given: readonly unknown[], left: readonly unknown[]])[] = [
  [
    [text(""), text(`Done.\n${CALL}`)],
    [text(""), text("Done.\n")],
  ],
  [
    [{ ...thinking(""), ...SEALED }, text(`Done.\n${CALL}`), text(" ")],
    [{ ...thinking(""), ...SEALED }, text("Done.\n"), text(" ")],
  ],
  [[text("Done."), text(` \n${CALL}\n \n`)], [text("Done.")]],
  [[{ ...thinking(" "), ...SEALED }, text(CALL)], [{ ...thinking(" "), ...SEALED }]],
  ...[text(" "), text(""), thinking("\n"), thinking("")].map(
    (blank) =>
      [
        [blank, text(CALL)],
        [blank, text(CALL)],
      ] as const,
  ),
];

function* blanks(library: Library): Generator<string | undefined> {
  for (const [given, left] of BLANK) {
    const result = library.recoverGrammarLeaks(message(given), { ...open, mode: "strip" });
    yield differs(`of ${JSON.stringify(given)}`, message(left), result.message);
  }
}

/** Real calls whose names carry decorations get the name of their tool, and nothing else changes. */
function* realNames(library: Library): Generator<string | undefined> {
  const real = (name: unknown) => ({ type: "toolCall", id: "call_00001", name, arguments: { path: "a" } });
  const after = (mode: string, ...names: readonly unknown[]) => {
    const given = message(names.map(real), { stopReason: "toolUse" });
    const result = library.recoverGrammarLeaks(given, { ...open, mode });
    const named = (result.message as typeof given).content.map((part) => (part as { name: unknown }).name);
    return [result.changed, result.message === given, named];
  };
  for (const mode of ["strip", "recover"]) {
    yield differs("decorated", [true, false, ["read"]], after(mode, "functions.read"));
    yield differs("one of two", [true, false, ["read", "bash"]], after(mode, "functions.read", "bash"));
    yield differs("one without a name", [true, false, ["read", 5]], after(mode, "functions.read", 5));
    yield differs("plain", [false, true, ["read", "bash"]], after(mode, "read", "bash"));
    yield differs(
      "unknown",
      [false, true, ["Read", "functions.Read"]],
      after(mode, "Read", "functions.Read"),
    );
    yield differs("no name", [false, true, [5, null]], after(mode, 5, null));
  }
  for (const mode of ["off", "observe"])
    yield differs("left", [false, true, ["functions.read"]], after(mode, "functions.read"));
  const part = { ...real("functions.read"), type: "other" };
  const given = message([part]);
  yield library.recoverGrammarLeaks(given, open).message === given ? undefined : "another part was renamed";
}

/** Payloads that cannot be cleaned, or need not be, come back as they are. */
function* payloads(library: Library): Generator<string | undefined> {
  const clean = library.cleanToolSchemas;
  const models = { modelId: "kimi-k2", modelFamilies: ["kimi-k2"] };
  const tool = (parameters: unknown) => ({ tools: [{ function: { name: "t", parameters } }] });
  const leaf = { type: "string", pattern: "^a$" };
  const evil = {
    get tools(): never {
      return throwing();
    },
  };
  const loop: Record<string, unknown> = { type: "object", pattern: "a" };
  loop.items = loop;
  for (const given of [
    null,
    5,
    [],
    {},
    evil,
    tool(5),
    tool({ pattern: "a" }),
    tool({ pattern: 5 }),
    tool(loop),
    { tools: {} },
  ])
    yield clean(given, models) === given ? undefined : "a payload without anchors is another";
  for (const options of [
    {},
    { modelId: "kimi-k2" },
    { ...models, modelFamilies: "kimi-k2" },
    { ...models, modelId: "x" },
  ]) {
    const given = tool(leaf);
    yield clean(given, options as object) === given ? undefined : "another model's payload was cleaned";
  }
  const shared = { type: "object", properties: { a: leaf, b: leaf } };
  const bare = { ...leaf, pattern: "a" };
  yield differs(
    "a schema twice",
    tool({ ...shared, properties: { a: bare, b: bare } }),
    clean(tool(shared), models),
  );
  for (const properties of [null, 5, "x", [leaf]])
    yield differs(
      "a keyword of another kind",
      tool({ properties, items: bare }),
      clean(tool({ properties, items: leaf }), models),
    );
  const nested = (depth: number, inner: object): object => {
    let schema = inner;
    for (let level = 0; level < depth; level++) schema = { items: schema };
    return schema;
  };
  yield differs("deep", tool(nested(900, bare)), clean(tool(nested(900, leaf)), models));
  const deepest = tool(nested(1000, leaf));
  yield differs("the deepest", tool(nested(1000, bare)), clean(deepest, models));
  for (const depth of [1001, 2000]) {
    const deeper = tool(nested(depth, leaf));
    yield clean(deeper, models) === deeper ? undefined : `${depth} levels were read`;
  }
  const many = (inner: object) =>
    tool({ prefixItems: [true, null, "x", ...Array.from({ length: 1500 }, () => ({ ...inner }))] });
  yield differs("one beside the other", many(bare), clean(many({ ...leaf }), models));
  let reads = 0;
  const read = () => {
    reads++;
    return "^a";
  };
  let shares: object = Object.defineProperty({}, "pattern", { get: read, enumerable: true });
  for (let level = 0; level < 12; level++) shares = { properties: { a: shares, b: shares } };
  clean(tool(shares), models);
  yield reads < 100 ? undefined : `a schema that shares its parts was read ${reads} times`;
  const bottomless = tool(nested(50_000, leaf));
  yield clean(bottomless, models) === bottomless ? undefined : "a schema without a bottom was read";
  const kept = tool({ items: leaf });
  const same = [kept.tools[0]];
  yield (clean({ tools: same, x: kept }, models) as typeof kept & { x: unknown }).x === kept
    ? undefined
    : "the rest is another";
}

const statement = (
  name: string,
  problems: (library: Library) => Iterable<string | undefined>,
): LibraryProperty => ({ name, check: (library) => firstProblem(problems(library)) });

/** What callers of `/grammar` may pass. */
export const leakOptionProperties: readonly LibraryProperty[] = Object.freeze([
  statement("leak-options", options),
  statement("leak-tool-names", toolNames),
  statement("leak-validity", validity),
  statement("leak-repair", repair),
  statement("leak-messages", messages),
  statement("leak-blanks", blanks),
  statement("real-names", realNames),
  statement("payloads", payloads),
]);
