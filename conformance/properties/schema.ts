/** The properties of the chapter `schema`. */
import type { Property } from "../property.ts";
import { deepProperties } from "./schema-deep.ts";
import { defaultProperties } from "./schema-defaults.ts";
import { fieldProperties } from "./schema-fields.ts";
import { keywordProperties } from "./schema-keywords.ts";
import { rootProperties } from "./schema-roots.ts";
import { shapeProperties } from "./schema-shapes.ts";
import { worldProperties } from "./schema-world.ts";

export const properties: readonly Property[] = Object.freeze([
  ...shapeProperties,
  ...keywordProperties,
  ...deepProperties,
  ...worldProperties,
  ...fieldProperties,
  ...rootProperties,
  ...defaultProperties,
]);
