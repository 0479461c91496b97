import { describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { LEAST_NODE, nodeProblem } from "../start.ts";
import { EXAMPLES } from "./examples.ts";
import { describeHelp } from "./help-tests.ts";
import { program } from "./program.ts";
import { versionText } from "./version.ts";

describeHelp("conformance", program, EXAMPLES);

test("--version names suite, contract, Node and pi", () => {
  expect(versionText()).toMatch(
    /^pi-repair-conformance +\d+\.\d+\.\d+\ncontract +\d+\.\d+\nnode +\d+\.\d+\.\d+\npi +\d+\.\d+\.\d+\n$/,
  );
});

describe("a Node", () => {
  test("that is too old is refused in one line", () => {
    expect(nodeProblem("20.20.2")).toMatch(/^harness: this is Node 20.20.2, and it must be .* or later$/);
    expect(nodeProblem("22.18.0")).toBeDefined();
  });
  test("that package.json allows is allowed", () => {
    expect(manifest.engines.node).toBe(`>=${LEAST_NODE}`);
    for (const version of ["22.19.0", "24.0.0", "26.10.0"]) expect(nodeProblem(version)).toBeUndefined();
  });
});
