/** Properties of printed calls in a session: what opens the gates, what was shown before, and what a call is named. */
import fc from "fast-check";
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
  visibleText,
  word,
} from "./session-case.ts";

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

const drawn: readonly Property[] = [
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
      const said = visibleText(answer);
      const stays = BESIDE.map((_, at) => said.includes(`${name}-${at}-`));
      return [
        [BESIDE.every(([, , repeats], at) => stays[at] !== repeats), "a text went or stayed wrongly", stays],
        [answer.results.length === BESIDE.length, "a call was gained or lost", answer.results],
      ];
    },
  ),
];

/** Printed calls in a session. */
export const leakProperties: readonly Property[] = Object.freeze(drawn.map(inOneSession));
