/** Saboteurs of the chapter `records`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Saboteur } from "../saboteur.ts";
import { rehooked } from "./boundary.ts";
import { type Api, asItIs, exchanged, sessionSaboteur, tampered } from "./session-fault.ts";

/** Entries that hold the arguments of the last call. */
function tellTale(pi: Api): Api {
  let last: unknown;
  const append = Reflect.get(pi, "appendEntry") as (type: string, data: object) => void;
  const told = exchanged(pi, {
    // The same object: a layer may know by it what it says of its entry.
    appendEntry: (type: string, data: object) => append.call(pi, type, Object.assign(data, { args: last })),
  });
  return tampered(told, "tool_execution_start", (handler) => (event, context) => {
    last = event.args;
    return handler(event, context);
  });
}

/** Does something to a file of the layer before its session starts. */
function atStart(pi: Api, variable: string, change: (text: string) => string): Api {
  return tampered(pi, "session_start", (handler) => (event, context) => {
    const file = process.env[variable] ?? "";
    if (event.reason === "startup" && !file.startsWith("/dev/") && existsSync(file))
      writeFileSync(file, change(readFileSync(file, "utf8")));
    return handler(event, context);
  });
}

export const saboteurs: readonly Saboteur[] = Object.freeze([
  sessionSaboteur(
    "records/entries-with-arguments",
    "Its entries hold the arguments that it repaired.",
    ["records/value-free"],
    tellTale,
  ),
  sessionSaboteur(
    "records/starts-anew",
    "It throws away the records of earlier days.",
    ["records/channels", "pi/commands"],
    (pi) => atStart(pi, "PI_TOOL_REPAIR_TELEMETRY", () => ""),
  ),
  sessionSaboteur(
    "records/rewrites-settings",
    "It writes migrated settings although nobody saved them.",
    ["records/settings-migrate"],
    (pi) => atStart(pi, "PI_TOOL_REPAIR_SETTINGS", (text) => `${text}\n`),
  ),
  sessionSaboteur(
    "records/never-logs",
    "It writes no log, whatever was asked for.",
    ["records/environment"],
    asItIs,
    undefined,
    { log: false },
  ),
  sessionSaboteur(
    "records/fails-with-the-disk",
    "A call fails where its record cannot be written.",
    ["records/disk-never-breaks"],
    (pi) =>
      rehooked(pi, (hook, args) => {
        if ((process.env.PI_TOOL_REPAIR_TELEMETRY ?? "").startsWith("/dev/"))
          throw new Error("no space left");
        return hook(args);
      }),
  ),
]);
