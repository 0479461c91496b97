/** The properties of the chapter `grammar`. */
import type { Property } from "../property.ts";
import { callProperties } from "./grammar-calls.ts";
import { damagedProperties } from "./grammar-damaged.ts";
import { endProperties } from "./grammar-ends.ts";
import { gateProperties } from "./grammar-gates.ts";
import { growthProperties } from "./grammar-growth.ts";
import { leftProperties } from "./grammar-left.ts";
import { literalProperties } from "./grammar-literals.ts";
import { markdownProperties } from "./grammar-markdown.ts";
import { messageProperties } from "./grammar-message.ts";
import { placeProperties } from "./grammar-places.ts";
import { argumentProperties } from "./grammar-shapes-arguments.ts";
import { bodyProperties } from "./grammar-shapes-bodies.ts";
import { driftProperties } from "./grammar-shapes-drifts.ts";
import { familyProperties } from "./grammar-shapes-families.ts";
import { frameProperties } from "./grammar-shapes-frames.ts";
import { leadProperties } from "./grammar-shapes-leads.ts";
import { shapeLiteralProperties } from "./grammar-shapes-literals.ts";
import { nameProperties } from "./grammar-shapes-names.ts";
import { valueProperties } from "./grammar-shapes-values.ts";
import { wholeProperties } from "./grammar-whole.ts";
import { wildProperties } from "./grammar-wild.ts";

export const properties: readonly Property[] = Object.freeze([
  ...callProperties,
  ...literalProperties,
  ...leftProperties,
  ...gateProperties,
  ...endProperties,
  ...markdownProperties,
  ...messageProperties,
  ...placeProperties,
  ...wildProperties,
  ...damagedProperties,
  ...wholeProperties,
  ...frameProperties,
  ...leadProperties,
  ...familyProperties,
  ...nameProperties,
  ...shapeLiteralProperties,
  ...driftProperties,
  ...bodyProperties,
  ...valueProperties,
  ...argumentProperties,
  ...growthProperties,
]);
