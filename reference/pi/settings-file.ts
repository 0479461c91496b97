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
import { changedContent, importForeign, SETTING_KEYS, type Settings, settingsFrom } from "./settings.ts";

export interface LoadedSettings {
  readonly settings: Settings;
  /** A sentence for the user where something could not be read; it holds no value of the file. */
  readonly warning: string | undefined;
  /** A sentence for the user on names that are not known. It holds them, so that it is for nobody else. */
  readonly unknown: string | undefined;
}

/** What a file holds; an empty object where there is none, undefined where nobody can read it. */
function readJson(file: string): unknown {
  try {
    // A device may have no end to read to.
    if (!statSync(file).isFile()) return undefined;
    return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    return (error as { code?: unknown }).code === "ENOENT" ? {} : undefined;
  }
}

function unknownNames(what: string, found: readonly string[], known: readonly string[]): readonly string[] {
  return found.map((name) => `${what} "${plainText(name, 60)}"${didYouMean(name, known)}`);
}

function warningOf(value: unknown, malformed: readonly string[]): string | undefined {
  if (!isPlainObject(value))
    return "The settings file of tool repair cannot be read; only safe repairs are made.";
  if (malformed.length === 0) return undefined;
  return `Settings of tool repair that cannot be read count as their safest value: ${malformed.join(", ")}.`;
}

function unknownOf(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `Tool repair does not know ${names.slice(0, 8).join(", ")}.`;
}

function loaded(value: unknown): LoadedSettings {
  const { settings, malformed, unknownKeys, unknownFamilies } = settingsFrom(value);
  const unknown = [
    ...unknownNames("setting", unknownKeys, SETTING_KEYS),
    ...unknownNames("family in grammars", unknownFamilies, GRAMMAR_NAMES),
  ];
  return { settings, warning: warningOf(value, malformed), unknown: unknownOf(unknown) };
}

/** The settings of `file`. A missing file means the defaults; one that cannot be read the safe side. Never throws. */
export function loadSettings(file: string): LoadedSettings {
  return loaded(readJson(file));
}

/**
 * Changes settings of a file in one step: it is read anew, and what is not in `change` stays as it is there. A file that
 * could not be parsed is copied beside itself first, and the copy's name comes back. Returns what holds afterwards. Throws
 * where the disk does not let it; the old file then is as it was.
 */
export function saveSettings(
  file: string,
  change: Partial<Settings>,
): LoadedSettings & { readonly broken: string | undefined } {
  const value = readJson(file);
  const readable = isPlainObject(value) ? value : undefined;
  const content = changedContent(readable, change);
  mkdirSync(dirname(file), { recursive: true });
  const broken = readable === undefined ? keepCopy(file) : undefined;
  writeWhole(file, content, statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600);
  return { ...loaded(content), broken };
}

/** Copies a file beside itself under the first free name, and returns that without its folder. */
function keepCopy(file: string, count = 1): string {
  // A device may have no end to copy to.
  if (!statSync(file).isFile()) throw new Error("the settings file is no plain file");
  const copy = `${file}.broken${count === 1 ? "" : `-${count}`}`;
  if (existsSync(copy)) return keepCopy(file, count + 1);
  copyFileSync(file, copy);
  return basename(copy);
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
  return importForeign(readJson(file));
}
