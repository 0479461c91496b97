/**
 * Any published pi as a target, in a cache of its own. With its caret ranges an old pi pulls newer siblings and does
 * not load, so every sibling is pinned to the same version; no install script runs.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bounded, printable } from "./printable.ts";
import { NotATarget } from "./refusals.ts";

const CACHE = fileURLToPath(new URL("../node_modules/.cache/pi-alone/", import.meta.url));
const SCOPE = "@earendil-works/";
const WANTED = ["pi-coding-agent", "pi-ai"] as const;
const SIBLINGS = [
  "pi-agent-core",
  "pi-ai",
  "pi-codemode",
  "pi-mcp",
  "pi-schema",
  "pi-telemetry",
  "pi-tui",
] as const;
const INSTALL = [
  "install",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
  "--loglevel=error",
];
const INSTALL_MS = 300_000;

/** The folder of a pi in the cache; it need not be there yet. */
export function piFolder(version: string): string {
  return join(CACHE, version);
}

function isThere(folder: string, version: string): boolean {
  const manifest = join(folder, `node_modules/${SCOPE}pi-coding-agent/package.json`);
  if (!existsSync(manifest)) return false;
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown }).version === version;
}

/** A folder in whose `node_modules` that pi is: a cache, or this project; undefined where it is not at hand. */
export function piAtHand(version: string): string | undefined {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const folders = [piFolder(version), join(root, ".pi-cache", "installs", version), root];
  return folders.find((folder) => isThere(folder, version));
}

const pinned = (names: readonly string[], version: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [SCOPE + name, version]));

function reasonOf(error: unknown): string {
  const stderr = String(Reflect.get(Object(error), "stderr") ?? error);
  const lines = stderr.split("\n").map((line) => line.replace(/^npm (error|ERR!) ?/, "").trim());
  const told = lines.find((line) => /^(notarget No matching|404 )/.test(line));
  return printable(
    bounded(
      told ??
        lines.find((line) => line !== "" && !/^(code|errno|syscall|path|dest) /.test(line)) ??
        "npm failed",
      300,
    ),
  );
}

/** Installs a published pi, or finds it in the cache. Throws NotATarget where npm cannot. */
export async function installPi(version: string): Promise<void> {
  const folder = piFolder(version);
  if (existsSync(join(folder, "done"))) return;
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: "pi-as-a-target",
    private: true,
    dependencies: pinned(WANTED, version),
    overrides: pinned(SIBLINGS, version),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  try {
    await promisify(execFile)("npm", INSTALL, { cwd: folder, maxBuffer: 1 << 22, timeout: INSTALL_MS });
  } catch (error) {
    throw new NotATarget(`pi ${version} cannot be installed: ${reasonOf(error)}`);
  }
  writeFileSync(join(folder, "done"), "");
}
