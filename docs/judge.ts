/** Runs the suite as a reader would, by its command line, and gives back what `--json` prints. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ReportDocument } from "../conformance/report/document.ts";

const MAIN = fileURLToPath(new URL("../conformance/main.ts", import.meta.url));

/** The document of one run of a target, whatever it came to. Throws Error, with stderr, if there is none. */
export function judge(target: string, ...flags: readonly string[]): ReportDocument {
  const { stdout, stderr } = spawnSync(process.execPath, [MAIN, target, "--json", ...flags], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (!stdout.startsWith("{")) throw new Error(`no report of ${target}: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as ReportDocument;
}
