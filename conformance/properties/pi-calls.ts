/** Properties of the chapter `pi` about single calls: what runs, what the gates see, what the results keep. */
import fc from "fast-check";
import type { SessionAnswer } from "../../spec/contract.ts";
import type { Property } from "../property.ts";
import {
  call,
  inOneSession,
  notesIn,
  ofSession,
  printed,
  RECOVER,
  reply,
  text,
  turn,
  unreadable,
  word,
} from "./session-case.ts";

/** A call of every built-in under a name that it does not know, and what has to run. */
const ALIASED: readonly (readonly [tool: string, args: object, runs: object])[] = [
  ["read", { file_path: "w" }, { path: "w" }],
  ["write", { file_path: "w", text: "w" }, { path: "w", content: "w" }],
  [
    "edit",
    { file_path: "w", old_string: "a", new_string: "b" },
    { path: "w", edits: [{ oldText: "a", newText: "b" }] },
  ],
  ["bash", { cmd: "echo w" }, { command: "echo w" }],
  ["grep", { query: "w", directory: "w" }, { pattern: "w", path: "w" }],
  ["find", { glob: "*.w" }, { pattern: "*.w" }],
  ["ls", { directory: "w" }, { path: "w" }],
];
const filled = (value: unknown, name: string): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('w"', `${name}"`));
const TOOLS = ALIASED.map(([tool]) => tool);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const noteCounts = ({ results }: SessionAnswer): readonly number[] =>
  results.map((result) => notesIn(result.text));

/** What a model really runs with one repair or another, and what must be in the folder afterwards. */
const WRITES = fc.constantFrom<(name: string) => object>(
  (name) => ({ file_path: name, content: "x" }),
  (name) => ({ path: name, text: "x" }),
  (name) => ({ arguments: { path: name, content: "x" } }),
  (name) => ({ path: `[${name}](http://${name})`, content: "x" }),
);

export const callProperties: readonly Property[] = Object.freeze([
  ofSession(
    "pi",
    "pi/built-ins-wrapped/all-seven",
    "Every built-in runs with the right names, whichever names the model used.",
    word,
    (name) => ({
      files: { [name]: "a" },
      tools: TOOLS,
      turns: ALIASED.map(([tool, args], at) => turn(reply([call(tool, filled(args, name), `call_${at}`)]))),
      // Searching needs programs that may not be there; the arguments are known before.
      companions: [],
    }),
    ({ seen }, name) => {
      const wanted = ALIASED.map(([tool, , runs]) => [tool, filled(runs, name)]);
      const ran = seen.map(({ tool, args }) => [tool, JSON.parse(args) as unknown]);
      return [[same(ran, wanted), "a built-in was not repaired", ran]];
    },
  ),
  ofSession(
    "pi",
    "pi/repaired-executes/file-is-written",
    "A repaired write writes, with one note; a hopeless one beside it does not.",
    fc.tuple(word, word, WRITES),
    ([name, other, make]) => ({
      turns: [
        turn(
          reply([
            call("write", make(name), "call_1"),
            call("write", { path: other, content: null }, "call_2"),
          ]),
        ),
      ],
    }),
    (answer, [name, other]) => [
      [answer.files[name] === "x", "the repaired call did not run", answer.results],
      [!Object.hasOwn(answer.files, other), "the hopeless call ran", answer.files],
      [noteCounts(answer)[0] === 1, "there is not exactly one note", answer.results],
    ],
  ),
  ofSession(
    "pi",
    "pi/gates-still-apply/seen-is-what-runs",
    "A repaired, a recovered and a promoted call each pass the tool_call handlers with the arguments that run.",
    fc.tuple(word, word, word),
    ([one, two, three]) => ({
      model: "qwen3",
      settings: RECOVER,
      turns: [
        turn(
          reply([
            call("write", { file_path: one, content: "x" }, "call_1"),
            unreadable("write", JSON.stringify([{ path: two, content: "x" }]), "call_2"),
          ]),
          reply([text(printed("write", { path: three, content: "x" }))]),
        ),
      ],
    }),
    ({ seen, files }, names) => {
      const passed = seen.map(({ args }) => JSON.parse(args) as unknown);
      const wanted = names.map((name) => ({ path: name, content: "x" }));
      return [
        [same(passed, wanted), "the gates saw other arguments", passed],
        [names.every((name) => files[name] === "x"), "not all of them ran", files],
      ];
    },
  ),
  ofSession(
    "pi",
    "pi/gates-still-apply/blocked",
    "A gate blocks a repaired, a recovered and a promoted call.",
    fc.tuple(word, word, word),
    ([one, two, three]) => ({
      model: "qwen3",
      settings: RECOVER,
      companions: ["blocks"],
      turns: [
        turn(
          reply([
            call("write", { file_path: one, content: "x" }, "call_1"),
            unreadable("write", JSON.stringify([{ path: two, content: "x" }]), "call_2"),
          ]),
          reply([text(printed("write", { path: three, content: "x" }))]),
        ),
      ],
    }),
    ({ results, files }) => [
      [Object.keys(files).length === 0, "a blocked call ran", files],
      [
        results.length === 3 && results.every((result) => result.text === "blocked by a gate"),
        "a call did not reach the gate",
        results,
      ],
    ],
  ),
  ofSession(
    "pi",
    "pi/host-does-it/null-and-single",
    "An optional null and a single value for a list get no note, no record and no entry, and run.",
    fc.tuple(word, fc.integer({ min: 1, max: 9 })),
    ([name, limit]) => ({
      files: { [name]: "alpha" },
      turns: [
        turn(
          reply([call("read", { path: name, offset: null, limit }, "call_1")]),
          reply([call("edit", { path: name, edits: { oldText: "alpha", newText: "beta" } }, "call_2")]),
        ),
      ],
    }),
    (answer, [name]) => [
      [answer.files[name] === "beta", "a call did not run", answer.results],
      [same(noteCounts(answer), [0, 0]), "the model was scolded", answer.results],
      [answer.entries.length === 0, "an entry was kept", answer.entries],
      [!Object.hasOwn(answer.written, "telemetry.jsonl"), "it was recorded", answer.written],
    ],
  ),
  ofSession(
    "pi",
    "pi/feedback-by-identity/nested-and-slow",
    "Calls that a tool makes at once get their own notes although handlers finish in another order, and no entry.",
    fc.tuple(word, fc.shuffledSubarray(["path", "file_path", "filename", "target_file"], { minLength: 3 })),
    ([name, keys]) => ({
      files: { [name]: "x" },
      companions: ["nested", "slow"],
      turns: [
        turn(
          reply([
            call("outer", { calls: keys.map((key) => ({ name: "read", args: { [key]: name } })) }, "call_1"),
          ]),
        ),
      ],
    }),
    ({ results, entries, seenResults }, [, keys]) => {
      const lines = (results[0]?.text ?? "").split("\n");
      const right = keys.every((key, at) => {
        const line = lines[at] ?? "";
        return key === "path" ? notesIn(line) === 0 : notesIn(line) === 1 && line.includes(key);
      });
      return [
        [seenResults.length === keys.length + 1, "not every nested call ran", results],
        [right, "a nested call got another one's note", lines],
        [entries.length === 0, "an entry was kept for a nested call", entries],
      ];
    },
  ),
  ofSession(
    "pi",
    "pi/result-parts-kept/structure-details-image",
    "A note leaves structured content, details and image of a result where they are.",
    word,
    (name) => ({
      companions: ["rich"],
      turns: [turn(reply([unreadable("rich", JSON.stringify([{ path: name }]), "call_1")]))],
    }),
    ({ seenResults, results }) => {
      const seen = JSON.parse(seenResults[0] ?? "{}") as Readonly<Record<string, unknown>>;
      const whole = results[0]?.whole ?? "";
      return [
        [notesIn(results[0]?.text ?? "") === 1, "there is not exactly one note", results],
        [same(seen.structuredContent, { kept: "structure" }), "structured content is gone", seen],
        [same(seen.details, { kept: "details" }), "details are gone", seen],
        [whole.includes('"type":"image"') && whole.includes("shown"), "content is gone", whole],
      ];
    },
  ),
  ofSession(
    "pi",
    "pi/tool-owner/adapted-tool",
    "A tool that its owner adapted is repaired like a built-in; what cannot be repaired does not reach it.",
    fc.tuple(word, word),
    ([file, title]) => ({
      companions: ["adapted"],
      turns: [
        turn(
          reply([
            call("own", { files: JSON.stringify([file]), name: title }, "call_1"),
            call("own", { files: 5, title: null }, "call_2"),
          ]),
        ),
      ],
    }),
    ({ results, seen }, [file, title]) => [
      [
        results[0]?.text.includes(JSON.stringify({ files: [file], title })) === true,
        "it was not repaired",
        results,
      ],
      [seen.length === 1 && results[1]?.isError === true, "a hopeless call reached the tool", seen],
    ],
  ),
  inOneSession(
    ofSession(
      "pi",
      "pi/tool-owner/argument-text",
      "Argument text of an adapted tool is read as its owner says; where it cannot be read, pi's own words stand.",
      fc.tuple(word, word),
      ([file, title]) => ({
        companions: ["adapted"],
        turns: [
          turn(
            reply([
              unreadable("own", JSON.stringify([{ files: JSON.stringify([file]), name: title }]), "call_1"),
              unreadable("own", `{"files":["${file}`, "call_2"),
            ]),
          ),
        ],
      }),
      ({ results: [read, left] }, [file, title]) => [
        [read?.text.includes(JSON.stringify({ files: [file], title })) === true, "it was not read", read],
        [left?.isError === true && left.text.includes(file), "pi's own words are gone", left],
      ],
    ),
  ),
]);
