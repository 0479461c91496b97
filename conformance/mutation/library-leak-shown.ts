/** What each chunk of a stream shows: what is certain to be text at once, and what may begin a call not before it is certain. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";
import { LS, TOOLS } from "./library-leaks.ts";

/** Of a text that comes one character at a time: held up to its last character, and shown with that one. */
const held = (text: string): string => "·".repeat(text.length - 1) + text;

/** Texts that come one character at a time: what each shows, between dots, and last what the end shows. */
const CHARACTERS: readonly string[] = [
  // A blank behind a sentence may begin an arrow, and a word behind it a call.
  "e·.·· ·f",
  "1·.·· ",
  "e·.··]· ",
  "·al·",
  "·[·]",
  `${held("[Called  ")}·`,
  // The name is missing, and the bracket that shows it may begin an element.
  `·${held("[tool:")}·]`,
  "····[n]\r",
  ")·\n····````·",
  `${held("\t<|tool_call_begin|>")}·`,
];

type Shown = readonly (readonly [chunk: string, shown: string])[];

/** Texts that come in chunks, with what each shows, and last what the end shows. */
const CHUNKS: readonly (readonly [chunks: Shown, end: string])[] = [
  [
    [
      ["So:\n", "So:\n"],
      ["i. ", "i."],
    ],
    " ",
  ],
  [
    [
      ["Yes. ", "Yes."],
      ["-", ""],
      ["> tool/function_call\n[", ""],
    ],
    " -> tool/function_call\n[",
  ],
  // Whether the call is cut, the end of the text decides.
  [
    [
      [`</tool>\n${LS}\n`, ""],
      ["M", ""],
    ],
    "</tool>\nM",
  ],
];

/** Calls that come one character at a time are gone from the text, as none of them was shown before. */
const CUT: readonly (readonly [given: string, left: string])[] = [
  ['Done.\n[bash]\r\n{"command": "ls"}\n[END_TOOL_REQUEST]', "Done.\n"],
  ['It is done!] functools[{"name": "bash", "arguments": {"command": "ls"}}]', "It is done!] "],
];

function shownOf(library: Library, chunks: readonly string[]): readonly string[] {
  const stripper = library.createLeakStripper({ ...TOOLS, mode: "strip" });
  return [...chunks.map((chunk) => stripper.push(chunk)), stripper.flush()];
}

function* shown(library: Library): Generator<string | undefined> {
  for (const row of CHARACTERS) {
    const expected = row.split("·");
    const given = expected.join("");
    yield differs(`of ${JSON.stringify(given)}`, expected, shownOf(library, [...given]));
  }
  for (const [chunks, end] of CHUNKS) {
    const given = chunks.map(([chunk]) => chunk);
    const expected = [...chunks.map(([, seen]) => seen), end];
    yield differs(`of ${JSON.stringify(given)}`, expected, shownOf(library, given));
  }
  for (const [given, left] of CUT)
    yield differs(`of ${JSON.stringify(given)}`, left, shownOf(library, [...given]).join(""));
}

/** What streams show. */
export const leakShown: LibraryProperty = {
  name: "leak-shown",
  check: (library) => firstProblem(shown(library)),
};
