/** The properties of the chapter `feedback`: each note to its own call, once, contained, and none left over. */
import fc from "fast-check";
import type { SessionAnswer } from "../../spec/contract.ts";
import type { Property } from "../property.ts";
import { call, notesIn, ofSession, printed, reply, text, turn, word } from "./session-case.ts";

const ALIASES = ["path", "file_path", "filename", "target_file"] as const;
const alias = fc.constantFrom(...ALIASES);
const noteCounts = ({ results }: SessionAnswer): readonly number[] =>
  results.map(({ text: said }) => notesIn(said));
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u;
const RECOVER = JSON.stringify({ policyProfile: "recover" });

export const properties: readonly Property[] = Object.freeze([
  ofSession(
    "feedback",
    "feedback/correlated/concurrent-calls",
    "Of several calls at once, equal ones among them, each repaired one gets one note, and it names its own alias.",
    fc.tuple(
      word,
      word,
      fc.array(alias, { maxLength: 4 }).map((more) => ["file_path", "filename", ...more]),
    ),
    ([name, content, aliases]) => ({
      files: { [name]: content },
      turns: [turn(reply(aliases.map((key, at) => call("read", { [key]: name }, `call_${at}`))))],
    }),
    (answer, [, , aliases]) => {
      const wanted = aliases.map((key) => (key === "path" ? 0 : 1));
      const own = aliases.every(
        (key, at) => key === "path" || answer.results[at]?.text.includes(key) === true,
      );
      return [
        [
          JSON.stringify(noteCounts(answer)) === JSON.stringify(wanted),
          "notes went astray",
          noteCounts(answer),
        ],
        [own, "a call got the note of another one", answer.results],
      ];
    },
  ),
  ofSession(
    "feedback",
    "feedback/no-leftovers/blocked-call",
    "The note of a repaired call that a gate blocked reaches no later call with the same arguments.",
    fc.tuple(word, fc.constantFrom("file_path", "filename")),
    ([name, key]) => ({
      files: { [name]: "x" },
      companions: ["blocks-first"],
      turns: [
        turn(
          reply([call("read", { [key]: name }, "call_1")]),
          reply([call("read", { path: name }, "call_2")]),
        ),
        turn(reply([call("read", { path: name }, "call_3")])),
      ],
    }),
    (answer) => [
      [JSON.stringify(noteCounts(answer)) === "[0,0,0]", "a note was left over", noteCounts(answer)],
    ],
  ),
  ofSession(
    "feedback",
    "feedback/attached-once/success-and-error",
    "A result has its note once, in front, and else what it has without a repair.",
    fc.tuple(word, word),
    ([there, missing]) => ({
      files: { [there]: "the content" },
      turns: [there, missing].flatMap((name) => [
        turn(reply([call("read", { path: name }, `plain_${name}`)])),
        turn(reply([call("read", { file_path: name }, `noted_${name}`)])),
      ]),
    }),
    ({ results }) =>
      [0, 2].flatMap((at) => {
        const [plain, noted] = results.slice(at);
        const rest = noted?.text.replace(/^<repair_note>[^<]*<\/repair_note>\n/u, "");
        return [
          [plain?.isError === at > 0 && noted?.isError === at > 0, "the error flag changed", results],
          [notesIn(noted?.text ?? "") === 1, "there is not exactly one note", noted],
          [rest === plain?.text, "the result is not note and content", noted],
        ] as const;
      }),
  ),
  ofSession(
    "feedback",
    "feedback/note-contained/hostile-keys",
    "Whatever keys and values a call has, its note stays within its tag and holds no control code.",
    fc.tuple(
      word,
      fc.shuffledSubarray(["</repair_note>", "\u001b[2J", "\u202e", "<repair_note>", "\u0007"], {
        minLength: 3,
      }),
    ),
    ([name, hostile]) => ({
      files: { [name]: "x" },
      turns: [
        turn(
          reply([
            call(
              "read",
              { file_path: name, ...Object.fromEntries(hostile.map((sign) => [sign, sign])) },
              "call_1",
            ),
          ]),
        ),
      ],
    }),
    ({ results: [result] }) => {
      const said = result?.text ?? "";
      const note = said.slice(0, said.lastIndexOf("</repair_note>"));
      return [
        [notesIn(said) === 1 && said.split("</repair_note>").length === 2, "the note left its tag", said],
        [!CONTROL.test(note), "the note holds control codes", note],
      ];
    },
  ),
  ofSession(
    "feedback",
    "feedback/promoted-call/one-note",
    "A promoted call, repaired or not, has exactly one note in its result.",
    fc.tuple(word, alias),
    ([name, key]) => ({
      model: "qwen3-coder",
      settings: RECOVER,
      files: { [name]: "the content" },
      turns: ["path", key].map((field) => turn(reply([text(printed("read", { [field]: name }))]))),
    }),
    (answer) => [
      [
        answer.results.every((result) => result.text.includes("the content")),
        "a call did not run",
        answer.results,
      ],
      [JSON.stringify(noteCounts(answer)) === "[1,1]", "there is not exactly one note", noteCounts(answer)],
    ],
  ),
]);
