/** Messages in a pi that stands in: what counts as shown before, notes for the next request, and messages of any shape. */
import { inPi, type PiProperty, printed, type StandIn, text, unlike } from "./stand-in.ts";

export const RECOVER = { policyProfile: "recover" };
export const LEAK = printed("write", { path: "p", content: "x" });
const SHOWN = `It says:\n${LEAK}\nand more`;

const message = (role: string, fields: object) => ({ type: "message", message: { role, ...fields } });

/** Entries of a session that show a call, each in a place of its own. */
const SHOWING: Readonly<Record<string, unknown>> = {
  "a user's words": message("user", { content: SHOWN }),
  "a user's text part": message("user", { content: [{ type: "image", data: "x" }, text(SHOWN)] }),
  "a tool's result": message("toolResult", { content: [text("first"), text(SHOWN)] }),
  "a command of the user's": message("bashExecution", { command: `echo '${LEAK}'`, output: "" }),
  "what a command printed": message("bashExecution", { command: "cat x", output: SHOWN }),
  "words of an extension": { type: "custom_message", content: SHOWN },
  "a text part of an extension": { type: "custom_message", content: [text(SHOWN)] },
  "a summary": { type: "compaction", summary: SHOWN },
  "the summary of a branch": { type: "branch_summary", summary: SHOWN },
  "what stands for an earlier result": { type: "context_edit", replacement: { content: [text(SHOWN)] } },
};

/** Entries that show nobody anything, or nothing of the call. */
const SILENT: readonly unknown[] = [
  null,
  5,
  SHOWN,
  [SHOWN],
  { type: "message" },
  { type: "message", message: null },
  message("user", { content: null }),
  message("user", { content: [null, 5, [], {}] }),
  message("user", { details: SHOWN, content: "else" }),
  { type: "custom", data: SHOWN },
  message("assistant", { content: [text(SHOWN)] }),
  message("assistant", { content: SHOWN }),
  message("assistant", { content: null }),
  message("assistant", { content: 5 }),
  message("assistant", { content: [null, { type: "toolCall", id: 5 }, { type: "toolCall" }] }),
];

export interface Call {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
}
export const callsIn = ({ content }: { readonly content: unknown }): readonly Call[] =>
  Array.isArray(content) ? (content as readonly Call[]).filter((part) => part.type === "toolCall") : [];

const branch = (entries: readonly unknown[]) => ({ sessionManager: { getBranch: () => entries } });
const fail = (): never => {
  throw new Error("this is stale");
};

const seenBefore: PiProperty = {
  name: "shown-before",
  *problems(pi) {
    const runs = (there: StandIn): number => callsIn(there.says([text(LEAK)])).length;
    const asked = (context: Readonly<Record<string, unknown>>, wanted: number, about: string) =>
      inPi(pi, { settings: RECOVER, context }, (there) => [unlike(about, wanted, runs(there))]);
    for (const [place, entry] of Object.entries(SHOWING)) {
      yield* asked(branch([entry]), 0, place);
      yield* asked(
        branch([...SILENT, entry, message("user", { content: "else" })]),
        0,
        `${place}, among others`,
      );
    }
    for (const entry of SILENT) yield* asked(branch([entry]), 1, `nothing shown: ${JSON.stringify(entry)}`);
    yield* asked({ getSystemPrompt: () => SHOWN }, 0, "the system prompt");
    yield* asked({ getSystemPrompt: fail }, 0, "a stale system prompt");
    yield* asked({ sessionManager: { getBranch: fail } }, 0, "a stale session");
    yield* asked({ sessionManager: { getBranch: () => undefined } }, 0, "a session that is none");
    yield* inPi(pi, { settings: RECOVER, context: { getSystemPrompt: fail } }, (there) => [
      there.says([text(`So.\n${LEAK}`)]).content === undefined ? "the message is gone" : undefined,
      unlike(
        "a stale session, under recover",
        ["stripped"],
        there.records().map(({ outcome }) => outcome),
      ),
    ]);
  },
};

const ids: PiProperty = {
  name: "ids-in-use",
  *problems(pi) {
    const idOf = (there: StandIn): unknown => callsIn(there.says([text(LEAK)]))[0]?.id;
    let first: unknown;
    yield* inPi(pi, { settings: RECOVER }, (there) => {
      first = idOf(there);
      return [
        typeof first === "string" ? undefined : "it did not run",
        unlike("the same again", first, idOf(there)),
      ];
    });
    const using = (part: object) => branch([message("assistant", { content: [text("x"), null, part] })]);
    for (const [part, same] of [
      [{ type: "toolCall", id: first }, false],
      [{ type: "text", id: first }, true],
    ] as const)
      yield* inPi(pi, { settings: RECOVER, context: using(part) }, (there) => [
        unlike(`an id that ${same ? "no call" : "a call"} has`, same, idOf(there) === first),
      ]);
    const result = message("toolResult", { content: [{ type: "toolCall", id: first }] });
    yield* inPi(pi, { settings: RECOVER, context: branch([result]) }, (there) => [
      unlike("an id in a result", first, idOf(there)),
    ]);
  },
};

const NOTED = '<repair_note>A call of "write"';

/** The messages of the next request after a printed call was cut; each is its role and its texts. */
function requested(there: StandIn, messages: readonly unknown[]): readonly unknown[] | undefined {
  const given = structuredClone(messages);
  const answer = there.emit("context", { messages }) as { readonly messages: readonly unknown[] } | undefined;
  if (JSON.stringify(given) !== JSON.stringify(messages))
    throw new Error("the request's own messages were changed");
  return answer?.messages;
}

interface Last {
  readonly role: string;
  readonly content?: unknown;
  readonly kept?: number;
}
const LAST: readonly (readonly [last: Last, joins: boolean])[] = [
  [{ role: "user", content: "go on" }, true],
  [{ role: "user", content: [text("go on")], kept: 1 }, true],
  [{ role: "toolResult", content: [text("x")], kept: 2 }, true],
  [{ role: "toolResult", content: [] }, true],
  [{ role: "assistant", content: [text("x")] }, false],
  [{ role: "custom", content: "x" }, false],
  [{ role: "user", content: 5 }, false],
  [{ role: "user" }, false],
];

const contextNotes: PiProperty = {
  name: "notes-for-the-next-request",
  *problems(pi) {
    const first = { role: "user", content: "first" };
    for (const [last, joins] of LAST)
      yield* inPi(pi, { now: () => 77 }, function* (there) {
        there.says([text(`So.\n${LEAK}`)]);
        const noted = requested(there, [first, first, last]) ?? [];
        const { content: parts, ...rest } = noted.at(-1) as { readonly content: readonly unknown[] };
        const { content, ...own } = last;
        yield String((parts[0] as { text?: unknown }).text).startsWith(NOTED)
          ? undefined
          : `no note: ${JSON.stringify(noted)}`;
        const before = typeof content === "string" ? [text(content)] : content;
        yield joins
          ? unlike("the rest of the last message", [own, before], [rest, parts.slice(1)])
          : unlike(
              "a message of its own",
              [last, { role: "user", timestamp: 77 }, 1],
              [noted.at(-2), rest, parts.length],
            );
        yield unlike("the first message", [first, joins ? 3 : 4], [noted[0], noted.length]);
      });
    yield* inPi(pi, {}, function* (there) {
      there.says([text(`So.\n${LEAK}`)]);
      yield unlike("no messages", 1, requested(there, [])?.length);
      yield unlike("a request that is made again", 1, requested(there, [])?.length);
      for (const stopReason of ["error", "aborted"]) {
        there.says([], { stopReason });
        yield unlike(`after a request that ended in ${stopReason}`, 1, requested(there, [])?.length);
      }
      there.emit("message_end", { message: { role: "user", content: "x" } });
      yield unlike("after a user's message", 1, requested(there, [])?.length);
      there.says([text("Well.")]);
      yield requested(there, [first]) === undefined ? undefined : "a note is told again";
    });
    const many = Array.from({ length: 40 }, (_, at) => `tool-${at}.`);
    const tools = many.map((name) => ({ name, parameters: { type: "object" } }));
    yield* inPi(pi, { tools, active: many }, function* (there) {
      for (const name of many)
        there.says([text(`So.\n${printed(name, { path: "p" })}`)], { stopReason: "error" });
      const said = JSON.stringify(requested(there, []));
      yield said.includes('"tool-39.') ? undefined : `the note of the last request is lost: ${said}`;
      yield said.includes('"tool-0.') ? "the notes of requests that fail are kept without end" : undefined;
    });
    yield* inPi(pi, {}, function* (there) {
      there.says([text(`So.\n${LEAK}\n${LEAK}\n${printed("read", { path: "p" })}`)]);
      const said = JSON.stringify(requested(there, []));
      yield unlike("equal notes", 1, said.split('A call of \\"write\\"').length - 1);
      yield said.includes("read") ? undefined : `another note is lost: ${said}`;
      there.emit("session_start");
      yield requested(there, []) === undefined ? undefined : "a note of another session is told";
    });
  },
};

const ODD: readonly unknown[] = [undefined, null, "text", 5, {}, [null, 5, "x", {}, { type: "toolCall" }]];
export const ERROR = `not JSON\n\nReceived arguments:\n${JSON.stringify([{ path: "p", content: "x" }])}`;

const oddMessages: PiProperty = {
  name: "messages-of-any-shape",
  *problems(pi) {
    yield* inPi(pi, { settings: RECOVER }, function* (there) {
      for (const content of ODD) {
        const said = there.says(content);
        yield said.content === content
          ? undefined
          : `content ${JSON.stringify(content)} became something else`;
      }
      for (const odd of [
        { type: "toolCall", name: "write", arguments: {}, argumentsError: ERROR },
        { type: "toolCall", id: 5, name: "write", arguments: {}, argumentsError: ERROR },
        { type: "toolCall", id: "c", name: 5, arguments: {}, argumentsError: ERROR },
        { type: "other", id: "c", name: "write", arguments: {}, argumentsError: ERROR },
        { type: "toolCall", id: "c", name: "write", arguments: {}, argumentsError: 5 },
        { type: "toolCall", id: "c", name: "write", arguments: {}, argumentsError: "Received" },
        {
          ...{ type: "toolCall", id: "c", name: "write", arguments: {} },
          argumentsError: `${" ".repeat(40)}${JSON.stringify([{ path: "p", content: "x" }])}`,
        },
        { type: "toolCall", id: "c", name: "none", arguments: {}, argumentsError: ERROR },
        { type: "toolCall", id: "c", name: "find", arguments: {}, argumentsError: ERROR },
      ])
        yield unlike("a part that is no such call", [odd], there.says([odd]).content);
      for (const stopReason of ["length", "error", "aborted"]) {
        const call = { type: "toolCall", id: "c", name: "write", arguments: {}, argumentsError: ERROR };
        yield unlike(
          `a message that stopped for ${stopReason}`,
          [call],
          there.says([call], { stopReason }).content,
        );
      }
      for (const said of [null, "x", { role: "user", content: [text(LEAK)] }, { content: [text(LEAK)] }])
        yield there.emit("message_end", { message: said }) === undefined
          ? undefined
          : "what is no answer is replaced";
      const model = there.says([text(LEAK)], { model: undefined });
      yield unlike("a message of no model", 0, callsIn(model).length);
    });
  },
};

/** Whether the messages of a model are searched, under patterns of the settings. */
const MODELS: readonly (readonly [model: unknown, patterns: readonly string[], searched: boolean])[] = [
  ["qwen3", [], true],
  ["org/Qwen3", [], true],
  ["qwen/other", [], false],
  ["other", [], false],
  ["org/other-7b", ["^other"], true],
  ["org/OTHER", ["^other"], true],
  ["org/other", ["org"], false],
  ["org/other", ["none", "*"], true],
  ["org/other", ["none", "never"], false],
  ["olmo-3-7b", [], true],
  ["olmo-3-7b-think", ["*"], false],
  ["allenai/OLMo-3-Think", ["*", "olmo"], false],
  [undefined, ["*"], false],
  [5, ["*"], false],
];

const gates: PiProperty = {
  name: "models-that-are-searched",
  *problems(pi) {
    for (const [model, grammarModels, searched] of MODELS)
      yield* inPi(pi, { settings: { ...RECOVER, grammarModels } }, (there) => [
        unlike(
          `${model} under ${grammarModels}`,
          searched ? 1 : 0,
          callsIn(there.says([text(LEAK)], { model })).length,
        ),
      ]);
  },
};

/** Text without a frame runs only where the schema of its tool takes it. */
const unframed: PiProperty = {
  name: "calls-without-a-frame",
  *problems(pi) {
    for (const [args, runs] of [
      [{ path: "p", content: "x" }, 1],
      [{ path: 5, content: "x" }, 0],
      [{ path: "p" }, 0],
    ] as const)
      yield* inPi(pi, { settings: RECOVER }, (there) => {
        const said = there.says([text(JSON.stringify({ name: "write", arguments: args }))]);
        return [unlike(`a call with ${JSON.stringify(args)}`, runs, callsIn(said).length)];
      });
  },
};

/** Messages. */
export const standInMessages: readonly PiProperty[] = Object.freeze([
  ...[seenBefore, ids, contextNotes, oddMessages, gates, unframed],
]);
