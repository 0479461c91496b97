// Reaches a pi from outside: resolves its packages from the folder that holds its node_modules and imports
// them one by one, so that a pi that lost an export or cannot be imported says so in words.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export type CodingAgent = Partial<typeof import("@earendil-works/pi-coding-agent")>;
export type Ai = Partial<typeof import("@earendil-works/pi-ai")>;

/** One loaded pi. `resolve` follows Node's own rules from inside pi-coding-agent and returns a file URL. */
export interface Pi {
  readonly root: string;
  readonly version: string;
  readonly codingAgent: CodingAgent;
  readonly ai: Ai;
  readonly resolve: (specifier: string) => string;
}

/** Thrown where a probe cannot find out; the message is the whole explanation. */
export class CannotProbe extends Error {
  override readonly name = "CannotProbe";
}

/** Thrown where a claim has no meaning on this pi; the message says what it lacks. */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
}

/** The message of anything thrown, first line only: pi's load errors carry stacks and machine paths. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0] ?? "";
}

function packageRoot(entry: string, name: string): string {
  const marker = `node_modules/${name}/`;
  const path = fileURLToPath(entry);
  const at = path.lastIndexOf(marker);
  if (at < 0) throw new CannotProbe(`${name} was not found in a node_modules folder`);
  return path.slice(0, at + marker.length - 1);
}

/** Imports a module of pi by specifier. Throws `CannotProbe` with the reason. */
export async function importFrom(resolve: Pi["resolve"], specifier: string): Promise<unknown> {
  try {
    return await import(resolve(specifier));
  } catch (error) {
    throw new CannotProbe(`${specifier} cannot be imported: ${messageOf(error)}`);
  }
}

/** Loads the pi whose packages are in `<root>/node_modules`. Throws `CannotProbe` where it does not load. */
export async function loadPi(root: string): Promise<Pi> {
  const parent = pathToFileURL(join(root, "noop.js")).href;
  const name = "@earendil-works/pi-coding-agent";
  let entry: string;
  try {
    entry = import.meta.resolve(name, parent);
  } catch (error) {
    throw new CannotProbe(`${name} is not installed: ${messageOf(error)}`);
  }
  const directory = packageRoot(entry, name);
  const manifest = readManifest(directory);
  const resolve = (specifier: string): string => import.meta.resolve(specifier, entry);
  const codingAgent = (await importFrom(resolve, entry)) as CodingAgent;
  const ai = (await importFrom(resolve, "@earendil-works/pi-ai")) as Ai;
  return { root, version: manifest.version, codingAgent, ai, resolve };
}

/** The manifest of the package at `directory`, narrowed to what the probes read. */
export function readManifest(directory: string): {
  readonly version: string;
  readonly json: Record<string, unknown>;
} {
  const json = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Record<string, unknown>;
  return { version: typeof json.version === "string" ? json.version : "unknown", json };
}

/** The folder of a package that `pi` resolves, for its manifest and for files that it does not export. */
export function packageFolder(pi: Pi, name: string): string {
  return packageRoot(pi.resolve(name), name);
}

/** A named export of a pi module, or `CannotProbe` where this version has none. */
export function need<M extends object, K extends keyof M & string>(
  module: M,
  name: K,
  from: string,
): NonNullable<M[K]> {
  const value = module[name];
  if (value === undefined || value === null) throw new CannotProbe(`${from} exports no ${name}`);
  return value;
}
