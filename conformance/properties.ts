/** All properties, chapter by chapter in the order of the catalogue. */
import { properties as boundary } from "./properties/boundary.ts";
import { properties as envelope } from "./properties/envelope.ts";
import { properties as feedback } from "./properties/feedback.ts";
import { properties as grammar } from "./properties/grammar.ts";
import { properties as guard } from "./properties/guard.ts";
import { properties as guardWhole } from "./properties/guard-whole.ts";
import { properties as outcome } from "./properties/outcome.ts";
import { properties as pi } from "./properties/pi.ts";
import { properties as preprocess } from "./properties/preprocess.ts";
import { properties as profile } from "./properties/profile.ts";
import { properties as records } from "./properties/records.ts";
import { properties as safety } from "./properties/safety.ts";
import { properties as schema } from "./properties/schema.ts";
import { properties as stream } from "./properties/stream.ts";
import { properties as streamMarkdown } from "./properties/stream-markdown.ts";
import { properties as streamWhole } from "./properties/stream-whole.ts";
import type { Property } from "./property.ts";

export const PROPERTIES: readonly Property[] = Object.freeze([
  ...outcome,
  ...safety,
  ...envelope,
  ...preprocess,
  ...schema,
  ...profile,
  ...boundary,
  ...grammar,
  ...stream,
  ...streamMarkdown,
  ...streamWhole,
  ...guard,
  ...guardWhole,
  ...feedback,
  ...records,
  ...pi,
]);
