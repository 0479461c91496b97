import { defineTarget, type RepairRequest } from "pi-repair-conformance";

/** A tiny layer: it decodes arguments that are JSON text, and gives up on everything else that it cannot use. */
function repair({ toolName, schema, input }: RepairRequest) {
  const { required = [] } = schema as { required?: string[] };
  const fits = (value: unknown) =>
    typeof value === "object" && value !== null && required.every((name) => Object.hasOwn(value, name));
  if (fits(input)) return { outcome: "valid", args: input, changes: [] };
  if (typeof input === "string") {
    try {
      const args: unknown = JSON.parse(input);
      if (fits(args)) {
        const note = `The arguments of ${toolName} were JSON text; send an object.`;
        return {
          outcome: "repaired",
          args,
          changes: [{ ruleId: "envelope.decode-json", stage: "envelope", note }],
        };
      }
    } catch {
      // not JSON: refused below
    }
  }
  return {
    outcome: "unrepairable",
    args: input,
    changes: [],
    retryMessage: `Invalid input for ${toolName}: root must have ${required.join(", ")}.`,
  };
}

export default defineTarget({
  name: "my-layer",
  version: "0.1.0",
  capabilities: ["repair"],
  ruleIds: ["envelope.decode-json"],
  canonicalRuleIds: true,
  repair,
});
