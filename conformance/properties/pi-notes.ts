/** Property of what the model is told of a printed call that was cut and did not run: once, on its next turn. */
import fc from "fast-check";
import type { Property } from "../property.ts";
import { call, notesIn, ofSession, printed, reply, text, turn, word } from "./session-case.ts";

const plain = reply([text("Well.")]);

/** What the second request ends in: a prompt, or the result of a call that stands beside the cut text. */
const ENDS = ["prompt", "result"] as const;

export const noteProperties: readonly Property[] = Object.freeze([
  ofSession(
    "pi",
    "grammar/no-silent-loss/told-on-the-next-turn",
    "A printed call that was cut and did not run is told to the model once, in its next request and in no later one.",
    fc.tuple(word, word, fc.shuffledSubarray([...ENDS], { minLength: ENDS.length })),
    ([name, file, ends]) => ({
      model: "qwen3",
      files: { [file]: "x" },
      turns: ends.flatMap((end) => {
        const cut = text(`I look.\n${printed("write", { path: name, content: "y" })}`);
        const real = call("read", { path: file }, `call_${end}`);
        return [turn(reply(end === "prompt" ? [cut] : [cut, real])), turn(plain)];
      }),
    }),
    ({ files, requests, messages }, [name, _file, ends]) => {
      const counts = requests.map(notesIn);
      // Each prompt ends with a request that the script answers with "done" where a call was made.
      const told = counts.reduce((sum, count) => sum + count, 0);
      const first = requests.find((request) => request.includes("<repair_note>")) ?? "";
      return [
        [files[name] === undefined, "the cut call ran", files],
        [!messages.join("").includes("<tool_call>"), "the text was not cut", messages],
        [told === ends.length, "it was not told once each time", counts],
        [first.includes("write"), "the note does not name the tool", first],
        [!messages.join("").includes("<repair_note>"), "the note is kept in the conversation", messages],
      ];
    },
  ),
]);
