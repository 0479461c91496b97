/** What the checks of the pages notice, shown on pages that are made up. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { brokenBlocks, typeErrors } from "./blocks.ts";
import { brokenNames } from "./links.ts";
import { readMarkdown } from "./markdown.ts";
import { missingLine, stepsOf } from "./page-steps.mjs";
import { PICTURES, picture } from "./pictures.ts";

const root = mkdtempSync(join(tmpdir(), "pages-"));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, "docs"));
writeFileSync(join(root, "docs/other.md"), "# A `heading`, twice\n\n# A heading, twice\n");
writeFileSync(join(root, "docs/kept.json"), "{}\n");

const page = (text: string) => ({ name: "docs/page.md", text, markdown: readMarkdown(text) });
const named = (text: string) => brokenNames(root, ["docs/other.md"], page(text));
const blocks = (text: string) => brokenBlocks(root, ["docs/kept.json"], page(text));

test("links lead to files and headings that are there", () => {
  expect(
    named("[a](other.md) [b](other.md#a-heading-twice-1) [c](#me) [d](https://example.com)\n\n# Me"),
  ).toEqual([]);
  expect(named("text\n\n[a](gone.md)")).toEqual(["docs/page.md:3: leads to nothing: gone.md"]);
  expect(named("[a](other.md#gone)")).toEqual([
    "docs/page.md:1: docs/other.md has no heading #gone: other.md#gone",
  ]);
  expect(named("[a](../../out.md)")).toEqual(["docs/page.md:1: leads out of the repository: ../../out.md"]);
});

test("links in tables and headings count", () => {
  expect(named("| a |\n| --- |\n| [x](gone.md) |")).toHaveLength(1);
  expect(named("# [x](gone.md)")).toHaveLength(1);
});

test("paths and scripts that a page names are there", () => {
  expect(named("`docs/other.md`, `docs/`, `pnpm docs:check`, `outcome/one-of-three`")).toEqual([]);
  expect(named("`docs/gone.ts`")).toEqual(["docs/page.md:1: there is no docs/gone.ts"]);
  expect(named("`pnpm gone --flag`")).toEqual(["docs/page.md:1: there is no script gone: pnpm gone --flag"]);
  expect(named("`docs/made.ts`\n\n```ts file=docs/made.ts\n```")).toEqual([]);
});

test("every block names a language, and JSON parses", () => {
  expect(blocks("```json\n{}\n```\n\n```jsonl\n{}\n[]\n```")).toEqual([]);
  expect(blocks("    indented")).toHaveLength(1);
  expect(blocks("```\nnone\n```")).toHaveLength(1);
  expect(blocks("```json\n{,}\n```")[0]).toMatch(/^docs\/page\.md:1: it is not JSON/);
});

test("a block that shows a file of the repository is that file", () => {
  expect(blocks("```json file=docs/kept.json\n{}\n```")).toEqual([]);
  expect(blocks("```json file=docs/kept.json\n[]\n```")).toEqual([
    "docs/page.md:1: it is not what docs/kept.json holds",
  ]);
});

test("no command stands where it is not run", () => {
  expect(blocks("```text\nnpx -y pnpm@12.21.0 test\n```")).toHaveLength(1);
  expect(blocks("- in a list\n\n  ```sh\n  true\n  ```")[0]).toMatch(/1 of its commands are not found/);
  expect(blocks("```sh\ntrue # slow\n```")[0]).toMatch(/is no mark/);
});

test("types of blocks are checked, by the names that a reader would import", () => {
  const good = 'import { defineTarget } from "pi-repair-conformance";\nexport default defineTarget;';
  const place = fileURLToPath(new URL("..", import.meta.url));
  expect(typeErrors(place, [page(`\`\`\`ts\n${good}\n\`\`\``)])).toEqual([]);
  const [error] = typeErrors(place, [page("text\n\n```ts\nconst n: number = 'text';\n```")]);
  expect(error).toMatch(/^docs\/page\.md:3\(1,7\): error TS2322/);
});

test("a page's steps are its commands with their marks, files, changes and outputs", () => {
  const steps = stepsOf(
    "```sh\na \\\n  b # exits 2; slow: long\n# a comment\n```\n```ts file=x.ts\n1;\n```\n```text output\nc\n```\n```diff apply\nd\n```",
  );
  expect(steps).toEqual([
    { kind: "run", block: 0, line: "a b", exits: 2, mark: { name: "slow", reason: "long" } },
    { kind: "file", path: "x.ts", text: "1;\n" },
    { kind: "output", text: "c\n" },
    { kind: "patch", text: "d\n" },
  ]);
});

test("what a page says is printed is found in order, with dots for what varies", () => {
  expect(missingLine("b … d\n…\nf", "a\nb c d\ne\nf\n")).toBeUndefined();
  expect(missingLine("b\nf", "b\ne\nf")).toBe("f");
  expect(missingLine("f\n…\nb", "b\ne\nf")).toBe("b");
});

test("pictures name their boxes once and hold nothing that acts", () => {
  for (const one of PICTURES) {
    expect(new Set(one.boxes.map(({ id }) => id)).size).toBe(one.boxes.length);
    expect(picture(one)).toMatch(/^<svg[\s\S]*<\/svg>\n$/);
    expect(picture(one)).not.toMatch(/script|href/);
  }
});
