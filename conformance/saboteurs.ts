/** All saboteurs, chapter by chapter in the order of the catalogue. */

import type { Saboteur } from "./saboteur.ts";
import { saboteurs as boundary } from "./saboteurs/boundary.ts";
import { saboteurs as envelope } from "./saboteurs/envelope.ts";
import { saboteurs as feedback } from "./saboteurs/feedback.ts";
import { saboteurs as grammar } from "./saboteurs/grammar.ts";
import { saboteurs as guard } from "./saboteurs/guard.ts";
import { saboteurs as guardWhole } from "./saboteurs/guard-whole.ts";
import { saboteurs as outcome } from "./saboteurs/outcome.ts";
import { saboteurs as past } from "./saboteurs/past.ts";
import { saboteurs as pi } from "./saboteurs/pi.ts";
import { saboteurs as preprocess } from "./saboteurs/preprocess.ts";
import { saboteurs as profile } from "./saboteurs/profile.ts";
import { saboteurs as records } from "./saboteurs/records.ts";
import { saboteurs as safety } from "./saboteurs/safety.ts";
import { saboteurs as schema } from "./saboteurs/schema.ts";
import { saboteurs as stream } from "./saboteurs/stream.ts";
import { saboteurs as streamWhole } from "./saboteurs/stream-whole.ts";
import { saboteurs as unnoticed } from "./saboteurs/unnoticed.ts";

export const SABOTEURS: readonly Saboteur[] = Object.freeze([
  ...outcome,
  ...safety,
  ...unnoticed,
  ...envelope,
  ...preprocess,
  ...schema,
  ...profile,
  ...boundary,
  ...grammar,
  ...stream,
  ...streamWhole,
  ...guard,
  ...guardWhole,
  ...feedback,
  ...records,
  ...pi,
  ...past,
]);
