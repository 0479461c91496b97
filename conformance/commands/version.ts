/** `conformance --version`: the versions that decide what a run says. */
import { type Command, CommanderError } from "commander";
import { PROTOCOL_VERSION } from "../../spec/contract.ts";
import { SUITE_VERSION } from "../installed.ts";
import { packageVersion } from "../package-version.ts";

function piVersion(): string {
  try {
    return packageVersion("@earendil-works/pi-coding-agent");
  } catch {
    return "not installed";
  }
}

/** Suite, contract, Node and pi, a line each. */
export function versionText(): string {
  const lines = [
    ["pi-repair-conformance", SUITE_VERSION],
    ["contract", PROTOCOL_VERSION],
    ["node", process.versions.node],
    ["pi", piVersion()],
  ] as const;
  return `${lines.map(([name, version]) => `${name.padEnd(23)}${version}`).join("\n")}\n`;
}

/** Adds the flag. */
export function addVersion(command: Command): void {
  command
    .option("-V, --version", "print the versions of suite, contract, Node and pi")
    .on("option:version", () => {
      process.stdout.write(versionText());
      throw new CommanderError(0, "commander.version", "");
    });
}
