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
import { basename, dirname } from "node:path";
import { GRAMMAR_NAMES } from "../grammars/table.ts";
import { plainText } from "../plain-text.ts";
import { isPlainObject, type PlainObject } from "../value.ts";
import { didYouMean } from "./nearest.ts";
import {
  changedContent,
  DEFAULT_SETTINGS,
  importForeign,
  SETTING_KEYS,
  type Settings,
  settingsFrom,
} from "./settings.ts";

export interface LoadedSettings {
  readonly settings: Settings;
  /** A sentence for the user where something could not be read; it holds no value of the file. */
  readonly warning?: string;
  /** A sentence for the user on names that are not known. It holds them, so that it is for nobody else. */
  readonly unknown?: string;
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

function unknownNames(what: string, found: readonly string[], known: readonly string[]): readonly string[] {
  return found.map((name) => `${what} "${plainText(name, 60)}"${didYouMean(name, known)}`);
}

function loaded(value: unknown): LoadedSettings {
  const { settings, malformed, unknownKeys, unknownFamilies } = settingsFrom(value);
  const unknown = [
    ...unknownNames("setting", unknownKeys, SETTING_KEYS),
    ...unknownNames("family in grammars", unknownFamilies, GRAMMAR_NAMES),
  ];
  const warning = isPlainObject(value)
    ? `Settings of tool repair that cannot be read count as their safest value: ${malformed.join(", ")}.`
    : "The settings file of tool repair cannot be read; only safe repairs are made.";
  return {
    settings,
    ...(malformed.length === 0 ? {} : { warning }),
    ...(unknown.length === 0
      ? {}
      : { unknown: `Tool repair does not know ${unknown.slice(0, 8).join(", ")}.` }),
  };
}

/** The settings of `file`. A missing file means the defaults; one that cannot be read the safe side. Never throws. */
export function loadSettings(file: string): LoadedSettings {
  const read = readJson(file);
  return read.found ? loaded(read.value) : { settings: DEFAULT_SETTINGS };
}

function freeName(file: string): string {
  for (let count = 1; ; count++) {
    const name = `${file}.broken${count === 1 ? "" : `-${count}`}`;
    if (!existsSync(name)) return name;
  }
}

/**
 * Changes settings of a file in one step: it is read anew, and what is not in `change` stays as it is there. A file that
 * could not be parsed is copied beside itself first, and the copy's name comes back. Returns what holds afterwards. Throws
 * where the disk does not let it; the old file then is as it was.
 */
export function saveSettings(
  file: string,
  change: Partial<Settings>,
): LoadedSettings & { readonly broken?: string } {
  const read = readJson(file);
  const before = read.found ? read.value : {};
  const content = changedContent(isPlainObject(before) ? before : undefined, change);
  const broken = isPlainObject(before) ? undefined : freeName(file);
  mkdirSync(dirname(file), { recursive: true });
  if (broken !== undefined) keepCopy(file, broken);
  writeWhole(file, content, read.found ? statSync(file).mode : 0o600);
  return { ...loaded(content), ...(broken === undefined ? {} : { broken: basename(broken) }) };
}

function keepCopy(file: string, copy: string): void {
  // A device may have no end to copy to.
  if (!statSync(file).isFile()) throw new Error("the settings file is no plain file");
  copyFileSync(file, copy);
}

function writeWhole(file: string, content: PlainObject, mode: number): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode, flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** What pi-tool-repair's settings ask for; undefined where it has no file, or none that can be read. */
export function readForeignSettings(file: string): Partial<Settings> | undefined {
  return importForeign(readJson(file).value);
}
