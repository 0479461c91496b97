/**
 * The reference over the wire, which ends in place of one of its answers: `node dying.ts <number of the answer> <exit code,
 * or abort> <file for process ids>`.
 */
import { appendFileSync } from "node:fs";
import { importTarget } from "../load-target.ts";
import { serve } from "../serve.ts";

const [, , number = "1", how = "7", pidFile = ""] = process.argv;
appendFileSync(pidFile, `${process.pid}\n`);

let answers = 0;
function write(line: string): void {
  if (line.includes('"outcome"')) answers += 1;
  if (answers === Number(number)) {
    if (how === "abort") process.abort();
    process.exit(Number(how));
  }
  process.stdout.write(line);
}

const { target } = await importTarget(new URL("../targets/reference.ts", import.meta.url).href);
await serve(target, process.stdin, (text) => {
  for (const line of text.trimEnd().split("\n")) write(`${line}\n`);
});
