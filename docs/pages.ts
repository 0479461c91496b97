/** The pages of the repository, read. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Markdown, readMarkdown } from "./markdown.ts";

export interface Page {
  /** Path from the root. */
  readonly name: string;
  readonly text: string;
  readonly markdown: Markdown;
}

/** Every file of the repository that git knows or would add, by its path. Throws Error where git cannot say. */
export function trackedFiles(root: string): readonly string[] {
  const { status, stdout, stderr } = spawnSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`);
  return stdout.split("\0").filter((name) => name !== "");
}

/** The pages among those files. */
export function readPages(root: string, tracked: readonly string[]): readonly Page[] {
  return tracked
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => {
      const text = readFileSync(join(root, name), "utf8");
      return { name, text, markdown: readMarkdown(text) };
    });
}
