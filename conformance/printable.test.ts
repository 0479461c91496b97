import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";
import { bounded, firstAndLast, printable } from "./printable.ts";

test("control codes, bidi marks, line ends and lone surrogates cannot reach a terminal", () => {
  expect(printable("a\u001b[2Jb\u202ec\nd\ud800e\u2028f\u{e0041}g")).toBe(
    "a\\u{1b}[2Jb\\u{202e}c\\u{a}d\\u{d800}e\\u{2028}f\\u{e0041}g",
  );
  expect(printable("é 漢字 🔨")).toBe("é 漢字 🔨");
});

test("a long text is cut, and says how long it was", () => {
  expect(bounded("abc", 3)).toBe("abc");
  expect(bounded("abcd", 3)).toBe("abc… (4 characters)");
});

test("the nearest name is offered, and none where nothing is near", () => {
  expect(nearest("refrence", ["pi-alone", "reference"])).toBe('; did you mean "reference"?');
  expect(nearest("zzzzzz", ["pi-alone", "reference"])).toBe("");
  expect(nearest("x", [])).toBe("");
});

test("of many lines the first and the last are kept", () => {
  expect(firstAndLast("1\n2\r\n3\n4\n5\n", 2)).toEqual(["1", "2", "… (1 more lines)", "4", "5"]);
  expect(firstAndLast("1\n2\n3\n4\n", 2)).toEqual(["1", "2", "3", "4"]);
  expect(firstAndLast("\n", 2)).toEqual([]);
});
