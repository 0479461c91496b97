import { Parser } from "commonmark";
import { expect, test } from "vitest";
import { annotations } from "./annotations.ts";
import { badgeReport } from "./badge.ts";
import { jsonReport, readDocument } from "./document.ts";
import { hostileDocument } from "./hostile.ts";
import { htmlReport } from "./html.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import { matrixReport } from "./matrix.ts";

const document = hostileDocument();
/** Control codes, bidi marks, invisible characters, lone surrogates: what no report but JSON may hold. */
const ACTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

test("a document is read back as it was written", () => {
  expect(readDocument(jsonReport(document), "a.json")).toEqual(document);
});

test("what is no document is refused with its name and the place", () => {
  expect(() => readDocument("{}", "a.json")).toThrow("a.json is not a report of this suite");
  expect(() => readDocument("no", "a.json")).toThrow("a.json is not JSON");
});

const printed = {
  html: htmlReport([document, hostileDocument("other")]),
  junit: junitReport(document),
  markdown: markdownReport(document),
  badge: badgeReport(document),
  annotations: annotations(document),
  matrix: matrixReport([document], [{ name: "gone", why: document.body.target.given }], false),
};

for (const [name, text] of Object.entries(printed)) {
  test(`${name}: nothing that a target said acts on whoever reads it`, () => {
    expect(ACTIVE.test(text.replaceAll("\n", ""))).toBe(false);
    expect(text).toContain("owned");
  });
}

test("the page has no tag of the target's", () => {
  expect(printed.html).not.toMatch(/<(img|h1>owned|script>document)/);
  expect(printed.html.match(/<script/g)).toHaveLength(1);
  expect(printed.html.match(/<style/g)).toHaveLength(1);
});

test("the page's requirements stand in the HTML itself, so that it reads without a script", () => {
  expect(printed.html).toContain("outcome/one-of-three");
  expect(printed.html).toContain("expected-failure");
});

test("XML holds no markup of the target's outside character data, and no character that XML forbids", () => {
  const markup = printed.junit.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, "");
  expect(markup).not.toMatch(/<script|<!ENTITY|\]\]>|<h1/);
  expect(printed.junit).not.toMatch(/[\ufffe\uffff]/);
});

test("an expected failure is skipped, an unexpected one fails", () => {
  expect(printed.junit.match(/<failure/g)).toHaveLength(1);
  expect(printed.junit.match(/<skipped/g)).toHaveLength(1);
});

test("markdown holds no link, image, heading or HTML of the target's", () => {
  const walker = new Parser().parse(printed.markdown).walker();
  const kinds = new Map<string, number>();
  for (let step = walker.next(); step !== null; step = walker.next()) {
    if (step.entering) kinds.set(step.node.type, (kinds.get(step.node.type) ?? 0) + 1);
    if (step.node.type === "html_block") expect(step.node.literal).toMatch(/^<\/?(details|summary)/);
  }
  expect(kinds.get("link")).toBeUndefined();
  expect(kinds.get("image")).toBeUndefined();
  expect(kinds.get("html_inline")).toBeUndefined();
  expect(kinds.get("heading")).toBe(3);
});

test("annotations are one command a line", () => {
  const lines = printed.annotations.trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^::error title=[^,:]*::[^\n]*$/);
});

test("the badge counts held requirements among the judged", () => {
  expect(JSON.parse(printed.badge)).toMatchObject({
    schemaVersion: 1,
    message: "1 of 3 held",
    color: "orange",
  });
});
