// Compiles the package into dist/, together with the spec's data that it reads: what is packed needs nothing beside it.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
rmSync(join(here, "dist"), { recursive: true, force: true });
const tsc = join(here, "..", "node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [tsc, "--project", join(here, "tsconfig.build.json")], { stdio: "inherit" });
