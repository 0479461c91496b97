/** Properties of safety, in nine files by subject. */
import type { Property } from "../property.ts";
import { callerProperties } from "./safety-caller.ts";
import { elsewhereProperties } from "./safety-elsewhere.ts";
import { frozenProperties } from "./safety-frozen.ts";
import { growthProperties } from "./safety-growth.ts";
import { mistakeProperties } from "./safety-mistakes.ts";
import { streamProperties } from "./safety-stream.ts";
import { textProperties } from "./safety-text.ts";
import { totalProperties } from "./safety-total.ts";
import { valueProperties } from "./safety-values.ts";

export const properties: readonly Property[] = Object.freeze([
  ...totalProperties,
  ...valueProperties,
  ...growthProperties,
  ...mistakeProperties,
  ...textProperties,
  ...elsewhereProperties,
  ...callerProperties,
  ...frozenProperties,
  ...streamProperties,
]);
