/** Properties of `pi/commands`: what can be set, what the report counts, and how the indicators of any age are drawn. */
import fc from "fast-check";
import type { SessionAnswer } from "../../spec/contract.ts";
import { asOneCase, type Property } from "../property.ts";
import { call, type Expectation, ofRows, ofSession, reply, turn } from "./session-case.ts";

const READ = turn(reply([call("read", { file_path: "a.txt" }, "call_1")]));
const FILES = { "a.txt": "x" };

/** What a text says, read as JSON; undefined where it is none. */
function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

interface Chosen {
  readonly policyProfile: string;
  readonly grammarRecovery: string;
  readonly unknownGrammarText: string;
  readonly showIndicator: boolean;
  readonly showNotes: boolean;
}

/** Values other than the defaults as often as not. */
const chosen: fc.Arbitrary<Chosen> = fc.record({
  policyProfile: fc.constantFrom("conservative", "adaptive", "recover"),
  grammarRecovery: fc.constantFrom("off", "observe", "strip", "recover"),
  unknownGrammarText: fc.constantFrom("preserve", "strip"),
  showIndicator: fc.boolean(),
  showNotes: fc.boolean(),
});

const settingsByName = ofSession(
  "pi",
  "pi/commands/settings-by-name",
  "Each of the five settings is set by its name, holds at once and is in the file; what is unknown changes nothing.",
  chosen,
  (wanted) => ({
    settings: JSON.stringify({ later: { kept: true } }),
    files: FILES,
    turns: [
      {
        command: `/repair-settings ${Object.entries(wanted)
          .map(([name, value]) => `${name}=${value}`)
          .join(" ")}`,
      },
      { command: "/repair-settings policyProfile=boldest" },
      { command: "/repair-settings showNotes=true colour=red" },
      READ,
    ],
  }),
  ({ written, results, indicators }, wanted) => {
    const saved = Object(jsonIn(written["settings.json"])) as Readonly<Record<string, unknown>>;
    const record = Object(jsonIn(written["telemetry.jsonl"])) as Readonly<Record<string, unknown>>;
    const own = Object.entries(wanted).filter(([name, value]) => saved[name] !== value);
    return [
      [own.length === 0, "the file says something else", written],
      [JSON.stringify(saved.later) === '{"kept":true}', "something else of the file is gone", written],
      [results[0]?.isError === false, "the call did not run", results],
      [record.profile === wanted.policyProfile, "the profile does not hold", record],
      [indicators.length > 0 === wanted.showIndicator, "the indicator is not as it was set", indicators],
    ];
  },
);

interface Shown {
  readonly settings: object;
  readonly lines: "none" | "one" | "notes";
}

const SHOWN: readonly Shown[] = Object.freeze<Shown[]>([
  { settings: {}, lines: "one" },
  { settings: { showIndicator: true, showNotes: false }, lines: "one" },
  { settings: { showIndicator: false, showNotes: true }, lines: "none" },
  { settings: { showNotes: true }, lines: "notes" },
]);

/** Words of a text, without what wraps and frames them. */
const wordsOf = (text: string): string => text.replaceAll(/<\/?repair_note>|[\s\-*·]+/g, " ").trim();

/** The first words of a note. */
const beginOf = (note: string): string => wordsOf(note).split(" ").slice(0, 3).join(" ");

const indicatorSettings = ofRows<Shown>(
  "pi",
  "pi/commands/indicator-settings",
  "The indicator shows unless it is switched off, and the notes of the model only where they are asked for.",
  SHOWN,
  ({ settings }) => ({ settings: JSON.stringify(settings), files: FILES, turns: [READ] }),
  ({ indicators, results, entries }, { lines }) => {
    const note = /<repair_note>([\s\S]*?)<\/repair_note>/.exec(results[0]?.text ?? "")?.[1];
    const drawn = indicators.map((one) => wordsOf(one.lines.join(" ")));
    return [
      [entries.length === 1, "there is not one entry", entries],
      [
        indicators.length === (lines === "none" ? 0 : 5),
        "it is drawn although it should not, or the reverse",
        indicators,
      ],
      [drawn.every((said) => said.includes("🔨 ✓")), "it is another indicator", indicators],
      [
        // Whether there is a note at all, and what it says, is another requirement's.
        note === undefined || drawn.every((said) => said.includes(beginOf(note)) === (lines === "notes")),
        lines === "notes" ? "the note is not shown" : "the note is shown",
        [note, indicators],
      ],
    ];
  },
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may reach a terminal
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const olderEntries = ofSession<null>(
  "pi",
  "pi/commands/older-entries",
  "Entries of other ages are drawn with what they have, at any width, and what is none is not drawn.",
  fc.constant(null),
  () => ({ companions: ["older"], turns: [turn()] }),
  ({ indicators, errors }): readonly Expectation[] => {
    const widest = indicators.filter(({ width }) => width === 120).map(({ lines }) => lines.join(" "));
    const parts = [
      ["input repaired", "renameAliasedField", "torn"],
      ["recovered", "grammarRecovery:qwen", "read"],
      ["removed", "grammarStrip", "write"],
      ["input repaired", "later"],
    ];
    return [
      [errors.length === 0, "an entry is too much for it", errors],
      [widest.length === parts.length, "it does not draw the four that are entries", widest],
      [
        parts.every((own, index) => own.every((part) => widest[index]?.includes(part))),
        "it does not draw what an entry has",
        widest,
      ],
      [
        !indicators.some(({ lines }) => lines.some((line) => CONTROL.test(line))),
        "a control code is drawn",
        indicators,
      ],
    ];
  },
);

const RECORD = { ts: "2026-01-02T03:04:05.678Z", rules: ["renameAliasedField"] };
const of = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify({ ...RECORD, ...record })}\n`).join("");

interface Report {
  readonly telemetry: string;
  /** What some line has to say, a name first. */
  readonly counts: readonly (readonly string[])[];
  readonly never?: readonly string[];
}

const REPORTS: readonly Report[] = Object.freeze<Report[]>([
  {
    telemetry: of(
      { tool: "read", model: "m1", outcome: "repaired" },
      { tool: "read", model: "m2", outcome: "repaired", channel: "tool" },
      { tool: "read", model: "m2", outcome: "unrepairable", rules: [] },
      {
        tool: "bash",
        model: "m2",
        outcome: "recovered",
        channel: "tool",
        grammar: "glm",
        rules: ["grammarRecovery:glm"],
      },
    ),
    counts: [
      ["read", "2 repaired", "1 unrepairable"],
      ["bash", "1 recovered"],
      ["m1", "1 repaired"],
      ["m2", "1 repaired", "1 unrepairable", "1 recovered"],
      ["glm", "1 recovered"],
      ["renameAliasedField", "2"],
      ["grammarRecovery:glm", "1"],
    ],
  },
  {
    telemetry: of(
      { model: "m3", outcome: "stripped", channel: "message", grammar: "qwen", rules: ["grammarStrip"] },
      { model: "m3", outcome: "observed", channel: "message", grammar: "qwen", rules: ["grammarObserve"] },
      { model: "m3", outcome: "stripped", channel: "message", grammar: "kimi", rules: ["grammarStrip"] },
    ),
    counts: [
      ["m3", "2 stripped", "1 observed"],
      ["qwen", "1 stripped", "1 observed"],
      ["kimi", "1 stripped"],
      ["grammarStrip", "2"],
      ["grammarObserve", "1"],
    ],
    never: ["unknown"],
  },
  {
    telemetry: `${of({ ts: 1, tool: "find", outcome: "repaired" })}{"ts":"torn\n\n42\nnull\n${of({ tool: "ls", outcome: "later" })}`,
    counts: [["find", "1 repaired"], ["renameAliasedField", "1"], ["4"]],
    never: ["ls"],
  },
]);

/** The lines of an answer that names all of these, each number as a whole. */
function says(lines: readonly string[], [name = "", ...counts]: readonly string[]): boolean {
  const has = (line: string, part: string): boolean =>
    line
      .split(part)
      .slice(0, -1)
      .some((_, index, before) => {
        const left =
          before
            .slice(0, index + 1)
            .join(part)
            .at(-1) ?? "";
        const right = line.slice(before.slice(0, index + 1).join(part).length + part.length).at(0) ?? "";
        return !/[\w:.-]/.test(left) && !/\w/.test(right);
      });
  return lines.some((line) => has(line, name) && counts.every((count) => has(line, count)));
}

const reportCounts = ofRows<Report>(
  "pi",
  "pi/commands/report-counts",
  "The report counts outcomes by tool and model, grammar events by family and rules, of both channels and of old records.",
  REPORTS,
  ({ telemetry }) => ({ telemetry, turns: [{ command: "/repair-stats", choices: [] }] }),
  (
    { shown, written, commands }: SessionAnswer,
    { telemetry, counts, never = [] },
  ): readonly Expectation[] => {
    const lines = shown.join("\n").split("\n");
    const missing = counts.find((parts) => !says(lines, parts));
    return [
      [missing === undefined, `it does not say ${missing?.join(", ")}`, lines],
      [!never.some((word) => shown.join("\n").includes(word)), "it counts what is not there", lines],
      [shown.join("").trim() !== "", "it says nothing", shown],
      [
        ["repair-settings", "repair-stats"].every((name) => (commands[name] ?? "").trim() !== ""),
        "pi offers a command without a word on it",
        commands,
      ],
      [written["telemetry.jsonl"] === telemetry, "the records were changed", written],
    ];
  },
);

export const commandProperties: readonly Property[] = Object.freeze([
  settingsByName,
  indicatorSettings,
  asOneCase(olderEntries),
  reportCounts,
]);
