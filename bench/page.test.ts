/** The page and its chart follow from the history; no test here takes a time. */
import { expect, test } from "vitest";
import { chart } from "./chart.ts";
import { entryOf, historyText, parseHistory } from "./history.ts";
import { pageOf, writePage } from "./page.ts";

const FIGURES = [
  { id: "fast-path/read", value: 0.1234, low: 0.1, high: 0.2, aim: 0.5 },
  { id: "envelope/long-string", value: 3, low: 2, high: 4, aim: 2 },
  { id: "envelope/long-string @ a<b", value: 40, low: 30, high: 50 },
  { id: "growth/message-prose", value: 1.01, aim: 1.2 },
];
const entry = entryOf(FIGURES, "2026-01-02", "v24.0.0");

test("the committed page is what the history gives", () => {
  expect(writePage(true)).toEqual([]);
});

test("a history has one line a run and can be read again", () => {
  const text = historyText([entry, entry]);
  expect(text.split("\n")).toHaveLength(5);
  expect(parseHistory(text)).toEqual([entry, entry]);
  expect(entry.figures["fast-path/read"]).toEqual([0.123, 0.1, 0.2]);
});

test("a malformed history is refused with the place", () => {
  expect(() => parseHistory('[{"day":"today"}]')).toThrow(/malformed at \/0/);
});

test("the page says which aims are missed, and what the run before came to", () => {
  const page = pageOf([
    entryOf([{ id: "fast-path/read", value: 0.4, aim: 0.5 }], "2026-01-01", "v24.0.0"),
    entry,
  ]);
  expect(page).toContain(
    "2 of 3 aims are met. Not met, and what stands in the way:\n\n- `envelope/long-string`: every byte",
  );
  expect(page).toContain("| fast-path/read | 0.12 | 0.10 to 0.20 | 0.5 | 0.40 |");
  expect(page).toContain("| envelope/long-string | 3.00 | 2.00 to 4.00 | **over 2** |  |");
});

test("the chart holds what it is given as text only", () => {
  const svg = chart([entry]);
  expect(svg).toContain("a&lt;b");
  expect(svg).not.toContain("a<b");
  expect(chart([])).toContain("</svg>");
});
