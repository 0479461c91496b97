// Runs the commands of pages' `sh` blocks as written, in the current folder, and compares each exit code with the one
// that a comment `# exits N` names (0 without it). Plain JavaScript, because the first command runs before anything is
// installed: `node docs/readme-commands.mjs [page…]`, README.md by default.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** CI shows only the end of a long log, so what a failed command said last is shown there once more. */
const LAST_LINES = 100;

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

/** The environment of a command: without colours in CI, where no terminal shows them. */
const environment = process.env.CI ? { ...process.env, NO_COLOR: "1" } : process.env;

/** Runs one line; its output is shown as it comes, and the last of it is given back with the exit code. */
function run(line) {
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", line], { stdio: ["inherit", "pipe", "pipe"], env: environment });
    let last = "";
    const keep = (to) => (chunk) => {
      to.write(chunk);
      last = (last + chunk)
        .split("\n")
        .slice(-LAST_LINES - 1)
        .join("\n");
    };
    child.stdout.setEncoding("utf8").on("data", keep(process.stdout));
    child.stderr.setEncoding("utf8").on("data", keep(process.stderr));
    child.on("error", (error) => resolve({ status: String(error), last }));
    child.on("close", (code, signal) => resolve({ status: code ?? signal, last }));
  });
}

/** Runs a page's commands one after another and gives back those that did not end as the page says. */
async function runPage(page) {
  const commands = commandsOf(readFileSync(page, "utf8"));
  const failed = commands.length === 0 ? [{ said: `${page} has no command to run`, last: "" }] : [];
  for (const { line, exits } of commands) {
    console.log(`\n$ ${line}`);
    const began = performance.now();
    const { status, last } = await run(line);
    console.log(`(${((performance.now() - began) / 1000).toFixed(1)} s)`);
    if (status === exits) continue;
    failed.push({ said: `${page}: exits ${status}, and the page says ${exits}: ${line}`, last });
    console.error(failed.at(-1)?.said);
  }
  console.log(`\n${page}: ${commands.length} commands, ${failed.length} failed`);
  return failed;
}

async function main(pages) {
  const failed = [];
  for (const page of pages) failed.push(...(await runPage(page)));
  if (failed.length === 0) return;
  process.exitCode = 1;
  for (const { said, last } of failed) console.error(`\n== ${said}\n${last}`);
}

const pages = process.argv.slice(2);
await main(pages.length === 0 ? ["README.md"] : pages);
