/** Properties of the chapter `pi` about messages: printed calls, and argument text that pi could not read. */
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
  unreadable,
  word,
} from "./session-case.ts";

/** Argument text that says one thing only, as models send it. */
const READABLE: readonly ((args: object) => string)[] = [
  (args) => JSON.stringify(JSON.stringify(args)),
  (args) => JSON.stringify([args]),
  (args) => JSON.stringify(args).slice(0, -1),
  (args) => `\`\`\`json\n${JSON.stringify(args)}\n\`\`\``,
  (args) => `${JSON.stringify(args)}}`,
];
/** The marker inside of a value: what comes before the first one is pi's. */
const SUBTLE = "before\n\nReceived arguments:\nafter";

export const messageProperties: readonly Property[] = Object.freeze([
  ofSession(
    "pi",
    "pi/recovery-same-turn/promoted",
    "A printed call runs in the turn of its message.",
    fc.tuple(word, word),
    ([name, content]) => ({
      model: "qwen3",
      settings: RECOVER,
      turns: [turn(reply([text(printed("write", { path: name, content }))]))],
    }),
    ({ files, requests }, [name, content]) => [
      [files[name] === content, "the call did not run", files],
      [requests.length === 2, "it was not one turn", requests.length],
    ],
  ),
  ofSession(
    "pi",
    "pi/recovery-same-turn/cut-message",
    "A message that stopped for length, error or by abort gains no call.",
    fc.tuple(word, fc.shuffledSubarray(["length", "error", "aborted"], { minLength: 3 })),
    ([name, reasons]) => ({
      model: "qwen3",
      settings: RECOVER,
      turns: reasons.map((why) => turn(reply([text(printed("write", { path: name, content: "x" }))], why))),
    }),
    ({ files, results }) => [
      [Object.keys(files).length === 0 && results.length === 0, "the call ran", results],
    ],
  ),
  ofSession(
    "pi",
    "pi/raw-arguments/recovered",
    "Argument text that pi could not read is read, and the call runs with it.",
    word,
    (name) => ({
      turns: [
        turn(
          reply(
            READABLE.map((write, at) =>
              unreadable("write", write({ path: `${name}${at}`, content: SUBTLE }), `call_${at}`),
            ),
          ),
        ),
      ],
    }),
    ({ files, messages, results }, name) => [
      [
        READABLE.every((_, at) => files[`${name}${at}`] === SUBTLE),
        "a call did not run as it was meant",
        results,
      ],
      [!(messages[0] ?? "").includes("argumentsError"), "the error was not cleared", messages[0]],
    ],
  ),
  ofSession(
    "pi",
    "pi/raw-arguments/left-alone",
    "Cut messages, a missing marker and text that cannot be saved are left to pi, whose own words stand.",
    word,
    (name) => {
      const args = { path: name, content: "x" };
      const whole = JSON.stringify([args]);
      const hopeless = [JSON.stringify(args).slice(0, -2), JSON.stringify(args).repeat(2)];
      const unmarked = call("write", {}, "call_2", { argumentsError: `Not readable: ${whole}` });
      return {
        turns: [
          turn(reply([unreadable("write", whole, "call_1")], "length")),
          turn(reply([unmarked, ...hopeless.map((said, at) => unreadable("write", said, `hopeless_${at}`))])),
        ],
      };
    },
    ({ files, results: [cut, ...others] }, name) => [
      [Object.keys(files).length === 0, "a call ran", files],
      [cut?.isError === true && others.every(({ isError }) => isError), "a result is no error", others],
      [
        others.length === 3 && others.every((result) => result.text.includes(name)),
        "pi's own words are gone",
        others,
      ],
    ],
  ),
  inOneSession(
    ofSession(
      "pi",
      "pi/raw-arguments/doubtful",
      "A bare command is read where nothing else can be meant; text of another extension's built-in is left to its owner.",
      fc.tuple(word, word),
      ([said, other]) => {
        const command = `Received arguments: touch ${other}`;
        // A parser quotes what it could not read, so that its complaint may hold the marker too.
        const quoted = `"${command}" is not valid JSON\n\nReceived arguments:\n${command}`;
        return {
          companions: ["owns-read"],
          turns: [
            turn(
              reply([
                unreadable("bash", JSON.stringify(`echo ${said}`), "call_1"),
                call("bash", {}, "call_2", { argumentsError: quoted }),
                unreadable("read", JSON.stringify([{ path: said }]), "call_3"),
              ]),
            ),
          ],
        };
      },
      ({ files, results: [bare, doubtful, foreign], seen, entries }, [said, other]) => [
        [bare?.isError === false && bare.text.includes(said), "a bare command was not read", bare],
        [doubtful?.isError === true && Object.keys(files).length === 0, "words of pi were run", doubtful],
        [!seen.some(({ args }) => args.includes(other)), "a doubtful command came to the gates", seen],
        [entries.length === 1, "a call that was left is shown as repaired", entries],
        [foreign?.isError === true, "text of somebody else's built-in was read", foreign],
      ],
    ),
  ),
  ofSession(
    "pi",
    "pi/actual-model/behind-a-virtual-one",
    "The model that produced the message opens the gate, not the one that was selected.",
    fc.tuple(word, fc.boolean()),
    ([name, leaks]) => ({
      model: leaks ? "qwen3" : "scripted-model",
      companions: [leaks ? "virtual" : "virtual-qwen"],
      settings: RECOVER,
      files: { [name]: "x" },
      turns: [turn(reply([text(printed("read", { path: name }))]))],
    }),
    ({ results }, [, leaks]) => [
      [results.length === (leaks ? 1 : 0), leaks ? "the gate was closed" : "the gate was open", results],
    ],
  ),
]);
