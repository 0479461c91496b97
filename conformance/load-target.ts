/**
 * From what the caller typed to a live target: a built-in name, or the path of a module whose default export is a
 * target. Every error says in one line whose fault it is.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename, dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { CAPABILITIES, type Capability, TargetIdentity } from "../spec/contract.ts";
import { parseJson } from "./json-text.ts";
import { nearest, nearestName } from "./nearest.ts";
import { bounded, printable } from "./printable.ts";
import { BadCall, NotATarget } from "./refusals.ts";
import type { Target } from "./target.ts";
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
  readonly module?: never;
  readonly pi?: never;
}

export type TargetSource = ModuleSource | ProgramSource;

/** What a target says of itself, checked and complete. */
export interface Identity extends Omit<TargetIdentity, "capabilities"> {
  readonly capabilities: readonly Capability[];
}

export { NotATarget };

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
  const modules = names.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const programs = names.filter((name) => programFile(name) !== undefined);
  return [...modules.map((name) => name.slice(0, -".ts".length)), ...programs].sort();
}

function withFailures<S extends Source>(source: S, file: string): S {
  return existsSync(file) ? { ...source, expectedFailures: file } : source;
}

function builtInProgram(given: string, file: URL): ProgramSource {
  const read: unknown = parseJson(readFileSync(file, "utf8"));
  if (!ProgramFile.Check(read)) throw new Error(`harness: targets/${given}/${PROGRAM_FILE} is not a program`);
  const program = { ...read, cwd: fileURLToPath(new URL(".", file)) };
  return withFailures({ given, program }, fileURLToPath(new URL("expected-failures.json", file)));
}

/**
 * A command line as a target. If one of its words is a file that lies beside an `expected-failures.json`, that is taken
 * for the target's own. Throws BadCall on an empty one.
 */
export function findProgram(words: readonly string[]): ProgramSource {
  const [command, ...args] = words;
  if (command === undefined) throw new BadCall("after -- the command line of a program must follow");
  const cwd = process.env.INIT_CWD ?? process.cwd();
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
  const module = new URL("pi/extension.ts", FOLDER);
  module.searchParams.set("path", path);
  return { given, module: module.href };
}

/** Finds a target's module. Paths are relative to where the caller stood (INIT_CWD). Throws BadCall. */
export function findTarget(given: string): TargetSource {
  const versioned = PI_VERSION.exec(given)?.[1];
  if (versioned !== undefined) {
    const module = new URL(`pi-alone.ts?pi=${versioned}`, FOLDER).href;
    const failures = fileURLToPath(new URL("pi-alone.expected-failures.json", FOLDER));
    return withFailures({ given, module, pi: versioned }, failures);
  }
  const extension = PI_EXTENSION.exec(given)?.[1];
  if (extension !== undefined) return findExtension(given, extension);
  const program = programFile(given);
  if (program !== undefined) return builtInProgram(given, program);
  if (builtInTargets().includes(given)) {
    const failures = fileURLToPath(new URL(`${given}.expected-failures.json`, FOLDER));
    return withFailures({ given, module: new URL(`${given}.ts`, FOLDER).href }, failures);
  }
  if (!looksLikePath(given)) {
    throw new BadCall(
      `no built-in target "${printable(bounded(given, 100))}"${nearest(given, builtInTargets())} (a module is given by its path, ./${printable(bounded(given, 100))})`,
    );
  }
  const path = callersPath(given);
  if (!existsSync(path) || !statSync(path).isFile()) {
    throw new BadCall(
      `no file "${printable(bounded(given, 300))}" to load a target from${nearestFile(given, path)}`,
    );
  }
  return { given, module: pathToFileURL(path).href };
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
  return isAbsolute(given) ? given : resolve(process.env.INIT_CWD ?? process.cwd(), given);
}

/** Lets a module outside the repository import the suite by its package's name; the name resolves as it does here. */
function resolveOwnName(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const own = specifier === "pi-repair-conformance" || specifier.startsWith("pi-repair-conformance/");
      return next(specifier, own ? { ...context, parentURL: import.meta.url } : context);
    },
  });
}

/** Where a module does not parse or link: Node puts file and line in front of the stack of a SyntaxError. */
function placeOf(error: unknown): string {
  if (!(error instanceof SyntaxError)) return "";
  const [first = ""] = (error.stack ?? "").split("\n", 1);
  return /^(?:file:)?\/.*:[0-9]+$/.test(first) ? ` (${first.replace(/^file:\/\//, "")})` : "";
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return printable(bounded((text.split("\n", 1)[0] ?? "") + placeOf(error), 300));
}

const Identity = Compile(TargetIdentity);

/** What a target says of itself, checked. Throws NotATarget. */
export function identify(target: Target): Identity {
  const { name, version, language, source, hostPackages, capabilities, ruleIds, canonicalRuleIds } = target;
  const unknown = Array.isArray(capabilities)
    ? capabilities.find((capability) => !CAPABILITIES.includes(capability))
    : undefined;
  if (unknown !== undefined) {
    const said = printable(bounded(String(unknown), 60));
    throw new NotATarget(`the target declares an unknown capability "${said}"${nearest(said, CAPABILITIES)}`);
  }
  const identity = {
    ...{ name, version, capabilities },
    ...(language === undefined ? {} : { language }),
    ...(source === undefined ? {} : { source }),
    ...(hostPackages === undefined ? {} : { hostPackages }),
    ruleIds: [...(ruleIds ?? [])],
    canonicalRuleIds: canonicalRuleIds ?? false,
  };
  if (!Identity.Check(identity)) {
    const first = Identity.Errors(identity)[0];
    throw new NotATarget(
      `the target does not say what it is: ${first?.instancePath || "/"} ${first?.message ?? "does not fit"}`,
    );
  }
  const functions = {
    repair: target.repair,
    grammar: target.recoverMessage,
    stream: target.stripStream,
    guard: target.cleanPayload,
    feedback: target.runSession,
    records: target.runSession,
    pi: target.runSession,
  };
  for (const [capability, run] of Object.entries(functions)) {
    if (identity.capabilities.some((declared) => declared === capability) && typeof run !== "function") {
      throw new NotATarget(`the target declares \`${capability}\` and has no function for it`);
    }
  }
  return identity as Identity;
}

/** Imports a target and checks what it says of itself. Throws NotATarget, with one line that says what is wrong. */
export async function importTarget(module: string): Promise<{
  readonly target: Target;
  readonly identity: Identity;
}> {
  resolveOwnName();
  let loaded: Record<string, unknown>;
  try {
    loaded = await import(module);
  } catch (error) {
    throw new NotATarget(`the target's module throws when it is imported: ${firstLine(error)}`);
  }
  const target = loaded.default;
  if (target === undefined) {
    const others = Object.keys(loaded);
    const near = others.length === 0 ? "" : ` (it exports ${printable(bounded(others.join(", "), 200))})`;
    throw new NotATarget(
      `the target's module has no default export${near}; it should be defineTarget({ ... })`,
    );
  }
  if (typeof target !== "object" || target === null || Array.isArray(target)) {
    const kind = Array.isArray(target) ? "an array" : target === null ? "null" : `a ${typeof target}`;
    throw new NotATarget(`the default export of the target's module is ${kind}, not a target`);
  }
  try {
    return { target: target as Target, identity: identify(target as Target) };
  } catch (error) {
    if (error instanceof NotATarget) throw error;
    throw new NotATarget(`the target cannot be read: ${firstLine(error)}`);
  }
}
