// Does what pages say, as written, in the current folder: writes their files, applies their changes, runs their commands,
// and compares exit codes (`# exits N`, 0 without it) and what is printed (`text output` blocks). Plain JavaScript,
// because the first command runs before anything is installed:
// `node docs/readme-commands.mjs [--slow] [--network] [page…]`, README.md by default.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { missingLine, stepsOf } from "./page-steps.mjs";

/** CI shows only the end of a long log, so what a failed command said last is shown there once more. */
const LAST_LINES = 100;
/** Without colours in CI, where no terminal shows them. */
const environment = process.env.CI ? { ...process.env, NO_COLOR: "1" } : process.env;

/** Runs one line; its output is shown as it comes, and given back with the exit code. */
function run(line) {
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", line], { stdio: ["inherit", "pipe", "pipe"], env: environment });
    let output = "";
    const keep = (to) => (chunk) => {
      to.write(chunk);
      output += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", keep(process.stdout));
    child.stderr.setEncoding("utf8").on("data", keep(process.stderr));
    child.on("error", (error) => resolve({ status: String(error), output }));
    child.on("close", (code, signal) => resolve({ status: code ?? signal, output }));
  });
}

function writeFile({ path, text }) {
  console.log(`\n(writes ${path})`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What is wrong with changes that cannot be applied, or undefined; each file is a patch of its own. */
function applyPatch({ text }) {
  console.log("\n(applies a change)");
  for (const patch of text.split(/^(?=--- a\/.*\n\+\+\+ )/m)) {
    const options = { input: patch, encoding: "utf8" };
    const { status, stderr } = spawnSync("git", ["apply", "--recount", "-"], options);
    if (status !== 0) return `${stderr}${patch}`;
  }
  return undefined;
}

const plain = (text) => text.replace(/\p{Cc}\[[\d;]*m/gu, "");

/** Runs a command, unless its mark says that it is not run this time. `page` collects what comes of it. */
async function command({ line, exits, mark, block }, page) {
  if (block !== page.block) page.printed = "";
  page.block = block;
  if (mark !== undefined && !page.allowed.includes(mark.name)) {
    page.leftOut.push(`${page.name}: ${line} (${mark.name}: ${mark.reason})`);
    page.printed = undefined;
    return;
  }
  console.log(`\n$ ${line}`);
  const began = performance.now();
  const { status, output } = await run(line);
  console.log(`(${((performance.now() - began) / 1000).toFixed(1)} s)`);
  page.ran += 1;
  if (page.printed !== undefined) page.printed += output;
  if (status !== exits) page.fail(`exits ${status}, and the page says ${exits}: ${line}`, output);
}

/** Compares what the commands of the block before printed; nothing can be said where one of them was left out. */
function compareOutput({ text }, page) {
  if (page.printed === undefined) return;
  const missing = missingLine(text, plain(page.printed));
  if (missing !== undefined) page.fail(`was not printed, and the page says so: ${missing}`, page.printed);
}

/** Does a page's steps one after another. Gives back what went wrong, and what was left out. */
async function doPage(name, allowed) {
  const failed = [];
  const fail = (said, output) => {
    console.error(`${name}: ${said}`);
    failed.push({ said: `${name}: ${said}`, output });
  };
  const page = { name, allowed, failed, fail, leftOut: [], ran: 0, block: undefined, printed: "" };
  const steps = stepsOf(readFileSync(name, "utf8"));
  if (!steps.some(({ kind }) => kind === "run")) fail("it has no command", "");
  for (const step of steps) {
    if (step.kind === "run") await command(step, page);
    else if (step.kind === "output") compareOutput(step, page);
    else if (step.kind === "file") writeFile(step);
    else {
      const wrong = applyPatch(step);
      if (wrong !== undefined) fail("a change cannot be applied", wrong);
    }
  }
  console.log(
    `\n${name}: ${page.ran} commands run, ${page.leftOut.length} left out, ${failed.length} failed`,
  );
  return page;
}

async function main(words) {
  const allowed = words.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
  const pages = words.filter((word) => !word.startsWith("--"));
  const done = [];
  for (const page of pages.length === 0 ? ["README.md"] : pages) done.push(await doPage(page, allowed));
  const failed = done.flatMap((one) => one.failed);
  for (const line of done.flatMap((one) => one.leftOut)) console.log(`left out: ${line}`);
  for (const { said, output } of failed) {
    console.error(`\n== ${said}\n${output.split("\n").slice(-LAST_LINES).join("\n")}`);
  }
  if (failed.length > 0) process.exitCode = 1;
}

await main(process.argv.slice(2));
