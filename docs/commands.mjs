// `pnpm docs:commands [--slow] [--network] [page or folder…]`: does what the pages say in a scratch copy of this checkout,
// so that the tree stays clean; every page begins with a fresh one. Without pages: all that have commands.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stepsOf } from "./page-steps.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const git = (cwd, ...args) => {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
};
const names = (text) => text.split("\0").filter((name) => name !== "");

/** Every page of the repository that has commands, in order of name. */
function pagesIn(words) {
  const all = names(git(ROOT, "ls-files", "-z", "-co", "--exclude-standard", "*.md")).sort();
  const wanted = (page) =>
    words.some((word) => page === word || page.startsWith(`${word.replace(/\/$/, "")}/`));
  const chosen = words.length === 0 ? all : all.filter(wanted);
  const missing = words.find((word) => !all.some((page) => page === word || page.startsWith(`${word}/`)));
  if (missing !== undefined) throw new Error(`there is no page ${missing}`);
  return chosen.filter((page) =>
    stepsOf(readFileSync(join(ROOT, page), "utf8")).some(({ kind }) => kind === "run"),
  );
}

/** A clone of the last commit with this checkout's changes on top, as a commit of its own. */
function scratchCopy() {
  const scratch = mkdtempSync(join(tmpdir(), "docs-commands-"));
  git(ROOT, "clone", "--quiet", "--no-hardlinks", ROOT, scratch);
  const changed = names(git(ROOT, "ls-files", "-z", "-mo", "--exclude-standard"));
  for (const name of [...new Set(changed)]) {
    const gone = statSync(join(ROOT, name), { throwIfNoEntry: false }) === undefined;
    if (gone) rmSync(join(scratch, name), { force: true });
    else {
      mkdirSync(dirname(join(scratch, name)), { recursive: true });
      cpSync(join(ROOT, name), join(scratch, name));
    }
  }
  git(scratch, "add", "-A");
  const who = ["-c", "user.name=docs", "-c", "user.email=docs@localhost"];
  git(
    scratch,
    ...who,
    "commit",
    "--quiet",
    "--allow-empty",
    "-m",
    "What the checkout has beside its last commit",
  );
  return scratch;
}

/** What the first command on a fresh clone does by itself; one that pnpm runs inside of another does not. */
function install(scratch) {
  const args = ["-y", "pnpm@12.21.0", "install", "--frozen-lockfile"];
  const { status } = spawnSync("npx", args, { cwd: scratch, stdio: "inherit" });
  if (status !== 0) throw new Error("harness: what the copy needs could not be installed");
}

function main(words) {
  const flags = words.filter((word) => word.startsWith("--"));
  const pages = pagesIn(words.filter((word) => !word.startsWith("--")));
  const scratch = scratchCopy();
  const failed = [];
  try {
    install(scratch);
    for (const page of pages) {
      git(scratch, "reset", "--quiet", "--hard");
      git(scratch, "clean", "-fdxq", "-e", "node_modules");
      console.log(`\n=== ${page}`);
      const args = [join(ROOT, "docs/readme-commands.mjs"), ...flags, page];
      const { status } = spawnSync(process.execPath, args, { cwd: scratch, stdio: "inherit" });
      if (status !== 0) failed.push(page);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (failed.length === 0) return;
  console.error(`\nfailed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

main(process.argv.slice(2));
