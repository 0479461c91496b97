/** The properties of the chapter `records`: what is written, where, and that nothing of it is the user's. */
import fc from "fast-check";
import type { SessionAnswer } from "../../spec/contract.ts";
import type { Property } from "../property.ts";
import { tableProperties } from "./records-tables.ts";
import { call, ofSession, printed, RECOVER, reply, text, turn, unreadable, word } from "./session-case.ts";

const words = (count: number) => fc.uniqueArray(word, { minLength: count, maxLength: count });

/** Everything that the layer wrote anywhere. */
const writtenBy = ({ written, entries, shown, stderr }: SessionAnswer): string =>
  [...Object.keys(written), ...Object.values(written), ...entries, ...shown, stderr].join("\n");

/** Each word stands where a user's or a model's own words can stand. */
function taintedTurns(w: readonly string[]) {
  const at = (index: number): string => w[index] ?? "";
  return [
    turn(
      reply([
        call("read", { file_path: at(0), [at(1)]: at(2) }, "call_1"),
        call("write", { path: at(3), content: null, [at(4)]: 1 }, "call_2"),
        call("edit", { path: at(0), edits: [{ old: at(5), new: at(6), [at(7)]: 2 }] }, "call_3"),
        call("bash", { cmd: `echo ${at(8)}` }, "call_4"),
        call(at(9), { path: at(10) }, "call_5"),
        unreadable("read", `{"path":"${at(11)}`, "call_6"),
        unreadable("bash", JSON.stringify(`echo ${at(12)}`), "call_7"),
      ]),
      reply([text(`${at(13)}.\n${printed("read", { path: at(0) })}`)]),
      reply([text(`${at(14)}.\n${printed(at(15), { [at(16)]: at(17) })}`)]),
    ),
    turn(reply([text(`${at(18)}.\n${printed("write", { path: at(19), content: at(20) })}`)], "length")),
    { command: "/repair-stats", choices: [] },
  ];
}

const linesOf = (file: string | undefined): readonly string[] =>
  (file ?? "").split("\n").filter((line) => line !== "");

interface Line {
  readonly tool?: unknown;
  readonly outcome?: unknown;
  readonly channel?: unknown;
}

const recordsOf = ({ written }: SessionAnswer): readonly Line[] =>
  linesOf(written["telemetry.jsonl"]).flatMap((line): readonly Line[] => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });

/** Settings of older times, or broken ones, and whether a printed call is run under them. */
const OLD_SETTINGS = fc.constantFrom<readonly [string, boolean]>(
  [JSON.stringify({ grammarRecovery: "recover" }), true],
  [JSON.stringify({ policyProfile: "recover", grammarAllowedTools: [] }), true],
  [JSON.stringify({ policyProfile: "recover", grammarAllowedTools: "read" }), false],
  [JSON.stringify({ policyProfile: "recover", grammarRecovery: "always" }), false],
  [JSON.stringify({ policyProfile: "boldest" }), false],
  [JSON.stringify({ grammarRecovery: "strip" }), false],
  ["{ broken", false],
  ["[]", false],
);

/** A session with one repaired call. */
const repairedRead = (name: string, environment: Record<string, string>) => ({
  environment,
  files: { [name]: "x" },
  turns: [turn(reply([call("read", { file_path: name }, "call_1")]))],
});

const AGES = [
  JSON.stringify({ ts: 1, tool: "find", outcome: "repaired", rules: ["renameAliasedField"] }),
  '{"ts":"torn',
  JSON.stringify({
    ts: "2026",
    outcome: "stripped",
    rules: ["grammarStrip"],
    channel: "message",
    grammar: "glm",
  }),
];

export const properties: readonly Property[] = Object.freeze([
  ...tableProperties,
  ofSession(
    "records",
    "records/value-free/taint",
    "No word of a call, a key, a path, an output or a message is in anything that the layer writes.",
    words(22),
    (w) => ({
      model: `/${w[21]}/qwen3`,
      settings: RECOVER,
      environment: { PI_TOOL_REPAIR_LOG: "1" },
      files: { [w[0] ?? "x"]: `text ${w[5]}` },
      turns: taintedTurns(w),
    }),
    (answer, w) => {
      const said = writtenBy(answer);
      const told = w.filter((one) => said.includes(one));
      return [
        [told.length === 0, "words of the user's were written", told],
        [recordsOf(answer).length >= 5, "hardly anything was recorded", answer.written],
      ];
    },
  ),
  ofSession(
    "records",
    "records/channels/both-and-old",
    "Calls and messages have a channel each; old and broken lines stay, and the report counts the old ones.",
    word,
    (name) => ({
      model: "qwen3",
      files: { [name]: "x" },
      telemetry: `${AGES.join("\n")}\n`,
      turns: [
        turn(reply([call("read", { file_path: name }, "call_1")])),
        turn(reply([text(`So.\n${printed("read", { path: name })}`)])),
        { command: "/repair-stats", choices: [] },
      ],
    }),
    (answer) => {
      const lines = linesOf(answer.written["telemetry.jsonl"]);
      const fresh = recordsOf(answer).slice(2);
      const report = answer.shown.join("\n");
      return [
        [AGES.every((line) => lines.includes(line)), "an old line is gone", lines],
        [
          fresh.some(
            ({ tool, outcome, channel }) =>
              tool === "read" && outcome === "repaired" && channel !== "message",
          ),
          "the repaired call is not on the tool channel",
          fresh,
        ],
        [
          fresh.some(({ outcome, channel }) => outcome === "stripped" && channel === "message"),
          "the stripped text is not on the message channel",
          fresh,
        ],
        [
          ["find", "read", "glm"].every((name) => report.includes(name)),
          "the report leaves something out",
          report,
        ],
      ];
    },
  ),
  ofSession(
    "records",
    "records/settings-migrate/safe-side",
    "Old settings keep their meaning, malformed ones the safe side, and the file stays as it is.",
    fc.tuple(word, OLD_SETTINGS),
    ([name, [settings]]) => ({
      model: "qwen3",
      settings,
      files: { [name]: "the content" },
      turns: [turn(reply([text(printed("read", { path: name }))]))],
    }),
    ({ results, written }, [, [settings, runs]]) => [
      [
        results.length === (runs ? 1 : 0),
        runs ? "the printed call did not run" : "the printed call ran",
        results,
      ],
      [written["settings.json"] === settings, "the settings file was rewritten", written],
    ],
  ),
  ofSession(
    "records",
    "records/environment/log",
    "LOG and DEBUG write a line without values.",
    fc.tuple(word, fc.constantFrom("LOG", "DEBUG")),
    ([name, variable]) => repairedRead(name, { [`PI_TOOL_REPAIR_${variable}`]: "1" }),
    ({ stderr, results }, [name]) => [
      [results[0]?.isError === false, "the call failed", results],
      [stderr !== "", "nothing was logged", stderr],
      [!stderr.includes(name), "the log holds a value", stderr],
    ],
  ),
  ofSession(
    "records",
    "records/environment/off",
    "TELEMETRY=off writes no record, and without LOG nothing is logged.",
    word,
    (name) => repairedRead(name, { PI_TOOL_REPAIR_TELEMETRY: "off" }),
    ({ stderr, written, results }) => [
      [results[0]?.isError === false, "the call failed", results],
      [stderr === "", "something was logged", stderr],
      [!Object.hasOwn(written, "telemetry.jsonl"), "it was recorded", Object.keys(written)],
    ],
  ),
  ofSession(
    "records",
    "records/disk-never-breaks/full-disk",
    "A call is repaired and runs where records cannot be written.",
    fc.tuple(word, fc.constantFrom("/dev/full", "/dev/null/none/telemetry.jsonl")),
    ([name, file]) => ({
      environment: { PI_TOOL_REPAIR_TELEMETRY: file },
      turns: [turn(reply([call("write", { file_path: name, content: "x" }, "call_1")]))],
    }),
    ({ files, results }, [name]) => [
      [files[name] === "x", "the call did not run", results],
      [results[0]?.isError === false, "its result is an error", results],
    ],
  ),
]);
