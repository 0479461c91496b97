/** What the extension does in a pi that stands in, in the order in which it is judged. */
import type { PiProperty } from "./stand-in.ts";
import { standInHost } from "./stand-in-host.ts";
import { standInMessages } from "./stand-in-messages.ts";
import { standInOtherPi } from "./stand-in-other-pi.ts";
import { standInOwners } from "./stand-in-owners.ts";
import { standInParts } from "./stand-in-parts.ts";
import { standInState } from "./stand-in-state.ts";
import { standInWriters } from "./stand-in-writers.ts";

export const PI_PROPERTIES: readonly PiProperty[] = Object.freeze([
  ...standInMessages,
  ...standInHost,
  ...standInState,
  ...standInOwners,
  ...standInParts,
  ...standInOtherPi,
  ...standInWriters,
]);
