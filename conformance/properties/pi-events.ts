/** Properties of what is kept of each kind of event: one record, one log line, one indicator, one note. */
import fc from "fast-check";
import type { SessionAnswer } from "../../spec/contract.ts";
import type { Property } from "../property.ts";
import {
  call,
  inOneSession,
  ofSession,
  printed,
  RECOVER,
  reply,
  text,
  turn,
  unreadable,
  word,
} from "./session-case.ts";

const WIDEST = 120;

interface Kept {
  readonly ts?: unknown;
  readonly tool?: unknown;
  readonly model?: unknown;
  readonly outcome?: unknown;
  readonly channel?: unknown;
  readonly grammar?: unknown;
  readonly profile?: unknown;
  readonly rules?: readonly unknown[];
  readonly stages?: readonly unknown[];
  readonly issues?: unknown;
  readonly fingerprint?: unknown;
}

const recordsOf = ({ written }: SessionAnswer): readonly Kept[] =>
  (written["telemetry.jsonl"] ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Kept);

/** Rows in no order that matters. */
const sorted = (rows: readonly (readonly unknown[])[]): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).sort());

/** One event of each kind: repaired twice, refused twice, recovered, cut, and only seen. */
const turnsOf = (name: string, other: string) => [
  turn(
    reply([
      call("read", { file_path: name }, "call_1"),
      call("write", { path: other, content: null }, "call_2"),
      unreadable("read", JSON.stringify([{ path: name }]), "call_3"),
      unreadable("write", `{"path":"${other}`, "call_4"),
    ]),
    reply([text(printed("read", { path: name }))]),
  ),
  turn(
    reply([
      text(`So.\n${printed("write", { path: other, content: "x" })}`),
      call("bash", { cmd: "true" }, "call_5"),
    ]),
  ),
  turn(reply([text(`You would write ${printed("read", { path: name })} here.`)])),
];

const everyEvent = ([name, other]: readonly [string, string]) => ({
  model: "qwen3",
  settings: RECOVER,
  environment: { PI_TOOL_REPAIR_LOG: "1" },
  files: { [name]: "x" },
  turns: turnsOf(name, other),
});

/** Tool, outcome, channel and family of each of them. */
const WANTED = [
  ["read", "repaired", "tool", ""],
  ["read", "repaired", "tool", ""],
  ["bash", "repaired", "tool", ""],
  ["write", "unrepairable", "tool", ""],
  ["write", "unrepairable", "tool", ""],
  ["read", "recovered", "tool", "qwen"],
  ["", "stripped", "message", "qwen"],
  ["", "observed", "message", "qwen"],
] as const;

const RULES: Readonly<Record<string, readonly string[]>> = {
  recovered: ["grammarRecovery:qwen"],
  stripped: ["grammarStrip"],
  observed: ["grammarObserve"],
  unrepairable: [],
};

function wrongRecord({ outcome, rules = [], ...kept }: Kept): boolean {
  const wanted = RULES[String(outcome)];
  const isNow = Math.abs(Date.parse(String(kept.ts)) - Date.now()) < 600_000;
  const judged = outcome === "repaired" || outcome === "unrepairable";
  return (
    (wanted === undefined ? rules.length === 0 : JSON.stringify(rules) !== JSON.stringify(wanted)) ||
    !isNow ||
    kept.stages?.every((stage) => typeof stage === "string") === false ||
    kept.model !== "qwen3" ||
    kept.profile !== "recover" ||
    (outcome === "unrepairable" && !/^[0-9a-f]{8}$/.test(String(kept.fingerprint))) ||
    (outcome === "unrepairable" && String(kept.issues ?? "") === "") ||
    (judged && (kept.stages?.length === 0) !== (outcome === "unrepairable"))
  );
}

const widest = ({ indicators }: SessionAnswer): readonly string[] =>
  indicators.filter(({ width }) => width === WIDEST).map(({ lines }) => lines.join(" "));

/** What is drawn of calls that ran otherwise than they came, and of one that did not run. */
const DRAWN: readonly (readonly [tool: string, rule: string, repaired: boolean])[] = [
  ["read", "preprocess.exact-alias", true],
  ["read", "envelope.unwrap-singleton-object-array", true],
  ["bash", "preprocess.exact-alias", true],
  ["read", "grammarRecovery:qwen", false],
  ["write", "grammarStrip", false],
];

function drawnRight(lines: readonly string[]): boolean {
  const left = [...lines];
  return (
    lines.length === DRAWN.length &&
    DRAWN.every(([tool, rule, repaired]) => {
      const at = left.findIndex(
        (line) =>
          line.includes("🔨 ✓") &&
          line.includes(rule) &&
          line.includes(tool) &&
          line.includes("input repaired") === repaired,
      );
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
  );
}

const drawn: readonly Property[] = [
  ofSession(
    "records",
    "records/channels/each-kind-of-event",
    "Each decision about a call or a printed one is one record, with its outcome, channel, rules and family.",
    fc.tuple(word, word),
    everyEvent,
    (answer) => {
      const records = recordsOf(answer);
      const rows = records.map(({ tool = "", outcome, channel = "tool", grammar = "" }) => [
        ...[tool, outcome, channel, grammar],
      ]);
      return [
        [sorted(rows) === sorted(WANTED), "the records are others", rows],
        [!records.some(wrongRecord), "a field of a record is wrong", records.filter(wrongRecord)],
      ];
    },
  ),
  ofSession(
    "records",
    "records/environment/a-line-for-each-decision",
    "With LOG each decision is one line, which says what was decided and of which tool or family.",
    fc.tuple(word, word),
    everyEvent,
    ({ stderr }) => {
      const logged = stderr
        .split("\n")
        .filter((line) => WANTED.some(([, outcome]) => line.includes(outcome)));
      const says = (line: string, [tool, outcome, , family]: (typeof WANTED)[number]): boolean =>
        line.includes(outcome) && line.includes(tool === "" ? family : tool);
      return [
        [logged.length === WANTED.length, "there is not one line for each", logged],
        [
          WANTED.every((wanted) => logged.some((line) => says(line, wanted))),
          "a decision is not told",
          logged,
        ],
      ];
    },
  ),
  ofSession(
    "pi",
    "pi/commands/each-kind-of-indicator",
    "An indicator tells what ran repaired, what ran although it was printed, and what was cut and did not run.",
    fc.tuple(word, word),
    everyEvent,
    (answer) => {
      const lines = widest(answer);
      return [[drawnRight(lines), "the indicators are others", lines]];
    },
  ),
];

/** Every kind of event, in a session. */
export const eventProperties: readonly Property[] = Object.freeze(drawn.map(inOneSession));
