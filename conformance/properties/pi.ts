/** The properties of the chapter `pi`: an extension in the real loop of pi. */
import fc from "fast-check";
import pinned from "../../spec/tools/1.6.0.json" with { type: "json" };
import type { Property } from "../property.ts";
import { callProperties } from "./pi-calls.ts";
import { commandProperties } from "./pi-commands.ts";
import { eventProperties } from "./pi-events.ts";
import { leakProperties } from "./pi-leaks.ts";
import { messageProperties } from "./pi-messages.ts";
import { noteProperties } from "./pi-notes.ts";
import { call, notesIn, ofSession, printed, RECOVER, reply, text, turn, word } from "./session-case.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: what colours a line takes no room in it
const COLOUR = /\u001b\[[0-9;]*m/gu;
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;

/** Columns that a line takes in a terminal. */
const columns = (line: string): number =>
  [...line.replaceAll(COLOUR, "")].reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0);

/** The oldest pi that is promised; a run in which it is not at hand does not judge it. */
const OLDEST = "0.80.6";

/** A session in a given pi, which loads the extension from its file as a user's pi does. */
const inVersion = (name: string, version: string): Property =>
  ofSession(
    "pi",
    `pi/every-supported-version/${name}`,
    `In pi ${version} calls are repaired and noted, printed ones run, and hopeless ones do not.`,
    fc.tuple(word, word, word),
    ([one, two, three]) => ({
      pi: version,
      model: "qwen3",
      settings: RECOVER,
      turns: [
        turn(
          reply([
            call("write", { file_path: one, text: "x" }, "call_1"),
            call("write", { arguments: { path: two, content: "x" } }, "call_2"),
            call("write", { path: three, content: null }, "call_3"),
          ]),
          reply([text(printed("write", { path: three, content: "y" }))]),
        ),
      ],
    }),
    ({ pi, files, results }, [one, two, three]) => [
      [pi === version, "it ran in another pi", pi],
      [files[one] === "x" && files[two] === "x", "a repaired call did not run", results],
      [files[three] === "y", "the printed call did not run, or the hopeless one did", files],
      [results.map((result) => notesIn(result.text)).join() === "1,1,0,1", "notes went astray", results],
    ],
  );

const sessionProperties: readonly Property[] = Object.freeze([
  ofSession(
    "pi",
    "pi/no-tool-activated/same-set",
    "The tools that are active are those that are active without the extension.",
    // Mostly none are named: only then are there tools beside the active ones.
    fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 4 },
      {
        arbitrary: fc.subarray(["read", "bash", "edit", "write", "grep", "find", "ls"], { minLength: 1 }),
        weight: 1,
      },
    ),
    (tools) => ({ turns: [{ reload: true }], ...(tools === undefined ? {} : { tools }) }),
    ({ activeTools, activeToolsAlone }) => [
      [activeTools.join() === activeToolsAlone.join(), "the set changed", [activeToolsAlone, activeTools]],
    ],
  ),
  ofSession(
    "pi",
    "pi/one-instance/after-reload",
    "After reloads a call is repaired, noted, recorded and shown once.",
    fc.tuple(word, fc.integer({ min: 1, max: 2 })),
    ([name, reloads]) => ({
      files: { [name]: "x" },
      turns: [
        ...Array.from({ length: reloads }, () => ({ reload: true }) as const),
        turn(reply([call("read", { file_path: name }, "call_1")])),
      ],
    }),
    ({ results, entries, written }) => [
      [notesIn(results[0]?.text ?? "") === 1, "there is not exactly one note", results],
      [entries.length === 1, "there is not exactly one entry", entries],
      [
        (written["telemetry.jsonl"] ?? "").split("\n").length === 2,
        "there is not exactly one record",
        written,
      ],
    ],
  ),
  ofSession(
    "pi",
    "pi/headless/no-terminal",
    "Without a user interface commands end, nothing is written to the terminal, and calls are repaired.",
    word,
    (name) => ({
      model: "qwen3",
      files: { [name]: "x" },
      turns: [
        { command: "/repair-settings" },
        { command: "/repair-stats" },
        turn(
          reply([call("read", { file_path: name }, "call_1")]),
          reply([text(`So.\n${printed("read", { path: name })}`)]),
        ),
      ],
    }),
    ({ results, stdout, stderr }) => [
      [results[0]?.isError === false, "the call did not run", results],
      [stdout === "" && stderr === "", "something was written to the terminal", [stdout, stderr]],
    ],
  ),
  ofSession(
    "pi",
    "pi/commands/stats-and-indicators",
    "The report names tool, model, rule and family; indicators survive a reload and fit every width.",
    word,
    (name) => ({
      model: "qwen3-coder",
      files: { [name]: "x" },
      turns: [
        turn(
          reply([call("read", { file_path: name, arguments: 1 }, "call_1")]),
          reply([text(`So.\n${printed("read", { path: name })}`)]),
        ),
        { reload: true },
        { command: "/repair-settings", choices: [] },
        { command: "/repair-stats", choices: [] },
      ],
    }),
    ({ shown, indicators, entries }) => {
      const report = shown.join("\n");
      const tooWide = indicators.flatMap(({ width, lines }) =>
        lines.filter((line) => columns(line) > width).map((line) => [width, line]),
      );
      const rules = entries.flatMap(
        (entry) => (JSON.parse(entry) as { rules?: readonly string[] }).rules ?? [],
      );
      return [
        [
          ["read", "qwen3-coder", "qwen", "repaired", "stripped"].every((name) => report.includes(name)),
          "the report leaves something out",
          report,
        ],
        [rules.length > 0 && report.includes(rules[0] ?? ""), "the report has no rule tally", report],
        [new Set(indicators.map(({ width }) => width)).size === 5, "no indicator is drawn", indicators],
        [
          indicators.some(({ lines }) => lines.join(" ").includes("🔨 ✓")),
          "the indicator is another one",
          indicators,
        ],
        [tooWide.length === 0, "a line does not fit", tooWide],
      ];
    },
  ),
  ofSession(
    "pi",
    "pi/stale-context/nothing-throws",
    "With a stale context and without tool lists nothing throws, repaired calls run, and no printed call does.",
    fc.tuple(word, word),
    ([name, other]) => ({
      stale: true,
      model: "qwen3",
      settings: RECOVER,
      turns: [
        turn(
          reply([call("write", { file_path: name, content: "x" }, "call_1")]),
          reply([text(printed("write", { path: other, content: "x" }))]),
        ),
      ],
    }),
    ({ files, results }, [name, other]) => [
      [files[name] === "x", "the repaired call did not run", results],
      [!Object.hasOwn(files, other), "the printed call ran", files],
    ],
  ),
  inVersion("oldest", OLDEST),
  inVersion("newest", pinned.pi),
  ofSession(
    "pi",
    "pi/conflict-reported/foreign-read",
    "A built-in that somebody else provides is named once, and its calls get no notes.",
    word,
    (name) => ({
      companions: ["owns-read"],
      turns: [
        turn(reply([call("read", { path: name }, "call_1"), call("read", { file_path: name }, "call_2")])),
        { command: "/repair-stats", choices: [] },
      ],
    }),
    ({ results, shown }) => {
      const named = shown.filter((line) => line.includes("read"));
      return [
        [results.every((result) => notesIn(result.text) === 0), "its calls get notes", results],
        [named.length === 1, "it is not named once", shown],
      ];
    },
  ),
]);

export const properties: readonly Property[] = Object.freeze([
  ...callProperties,
  ...messageProperties,
  ...noteProperties,
  ...eventProperties,
  ...leakProperties,
  ...sessionProperties,
  ...commandProperties,
]);
