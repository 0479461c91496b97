/**
 * How every command starts. What it stands on is loaded by hand, so that a Node that is too old, or a suite that cannot
 * be loaded, ends as one line too.
 */

/** As `engines` in package.json says; a test compares. */
export const LEAST_NODE = "22.19";

/** What is wrong with this version of Node, as one line; undefined where it will do. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE.split(".").map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
    ? undefined
    : `harness: this is Node ${version}, and it must be ${LEAST_NODE} or later`;
}

/** Runs the command that `load` gives, and sets the exit code. Throws nothing. */
export async function start(load: () => Promise<{ runProgram(): Promise<void> }>): Promise<void> {
  const problem = nodeProblem(process.versions.node);
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 4;
    return;
  }
  // A reader that has seen enough (`| head`) closes the pipe; that is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  // Node keeps what it compiled in its own folder for temporary files, which spares a second of every later run.
  (await import("node:module")).enableCompileCache();
  const { faultOf } = await import("./fault.ts");
  try {
    await (await load()).runProgram();
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) return;
    process.stderr.write(`${[fault.line, ...(fault.details ?? [])].join("\n")}\n`);
    process.exitCode = fault.exitCode;
  }
}
