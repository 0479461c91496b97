/** The properties of the chapter `preprocess`. */
import type { Property } from "../property.ts";
import { aliasProperties } from "./preprocess-aliases.ts";
import { formProperties } from "./preprocess-forms.ts";
import { stageProperties } from "./preprocess-stages.ts";
import { textProperties } from "./preprocess-text.ts";

export const properties: readonly Property[] = Object.freeze([
  ...aliasProperties,
  ...textProperties,
  ...formProperties,
  ...stageProperties,
]);
