/** What the documentation of the extension promises of its report, its indicator's words and its telemetry file. */
import type { SessionCall } from "../../spec/contract.ts";
import { recordsIn } from "../properties/records-tables.ts";
import { call, ofRows, ofSession, reply, turn } from "../properties/session-case.ts";
import type { Property } from "../property.ts";
import { LOGGED, NOTHING_DRAWN } from "./extension-words.ts";

const FILE = "tool-repair/telemetry.jsonl";
const STATS = { command: "/repair-stats", choices: [] };
const read = (id: string) => turn(reply([call("read", { file_path: "a.txt" }, id)]));

const line = (record: object): string => JSON.stringify({ ts: "2026", ...record });

const MANY = [
  line({ tool: "write", model: "m2", outcome: "unrepairable", rules: [] }),
  line({ tool: "read", model: "m1", outcome: "repaired", rules: ["b.two", "a.one"] }),
  line({ tool: "read", model: "m1", outcome: "unrepairable", rules: [] }),
  "{ torn",
  line({ tool: "read", model: "m1", outcome: "repaired", rules: ["a.one"], channel: "tool" }),
  "   ",
  line({ tool: "ls", outcome: "repaired", rules: ["c.three", 5, null] }),
  line({
    tool: "bash",
    model: "m2",
    outcome: "recovered",
    rules: ["d.four"],
    channel: "tool",
    grammar: "glm",
  }),
  line({ tool: 5, model: 5, outcome: "repaired", rules: "x", channel: 5, grammar: 5 }),
  line({
    tool: "find",
    model: "m0",
    outcome: "stripped",
    rules: ["grammarStrip"],
    channel: "message",
    grammar: "qwen",
  }),
  line({
    tool: "find",
    model: "m1",
    outcome: "observed",
    rules: ["grammarObserve"],
    channel: "message",
    grammar: "qwen",
  }),
  line({ model: "m1", outcome: "observed", channel: "message", grammar: "dsml" }),
  "null",
  line({ tool: "read", outcome: "later" }),
  line({ tool: `a\u001b<b>${"c".repeat(80)}`, model: "m1", outcome: "repaired", rules: [] }),
];

type Report = readonly [telemetry: string, report: readonly string[]];
const REPORTS: readonly Report[] = Object.freeze<Report[]>([
  [
    MANY.join("\n"),
    [
      "Tool repair: 8 calls, 3 grammar events in messages",
      "",
      "By tool",
      "  read: 2 repaired, 1 unrepairable",
      `  a\ufffd‹b›${"c".repeat(55)}…: 1 repaired`,
      "  bash: 1 recovered",
      "  ls: 1 repaired",
      "  unknown: 1 repaired",
      "  write: 1 unrepairable",
      "",
      "By model",
      "  m1: 3 repaired, 2 observed, 1 unrepairable",
      "  m2: 1 recovered, 1 unrepairable",
      "  unknown: 2 repaired",
      "  m0: 1 stripped",
      "",
      "Grammar events by family",
      "  qwen: 1 observed, 1 stripped",
      "  dsml: 1 observed",
      "  glm: 1 recovered",
      "",
      "Rules",
      "  a.one: 2",
      "  b.two: 1",
      "  c.three: 1",
      "  d.four: 1",
      "  grammarObserve: 1",
      "  grammarStrip: 1",
      "",
      "Skipped, since it could not be read: 3 lines.",
    ],
  ],
  [
    `${line({ tool: "read", model: "m1", outcome: "repaired" })}\n${line({ model: "m1", outcome: "observed", channel: "message" })}\n`,
    [
      "Tool repair: 1 call, 1 grammar event in messages",
      "",
      "By tool",
      "  read: 1 repaired",
      "",
      "By model",
      "  m1: 1 observed, 1 repaired",
    ],
  ],
  [
    line({ outcome: "observed", channel: "message" }),
    ["Tool repair: 0 calls, 1 grammar event in messages", "", "By model", "  unknown: 1 observed"],
  ],
  [
    "[]",
    [
      "Tool repair: 0 calls, 0 grammar events in messages",
      "",
      "Skipped, since it could not be read: 1 line.",
    ],
  ],
]);

const reports = ofRows<Report>(
  "pi",
  "extension/report/whole",
  "The report is that of the documentation: the most frequent first, equal ones by name, and what is not there is left out.",
  REPORTS,
  ([telemetry]) => ({ telemetry, turns: [STATS] }),
  ({ shown }, [, report]) => [
    [shown.join("\n") === report.join("\n"), `it is not ${report.join(" / ")}`, shown],
  ],
);

const fullOne = ofSession(
  "pi",
  "extension/report/of-both-files",
  "The report counts the full file too, and says it where there is nothing, or nothing is kept.",
  NOTHING_DRAWN,
  () => ({
    agentFiles: { [`${FILE}.1`]: line({ tool: "ls", outcome: "repaired" }) },
    telemetry: line({ tool: "read", outcome: "repaired" }),
    turns: [STATS],
  }),
  ({ shown }) => [
    [shown[0]?.startsWith("Tool repair: 2 calls,") === true, "one of them is left out", shown],
    [shown[0]?.includes("Skipped") === false, "they run into each other", shown],
  ],
);

type Without = readonly [place: string, says: string];
const WITHOUT: readonly Without[] = Object.freeze<Without[]>([
  ["off", "off"],
  [" OFF ", "off"],
  [`<agent>/${"n".repeat(300)}`, "nothing"],
  ["<agent>/none.jsonl", "nothing"],
  ["<agent>/folder", "1 call"],
  ["/dev/null", "nothing"],
]);

const withoutRecords = ofRows<Without>(
  "pi",
  "extension/report/without-records",
  "Where no record is kept, or none can be read, the report says so.",
  WITHOUT,
  ([place]): SessionCall => ({
    environment: { PI_TOOL_REPAIR_TELEMETRY: place },
    agentFiles: { "folder/x": "", "folder.1": line({ tool: "ls", outcome: "repaired" }) },
    turns: [STATS],
  }),
  ({ shown, warned }, [, says]) => [
    [
      shown.length === 1 && shown[0]?.includes(says) === true && shown[0].includes("ool repair"),
      `it does not say ${says}`,
      shown,
    ],
    [warned.length === 0, "it warns", warned],
  ],
);

const MOST = 4 * 1024 * 1024;
const lines = (text: string | undefined): number => recordsIn(text).length;

type Full = readonly [bytes: number, lock: string | undefined, rotates: boolean];
const FULL: readonly Full[] = Object.freeze<Full[]>([
  [MOST, undefined, false],
  [MOST + 1, undefined, true],
  [10, "-1 minute", false],
  [MOST + 1, "now", false],
  [MOST + 1, "-2 seconds", false],
  [MOST + 1, "-1 minute", true],
  [MOST + 1, "+1 minute", true],
]);

const fullFile = ofRows<Full>(
  "records",
  "extension/records/full-file",
  "A file beyond 4 MiB becomes the one before, unless another writer is at it; a lock that nobody holds is no obstacle for long.",
  FULL,
  ([bytes, lock]): SessionCall => ({
    telemetry: `${" ".repeat(bytes - 1)}\n`,
    agentFiles: { [`${FILE}.1`]: "older" },
    files: { "a.txt": "x" },
    turns: [
      ...(lock === undefined
        ? []
        : [turn(reply([call("bash", { command: `touch -d '${lock}' ../agent/${FILE}.lock` }, "call_0")]))]),
      read("call_1"),
      ...(lock === undefined ? [] : [read("call_2")]),
    ],
  }),
  ({ written, results }, [bytes, lock, rotates]) => {
    const [now, before] = [written["telemetry.jsonl"], written["telemetry.jsonl.1"]];
    const held = written["telemetry.jsonl.lock"] !== undefined;
    return [
      [results.every(({ isError }) => !isError), "a call failed", results],
      [
        lines(now) + lines(before) === (lock === undefined ? 1 : 2),
        "a record is gone",
        [lines(now), lines(before)],
      ],
      [
        rotates ? (before?.length ?? 0) > MOST : before === "older" && (now?.length ?? 0) > bytes,
        rotates ? "it makes no room" : "it makes room",
        [now?.length, before?.length],
      ],
      [held === (lock !== undefined && !rotates), "the lock is not as it should be", held],
    ];
  },
);

/** As after a writer that gave its lock up between two looks at it. */
const lostLock = ofSession(
  "records",
  "extension/records/lost-lock",
  "A lock that leads nowhere costs no record, and makes no room.",
  NOTHING_DRAWN,
  (): SessionCall => ({
    telemetry: `${" ".repeat(MOST)}\n`,
    files: { "a.txt": "x" },
    turns: [
      turn(reply([call("bash", { command: `ln -s nowhere ../agent/${FILE}.lock` }, "call_0")])),
      read("call_1"),
      turn(reply([call("bash", { command: `rm ../agent/${FILE}.lock` }, "call_2")])),
    ],
  }),
  ({ written, results }) => [
    [results.every(({ isError }) => !isError), "a call failed", results],
    [lines(written["telemetry.jsonl"]) === 1, "the record is gone", lines(written["telemetry.jsonl"])],
    [Object.keys(written).join() === "telemetry.jsonl", "something else was left", Object.keys(written)],
  ],
);

const logged = ofSession(
  "records",
  "extension/records/log-line",
  "A line of the log names each rule that fired.",
  NOTHING_DRAWN,
  () => ({
    ...LOGGED,
    files: { "a.txt": "x" },
    turns: [turn(reply([call("read", [{ file_path: "a.txt" }], "call_1")]))],
  }),
  ({ stderr, written }) => {
    const rules = recordsIn(written["telemetry.jsonl"])[0]?.rules;
    const fired: readonly unknown[] = Array.isArray(rules) ? rules : [];
    const named: readonly unknown[] = stderr.split(/[^\w.:-]+/);
    return [
      [fired.length === 2, "it does not take two rules", fired],
      [fired.every((rule) => named.includes(rule)), "a rule is not named", stderr],
    ];
  },
);

type Torn = readonly [telemetry: string | undefined, begin: string];
const TORN: readonly Torn[] = Object.freeze<Torn[]>([
  [undefined, ""],
  ["", ""],
  ["{}\n", "{}\n"],
  ["\n", "\n"],
  ['{"ts":"torn', '{"ts":"torn\n'],
  ["x", "x\n"],
]);

/** The file's mode, and how many descriptors of it are still open. */
const LOOK = `stat -c mode=%a ../agent/${FILE}; ls -l /proc/$PPID/fd 2>/dev/null | grep -c '${FILE}$'; true`;

const torn = ofRows<Torn>(
  "records",
  "extension/records/torn-line",
  "A line that somebody else tore stays alone, and no line is empty.",
  TORN,
  ([telemetry]) => ({
    ...(telemetry === undefined ? {} : { telemetry }),
    files: { "a.txt": "x" },
    turns: [read("call_1"), turn(reply([call("bash", { command: LOOK }, "call_2")]))],
  }),
  ({ written, results }, [telemetry, begin]) => {
    const now = written["telemetry.jsonl"] ?? "";
    const rest = now.slice(begin.length);
    return [
      [/^0$/m.test(results[1]?.text ?? ""), "the file is left open", results[1]?.text],
      [now.startsWith(begin), "what was there is another thing", now],
      [
        lines(rest) === 1 && rest.startsWith("{") && rest.endsWith("}\n") && rest.split("\n").length === 2,
        "the record is no line of its own",
        now,
      ],
      [
        telemetry !== undefined || results[1]?.text.includes("mode=600") === true,
        "others may read it",
        results[1]?.text,
      ],
    ];
  },
);

const PIPE = "../agent/tool-repair/pipe";
const READER = `mkfifo ${PIPE}; (timeout 2 cat ${PIPE} > ../agent/tool-repair/read) > /dev/null 2>&1 < /dev/null & for i in $(seq 200); do [ -e ../agent/tool-repair/read ] && break; sleep 0.01; done`;

const pipe = ofSession(
  "records",
  "extension/records/pipe",
  "Nothing is written to a pipe, which may keep its writer waiting.",
  NOTHING_DRAWN,
  (): SessionCall => ({
    environment: { PI_TOOL_REPAIR_TELEMETRY: "<agent>/tool-repair/pipe" },
    files: { "a.txt": "x" },
    turns: [
      turn(reply([call("bash", { command: READER }, "call_1")])),
      read("call_2"),
      turn(reply([call("bash", { command: "sleep 0.05" }, "call_3")])),
    ],
  }),
  ({ written, results }) => [
    [results[1]?.isError === false, "the call failed", results],
    [written.read === "", "the pipe was written to", written],
  ],
);

const WORDS = [
  "🔨 ✓ input repaired (renameAliasedField, \ufffd[2Jtorn)",
  "🔨 ✓ call recovered from text (grammarRecovery:qwen) · read",
  "🔨 ✓ printed call removed, not run (grammarStrip) · write",
  "🔨 ✓ input repaired (later)",
];

const indicatorWords = ofSession(
  "pi",
  "extension/indicator/words",
  "The indicator has the words of the documentation, set in by one column, without blanks at the end.",
  NOTHING_DRAWN,
  () => ({ companions: ["older"], turns: [turn()] }),
  ({ indicators }) => {
    const drawn = indicators.filter(({ width }) => width === 120).flatMap((one) => one.lines);
    return [
      [
        drawn.join("|") === WORDS.map((words) => ` ${words}`).join("|"),
        `it is not ${WORDS.join(" | ")}`,
        drawn,
      ],
    ];
  },
);

export const reportProperties: readonly Property[] = Object.freeze([
  reports,
  fullOne,
  withoutRecords,
  fullFile,
  lostLock,
  logged,
  torn,
  pipe,
  indicatorWords,
]);
