/**
 * The two forms of this program: TypeScript in the repository, JavaScript in the published package (`dist/`, which
 * `packaging/build.ts` makes, since Node strips no types below node_modules). What differs between them is said here only.
 */
import { extname } from "node:path";
import { packageVersion } from "./package-version.ts";

const ENDING = extname(new URL(import.meta.url).pathname);

/** True where the published package runs. */
export const PACKAGED = ENDING === ".js";

/** The folder of this package's manifest. */
export const ROOT = new URL(PACKAGED ? "../../" : "../", import.meta.url);

/** URL of a module of this program that is started by its file: its path without ending, seen from the module `from`. */
export const ownModule = (path: string, from: string | URL): URL => new URL(path + ENDING, from);

/** The module's name without ending if `file` is a module of this program, and no test. */
export function ownModuleName(file: string): string | undefined {
  return file.endsWith(ENDING) && !file.endsWith(`.test${ENDING}`)
    ? file.slice(0, -ENDING.length)
    : undefined;
}

/** How a person calls the suite in the repository; templates are written with it. */
export const REPOSITORY_COMMAND = "npx -y pnpm@12.21.0 conformance";

/** How a person calls the suite. */
export const COMMAND = PACKAGED ? "npx pi-repair-conformance" : REPOSITORY_COMMAND;

/** The same where its output goes into a pipe: pnpm's own lines are left out. */
export const PIPED_COMMAND = PACKAGED ? COMMAND : COMMAND.replace(" conformance", " --silent conformance");

/** The name of the command. */
export const NAME = PACKAGED ? "pi-repair-conformance" : "conformance";

/** The folder in which the caller stands: pnpm runs scripts at the root of the repository, and says where it was called. */
export function callersFolder(): string {
  return (PACKAGED ? undefined : process.env.INIT_CWD) ?? process.cwd();
}

/** Version of the suite. */
export const SUITE_VERSION = packageVersion("pi-repair-conformance");
