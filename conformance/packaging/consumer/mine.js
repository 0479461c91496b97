// A user's own target, in JavaScript.
import { defineTarget } from "pi-repair-conformance";
import { runRepairPipeline } from "pi-repair-reference/core";

export default defineTarget({
  name: "mine-in-javascript",
  version: "1",
  capabilities: ["repair"],
  repair: ({ input, toolName, schema, preprocessors, legacyConfig }) =>
    runRepairPipeline({ input, config: { toolName, schema, preprocessors, legacyConfig } }),
});
