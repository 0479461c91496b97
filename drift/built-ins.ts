// The built-in tools as a given pi exports them.
import type { Pi } from "./load.ts";

/** The built-ins that a repair layer covers, in a fixed order. powershell exists in later versions only. */
export const BUILT_IN_NAMES = Object.freeze([
  "read",
  "bash",
  "edit",
  "write",
  "grep",
  "find",
  "ls",
  "powershell",
] as const);

export interface BuiltIn {
  readonly name: string;
  readonly parameters: unknown;
  readonly prepareArguments?: (value: unknown) => unknown;
}

const FACTORIES: Readonly<Record<string, string>> = Object.freeze({
  powershell: "createPowerShellToolDefinition",
});

/** The name under which pi exports the factory of a built-in's definition. */
export function factoryName(name: string): string {
  return FACTORIES[name] ?? `create${name[0]?.toUpperCase()}${name.slice(1)}ToolDefinition`;
}

/** The definitions that `pi` exports, without those that it does not have. */
export function builtIns(pi: Pi): readonly BuiltIn[] {
  return BUILT_IN_NAMES.flatMap((name) => {
    const create = (pi.codingAgent as Record<string, unknown>)[factoryName(name)];
    return typeof create === "function" ? [(create as (cwd: string) => BuiltIn)(process.cwd())] : [];
  });
}
