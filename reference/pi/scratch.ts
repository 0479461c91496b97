// For tests: an empty folder that goes when the process ends.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "pi-repair-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
