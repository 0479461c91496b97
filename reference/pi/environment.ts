// The environment variables of the layer, and where its files are.
import { homedir } from "node:os";
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

const ON = Object.freeze(["1", "true", "yes", "on"]);
const OFF = Object.freeze(["0", "false", "no", "off"]);

const isOneOf = (words: readonly string[], value: string | undefined): boolean =>
  words.some((word) => word === value?.trim().toLowerCase());
const isOn = (value: string | undefined): boolean => isOneOf(ON, value);
const isOff = (value: string | undefined): boolean => isOneOf(OFF, value);

/**
 * Reads the variables; `agentDir` is pi's agent folder, `home` what a leading `~/` stands for. Empty variables count as not
 * set.
 */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  agentDir: string,
  home: string = homedir(),
): Environment {
  const folder = join(agentDir, "tool-repair");
  const path = (value: string | undefined, otherwise: string): string => {
    if (value === undefined || value === "") return otherwise;
    return /^~[/\\]/.test(value) ? join(home, value.slice(2)) : value;
  };
  const telemetry = env.PI_TOOL_REPAIR_TELEMETRY;
  const telemetryFile = path(isOn(telemetry) ? undefined : telemetry, join(folder, "telemetry.jsonl"));
  return {
    settingsFile: path(env.PI_TOOL_REPAIR_SETTINGS, join(folder, "settings.json")),
    telemetryFile: isOff(telemetry) ? undefined : telemetryFile,
    log: isOn(env.PI_TOOL_REPAIR_LOG) || isOn(env.PI_TOOL_REPAIR_DEBUG),
    // Without it nothing wrong is handed on: one exact word, and no other, gives that up.
    passthrough: env.PI_TOOL_REPAIR_PASSTHROUGH === "1",
    foreignSettingsFile: join(agentDir, "extensions", "pi-tool-repair.json"),
  };
}
