import { describe, expect, test } from "vitest";
import { transformOf } from "./transforms.ts";

describe("edit-fold", () => {
  const fold = transformOf("edit-fold");

  test("folds the two texts under any of their names, and keeps the other keys", () => {
    expect(fold({ path: "/x", old_string: "a", newText: "", why: 1 })).toMatchObject({
      value: { path: "/x", why: 1, edits: [{ oldText: "a", newText: "" }] },
    });
  });

  test("refuses flat texts beside edits that hold anything", () => {
    for (const edits of [[{ oldText: "c", newText: "d" }], '[{"oldText":"c"}]', { a: 1 }, 7]) {
      expect(fold({ oldText: "a", newText: "b", edits })).toEqual({
        refused: expect.stringMatching(/edits/),
      });
    }
  });

  test("folds beside empty edits of any kind", () => {
    for (const edits of [[], {}, "", " ", "[ ]", null]) {
      expect(fold({ oldText: "a", newText: "b", edits })).toMatchObject({
        value: { edits: [{ oldText: "a", newText: "b" }] },
      });
    }
  });

  test("leaves half a pair, two values for one field, and what is not flat", () => {
    for (const left of [
      { oldText: "a" },
      { oldText: "a", old: "b", newText: "c" },
      { edits: [{ oldText: "a", newText: "b" }] },
      { edits: [1], oldText: "", newText: "" },
      "text",
      null,
    ]) {
      expect(fold(left)).toBeUndefined();
    }
  });
});
