/**
 * From what the caller typed to where a target is: a built-in name, the path of a module whose default export is a
 * target, a pi by its version, an extension for pi by its path, or the command line of a program.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { callersFolder, ownModule, ownModuleName } from "./installed.ts";
import { parseJson } from "./json-text.ts";
import { nearestName } from "./nearest.ts";
import { bounded, printable } from "./printable.ts";
import { BadCall } from "./refusals.ts";
import type { Program } from "./wire-process.ts";

interface Source {
  /** What the caller typed. */
  readonly given: string;
  /** File of the expected failures that the target comes with. */
  readonly expectedFailures?: string;
}

/** A target of this process; `module` is the module's URL. */
export interface ModuleSource extends Source {
  readonly module: string;
  /** The published pi that must be installed first, for a target that was given with a version. */
  readonly pi?: string;
  readonly program?: never;
}

/** A target at the other end of a pipe. */
export interface ProgramSource extends Source {
  readonly program: Program;
  /** True if `given` is the name of a target that comes with the suite, not a command line. */
  readonly named?: true;
  readonly module?: never;
  readonly pi?: never;
}

export type TargetSource = ModuleSource | ProgramSource;

const FOLDER = new URL("targets/", import.meta.url);

/** A folder of targets/ with this file is a built-in target that runs as a program. */
const PROGRAM_FILE = "program.json";
const ProgramFile = Compile(Type.Object({ command: Type.String(), args: Type.Array(Type.String()) }));

function programFile(name: string): URL | undefined {
  const file = new URL(`${name}/${PROGRAM_FILE}`, FOLDER);
  return /^[a-z0-9-]+$/.test(name) && existsSync(file) ? file : undefined;
}

/** Names of the built-in targets, sorted. */
export function builtInTargets(): readonly string[] {
  const names = readdirSync(FOLDER);
  const modules = names.flatMap((name) => ownModuleName(name) ?? []);
  const programs = names.filter((name) => programFile(name) !== undefined);
  return [...modules, ...programs].sort();
}

function withFailures<S extends Source>(source: S, file: string): S {
  return existsSync(file) ? { ...source, expectedFailures: file } : source;
}

function builtInProgram(given: string, file: URL): ProgramSource {
  const read: unknown = parseJson(readFileSync(file, "utf8"));
  if (!ProgramFile.Check(read)) throw new Error(`harness: targets/${given}/${PROGRAM_FILE} is not a program`);
  const program = { ...read, cwd: fileURLToPath(new URL(".", file)) };
  return withFailures(
    { given, program, named: true },
    fileURLToPath(new URL("expected-failures.json", file)),
  );
}

/**
 * A command line as a target. If one of its words is a file that lies beside an `expected-failures.json`, that is taken
 * for the target's own. Throws BadCall on an empty one.
 */
export function findProgram(words: readonly string[]): ProgramSource {
  const [command, ...args] = words;
  if (command === undefined) throw new BadCall("after -- the command line of a program must follow");
  const cwd = callersFolder();
  const file = words.map(callersPath).find((path) => existsSync(path) && statSync(path).isFile());
  const source = { given: words.join(" "), program: { command, args, cwd } };
  return file === undefined ? source : withFailures(source, resolve(file, "..", "expected-failures.json"));
}

const looksLikePath = (given: string): boolean => /[\\/]|\.[cm]?[jt]s$/.test(given) || given.startsWith(".");

/** pi alone at any published version. */
const PI_VERSION = /^pi-alone@(\d+\.\d+\.\d+(?:-[\w.]+)?)$/;

/** An extension for pi, by the path of its file or folder. */
const PI_EXTENSION = /^pi-extension@(.+)$/;

function findExtension(given: string, typed: string): ModuleSource {
  const path = callersPath(typed);
  if (!existsSync(path))
    throw new BadCall(`no file "${printable(bounded(typed, 300))}" to load an extension from`);
  const module = ownModule("pi/extension", FOLDER);
  module.searchParams.set("path", path);
  return { given, module: module.href };
}

/**
 * Finds a target's module. Paths are relative to where the caller stands. `commands` are words that could have been meant
 * in its place. Throws BadCall.
 */
export function findTarget(given: string, commands: readonly string[] = []): TargetSource {
  const versioned = PI_VERSION.exec(given)?.[1];
  if (versioned !== undefined) {
    const module = ownModule("pi-alone", FOLDER);
    module.searchParams.set("pi", versioned);
    const failures = fileURLToPath(new URL("pi-alone.expected-failures.json", FOLDER));
    return withFailures({ given, module: module.href, pi: versioned }, failures);
  }
  const extension = PI_EXTENSION.exec(given)?.[1];
  if (extension !== undefined) return findExtension(given, extension);
  const program = programFile(given);
  if (program !== undefined) return builtInProgram(given, program);
  if (builtInTargets().includes(given)) {
    const failures = fileURLToPath(new URL(`${given}.expected-failures.json`, FOLDER));
    return withFailures({ given, module: ownModule(given, FOLDER).href }, failures);
  }
  if (!looksLikePath(given)) {
    const said = printable(bounded(given, 100));
    throw new BadCall(
      `no built-in target "${said}"${nearestWord(given, commands)} (a module is given by its path, ./${said})`,
    );
  }
  const path = callersPath(given);
  const said = printable(bounded(given, 300));
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new BadCall(
      `"${said}" is a folder; give the file of the target's module in it, as ${said}/target.ts`,
    );
  }
  if (!existsSync(path)) {
    throw new BadCall(`no file "${said}" to load a target from${nearestFile(given, path)}`);
  }
  return withFailures({ given, module: pathToFileURL(path).href }, failuresBeside(path));
}

/** Where the expected failures of a module are: `layer.expected-failures.json` beside `layer.ts`. */
export function failuresBeside(module: string): string {
  return `${module.replace(/\.[cm]?[jt]s$/, "")}.expected-failures.json`;
}

/** The end of a message about a word that is no target: the nearest target or command. */
function nearestWord(given: string, commands: readonly string[]): string {
  const targets = builtInTargets();
  const name = nearestName(given, [...targets, ...commands]);
  if (name === undefined) return `; there are ${targets.join(", ")}`;
  return `; did you mean ${targets.includes(name) ? "" : "the command "}${JSON.stringify(name)}?`;
}

/** The end of a message about a file that is not there: a file beside it with nearly its name. */
function nearestFile(given: string, path: string): string {
  try {
    const names = readdirSync(dirname(path));
    const name = nearestName(basename(path), names);
    const before = given.slice(0, given.length - basename(given).length);
    return name === undefined ? "" : `; did you mean ${JSON.stringify(printable(before + name))}?`;
  } catch {
    return "";
  }
}

/** A path that the caller typed, made absolute. */
export function callersPath(given: string): string {
  return isAbsolute(given) ? given : resolve(callersFolder(), given);
}
