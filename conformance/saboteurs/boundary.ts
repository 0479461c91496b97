/** Saboteurs of the chapter `boundary`. */
import type { Saboteur } from "../saboteur.ts";
import { type Api, asItIs, exchanged, sessionSaboteur } from "./session-fault.ts";

interface Hooked {
  readonly prepareArguments?: (args: unknown) => unknown;
}

/** The layer's tools with another hook. */
export function rehooked(pi: Api, change: (hook: (args: unknown) => unknown, args: unknown) => unknown): Api {
  const register = Reflect.get(pi, "registerTool") as (tool: object) => void;
  return exchanged(pi, {
    registerTool: (tool: Hooked) => {
      const hook = tool.prepareArguments ?? ((args: unknown) => args);
      register.call(pi, { ...tool, prepareArguments: (args: unknown) => change(hook, args) });
    },
  });
}

export const saboteurs: readonly Saboteur[] = Object.freeze([
  sessionSaboteur(
    "boundary/runs-the-original",
    "It hands the host what it could not repair.",
    ["boundary/throws-before-execute", "boundary/passthrough-opt-in", "pi/repaired-executes"],
    (pi) =>
      rehooked(pi, (hook, args) => {
        try {
          return hook(args);
        } catch {
          return args;
        }
      }),
  ),
  sessionSaboteur(
    "boundary/deaf-to-the-variable",
    "It throws although pass-through was asked for.",
    ["boundary/passthrough-opt-in"],
    asItIs,
    undefined,
    { passthrough: false },
  ),
]);
