import { expect, test } from "vitest";
import { emitLines } from "./emit.ts";
import { BadCall } from "./refusals.ts";
import { loadSuite } from "./suite.ts";

const suite = loadSuite();

test("each line is said to be the handshake, the check's own or its twin's", () => {
  const { lines, says } = emitLines(suite, "schema/parse-stringified/array", 1, 1);
  expect(lines.trimEnd().split("\n")).toHaveLength(3);
  expect(says).toEqual([
    "id 1: the handshake",
    expect.stringMatching(/^id 2: schema\/parse-stringified\/array: /),
    expect.stringMatching(/^id 3: its twin, which must be right too, schema\/parse-stringified\//),
  ]);
});

test("a requirement is answered with the addresses of its checks", () => {
  const refusal = (() => {
    try {
      return emitLines(suite, "schema/parse-stringified", 1, 1);
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toBeInstanceOf(BadCall);
  expect((refusal as BadCall).details).toContain("  schema/parse-stringified/array");
});
