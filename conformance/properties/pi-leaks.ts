/** Properties of printed calls in a session: what opens the gates, what was shown before, and what a call is named. */
import fc from "fast-check";
import type { SessionAnswer } from "../../spec/contract.ts";
import type { Property } from "../property.ts";
import { call, ofSession, printed, reply, text, turn, word } from "./session-case.ts";

const RECOVER = JSON.stringify({ policyProfile: "recover" });

/** What becomes of a printed call. */
type Fate = "left" | "observed" | "stripped" | "recovered";

interface Step {
  /** Words of `/repair-settings`. */
  readonly words: string;
  /** A tool that there is, or another one. */
  readonly tool?: string;
  readonly fate: Fate;
}

/** In turn, in one session of a model that no family names, under `adaptive`. */
const STEPS: readonly Step[] = Object.freeze([
  { words: "", fate: "left" },
  { words: "grammarModels=other", fate: "left" },
  { words: "grammarModels=other,^scripted", fate: "stripped" },
  { words: "grammarModels=SCRIPTED grammarRecovery=off", fate: "left" },
  { words: "grammarRecovery=observe", fate: "observed" },
  { words: "grammarRecovery=strip", fate: "stripped" },
  { words: "grammarRecovery=recover", fate: "recovered" },
  { words: "grammarAllowedTools=read", fate: "observed" },
  { words: "grammarAllowedTools=none", fate: "observed" },
  { words: "grammarAllowedTools=read,write", fate: "recovered" },
  { words: "grammarAllowedTools= grammars=glm", fate: "left" },
  { words: "grammars=glm,qwen", fate: "recovered" },
  { words: "grammars=", tool: "launch", fate: "observed" },
  { words: "unknownGrammarText=strip", tool: "launch", fate: "stripped" },
  { words: "grammarRecovery=strip", tool: "launch", fate: "stripped" },
  { words: "unknownGrammarText=preserve", tool: "launch", fate: "observed" },
  { words: "policyProfile=conservative grammarRecovery=profile", fate: "observed" },
  { words: "policyProfile=recover", fate: "recovered" },
  { words: "policyProfile=adaptive grammarModels=*", fate: "stripped" },
  { words: "grammarModels=", fate: "left" },
]);

const OUTCOMES: ReadonlySet<unknown> = new Set(["observed", "stripped", "recovered"]);

/** Outcomes of printed calls, as they were recorded. */
function outcomesOf({ written }: SessionAnswer): readonly unknown[] {
  return (written["telemetry.jsonl"] ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (JSON.parse(line) as { readonly outcome?: unknown }).outcome)
    .filter((outcome) => OUTCOMES.has(outcome));
}

interface Content {
  readonly content?: readonly { readonly type?: unknown; readonly text?: unknown }[];
}

/** All that the assistant's messages show as text. */
const visible = ({ messages }: SessionAnswer): string =>
  messages
    .flatMap((message) => (JSON.parse(message) as Content).content ?? [])
    .flatMap((part) => (part.type === "text" ? [String(part.text)] : []))
    .join("\n");

function stepsOf(name: string) {
  return STEPS.flatMap(({ words, tool = "write" }, at) => [
    ...(words === "" ? [] : [{ command: `/repair-settings ${words}` }]),
    turn(reply([text(`So.\n${printed(tool, { path: `${name}-${at}-`, content: "x" })}`)])),
  ]);
}

/** Names of a real call, and whether it is one of `read` then. */
const NAMES: readonly (readonly [name: string, isRead: boolean])[] = [
  ["functions.read", true],
  ["default_api.read", true],
  ["assistant.read", true],
  ["tools.read", true],
  ["read<|channel|>commentary", true],
  ["functions.read<|call|>", true],
  ["Read", false],
  ["reed", false],
  ["functions.find", false],
  ["other.read", false],
];

/** A text beside a real call, and whether it repeats that call. */
const BESIDE: readonly (readonly [tool: string, args: object, repeats: boolean])[] = [
  ["write", { path: "w", content: "x" }, true],
  ["write", { file_path: "w", text: "x" }, true],
  ["write", { path: "w", content: "y" }, false],
  ["read", { path: "w", content: "x" }, false],
];
const inPlace = (args: object, name: string): unknown =>
  JSON.parse(JSON.stringify(args).replaceAll('"w"', JSON.stringify(name)));

export const leakProperties: readonly Property[] = Object.freeze([
  ofSession(
    "pi",
    "grammar/modes/in-a-session",
    "Mode, profile, allow list, families, models and the treatment of unknown tools decide about a printed call from the moment they are set.",
    word,
    (name) => ({ turns: stepsOf(name) }),
    (answer, name) => {
      const said = visible(answer);
      const fates = STEPS.map(({ fate }, at) => {
        const stays = said.includes(`${name}-${at}-`);
        const ran = Object.hasOwn(answer.files, `${name}-${at}-`);
        return stays === (fate === "left" || fate === "observed") && ran === (fate === "recovered");
      });
      const wanted = STEPS.map(({ fate }) => fate).filter((fate) => fate !== "left");
      return [
        [!fates.includes(false), "a printed call was not treated as set", STEPS[fates.indexOf(false)]],
        [JSON.stringify(outcomesOf(answer)) === JSON.stringify(wanted), "records differ", outcomesOf(answer)],
      ];
    },
  ),
  ofSession(
    "pi",
    "grammar/echo-never-runs/in-a-session",
    "A printed call that a file or the user showed before does not run; another one does, each time under an id of its own.",
    fc.tuple(word, word, word, word),
    ([file, one, two, three]) => {
      const write = (path: string) => printed("write", { path, content: "x" });
      const again = turn(reply([text(write(three))]));
      return {
        model: "qwen3",
        settings: RECOVER,
        files: { [file]: `See:\n${write(one)}\n` },
        turns: [
          turn(reply([call("read", { path: file }, "call_1")]), reply([text(write(one))])),
          { command: `What does this do? ${write(two)}` },
          turn(reply([text(write(two))])),
          again,
          again,
        ],
      };
    },
    ({ files, messages, results }, [, one, two, three]) => {
      const ids = results
        .slice(1)
        .map(({ whole }) => (JSON.parse(whole) as { readonly toolCallId?: unknown }).toolCallId);
      return [
        [!Object.hasOwn(files, one) && !Object.hasOwn(files, two), "an echo ran", files],
        [files[three] === "x" && ids.length === 2, "what was not shown before did not run", messages],
        [ids[0] !== ids[1], "two calls have one id", ids],
      ];
    },
  ),
  ofSession(
    "pi",
    "grammar/tool-names/native-calls",
    "A real call's name loses what a model's own markup left on it, and nothing else is taken for a name.",
    word,
    (name) => ({
      model: "qwen3",
      files: { [name]: "the content" },
      turns: [turn(reply(NAMES.map(([tool], at) => call(tool, { path: name }, `call_${at}`))))],
    }),
    ({ results }) => [
      [
        results.length === NAMES.length &&
          NAMES.every(([, isRead], at) => (results[at]?.text === "the content") === isRead),
        "a name was read otherwise",
        results,
      ],
    ],
  ),
  ofSession(
    "pi",
    "grammar/shadow/in-a-session",
    "A printed call without a frame goes where it repeats a real one beside it, its arguments repaired; another one stays.",
    word,
    (name) => ({
      model: "qwen3",
      turns: BESIDE.map(([tool, args], at) => {
        const path = `${name}-${at}-`;
        const shown = JSON.stringify({ name: tool, arguments: inPlace(args, path) });
        return turn(reply([text(shown), call("write", { path, content: "x" }, `call_${at}`)]));
      }),
    }),
    (answer, name) => {
      const said = visible(answer);
      const stays = BESIDE.map((_, at) => said.includes(`${name}-${at}-`));
      return [
        [BESIDE.every(([, , repeats], at) => stays[at] !== repeats), "a text went or stayed wrongly", stays],
        [answer.results.length === BESIDE.length, "a call was gained or lost", answer.results],
      ];
    },
  ),
]);
