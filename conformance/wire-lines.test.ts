import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLines } from "./wire-lines.ts";

/** What a reader says of these chunks, in order, and what is left. */
function read(chunks: readonly (string | Buffer)[], limit = 1000) {
  const said: string[] = [];
  const reader = readLines(limit, {
    onLine: (line) => said.push(`line ${line}`),
    onBinary: (shown) => said.push(`binary ${shown}`),
    onTooLong: () => said.push("too long"),
  });
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return { said, rest: reader.rest() };
}

describe("a line", () => {
  test("ends at byte 10 and nothing else; a carriage return before that and blank lines are nobody's", () => {
    expect(read(["a\nb\r\n\n\r\nc\u2028d\u0085e\rf\n"]).said).toEqual([
      "line a",
      "line b",
      "line c\u2028d\u0085e\rf",
    ]);
  });

  test("is the same however the output is cut, inside of a character too", () => {
    const text = "ä\n{}\r\n😀 x\n\nlast";
    const bytes = Buffer.from(text);
    const whole = read([bytes]);
    expect(whole).toEqual({
      said: ["line ä", "line {}", "line 😀 x"],
      rest: { bytes: 4, beginning: "last" },
    });
    const cuts = fc.uniqueArray(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, (places) => {
        const ends = [...places.toSorted((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
        expect(read(chunks)).toEqual(whole);
      }),
    );
  });

  test("that is not UTF-8 is shown by its first hundred bytes", () => {
    const { said } = read([Buffer.concat([Buffer.alloc(150, 0xff), Buffer.from("\na\n")])]);
    expect(said).toEqual([`binary ${"ÿ".repeat(100)}`, "line a"]);
  });
});

describe("a line past the limit", () => {
  test("is said once, and nothing after it is read", () => {
    for (const chunks of [["abcd", "ef\nx\n"], ["abcdef"], ["abcdef\nx\n"], ["abc", "def", "\nx\n", "y\n"]]) {
      expect(read(["ok\n", ...chunks], 5)).toEqual({
        said: ["line ok", "too long"],
        rest: { bytes: 0, beginning: "" },
      });
    }
  });

  test("is one byte longer than the limit, and not as long", () => {
    expect(read(["abcde\n"], 5).said).toEqual(["line abcde"]);
    expect(read(["abc", "de", "\n"], 5).said).toEqual(["line abcde"]);
    expect(read(["abc", "de"], 5)).toEqual({ said: [], rest: { bytes: 5, beginning: "abcde" } });
    expect(read(["a\nbcdef\n"], 5).said).toEqual(["line a", "line bcdef"]);
  });
});

test("what stands after the last line is shown by its first 200 bytes", () => {
  expect(read(["a\n", "b".repeat(300)]).rest).toEqual({ bytes: 300, beginning: "b".repeat(200) });
  expect(read(["a\n"]).rest).toEqual({ bytes: 0, beginning: "" });
});
