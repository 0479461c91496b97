/** A repair layer that is measured: this checkout's reference, another checkout's, or any package with the same names. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { callersPath } from "../conformance/find-target.ts";
import { BadCall } from "../conformance/select.ts";
import * as grammar from "../reference/grammar.ts";
import * as core from "../reference/index.ts";
import { appendRecord } from "../reference/pi/telemetry.ts";

/** What is measured of a layer; a part that it does not have is left out of its tables. */
export interface Layer {
  readonly name: string;
  readonly core: Partial<typeof core>;
  readonly grammar: Partial<typeof grammar>;
  readonly appendRecord?: typeof appendRecord;
}

/** The root of this checkout. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The reference of this checkout. */
export const OURS: Layer = Object.freeze({ name: "reference", core, grammar, appendRecord });

interface Modules {
  readonly core?: string;
  readonly grammar?: string;
  readonly records?: string;
}

/** The file behind a subpath of a package, whatever the conditions of its `exports` are nested in. */
function exported(folder: string, entry: unknown): string | undefined {
  if (typeof entry === "string") return join(folder, entry);
  if (typeof entry !== "object" || entry === null) return undefined;
  for (const condition of ["import", "node", "default"]) {
    const found = exported(folder, Reflect.get(entry, condition));
    if (found !== undefined) return found;
  }
  return undefined;
}

function ofPackage(folder: string): Modules {
  const manifestFile = join(folder, "package.json");
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
  } catch {
    throw new BadCall(`${manifestFile} is not JSON`);
  }
  const entries: unknown = Reflect.get(Object(manifest), "exports");
  const file = (subpath: string): string | undefined =>
    exported(folder, Reflect.get(Object(entries), subpath));
  const [core, grammar] = [file("./core"), file("./grammar")];
  return { ...(core !== undefined && { core }), ...(grammar !== undefined && { grammar }) };
}

function modulesOf(path: string): Modules {
  if (!existsSync(path)) throw new BadCall(`there is no ${path} to load a layer from`);
  if (statSync(path).isFile()) return { core: path, grammar: path };
  const reference = join(path, "reference");
  if (existsSync(join(reference, "index.ts"))) {
    return {
      core: join(reference, "index.ts"),
      grammar: join(reference, "grammar.ts"),
      records: join(reference, "pi", "telemetry.ts"),
    };
  }
  return existsSync(join(path, "package.json")) ? ofPackage(path) : {};
}

async function load(file: string | undefined, mark: string): Promise<Record<string, unknown>> {
  if (file === undefined || !existsSync(file)) return {};
  return (await import(pathToFileURL(file).href + mark)) as Record<string, unknown>;
}

/**
 * Loads a layer from a checkout of this project, from a package that offers `./core` and `./grammar`, or from a module
 * that exports the names of both; `mark` goes behind the modules' addresses, so that others are loaded. Throws BadCall where none of those names is found.
 */
export async function loadLayer(name: string, path: string, mark = ""): Promise<Layer> {
  const modules = modulesOf(resolve(path));
  let ofCore: Record<string, unknown>;
  let ofGrammar: Record<string, unknown>;
  try {
    ofCore = await load(modules.core, mark);
    ofGrammar = await load(modules.grammar, mark);
  } catch (error) {
    throw new BadCall(`${name} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof ofCore.runRepairPipeline !== "function" && typeof ofGrammar.recoverGrammarLeaks !== "function") {
    throw new BadCall(
      `${path} is no repair layer: it offers neither runRepairPipeline nor recoverGrammarLeaks`,
    );
  }
  const append = (await load(modules.records, mark)).appendRecord;
  const records =
    typeof append === "function" ? { appendRecord: append as NonNullable<Layer["appendRecord"]> } : {};
  return { name, core: ofCore, grammar: ofGrammar, ...records };
}

/** Loads what each `--peer name=path` names. Throws BadCall, also where two have one name, or the reference's. */
export async function loadPeers(all: readonly string[]): Promise<readonly Layer[]> {
  const layers: Layer[] = [];
  for (const given of all) {
    const at = given.indexOf("=");
    const [name, path] = [given.slice(0, Math.max(0, at)), given.slice(at + 1)];
    if (name === "" || path === "") throw new BadCall(`--peer is given as name=path, not as "${given}"`);
    if ([OURS, ...layers].some((layer) => layer.name === name)) {
      throw new BadCall(`there is a layer called "${name}" already: give this one another name`);
    }
    layers.push(await loadLayer(name, callersPath(path)));
  }
  return layers;
}
