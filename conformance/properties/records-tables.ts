/** Tables of the chapter `records`: every variable, model ids of every kind, settings that nobody knows. */
import fc from "fast-check";
import type { SessionAnswer } from "../../spec/contract.ts";
import type { Property } from "../property.ts";
import { call, ofRows, ofSession, printed, reply, text, turn, word } from "./session-case.ts";

const READ = turn(reply([call("read", { file_path: "a.txt" }, "call_1")]));
const FILES = { "a.txt": "x" };

/** The lines of a telemetry file as data; what is no JSON is left out. */
export function recordsIn(text: string | undefined): readonly Readonly<Record<string, unknown>>[] {
  return (text ?? "").split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null ? [value as Readonly<Record<string, unknown>>] : [];
    } catch {
      return [];
    }
  });
}

const isRepaired = ({ results }: SessionAnswer): boolean => results[0]?.isError === false;

interface Variable {
  readonly set: Readonly<Record<string, string>>;
  readonly logs?: boolean;
  /** Where the record is; null for nowhere. */
  readonly record?: string | null;
  /** Under which profile it was made. */
  readonly profile?: string;
}

const named =
  (name: string) =>
  (value: string): Readonly<Record<string, string>> => ({ [`PI_TOOL_REPAIR_${name}`]: value });
const telemetry = named("TELEMETRY");
const settings = named("SETTINGS");

/** What each variable does for each of its values. */
const VARIABLES: readonly Variable[] = Object.freeze<Variable[]>([
  ...["LOG", "DEBUG"].flatMap((name) => [
    ...["1", "true", "yes", "on", "ON", " 1 "].map((value) => ({ set: named(name)(value), logs: true })),
    ...["", "0", "off", "no", "2"].map((value) => ({ set: named(name)(value) })),
  ]),
  { set: { ...named("LOG")("off"), ...named("DEBUG")("1") }, logs: true },
  ...["off", "0", "false", "no", "OFF", " off "].map((value) => ({ set: telemetry(value), record: null })),
  ...["", "on", "1", "true", "yes"].map((value) => ({ set: telemetry(value) })),
  { set: telemetry("<agent>/tool-repair/deep/er/own.jsonl"), record: "deep/er/own.jsonl" },
  { set: settings("<agent>/mine.json"), profile: "conservative" },
  { set: settings("<agent>/none.json") },
  { set: settings("") },
]);

const variables = ofRows<Variable>(
  "records",
  "records/environment/values",
  "Each variable does for each of its values what is documented, and nothing for another one.",
  VARIABLES,
  ({ set }) => ({
    environment: { ...set },
    agentFiles: { "mine.json": JSON.stringify({ policyProfile: "conservative" }) },
    files: FILES,
    turns: [READ],
  }),
  (answer, { logs = false, record = "telemetry.jsonl", profile = "adaptive" }) => {
    const found = Object.keys(answer.written).filter((name) => name.endsWith(".jsonl"));
    const line = recordsIn(answer.written[record ?? ""])[0];
    return [
      [isRepaired(answer), "the call did not run", answer.results],
      [(answer.stderr !== "") === logs, logs ? "nothing is logged" : "it is logged", answer.stderr],
      [found.join() === (record ?? ""), "the record is somewhere else", found],
      [record === null || line?.profile === profile, "the settings are other ones", line],
    ];
  },
);

type Model = readonly [id: string, recorded: string];
const LONG = `qwen-${"x".repeat(95)}`;

/** Model ids, and what may be recorded of them. */
const MODELS: readonly Model[] = Object.freeze<Model[]>([
  ["qwen3-coder", "qwen3-coder"],
  ["org/Qwen3_Coder-30B", "org/Qwen3_Coder-30B"],
  ["@cf/meta-llama", "@cf/meta-llama"],
  ["glm-5:free", "glm-5:free"],
  ["model@2026.01+a", "model@2026.01+a"],
  ["x", "x"],
  [LONG, LONG],
  [`${LONG}x`, "qwen"],
  ["/home/me/Qwen3-8B", "qwen"],
  ["./llama-3", "llama"],
  ["~/glm", "glm"],
  ["a/b/mistral-7b", "mistral"],
  ["C:\\models\\granite-3", "granite"],
  ["C:\\models/x\\kimi-k2", "kimi"],
  ["Qwen3-8B.gguf", "qwen"],
  ["org/Qwen3.GGUF", "qwen"],
  ...["ggml", "bin", "safetensors", "pt", "pth", "onnx", "mlx", "json"].map(
    (ending): Model => [`qwen.${ending}`, "qwen"],
  ),
  ["qwen.json.v2", "qwen.json.v2"],
  ["qwen-json", "qwen-json"],
  ["my own model", "unknown"],
  ["-secret", "unknown"],
  ["/-secret", "unknown"],
  ["org/-secret", "unknown"],
  ["secret!", "unknown"],
  ["/srv/secret", "unknown"],
  ["secret/qwen/x/y", "unknown"],
]);

const models = ofRows<Model>(
  "records",
  "records/value-free/model-ids",
  "A model id is recorded as it is, but for one that looks like a path, of which at most the family is.",
  MODELS,
  ([model]) => ({ model, files: FILES, turns: [READ] }),
  (answer, [, recorded]) => {
    const lines = recordsIn(answer.written["telemetry.jsonl"]);
    return [[lines.length === 1 && lines[0]?.model === recorded, `it is not recorded as ${recorded}`, lines]];
  },
);

const unknownNames = ofSession(
  "records",
  "records/value-free/unknown-settings",
  "A key, family or value of the settings file that nobody knows is written nowhere.",
  fc.uniqueArray(word, { minLength: 3, maxLength: 3 }),
  ([key, family, profile]) => ({
    settings: JSON.stringify({ [key ?? ""]: 1, grammars: [family, "qwen"], policyProfile: profile }),
    environment: { PI_TOOL_REPAIR_LOG: "1" },
    files: FILES,
    turns: [READ, { command: "/repair-settings" }, { command: "/repair-stats" }],
  }),
  ({ written, entries, stderr, results }, [key, , profile]) => {
    const log = stderr.split("\n").filter((line) => line.startsWith("["));
    const said = [written["telemetry.jsonl"], ...entries, ...log, ...results.map(({ whole }) => whole)].join(
      "\n",
    );
    const told = [key ?? "", profile ?? ""].filter((one) => said.includes(one));
    return [[told.length === 0, "a word of the settings was written", told]];
  },
);

const unknownTool = ofSession(
  "records",
  "records/value-free/unknown-tool",
  "A tool that is not registered is kept as unknown, and not by the name that the model made up.",
  word,
  (name) => ({
    model: "qwen3",
    settings: JSON.stringify({ unknownGrammarText: "strip" }),
    turns: [turn(reply([text(`So.\n${printed(name, { path: "a" })}`)]))],
  }),
  ({ written, entries }, name) => [
    [
      entries.length === 1 && entries[0]?.includes('"unknown"') === true,
      "it is not kept as unknown",
      entries,
    ],
    [
      ![...entries, written["telemetry.jsonl"]].join().includes(name),
      "the made-up name was written",
      written,
    ],
  ],
);

export const tableProperties: readonly Property[] = Object.freeze([
  unknownTool,
  variables,
  models,
  unknownNames,
]);
