/**
 * Your repair layer as a target of this process. Try it with
 *
 *     npx -y pnpm@12.21.0 conformance doctor ./target.ts
 */
import { defineTarget, type RepairRequest, type RepairResult } from "pi-repair-conformance";

/** Replace this with a call of your layer. It repairs nothing yet, and says so. */
function repair({ toolName, schema, input }: RepairRequest): RepairResult {
  if (fits(input, schema)) return { outcome: "valid", args: input, changes: [] };
  return {
    outcome: "unrepairable",
    args: input,
    changes: [],
    retryMessage: `The arguments of ${toolName} do not fit its schema at /.`,
  };
}

/** Knows only `type` and `required` at the root: use the validator of your host. */
function fits(input: unknown, schema: unknown): boolean {
  const required: unknown =
    typeof schema === "object" && schema !== null ? Reflect.get(schema, "required") : [];
  if (typeof input !== "object" || input === null || Array.isArray(input)) return false;
  return !Array.isArray(required) || required.every((name) => Object.hasOwn(input, String(name)));
}

export default defineTarget({
  name: "my-layer",
  version: "0.1.0",
  capabilities: ["repair"],
  ruleIds: [],
  repair,
});
