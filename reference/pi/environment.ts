// The environment variables of the layer, and where its files are.
import { join } from "node:path";

export interface Environment {
  readonly settingsFile: string;
  /** undefined: telemetry is off. */
  readonly telemetryFile: string | undefined;
  readonly log: boolean;
  readonly passthrough: boolean;
  /** pi-tool-repair's own settings. */
  readonly foreignSettingsFile: string;
}

/** Reads the variables; `agentDir` is pi's agent folder. Empty variables count as not set. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  agentDir: string,
): Environment {
  const folder = join(agentDir, "tool-repair");
  const telemetry = env.PI_TOOL_REPAIR_TELEMETRY || join(folder, "telemetry.jsonl");
  return {
    settingsFile: env.PI_TOOL_REPAIR_SETTINGS || join(folder, "settings.json"),
    telemetryFile: telemetry === "off" ? undefined : telemetry,
    log: env.PI_TOOL_REPAIR_LOG === "1" || env.PI_TOOL_REPAIR_DEBUG === "1",
    passthrough: env.PI_TOOL_REPAIR_PASSTHROUGH === "1",
    foreignSettingsFile: join(agentDir, "extensions", "pi-tool-repair.json"),
  };
}
