/** Faults of the past that show in a session of pi. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { sessionSaboteur } from "../saboteurs/session-fault.ts";
import type { PastBug } from "./bug.ts";

const VARIABLE = "PI_TOOL_REPAIR_SETTINGS";

/** Old settings in which any mode that is written down means recover. */
const opened = (text: string): string =>
  text.includes("grammarRecovery") ? '{"grammarRecovery":"recover"}' : text;

const { target } = sessionSaboteur("past/off-is-forgotten", "", [], (pi) => {
  const file = process.env[VARIABLE] ?? "";
  if (!existsSync(file)) return pi;
  writeFileSync(`${file}.opened`, opened(readFileSync(file, "utf8")));
  // The session puts its variables back when it ends.
  process.env[VARIABLE] = `${file}.opened`;
  return pi;
});

export const sessionBugs: readonly PastBug[] = Object.freeze([
  {
    name: "off-is-forgotten",
    title: "An old setting that kept printed calls from running is not taken over.",
    cases: ["M-prl-030-settings-migrate-off"],
    target,
  },
]);
