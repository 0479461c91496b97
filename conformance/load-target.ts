/**
 * From what the caller typed to a live target: a built-in name, or the path of a module whose default export is a
 * target. Every error says in one line whose fault it is.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Compile } from "typebox/compile";
import { CAPABILITIES, type Capability, TargetIdentity } from "../spec/contract.ts";
import { nearest } from "./nearest.ts";
import { bounded, printable } from "./printable.ts";
import { BadCall } from "./select.ts";
import type { Target } from "./target.ts";

export interface TargetSource {
  /** What the caller typed. */
  readonly given: string;
  /** URL of the module. */
  readonly module: string;
  /** File of the expected failures that a built-in target comes with. */
  readonly expectedFailures?: string;
}

/** What a target says of itself, checked and complete. */
export interface Identity extends Omit<TargetIdentity, "capabilities"> {
  readonly capabilities: readonly Capability[];
}

/** The target's module did not become a target; its own fault, and the run cannot start. */
export class NotATarget extends Error {}

const FOLDER = new URL("targets/", import.meta.url);

/** Names of the built-in targets, sorted. */
export function builtInTargets(): readonly string[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  return names.map((name) => name.slice(0, -".ts".length)).sort();
}

const looksLikePath = (given: string): boolean => /[\\/]|\.[cm]?[jt]s$/.test(given) || given.startsWith(".");

/** Finds a target's module. Paths are relative to where the caller stood (INIT_CWD). Throws BadCall. */
export function findTarget(given: string): TargetSource {
  if (builtInTargets().includes(given)) {
    const failures = fileURLToPath(new URL(`${given}.expected-failures.json`, FOLDER));
    return {
      given,
      module: new URL(`${given}.ts`, FOLDER).href,
      ...(existsSync(failures) ? { expectedFailures: failures } : {}),
    };
  }
  if (!looksLikePath(given)) {
    throw new BadCall(
      `no built-in target "${printable(bounded(given, 100))}"${nearest(given, builtInTargets())} (a module is given by its path, ./${printable(bounded(given, 100))})`,
    );
  }
  const path = callersPath(given);
  if (!existsSync(path) || !statSync(path).isFile()) {
    throw new BadCall(`no file "${printable(bounded(given, 300))}" to load a target from`);
  }
  return { given, module: pathToFileURL(path).href };
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

function firstLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return printable(bounded(text.split("\n", 1)[0] ?? "", 300));
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
