import { expect, test } from "vitest";
import { addressOf, loadSuite } from "../suite.ts";
import { listing, listingBelow } from "./catalogue.ts";

const suite = loadSuite();

test("the whole listing names every check once", () => {
  const lines = new Set(listing(["reference"], suite).split("\n"));
  for (const check of suite.checks) expect(lines).toContain(`    ${check.kind} ${addressOf(check)}`);
});

test("a prefix lists what begins with it, under its requirement", () => {
  const text = listingBelow("schema/wrap-root-string/co", suite) ?? "";
  expect(text).toMatch(
    /^ {2}schema\/wrap-root-string \(M; repair\)\n {4}vector schema\/wrap-root-string\/co/,
  );
  expect(text.match(/^ {2}\S/gm)).toHaveLength(1);
});

test("a prefix of nothing lists nothing", () => {
  expect(listingBelow("shema", suite)).toBeUndefined();
});
