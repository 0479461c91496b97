/** What the extension's own documentation promises and no requirement does, judged beside the suite. */
import type { Property } from "../property.ts";
import { fileProperties } from "./extension-files.ts";
import { leakProperties } from "./extension-leaks.ts";
import { menuProperties } from "./extension-menu.ts";
import { reportProperties } from "./extension-report.ts";
import { wordProperties } from "./extension-words.ts";

export const EXTENSION_PROPERTIES: readonly Property[] = Object.freeze([
  ...wordProperties,
  ...fileProperties,
  ...leakProperties,
  ...menuProperties,
  ...reportProperties,
]);
