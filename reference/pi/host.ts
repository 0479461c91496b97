// What the running pi does by itself, asked of it once and never read off its version.
import * as ai from "@earendil-works/pi-ai";
import * as codingAgent from "@earendil-works/pi-coding-agent";

type Validate = (tool: object, call: object) => unknown;

/** pi's last stage for one tool's arguments: returns what would execute, or throws. `value` may be changed. */
export type Convert = (schema: unknown, value: unknown) => unknown;

export interface Host {
  /** undefined where this pi exports no validation; the listed conversions then stand for it. */
  readonly convert: Convert | undefined;
  readonly dropsOptionalNull: boolean;
  readonly wrapsSingleValue: boolean;
}

function convertWith(validate: Validate): Convert {
  return (schema, value) =>
    validate(
      { name: "tool", description: "", parameters: schema },
      { type: "toolCall", id: "call", name: "tool", arguments: value },
    );
}

function makes(convert: Convert | undefined, property: object, value: unknown, wanted: unknown): boolean {
  try {
    const result = convert?.({ type: "object", properties: { v: property } }, { v: value });
    return JSON.stringify(result) === JSON.stringify(wanted);
  } catch {
    return false;
  }
}

/** Describes a pi by its own validation function (`validateToolArguments` of pi-ai). */
export function describeHost(validate: unknown): Host {
  const convert = typeof validate === "function" ? convertWith(validate as Validate) : undefined;
  const strings = { type: "array", items: { type: "string" } };
  return {
    convert,
    dropsOptionalNull:
      makes(convert, { type: "string" }, null, {}) &&
      makes(convert, { type: "number" }, null, {}) &&
      makes(convert, strings, null, {}),
    wrapsSingleValue: makes(convert, strings, "a", { v: ["a"] }),
  };
}

const known = new Map<unknown, Host>();

/** The pi that runs this code. */
export function runningHost(): Host {
  const validate = (ai as { validateToolArguments?: unknown }).validateToolArguments;
  const host = known.get(validate) ?? describeHost(validate);
  known.set(validate, host);
  return host;
}

/** In a fixed order; powershell exists in later versions only. */
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
export type BuiltInName = (typeof BUILT_IN_NAMES)[number];

const FACTORIES: Readonly<Record<BuiltInName, string>> = Object.freeze({
  read: "createReadToolDefinition",
  bash: "createBashToolDefinition",
  edit: "createEditToolDefinition",
  write: "createWriteToolDefinition",
  grep: "createGrepToolDefinition",
  find: "createFindToolDefinition",
  ls: "createLsToolDefinition",
  powershell: "createPowerShellToolDefinition",
});

/** The settings of pi that its own built-ins are made with. */
interface ToolSettings {
  readonly autoResizeImages: boolean | undefined;
  readonly commandPrefix: string | undefined;
  readonly shellPath: string | undefined;
}

interface SettingsFace {
  readonly images?: { readonly autoResize?: boolean };
  readonly shellCommandPrefix?: string;
  readonly shellPath?: string;
}

/** What a session says of itself. */
interface SessionFace {
  readonly cwd: string;
  isProjectTrusted?(): boolean;
}

/** From the extension API where it offers settings, else from the settings files that this pi reads. */
function toolSettings(api: object, session: SessionFace): ToolSettings {
  const { getSettings } = api as { getSettings?: () => SettingsFace };
  if (typeof getSettings === "function") {
    const settings = getSettings.call(api);
    return {
      autoResizeImages: settings.images?.autoResize,
      commandPrefix: settings.shellCommandPrefix,
      shellPath: settings.shellPath,
    };
  }
  const projectTrusted = session.isProjectTrusted?.() === true;
  const manager = codingAgent.SettingsManager.create(session.cwd, codingAgent.getAgentDir(), {
    projectTrusted,
  });
  return {
    autoResizeImages: manager.getImageAutoResize(),
    commandPrefix: manager.getShellCommandPrefix(),
    shellPath: manager.getShellPath(),
  };
}

/** A definition as far as the layer looks at it; all else of it is passed on untouched. */
export interface Definition {
  readonly name: string;
  readonly parameters: unknown;
  readonly prepareArguments?: ((args: unknown) => unknown) | undefined;
}

/** pi's own definition of a built-in, made as this session makes it; undefined where this pi has no such tool. */
export function builtInDefinition(
  api: object,
  name: BuiltInName,
  session: SessionFace,
): Definition | undefined {
  const create = (codingAgent as Readonly<Record<string, unknown>>)[FACTORIES[name]];
  if (typeof create !== "function") return undefined;
  const { autoResizeImages, commandPrefix, shellPath } = toolSettings(api, session);
  const made =
    name === "read" ? { autoResizeImages } : name === "bash" ? { commandPrefix, shellPath } : undefined;
  return create(session.cwd, made) as Definition;
}
