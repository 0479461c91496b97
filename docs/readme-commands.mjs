// Runs every command of a page's `sh` blocks, as written, and compares its exit code with the one that a comment
// `# exits N` names (0 without it). Plain JavaScript, because the first command runs before anything is installed.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const page = process.argv[2] ?? "README.md";

/** The commands of the page's `sh` blocks: `{ line, exits }`, in order. */
export function commandsOf(markdown) {
  const commands = [];
  for (const block of markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)) {
    for (const line of block[1].split("\n")) {
      const [command, comment = ""] = line.split(/\s+# /, 2);
      if (command.trim() === "" || command.startsWith("#")) continue;
      commands.push({ line: command.trim(), exits: Number(/exits (\d)/.exec(comment)?.[1] ?? 0) });
    }
  }
  return commands;
}

const commands = commandsOf(readFileSync(page, "utf8"));
if (commands.length === 0) {
  console.error(`${page} has no command to run`);
  process.exitCode = 1;
}
let wrong = 0;
for (const { line, exits } of commands) {
  console.log(`\n$ ${line}`);
  const { status } = spawnSync("bash", ["-c", line], { stdio: "inherit" });
  if (status !== exits) {
    console.error(`${page}: exits ${status}, and the page says ${exits}: ${line}`);
    wrong += 1;
  }
}
console.log(`\n${page}: ${commands.length - wrong} passed, ${wrong} failed`);
if (wrong > 0) process.exitCode = 1;
