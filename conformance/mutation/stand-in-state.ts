/** What an instance keeps in a pi that stands in: notes by call and clock, indicators, and text while it streams. */
import { inPi, type PiProperty, printed, type StandIn, text, unlike } from "./stand-in.ts";

const notes = (texts: readonly string[]): number => texts.join("\n").split("<repair_note>").length - 1;
const told = (there: StandIn, args: object, id: string, more: object = {}): number =>
  notes(there.calls("read", args, id, more));
const start = (there: StandIn, args: object, id: string, tool = "read"): unknown =>
  there.emit("tool_execution_start", { toolName: tool, args, toolCallId: id });
const prepare = (there: StandIn, args: object, tool = "read"): unknown =>
  there.tools.get(tool)?.prepareArguments?.(args);
const result = (
  there: StandIn,
  id: string,
  more: object = {},
): { readonly content?: readonly unknown[] } | undefined =>
  there.emit("tool_result", { toolName: "read", toolCallId: id, content: [text("done")], ...more }) as
    | { readonly content?: readonly unknown[] }
    | undefined;

const identity: PiProperty = {
  name: "notes-by-identity",
  *problems(pi) {
    yield* inPi(pi, {}, function* (there) {
      const [one, other, plain] = [{ file_path: "p" }, { file_path: "p" }, { path: "p" }];
      start(there, one, "1");
      start(there, other, "2", "write");
      start(there, plain, "3");
      start(there, other, "4");
      for (const args of [other, plain, one]) prepare(there, args);
      yield unlike(
        "notes, by call",
        [1, 0, 0, 1],
        ["1", "2", "3", "4"].map((id) => result(there, id)?.content?.length ?? 1).map((length) => length - 1),
      );
      yield unlike("a note again", undefined, result(there, "1"));
      yield unlike("entries", 2, there.entries.length);
    });
    yield* inPi(pi, {}, function* (there) {
      start(there, { path: "p" }, "9");
      prepare(there, { file_path: "p" });
      yield unlike("a note of a call that nobody announced", undefined, result(there, "9"));
    });
    yield* inPi(pi, {}, function* (there) {
      const [note = ""] = there.calls("read", { file_path: "p", limit: "5" }, "1");
      yield note.includes("limit") ? `what pi converts by itself is told: ${note}` : undefined;
      yield unlike("its rules", ["preprocess.exact-alias"], there.records()[0]?.rules);
      yield unlike("its entry", "repaired", there.entries[0]?.kind);
    });
    for (const [model, stopReason, path] of [
      ["glm-5", "toolUse", "p"],
      ["qwen3", "toolUse", "^p$"],
      ["qwen3", "length", "^p$"],
    ])
      yield* inPi(pi, {}, function* (there) {
        there.says([], { model, stopReason });
        yield unlike(`a path of ${model}`, { path }, prepare(there, { path: "^p$" }));
        let read: unknown;
        try {
          read = there.tools.get("read")?.prepareArguments?.('{"path":"p"');
        } catch {
          read = "refused";
        }
        yield unlike(
          `text that stopped for ${stopReason}`,
          stopReason === "length" ? "refused" : { path: "p" },
          read,
        );
      });
    // A pi that says no id beforehand, or hands over a copy: the call is known by its tool and arguments then.
    yield* inPi(pi, {}, function* (there) {
      for (const args of [{ file_path: "p" }, { path: "p" }, { filename: "p" }]) prepare(there, args);
      for (const [id, path] of [
        ["1", "q"],
        ["2", "p"],
        ["3", "p"],
        ["4", "p"],
      ])
        there.emit("tool_call", { toolName: "read", input: { path }, toolCallId: id });
      const given = ["1", "2", "3", "4"].map((id) => JSON.stringify(result(there, id)?.content ?? []));
      yield unlike(
        "notes, first in, first out",
        ["", "file_path", "filename", ""],
        given.map((content) => /file_path|filename/.exec(content)?.[0] ?? ""),
      );
      yield unlike("entries", 2, there.entries.length);
    });
    for (const event of [
      "turn_end",
      "agent_end",
      "session_before_switch",
      "session_shutdown",
      "session_start",
    ])
      yield* inPi(pi, {}, function* (there) {
        prepare(there, { file_path: "p" });
        start(there, { path: "p" }, "1");
        there.emit(event);
        there.emit("tool_call", { toolName: "read", input: { path: "p" }, toolCallId: "1" });
        yield unlike(`a note after ${event}`, undefined, result(there, "1"));
      });
    for (const event of ["message_start", "message_end"])
      for (const role of ["assistant", "user"])
        yield* inPi(pi, {}, function* (there) {
          const args = { file_path: "p" };
          start(there, args, "1");
          prepare(there, args);
          there.emit(event, { message: { role, content: [], model: "m" } });
          yield unlike(`a note after ${event} of ${role}`, role === "user", result(there, "1") !== undefined);
        });
    yield* inPi(pi, {}, function* (there) {
      const nested = { file_path: "p" };
      yield unlike("a nested call", 1, told(there, nested, "1", { parentToolCallId: "0" }));
      yield unlike("its entries", [], there.entries);
      yield unlike("its records", 1, there.records().length);
      prepare(there, { file_path: "p" });
      there.emit("tool_call", { toolName: "read", input: { path: "p" }, toolCallId: "5" });
      yield unlike("a result of nothing", 1, result(there, "5", { content: undefined })?.content?.length);
    });
  },
};

const clocks: PiProperty = {
  name: "any-clock",
  *problems(pi) {
    for (const [jump, given] of [
      [0, 1],
      [300_000, 1],
      [300_001, 0],
      [-300_001, 0],
    ] as const) {
      let now = 1_800_000_000_000;
      yield* inPi(pi, { now: () => now }, function* (there) {
        const args = { file_path: "p" };
        start(there, args, "1");
        prepare(there, args);
        now += jump;
        yield unlike(`a note, ${jump} ms later`, given, (result(there, "1")?.content?.length ?? 1) - 1);
        yield unlike("its time", new Date(1_800_000_000_000).toISOString(), there.records()[0]?.ts);
      });
    }
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, 1e20, -1e20, 8.64e15 + 1])
      yield* inPi(pi, { now: () => now, log: true }, function* (there) {
        yield unlike(`at ${now}`, { path: "p" }, prepare(there, { file_path: "p" }));
        const [record] = there.records();
        yield unlike("its record", "repaired", record?.outcome);
        const ts = String(record?.ts);
        yield ts === "" || !Number.isNaN(Date.parse(ts)) ? undefined : `its time is ${ts}`;
      });
  },
};

const bounded: PiProperty = {
  name: "announcements-are-bounded",
  *problems(pi) {
    yield* inPi(pi, {}, function* (there) {
      const calls = Array.from({ length: 513 }, (_, at) => ({ args: { file_path: "p" }, id: `c${at}` }));
      for (const { args, id } of calls) start(there, args, id);
      const noted = (at: number): boolean => {
        prepare(there, calls[at]?.args ?? {});
        return result(there, `c${at}`) !== undefined;
      };
      yield unlike("the last, the second, the first of 513", [true, true, false], [512, 1, 0].map(noted));
    });
  },
};

interface Drawn {
  render(width: number): readonly string[];
}
/** pi's own throws as well where it has no such colour. */
const THEME = {
  fg: (colour: string, line: string): string => {
    if (colour === "") throw new Error("an unknown colour");
    return line;
  },
};
const linesOf = (there: StandIn, data: unknown): readonly string[] | undefined =>
  (there.renderer?.({ data }, {}, THEME) as Drawn | undefined)?.render(200).map((line) => line.trim());

const indicators: PiProperty = {
  name: "indicators",
  *problems(pi) {
    const other = { kind: "repaired", tool: "read", rules: ["preprocess.exact-alias"] };
    for (const [settings, shown] of [
      [{}, 1],
      [{ showNotes: true }, 2],
      [{ showNotes: true, showIndicator: false }, 0],
      [{ showIndicator: false }, 0],
    ] as const)
      yield* inPi(pi, { settings }, function* (there) {
        told(there, { file_path: "p" }, "1");
        const lines = linesOf(there, there.entries[0]);
        yield unlike(`lines under ${JSON.stringify(settings)}`, shown, lines?.length ?? 0);
        yield shown < 2 || lines?.[1]?.includes("`file_path`") ? undefined : `the note is ${lines?.[1]}`;
        yield unlike("of another run", Math.min(shown, 1), linesOf(there, other)?.length ?? 0);
        for (const data of [undefined, null, 5, "x", {}, { rules: 5 }])
          yield unlike("what is no entry", undefined, linesOf(there, data));
      });
    yield* inPi(pi, { settings: { showNotes: true } }, function* (there) {
      there.says([text(`So.\n${printed("write", { path: "p", content: "x" })}`)]);
      yield unlike("before the message is over", [], there.entries);
      there.emit("turn_end");
      yield unlike(
        "an entry of a cut call",
        [["stripped", "write"]],
        there.entries.map(({ kind, tool }) => [kind, tool]),
      );
      yield unlike("its lines", 1, linesOf(there, there.entries[0])?.length);
    });
    yield* inPi(pi, { settings: { policyProfile: "recover" } }, function* (there) {
      const { content } = there.says([text(printed("write", { path: "p", content: "x" }))]);
      const [call] = (content as readonly { readonly id?: string; readonly arguments?: object }[]).filter(
        ({ id }) => id !== undefined,
      );
      yield unlike("before it runs", [], there.entries);
      const [note = ""] = there.calls("write", call?.arguments ?? {}, call?.id ?? "");
      yield notes([note]) === 1 && note.includes('"write"') && note.includes("qwen")
        ? undefined
        : `its note is ${note}`;
      yield unlike(
        "an entry of a recovered call",
        [["recovered", "write"]],
        there.entries.map(({ kind, tool }) => [kind, tool]),
      );
    });
  },
};

const LEAK = printed("read", { path: "p" });
const STREAMED = `I look.\n${LEAK}`;

/** What is drawn of a text as it grows, a character at a time. */
function drawn(there: StandIn, whole: string, how: object = { isStreaming: true }): readonly string[] {
  const run = there.transformers[0]?.run ?? ((markdown: string) => markdown);
  return Array.from(whole, (_, at) => run(whole.slice(0, at + 1), how));
}

const streaming: PiProperty = {
  name: "text-while-it-streams",
  *problems(pi) {
    const cuts = (there: StandIn, whole = STREAMED): boolean => {
      const shown = drawn(there, whole);
      return !shown.some((visible) => visible.includes("tool_call"));
    };
    const begins = (there: StandIn, model = "qwen3"): unknown =>
      there.emit("message_start", { message: { role: "assistant", model, content: [] } });
    for (const [settings, model, cut] of [
      [{}, "qwen3", true],
      [{ policyProfile: "recover" }, "qwen3", true],
      [{ policyProfile: "conservative" }, "qwen3", false],
      [{ grammarRecovery: "off" }, "qwen3", false],
      [{ grammarRecovery: "observe" }, "qwen3", false],
      [{ policyProfile: "conservative", grammarRecovery: "strip" }, "qwen3", true],
      [{}, "scripted", false],
      [{ grammarModels: ["scripted"] }, "scripted", true],
      [{ grammars: ["kimi"] }, "qwen3", false],
      [{ grammars: ["qwen"] }, "qwen3", true],
    ] as const)
      yield* inPi(pi, { settings }, (there) => {
        begins(there, model);
        return [
          unlike("what is drawn so", ["assistant"], there.transformers[0]?.types),
          unlike(`cut under ${JSON.stringify(settings)} of ${model}`, cut, cuts(there)),
          unlike("prose", "I look.", drawn(there, "I look. ").at(-1)?.trim()),
          unlike("a text that has ended", STREAMED, drawn(there, STREAMED, { isStreaming: false }).at(-1)),
        ];
      });
    const launch = `I look.\n${printed("launch", { path: "p" })}\n\nSo it goes on. `;
    for (const unknownGrammarText of ["preserve", "strip"])
      yield* inPi(pi, { settings: { unknownGrammarText } }, (there) => {
        begins(there);
        return [
          unlike(
            `a call of no tool, ${unknownGrammarText}`,
            unknownGrammarText === "strip",
            cuts(there, launch),
          ),
        ];
      });
    yield* inPi(pi, {}, function* (there) {
      begins(there);
      const run = there.transformers[0]?.run ?? ((markdown: string) => markdown);
      const draw = (markdown: string): string => run(markdown, { isStreaming: true }).trimEnd();
      const parts = Array.from({ length: 8 }, (_, at) => `${at} is said. `);
      for (const part of parts) draw(part);
      yield unlike(
        "texts side by side",
        parts.map((part) => `${part}Then more.`),
        parts.map((part) => draw(`${part}Then more.`)),
      );
      yield unlike("a text that is drawn again", `${parts[7]}Then more.`, draw(`${parts[7]}Then more.`));
      begins(there);
      yield unlike("another message", "0 is another.", draw("0 is another. "));
    });
    yield* inPi(pi, {}, function* (there) {
      begins(there);
      yield unlike("what is said before it", "I look.", drawn(there, "I look.\n").at(-1)?.trim());
      void there.sets("grammars=kimi");
      begins(there);
      yield unlike("the same text once its family is switched off", false, cuts(there));
    });
    // What is known of the tools decides about text that has no frame.
    const bare = JSON.stringify({ name: "read", arguments: { path: "p" } });
    yield* inPi(pi, {}, (there) => {
      begins(there);
      return [unlike("a call without a frame", "", drawn(there, bare).at(-1))];
    });
  },
};

/** State. */
export const standInState: readonly PiProperty[] = Object.freeze([
  ...[identity, clocks, bounded, indicators, streaming],
]);
