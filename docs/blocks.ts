/** Code blocks of pages: each names its language, JSON parses, commands can be read, TypeScript has no type errors. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { stepsOf } from "./page-steps.mjs";
import type { Page } from "./pages.ts";

const LANGUAGES = Object.freeze(["sh", "ts", "js", "json", "jsonl", "yaml", "python", "diff", "text"]);

type Block = Page["markdown"]["blocks"][number];

const languageOf = ({ info = "" }: Block): string => info.split(/\s+/)[0] ?? "";
const fileOf = ({ info = "" }: Block): string | undefined => /(?:^|\s)file=(\S+)/.exec(info)?.[1];

function unparsable(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    try {
      JSON.parse(text);
    } catch (error) {
      return `it is not JSON: ${error instanceof Error ? error.message : "unreadable"}`;
    }
  }
  return undefined;
}

/** What is wrong with one block, types apart. */
function wrong(root: string, tracked: readonly string[], block: Block): string | undefined {
  const language = languageOf(block);
  const file = fileOf(block);
  if (block.info === undefined) return "an indented code block: put it between fences that name its language";
  if (!LANGUAGES.includes(language))
    return `a code block in ${JSON.stringify(language)}: one of ${LANGUAGES.join(", ")}`;
  const texts = { json: [block.text], jsonl: block.text.trimEnd().split("\n") }[language] ?? [];
  const fault = unparsable(texts);
  if (fault !== undefined) return fault;
  if (language !== "sh" && /^(?:\$ )?(?:npx -y )?pnpm(?:@[\d.]+)? /m.test(block.text))
    return "a command outside of a `sh` block: it is not run";
  if (file !== undefined && tracked.includes(file) && readFileSync(join(root, file), "utf8") !== block.text)
    return `it is not what ${file} holds`;
  return undefined;
}

/** The commands must be found by the plain reader that runs them, too. */
function unseenCommands({ name, text, markdown }: Page): readonly string[] {
  try {
    const seen = stepsOf(text).filter(({ kind }) => kind === "run").length;
    const there = markdown.blocks
      .filter((block) => languageOf(block) === "sh")
      .flatMap((block) => stepsOf(`\`\`\`sh\n${block.text}\`\`\`\n`)).length;
    return seen === there
      ? []
      : [`${name}: ${there - seen} of its commands are not found by docs/page-steps.mjs (in a list?)`];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** What is wrong with the blocks of a page, one message each. */
export function brokenBlocks(root: string, tracked: readonly string[], page: Page): readonly string[] {
  const blocks = page.markdown.blocks.flatMap((block) => {
    const says = wrong(root, tracked, block);
    return says === undefined ? [] : [`${page.name}:${block.line}: ${says}`];
  });
  return [...blocks, ...unseenCommands(page)];
}

/**
 * Type errors of the TypeScript blocks, one message each. They are laid out in a folder that TypeScript takes for a second
 * root of the repository, so that names and relative paths resolve as they will for the reader.
 */
export function typeErrors(root: string, pages: readonly Page[]): readonly string[] {
  const folder = mkdtempSync(join(root, "docs/.blocks-"));
  const places = new Map<string, string>();
  try {
    for (const { name, markdown } of pages) {
      for (const block of markdown.blocks.filter((one) => languageOf(one) === "ts")) {
        const file = fileOf(block) ?? `${name.replaceAll(/[/.]/g, "-")}-${block.line}.ts`;
        const path = join(folder, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, `${block.text}export {};\n`);
        places.set(file, `${name}:${block.line}`);
      }
    }
    const compilerOptions = { rootDirs: [root, folder], noEmit: true };
    const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["**/*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const { status, stdout } = spawnSync(
      join(root, "node_modules/.bin/tsc"),
      ["-p", folder, "--pretty", "false"],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    if (status === 0) return [];
    return stdout
      .split("\n")
      .filter((line) => line.includes("error TS"))
      .map((line) => {
        const [, path = "", rest = line] = /^(.*?)(\(.*)$/.exec(line) ?? [];
        const place = places.get(relative(folder, join(folder, path)));
        return `${place ?? path}${rest}`;
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
