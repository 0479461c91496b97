// Any published pi in a cache of its own, every sibling package pinned to the same version: with caret ranges an old
// pi pulls newer siblings and does not load. npm is the client; no install script runs.
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** The npm scope of every pi package. */
export const SCOPE = "@earendil-works/";
const MAIN = `${SCOPE}pi-coding-agent`;
const OLDEST = "0.74.0";
/** Siblings known so far; others are found after an install and pinned in a second one. */
const SIBLINGS = Object.freeze([
  "pi-agent-core",
  "pi-ai",
  "pi-codemode",
  "pi-mcp",
  "pi-schema",
  "pi-telemetry",
  "pi-tui",
]);

export interface Installed {
  readonly kind: "installed";
  readonly version: string;
  readonly root: string;
  /** Every pi package that this pi resolves, by name without scope. */
  readonly resolved: Readonly<Record<string, string>>;
}

/** `transient` where another attempt may go well (registry out of reach), else the version itself is at fault. */
export interface NotInstalled {
  readonly kind: "not-installed";
  readonly version: string;
  readonly reason: string;
  readonly transient: boolean;
}

/** The project's root folder, which holds `node_modules` with the installed pi and the cache. */
export const ROOT = dirname(import.meta.dirname);
/** The cache folder, ignored by git. */
export const CACHE = join(ROOT, ".pi-cache");

/** Numeric order of versions such as `0.80.10`. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [a.split(".").map(Number), b.split(".").map(Number)];
  for (let i = 0; i < 3; i++) if ((x[i] ?? 0) !== (y[i] ?? 0)) return (x[i] ?? 0) - (y[i] ?? 0);
  return 0;
}

/** The last version of each minor, in order. */
export function lastOfMinors(versions: readonly string[]): readonly string[] {
  const minor = (version: string): string => version.split(".").slice(0, 2).join(".");
  const sorted = [...versions].sort(compareVersions);
  return sorted.filter((version, index) => minor(version) !== minor(sorted[index + 1] ?? ""));
}

/** Every release of pi from 0.74 on, in order. Throws where the registry cannot be asked. */
export async function publishedVersions(): Promise<readonly string[]> {
  const question = ["view", MAIN, "versions", "--json", "--loglevel=error"];
  const { stdout } = await run("npm", question, { maxBuffer: 1 << 22 }).catch((error: unknown) => {
    throw new Error(npmWords(error));
  });
  const listed: unknown = JSON.parse(stdout);
  const all = (Array.isArray(listed) ? listed : [listed]).filter(
    (entry): entry is string => typeof entry === "string",
  );
  const releases = all.filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  return releases.filter((version) => compareVersions(version, OLDEST) >= 0).sort(compareVersions);
}

/** The real folder of a package as Node finds it from the folder `from`. */
export function findPackage(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
    if (dirname(folder) === folder) return undefined;
  }
}

/** Every pi package that pi-coding-agent under `root` reaches, with its version. Empty where there is none. */
export function resolvedSet(root: string): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const open: { from: string; name: string }[] = [{ from: root, name: MAIN }];
  for (let next = open.pop(); next; next = open.pop()) {
    const folder = findPackage(next.from, next.name);
    if (!folder || found.has(next.name)) continue;
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<
      string,
      unknown
    >;
    found.set(next.name, String(manifest.version));
    const names = Object.keys((manifest.dependencies ?? {}) as object).filter((name) =>
      name.startsWith(SCOPE),
    );
    for (const name of names) open.push({ from: folder, name });
  }
  return Object.fromEntries(
    [...found].map(([name, version]) => [name.slice(SCOPE.length), version] as const).sort(),
  );
}

/** The pi that is installed in the project. */
export function installedPi(root: string = ROOT): Installed | NotInstalled {
  const resolved = resolvedSet(root);
  const version = resolved["pi-coding-agent"];
  if (version) return { kind: "installed", version, root, resolved };
  return {
    kind: "not-installed",
    version: "none",
    reason: `${MAIN} is not in node_modules`,
    transient: true,
  };
}

function writeManifest(folder: string, version: string, siblings: readonly string[]): void {
  const pinned = Object.fromEntries(siblings.map((name) => [SCOPE + name, version]));
  const dependencies = { [MAIN]: version, [`${SCOPE}pi-ai`]: version };
  const manifest = { name: "pi-under-drift", private: true, dependencies, overrides: pinned };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
}

const INSTALL = [
  "install",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
  "--loglevel=error",
];
const FINAL = /\b(ETARGET|E404|ERESOLVE|EBADENGINE)\b/;

function npmWords(error: unknown): string {
  const stderr = String((error as { stderr?: unknown }).stderr ?? error);
  const lines = stderr.split("\n").map((line) => line.replace(/^npm error ?/, "").trim());
  const told = lines.find((line) => /^(notarget No matching|404 |network |request to )/.test(line));
  return (
    told?.replace(/^(notarget|404|network) /, "") ?? lines.find((line) => line.length > 0) ?? "npm failed"
  );
}

function reasonOf(error: unknown): { readonly reason: string; readonly transient: boolean } {
  const stderr = String((error as { stderr?: unknown }).stderr ?? error);
  return { reason: `npm could not install it: ${npmWords(error)}`, transient: !FINAL.test(stderr) };
}

async function npmInstall(folder: string): Promise<void> {
  await run("npm", INSTALL, { cwd: folder, maxBuffer: 1 << 22, timeout: 300_000 });
}

async function installInto(folder: string, version: string): Promise<void> {
  writeManifest(folder, version, SIBLINGS);
  await npmInstall(folder);
  const resolved = resolvedSet(folder);
  const found = Object.keys(resolved).filter((name) => name !== "pi-coding-agent");
  if (found.every((name) => SIBLINGS.includes(name) || resolved[name] === version)) return;
  rmSync(join(folder, "package-lock.json"), { force: true });
  writeManifest(folder, version, [...new Set([...SIBLINGS, ...found])]);
  await npmInstall(folder);
}

/**
 * Installs `version` into the cache, or finds it there. Siblings that the pinned list does not know yet are pinned
 * in a second pass, so that the resolved set never mixes versions where the same version is published.
 */
export async function installPi(version: string, cache: string = CACHE): Promise<Installed | NotInstalled> {
  const root = join(cache, "installs", version);
  const done = join(root, "done.json");
  if (existsSync(done)) {
    const cached = JSON.parse(readFileSync(done, "utf8")) as Installed | NotInstalled;
    return cached.kind === "installed" ? { ...cached, root } : cached;
  }
  // Beside its place first: a run that is stopped here leaves no half install, and two runs do not meet.
  const draft = `${root}.${process.pid}`;
  let result: Installed | NotInstalled;
  try {
    mkdirSync(draft, { recursive: true });
    await installInto(draft, version);
    rmSync(root, { recursive: true, force: true });
    renameSync(draft, root);
    result = { kind: "installed", version, root, resolved: resolvedSet(root) };
  } catch (error) {
    result = { kind: "not-installed", version, ...reasonOf(error) };
    rmSync(draft, { recursive: true, force: true, maxRetries: 3 });
    mkdirSync(root, { recursive: true });
  }
  if (result.kind === "installed" || !result.transient) writeFileSync(done, JSON.stringify(result));
  return result;
}

/** Versions that the cache already holds, for runs without a registry. */
export function cachedVersions(cache: string = CACHE): readonly string[] {
  const folder = join(cache, "installs");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((version) => existsSync(join(folder, version, "done.json")))
    .sort(compareVersions);
}
