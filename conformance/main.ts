#!/usr/bin/env node
/**
 * The command `conformance`: reads the command line, runs, prints, sets the exit code. Nothing is decided here. What the
 * commands stand on is loaded by hand, so that a suite that cannot be loaded ends as one line too.
 */
import { faultOf } from "./fault.ts";

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  const { runProgram } = await import("./commands/program.ts");
  await runProgram();
} catch (error) {
  const fault = faultOf(error);
  if (fault !== undefined) {
    process.stderr.write(`${fault.line}\n`);
    process.exitCode = fault.exitCode;
  }
}
