/**
 * Compiles the suite into dist/, with the data that it reads from beside its modules: what is packed needs nothing
 * beside it but its dependencies. Run by `pnpm pack`, and by nothing in the repository.
 */
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const DIST = join(ROOT, "dist");

/** What is read at run time, or exported as it is. Data that a module imports is the compiler's to copy. */
const DATA = [
  "spec/vectors",
  "spec/schemas",
  "spec/requirements.json",
  "spec/built-in-tools.json",
  "spec/benign-conversions.json",
  "spec/closers.json",
  "spec/model-families.json",
  "conformance/targets",
  "conformance/templates",
  "fuzz/corpus",
] as const;

const isCode = (path: string): boolean => /\.ts$|__pycache__/.test(path) && !path.includes("templates");

rmSync(DIST, { recursive: true, force: true });
const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [tsc, "--project", "conformance/packaging/tsconfig.build.json"], {
  cwd: ROOT,
  stdio: "inherit",
});
// The reference is a package of its own, under the name that `imports` of the packed manifest gives.
rmSync(join(DIST, "reference"), { recursive: true });
for (const path of DATA) {
  cpSync(join(ROOT, path), join(DIST, path), { recursive: true, filter: (source) => !isCode(source) });
}
