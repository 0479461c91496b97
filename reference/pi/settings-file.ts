// The settings file: loaded on demand, saved in one step, and never overwritten where it cannot be read.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { isPlainObject, type PlainObject } from "../value.ts";
import {
  DEFAULT_SETTINGS,
  importForeign,
  SAFE_SETTINGS,
  type Settings,
  settingsContent,
  settingsFrom,
} from "./settings.ts";

export interface LoadedSettings {
  readonly settings: Settings;
  /** One sentence for the user where something could not be read; it holds no value of the file. */
  readonly warning?: string;
  /** The file as it was, for its unknown keys; undefined where it could not be parsed. */
  readonly content: PlainObject | undefined;
}

function readJson(file: string): { readonly found: boolean; readonly value?: unknown } {
  let text: string;
  try {
    // A device may have no end to read to.
    if (!statSync(file).isFile()) return { found: true };
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return { found: false };
    return { found: true };
  }
  try {
    return { found: true, value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return { found: true };
  }
}

/** The settings of `file`. A missing file means the defaults; one that cannot be read the safe side. Never throws. */
export function loadSettings(file: string): LoadedSettings {
  const read = readJson(file);
  if (!read.found) return { settings: DEFAULT_SETTINGS, content: {} };
  if (!isPlainObject(read.value)) {
    const warning = "The settings file of tool repair cannot be read; only safe repairs are made.";
    return { settings: SAFE_SETTINGS, warning, content: undefined };
  }
  const { settings, malformed } = settingsFrom(read.value);
  if (malformed.length === 0) return { settings, content: read.value };
  const warning = `Settings of tool repair that cannot be read count as their safest value: ${malformed.join(", ")}.`;
  return { settings, warning, content: read.value };
}

function freeName(file: string): string {
  for (let count = 1; ; count++) {
    const name = `${file}.broken${count === 1 ? "" : `-${count}`}`;
    if (!existsSync(name)) return name;
  }
}

/**
 * Writes settings in one step. A file that could not be parsed is copied beside itself first, and the copy's name comes
 * back. Throws where the disk does not let it; the old file then is as it was.
 */
export function saveSettings(file: string, settings: Settings): { readonly broken?: string } {
  const read = readJson(file);
  const content = isPlainObject(read.value) ? read.value : undefined;
  const broken = read.found && content === undefined ? freeName(file) : undefined;
  mkdirSync(dirname(file), { recursive: true });
  if (broken !== undefined) copyFileSync(file, broken);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    const mode = read.found ? statSync(file).mode : 0o600;
    const text = `${JSON.stringify(settingsContent(settings, content ?? {}), null, 2)}\n`;
    writeFileSync(draft, text, { mode, flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return broken === undefined ? {} : { broken };
}

/** pi-tool-repair's settings applied to ours; undefined where it has no file, or none that can be read. */
export function readForeignSettings(file: string, settings: Settings): Settings | undefined {
  return importForeign(readJson(file).value, settings);
}
