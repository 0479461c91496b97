/** `conformance init ts|python|stdio [folder]`: a new target to begin with. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { callersPath } from "../find-target.ts";
import { COMMAND, REPOSITORY_COMMAND } from "../installed.ts";
import { nearest } from "../nearest.ts";
import { BadCall } from "../select.ts";

const TEMPLATES = new URL("../templates/", import.meta.url);
export const KINDS = ["ts", "python", "stdio"] as const;

function init(kind: string, given: string): void {
  if (!KINDS.some((known) => known === kind)) {
    throw new BadCall(`no template "${kind}"; there are ${KINDS.join(", ")}${nearest(kind, KINDS)}`);
  }
  const folder = callersPath(given);
  const source = new URL(`${kind}/`, TEMPLATES);
  const files = readdirSync(source).filter((name) => name.startsWith("target."));
  const taken = files.find((name) => existsSync(resolve(folder, name)));
  if (taken !== undefined) throw new BadCall(`${resolve(folder, taken)} is there already`);
  mkdirSync(folder, { recursive: true });
  for (const name of files) {
    const text = readFileSync(new URL(name, source), "utf8").replaceAll(REPOSITORY_COMMAND, COMMAND);
    writeFileSync(resolve(folder, name), text);
    process.stdout.write(`${resolve(folder, name)}\n`);
  }
}

/** Adds the command. */
export function addInit(command: Command): void {
  command
    .command("init")
    .argument("<kind>", "ts, python or stdio")
    .argument("[folder]", "where the files go (default: here)")
    .description("writes the template of a target: ts (in process), python or stdio (a program)")
    .allowExcessArguments(false)
    .action((kind: string, folder: string | undefined) => init(kind, folder ?? "."));
}
