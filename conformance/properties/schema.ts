/** The properties of the chapter `schema`. */
import type { Property } from "../property.ts";
import { costProperties } from "./schema-cost.ts";
import { deepProperties } from "./schema-deep.ts";
import { defaultProperties } from "./schema-defaults.ts";
import { failureProperties } from "./schema-failures.ts";
import { fieldProperties } from "./schema-fields.ts";
import { keywordProperties } from "./schema-keywords.ts";
import { nameProperties } from "./schema-names.ts";
import { outsideProperties } from "./schema-outside.ts";
import { rootProperties } from "./schema-roots.ts";
import { shapeProperties } from "./schema-shapes.ts";
import { unionProperties } from "./schema-unions.ts";
import { unreadableProperties } from "./schema-unreadable.ts";
import { worldProperties } from "./schema-world.ts";

export const properties: readonly Property[] = Object.freeze([
  ...shapeProperties,
  ...keywordProperties,
  ...deepProperties,
  ...worldProperties,
  ...fieldProperties,
  ...rootProperties,
  ...defaultProperties,
  ...unreadableProperties,
  ...nameProperties,
  ...unionProperties,
  ...failureProperties,
  ...outsideProperties,
  ...costProperties,
]);
