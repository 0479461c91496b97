/** The npm package partial-json on the envelope, followed by validation. */
import { parse } from "partial-json";
import { envelopeTarget } from "../envelope-target.ts";
import { packageVersion } from "../package-version.ts";
import { defineTarget } from "../target.ts";

export default defineTarget(
  envelopeTarget({
    name: "partial-json",
    version: packageVersion("partial-json"),
    source: "npm package partial-json",
    read: (text) => parse(text) as unknown,
  }),
);
