import { describe, expect, test } from "vitest";
import { select, selects } from "./select.ts";
import { addressOf, loadSuite } from "./suite.ts";

const suite = loadSuite();
const chosen = (...only: string[]): readonly string[] =>
  select(suite, only, ["repair"]).checks.map(addressOf);

describe("a selection", () => {
  test("of nothing in particular is everything that the target can do", () => {
    for (const address of chosen("schema/iterate")) expect(chosen()).toContain(address);
    expect(chosen().some((address) => address.startsWith("guard/"))).toBe(false);
  });

  test("may be a chapter, a requirement, a check, or any beginning of one", () => {
    const [check = ""] = chosen("schema/iterate");
    expect(chosen(check)).toEqual([check]);
    expect(chosen("schema/iter")).toEqual(chosen("schema/iterate"));
    expect(chosen("schema/")).toEqual(chosen("schema"));
    expect(chosen("envelope", "schema").length).toBe(chosen("envelope").length + chosen("schema").length);
  });

  test("by a whole address takes no neighbour that merely begins alike", () => {
    const whole = new Set(["a/b", "a/b-c", "a/b/x"]);
    expect(selects("a/b", "a/b/x", whole)).toBe(true);
    expect(selects("a/b", "a/b-c", whole)).toBe(false);
    expect(selects("a/b-", "a/b-c", whole)).toBe(true);
  });

  test("of nothing is refused with the nearest address", () => {
    expect(() => chosen("schema/dialct")).toThrow(
      'nothing has the address "schema/dialct"; did you mean "schema/dialect"?',
    );
  });

  test("of what the target cannot do is refused", () => {
    expect(() => chosen("guard")).toThrow("nothing to run: the target declares only repair");
  });
});
