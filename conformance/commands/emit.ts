/** `conformance emit <address>`: the exact lines of one check, to be fed to a program by hand; stderr says what is what. */
import type { Command } from "commander";
import { emitLines } from "../emit.ts";
import { loadSuite } from "../suite.ts";
import { whole } from "./command-line.ts";

/** Adds the command. */
export function addEmit(command: Command): void {
  command
    .command("emit")
    .argument("<address>", "a vector or property, as envelope/decode-json/once")
    .description("prints the lines that a program would read for one check, handshake first")
    .option("--seed <number>", "seed of all draws", whole(0, 2 ** 31 - 1), 1)
    .option("--runs <number>", "cases of a property", whole(1, 1000), 1)
    .allowExcessArguments(false)
    .action((address: string, { seed, runs }: { readonly seed: number; readonly runs: number }) => {
      const { lines, says } = emitLines(loadSuite(), address, seed, runs);
      process.stderr.write(`${says.join("\n")}\n`);
      process.stdout.write(lines);
    });
}
