/**
 * A folder that stands for the system's folder for temporary files while other code runs: what that leaves behind, even
 * long after it was told to stop, goes with the folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Scratch {
  /** The variables that name it, on every system; what Node compiled stays where it would be without it. */
  readonly env: Readonly<Record<"TMPDIR" | "TEMP" | "TMP" | "NODE_COMPILE_CACHE", string>>;
  /** Removes it with all that it holds; what cannot be removed stays. */
  remove(): void;
}

/** Makes one. */
export function scratch(): Scratch {
  const cache = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), "node-compile-cache");
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  return {
    env: { TMPDIR: folder, TEMP: folder, TMP: folder, NODE_COMPILE_CACHE: cache },
    remove() {
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      } catch {
        // Somebody else's files are no reason to fail.
      }
    },
  };
}
