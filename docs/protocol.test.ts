/** What the page of the protocol says in tables, against the types and the ids that it is about. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadSuite } from "../conformance/suite.ts";
import { RULE_IDS } from "../reference/index.ts";
import {
  Change,
  GrammarAnswer,
  GuardAnswer,
  Observation,
  RepairAnswer,
  StreamAnswer,
} from "../spec/contract.ts";

const page = readFileSync(new URL("protocol.md", import.meta.url), "utf8");
const names = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** The rows of the first table below a heading, as their cells. */
function table(heading: string): readonly (readonly string[])[] {
  const section = page.slice(page.indexOf(`\n${heading}\n`));
  const rows = section.slice(section.indexOf("\n|") + 1, section.length).split(/\n(?!\|)/, 1)[0] ?? "";
  return rows
    .split("\n")
    .slice(2)
    .map((row) => row.split(" | ").map((cell) => cell.trim()));
}

test("the canonical rule ids are those of the reference, but for the one of its older interface", () => {
  const listed = table("## Canonical rule ids").flatMap(([ids = ""]) => names(ids));
  expect([...listed, "parseJsonStringifiedRootObject"]).toEqual([...RULE_IDS]);
});

test("every rule id that a vector compares is on the page", () => {
  const compared = [...loadSuite().vectors.values()].flatMap((vector) => {
    if (vector.capability !== "repair") return [];
    const { rules = [], silentRules = [], observes = [] } = vector.expect;
    const brought = vector.call.preprocessors?.flatMap((one) => ("ruleId" in one ? [one.ruleId] : [])) ?? [];
    return [...rules, ...silentRules, ...observes].filter((id) => !brought.includes(id as never));
  });
  const section = names(page.slice(page.indexOf("\n## Canonical rule ids\n"), page.indexOf("\n## Errors\n")));
  expect([...new Set(compared)].filter((id) => !section.includes(id))).toEqual([]);
});

test("the members that a result needs are those of its type", () => {
  const [repair, grammar, stream, guard] = table("## Methods").map((cells) => names(cells[3] ?? ""));
  const needed = ({ required }: { readonly required?: readonly string[] | undefined }) => required ?? [];
  expect(repair).toEqual([RepairAnswer, Change, Observation].flatMap(needed));
  expect(grammar).toEqual([GrammarAnswer, GrammarAnswer.properties.recoveredCalls.items].flatMap(needed));
  expect(stream).toEqual(needed(StreamAnswer));
  expect(guard).toEqual(needed(GuardAnswer));
});
