/**
 * `pnpm docs:check`: no generated page is stale, no link or name leads nowhere, every code block is sound. `--write
 * [page…]` writes the generated pages; `--whole` renders also those that take minutes, in place of comparing a digest.
 */
import { fileURLToPath } from "node:url";
import { filesOf } from "../conformance/mutation/call.ts";
import { GROUPS } from "../conformance/mutation/groups.ts";
import { disagreements, readScores, readSurvivors } from "../conformance/mutation/survivors.ts";
import { brokenBlocks, typeErrors } from "./blocks.ts";
import { GENERATED, staleGenerated, writeGenerated } from "./generated.ts";
import { brokenNames } from "./links.ts";
import { readPages, trackedFiles } from "./pages.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FLAGS = ["--write", "--whole"];

/** Where the recorded scores and the list of survivors, of which docs/mutation.md is made, do not go together. */
function mutationFaults(): readonly string[] {
  const groups = GROUPS.map((group) => ({ ...group, files: filesOf(group, ROOT) }));
  return disagreements(readScores(), readSurvivors(), groups);
}

function check(whole: boolean): readonly string[] {
  const tracked = trackedFiles(ROOT);
  const pages = readPages(ROOT, tracked);
  const parts: readonly (readonly [string, () => readonly string[]])[] = [
    ["links and names", () => pages.flatMap((page) => brokenNames(ROOT, tracked, page))],
    ["code blocks", () => pages.flatMap((page) => brokenBlocks(ROOT, tracked, page))],
    ["types of code blocks", () => typeErrors(ROOT, pages)],
    ["scores and survivors of mutation", mutationFaults],
    ["generated pages", () => staleGenerated(whole)],
  ];
  return parts.flatMap(([name, find]) => {
    const began = performance.now();
    const found = find();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${name}: ${found.length === 0 ? "good" : `${found.length} wrong`} (${seconds} s)`);
    return found;
  });
}

function main(words: readonly string[]): void {
  const flags = words.filter((word) => word.startsWith("--"));
  const names = words.filter((word) => !word.startsWith("--"));
  const unknown =
    flags.find((flag) => !FLAGS.includes(flag)) ?? names.find((name) => !GENERATED.includes(name));
  if (unknown !== undefined || (names.length > 0 && !flags.includes("--write"))) {
    console.error(`${unknown ?? names[0]}: expected --whole, or --write and any of ${GENERATED.join(", ")}`);
    process.exitCode = 2;
  } else if (flags.includes("--write")) {
    const written = writeGenerated(names);
    console.log(written.length === 0 ? "nothing was stale" : `written: ${written.join(", ")}`);
  } else {
    const found = check(flags.includes("--whole"));
    for (const message of found) console.error(message);
    if (found.length > 0) process.exitCode = 1;
  }
}

main(process.argv.slice(2));
