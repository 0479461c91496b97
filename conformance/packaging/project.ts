/** For tests: both packages, packed, and empty projects into which they are installed with npm. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const NPM = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"] as const;

const folders: string[] = [];

/** A new folder, outside the repository. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "package-"));
  folders.push(folder);
  return folder;
}

/** Removes the folders of this process. */
export function removeScratch(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Place {
  readonly cwd: string;
  /** Folder of the `node` that comes first on the path; else the one that runs this. */
  readonly bin?: string | undefined;
}

/** Runs a program to its end. Throws nothing. */
export function run(file: string, args: readonly string[], { cwd, bin }: Place): Promise<Ended> {
  const { INIT_CWD: _caller, NODE_OPTIONS: _options, ...env } = process.env;
  const path = [bin ?? join(process.execPath, ".."), process.env.PATH].join(delimiter);
  return new Promise((resolve) => {
    const options = { cwd, env: { ...env, PATH: path, NO_COLOR: "1" }, maxBuffer: 1 << 26 };
    const child = execFile(file, args, options, (error, out, err) => {
      resolve({ code: child.exitCode ?? (error === null ? 0 : -1), out, err });
    });
  });
}

/** As `run`. Throws Error with what it printed where it does not end with 0. */
export async function succeed(file: string, args: readonly string[], place: Place): Promise<string> {
  const { code, out, err } = await run(file, args, place);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}\n${out}\n${err}`);
  return out;
}

/** Packs the package of a folder as it would be published; the tarball's path. */
export async function pack(folder: string): Promise<string> {
  const to = scratch();
  await succeed("npx", ["-y", "pnpm@12.21.0", "pack", "--pack-destination", to], { cwd: join(ROOT, folder) });
  const [name] = readdirSync(to);
  if (name === undefined) throw new Error(`no tarball of ${folder}`);
  return join(to, name);
}

/** Installs packages with npm. */
export async function install(cwd: string, ...packages: readonly string[]): Promise<void> {
  await succeed("npm", [...NPM, ...packages], { cwd });
}

/** A project with nothing in it but what a user would write, and these packages. */
export async function newProject(...packages: readonly string[]): Promise<string> {
  const cwd = scratch();
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  cpSync(join(import.meta.dirname, "consumer"), cwd, { recursive: true });
  cpSync(join(ROOT, "docs/examples/my-layer.ts"), join(cwd, "my-layer.ts"));
  await install(cwd, ...packages);
  return cwd;
}

/** The folder of the binary of a published Node. */
export async function nodeOf(version: string): Promise<string> {
  const cwd = join(scratch(), version);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ name: "node-of-its-own", private: true }));
  await install(cwd, `node@${version}`);
  return join(cwd, "node_modules", "node", "bin");
}
