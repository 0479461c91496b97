/** From a module to a live target. Every error says in one line what is wrong. */
import { registerHooks } from "node:module";
import { Compile } from "typebox/compile";
import { CAPABILITIES, type Capability, TargetIdentity } from "../spec/contract.ts";
import { missingPeer } from "./install-advice.ts";
import { nearest, nearestName } from "./nearest.ts";
import { bounded, printable } from "./printable.ts";
import { NotATarget } from "./refusals.ts";
import type { Target } from "./target.ts";

/** What a target says of itself, checked and complete. */
export interface Identity extends Omit<TargetIdentity, "capabilities"> {
  readonly capabilities: readonly Capability[];
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

const MEMBERS: readonly (keyof Target)[] = [
  ...(["name", "version", "language", "source", "hostPackages", "capabilities", "ruleIds"] as const),
  ...(["canonicalRuleIds", "repair", "recoverMessage", "stripStream", "cleanPayload", "runSession"] as const),
  "adaptsNoTools",
];

/** A member whose name is nearly one that would be read was meant to be read. What else a target has is its own. */
function refuseSlips(target: Target): void {
  for (const key of Object.keys(target)) {
    const meant = MEMBERS.some((name) => name === key) ? undefined : nearestName(key, MEMBERS);
    if (meant === undefined || Object.hasOwn(target, meant)) continue;
    const said = printable(bounded(key, 60));
    throw new NotATarget(`the target has a member "${said}", which nothing reads; did you mean "${meant}"?`);
  }
}

/** What a target says of itself, checked. Throws NotATarget. */
export function identify(target: Target): Identity {
  refuseSlips(target);
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
    const advice = missingPeer(error);
    if (advice !== undefined) throw new NotATarget(advice);
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
