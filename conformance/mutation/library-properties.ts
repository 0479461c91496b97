/** Every property of the package's public functions, in the order in which they are judged. */

import type { LibraryProperty } from "./library.ts";
import { builtInProperties } from "./library-built-ins.ts";
import { configurationProperties } from "./library-configuration.ts";
import { facadeProperties } from "./library-facade.ts";
import { feedbackProperties } from "./library-feedback.ts";
import { frozenProperties } from "./library-frozen.ts";
import { grammarProperties } from "./library-grammar.ts";
import { jsonProperties } from "./library-json.ts";
import { leakBodies } from "./library-leak-bodies.ts";
import { leakExtents } from "./library-leak-extents.ts";
import { leakOpeners } from "./library-leak-openers.ts";
import { leakOptionProperties } from "./library-leak-options.ts";
import { leakReasons } from "./library-leak-reasons.ts";
import { leakShapes } from "./library-leak-shapes.ts";
import { leakShown } from "./library-leak-shown.ts";
import { messageProperties } from "./library-messages.ts";
import { noteProperties } from "./library-notes.ts";
import { ownerProperties } from "./library-owners.ts";
import { shapeProperties } from "./library-shapes.ts";

export const LIBRARY_PROPERTIES: readonly LibraryProperty[] = Object.freeze([
  ...ownerProperties,
  ...configurationProperties,
  ...facadeProperties,
  ...messageProperties,
  ...grammarProperties,
  ...leakOptionProperties,
  ...leakReasons,
  leakShapes,
  ...leakBodies,
  ...leakExtents,
  ...leakOpeners,
  leakShown,
  ...shapeProperties,
  ...noteProperties,
  ...jsonProperties,
  ...frozenProperties,
  ...feedbackProperties,
  ...builtInProperties,
]);
