/** The npm package jsonrepair on the envelope, followed by validation. */
import { jsonrepair } from "jsonrepair";
import { envelopeTarget } from "../envelope-target.ts";
import { parseJson } from "../json-text.ts";
import { packageVersion } from "../package-version.ts";
import { defineTarget } from "../target.ts";

export default defineTarget(
  envelopeTarget({
    name: "jsonrepair",
    version: packageVersion("jsonrepair"),
    source: "npm package jsonrepair",
    read: (text) => parseJson(jsonrepair(text)),
  }),
);
