/** Properties of the chapter `pi` about messages: printed calls, and argument text that pi could not read. */
import fc from "fast-check";
import type { Property } from "../property.ts";
import { call, ofSession, printed, reply, text, turn, unreadable, word } from "./session-case.ts";

const RECOVER = JSON.stringify({ policyProfile: "recover" });
const CUT = fc.constantFrom("length", "error", "aborted");

/** Argument text that says one thing only, as models send it. */
const READABLE = fc.constantFrom<(args: object) => string>(
  (args) => JSON.stringify(JSON.stringify(args)),
  (args) => JSON.stringify([args]),
  (args) => JSON.stringify(args).slice(0, -1),
  (args) => `\`\`\`json\n${JSON.stringify(args)}\n\`\`\``,
  (args) => `${JSON.stringify(args)}}`,
);
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
    fc.tuple(word, CUT),
    ([name, stopReason]) => ({
      model: "qwen3",
      settings: RECOVER,
      turns: [turn(reply([text(printed("write", { path: name, content: "x" }))], stopReason))],
    }),
    ({ files, results }, [name]) => [
      [!Object.hasOwn(files, name) && results.length === 0, "the call ran", results],
    ],
  ),
  ofSession(
    "pi",
    "pi/raw-arguments/recovered",
    "Argument text that pi could not read is read, and the call runs with it.",
    fc.tuple(word, READABLE),
    ([name, write]) => ({
      turns: [turn(reply([unreadable("write", write({ path: name, content: SUBTLE }), "call_1")]))],
    }),
    ({ files, messages, results }, [name]) => [
      [files[name] === SUBTLE, "the call did not run as it was meant", results],
      [!(messages[0] ?? "").includes("argumentsError"), "the error was not cleared", messages[0]],
    ],
  ),
  ofSession(
    "pi",
    "pi/raw-arguments/left-alone",
    "Cut messages, a missing marker and text that cannot be saved are left to pi, whose own words stand.",
    fc.tuple(word, fc.constantFrom("length", "no-marker", "open-string", "glued")),
    ([name, why]) => {
      const whole = JSON.stringify([{ path: name, content: "x" }]);
      const said: Readonly<Record<string, string>> = {
        "open-string": `{"path":"${name}","content":"x`,
        glued: `{"path":"${name}","content":"x"}{"path":"b","content":"y"}`,
      };
      const part =
        why === "no-marker"
          ? call("write", {}, "call_1", { argumentsError: `Not readable: ${whole}` })
          : unreadable("write", said[why] ?? whole, "call_1");
      return { turns: [turn(reply([part], why === "length" ? "length" : undefined))] };
    },
    ({ files, results }, [name, why]) => [
      [Object.keys(files).length === 0, "the call ran", files],
      [results[0]?.isError === true, "its result is no error", results],
      [why === "length" || results[0]?.text.includes(name) === true, "pi's own words are gone", results],
    ],
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
