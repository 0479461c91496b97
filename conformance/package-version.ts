/** The version of an npm package that this repository has installed. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Reads it from the package that the name resolves to. Throws Error if there is none. */
export function packageVersion(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.resolve(name)));
  while (folder !== dirname(folder)) {
    const file = join(folder, "package.json");
    if (existsSync(file)) {
      const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
      const { name: found, version } = Object(manifest) as Record<string, unknown>;
      if (found === name) return String(version);
    }
    folder = dirname(folder);
  }
  throw new Error(`no package ${name} is installed`);
}
