import { expect, test } from "vitest";
import { findTarget } from "../conformance/find-target.ts";
import { COLUMNS, makeScorecard, type Scorecard, totalOf } from "./scorecard.ts";
import { scorecardHtml } from "./scorecard-html.ts";
import { scorecardText } from "./scorecard-text.ts";

const planted = new URL("fixtures/planted.ts", import.meta.url);

const card = await makeScorecard({
  sources: [findTarget("reference"), { given: "planted", module: planted.href }],
  ...{ seed: 2, cases: 40, workers: 1, deadlineMs: 5000 },
});

const row = (name: string) => {
  const found = card.rows.find(({ mistake }) => mistake.name === name);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
};

test("the reference is never wrong, and the bug shows in its row and nowhere else", () => {
  expect(totalOf(card.rows, 0)).toMatchObject({ wrong: 0, crashed: 0, missed: 0 });
  const bad = card.rows.filter((one) => totalOf([one], 1).wrong > 0).map(({ mistake }) => mistake.name);
  expect(bad).toContain("stringified-array");
  for (const name of bad) expect(name).toMatch(/stringified|several/);
});

test("targets that can be asked get the same cases, profile by profile", () => {
  for (const { cells, mistake } of card.rows) {
    const [first, second] = cells;
    if (first === undefined || second === undefined) continue;
    for (const [profile, counts] of Object.entries(first)) {
      const sum = (one: Record<string, number> | undefined): number =>
        COLUMNS.filter((column) => column !== "missed").reduce(
          (total, column) => total + (one?.[column] ?? 0),
          0,
        );
      expect(sum(second[profile]), `${mistake.name} ${profile}`).toBe(sum(counts));
    }
  }
});

test("what a target cannot be asked is left out, not counted", () => {
  const [first, second] = row("carried-by-hermes").cells;
  expect(first).toBeDefined();
  expect(second).toBeUndefined();
});

test("the table has a line for each mistake, and by profile one for each profile too", () => {
  const lines = scorecardText(card, false).split("\n");
  expect(lines.filter((line) => line.startsWith("stringified-array "))).toHaveLength(1);
  expect(scorecardText(card, true).split("\n").length).toBeGreaterThan(3 * card.rows.length);
});

test("the page loads nothing, and what a target says of itself stays text", () => {
  const name = "</title><script>alert(1)</script><img src=x onerror=alert(1)>";
  const hostile: Scorecard = {
    ...card,
    targets: card.targets.map((target) => ({ ...target, name, version: "\u202e'\"&" })),
  };
  const page = scorecardHtml(hostile);
  expect(/<script|<img|\u202e|<link|url\(/.test(page)).toBe(false);
  expect(page.includes("default-src 'none'")).toBe(true);
  expect(page.includes("&lt;script&gt;")).toBe(true);
});
