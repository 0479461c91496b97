/**
 * pi with no layer at all: its built-in tools' own `prepareArguments`, then its own argument validation, as in its agent
 * loop. What it leaves is valid, what it converts is repaired, what it rejects is unrepairable.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { piFolder } from "../install-pi.ts";
import { sameJson, toJson } from "../json-text.ts";
import { defineTarget, type RepairRequest, type RepairResult } from "../target.ts";

const AI = "@earendil-works/pi-ai";
const VALIDATION = `${AI}/utils/validation`;
const AGENT = "@earendil-works/pi-coding-agent";

type Validate = (tool: object, call: object) => unknown;
type Prepare = (args: unknown) => unknown;

/** Given as `pi-alone@1.4.0`: pi's packages are then those of the cache, not those of this repository. */
const asked = new URL(import.meta.url).searchParams.get("pi");
if (asked !== null) {
  const parentURL = pathToFileURL(join(piFolder(asked), "package.json")).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(
        specifier,
        context.parentURL === import.meta.url && specifier.startsWith(AI.split("/")[0] ?? AI)
          ? { ...context, parentURL }
          : context,
      ),
  });
}

/** Which field of a module is a function, or an error that says what this pi lacks. */
function functionOf(module: object, name: string): (...args: unknown[]) => unknown {
  const found: unknown = Reflect.get(module, name);
  if (typeof found !== "function") throw new Error(`the installed pi has no ${name}`);
  return found as (...args: unknown[]) => unknown;
}

function installedVersion(): string {
  if (asked !== null) return asked;
  const entry = fileURLToPath(import.meta.resolve(VALIDATION));
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../../package.json", `file://${entry}`), "utf8"),
  );
  return String(Reflect.get(Object(manifest), "version"));
}

/** Older pi have the validation in the package's main module only. */
async function importValidation(): Promise<object> {
  try {
    return (await import(VALIDATION)) as object;
  } catch (error) {
    if (asked === null || Reflect.get(Object(error), "code") !== "ERR_PACKAGE_PATH_NOT_EXPORTED") throw error;
    return (await import(AI)) as object;
  }
}

const version = installedVersion();
const validate = functionOf(await importValidation(), "validateToolArguments") as Validate;

// Loading the tools costs most of a second and only `edit` has a hook, so they wait for the first edit.
let edit: Promise<Prepare> | undefined;

async function loadEdit(): Promise<Prepare> {
  const create = functionOf((await import(AGENT)) as object, "createEditToolDefinition");
  const definition = create("/") as { prepareArguments?: Prepare };
  return (args) => (definition.prepareArguments === undefined ? args : definition.prepareArguments(args));
}

/** As pi does it: the hook gets the call's own arguments, so what it does to them is done to the call. */
async function prepare({ toolName, input, owner }: RepairRequest): Promise<unknown> {
  if (owner !== undefined) return owner.prepareArguments(input);
  if (toolName !== "edit") return input;
  edit ??= loadEdit();
  return (await edit)(input);
}

async function repair(request: RepairRequest): Promise<RepairResult> {
  const { toolName, schema, input } = request;
  const before = toJson(input, []);
  try {
    const prepared = await prepare(request);
    const args = validate({ name: toolName, parameters: schema }, { name: toolName, arguments: prepared });
    if (sameJson(toJson(args, []), before)) return { outcome: "valid", args: input, changes: [] };
    const note = `${toolName}: pi converted the arguments`;
    return { outcome: "repaired", args, changes: [{ ruleId: RULE, stage: "final-validation", note }] };
  } catch (error) {
    const retryMessage = error instanceof Error ? error.message : String(error);
    return { outcome: "unrepairable", args: input, changes: [], retryMessage };
  }
}

const RULE = "pi.conversion";

export default defineTarget({
  name: "pi-alone",
  version,
  language: "TypeScript",
  source: "pi's own argument preparation and validation",
  hostPackages: { "@earendil-works/pi-ai": version },
  capabilities: ["repair"],
  ruleIds: [RULE],
  repair,
});
