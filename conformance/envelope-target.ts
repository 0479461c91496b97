/**
 * A target made of a lenient JSON reader: text is read, then validated, and nothing else is done. It shows what such a
 * reader is worth as a repair layer.
 */
import { parseJson, toJson } from "./json-text.ts";
import type { RepairRequest, RepairResult, Target } from "./target.ts";
import { fitsSchema } from "./validator.ts";

export interface LenientReader {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  /** Reads text that may be broken JSON. May throw. */
  readonly read: (text: string) => unknown;
}

function refused({ input, toolName }: RepairRequest): RepairResult {
  const retryMessage = `The arguments of ${toolName} do not fit its schema at /.`;
  return { outcome: "unrepairable", args: input, changes: [], retryMessage };
}

/** The target; its only rule is `<name>.read`. */
export function envelopeTarget({ name, version, source, read }: LenientReader): Target {
  const ruleId = `${name}.read`;
  const repair = (request: RepairRequest): RepairResult => {
    const { input, toolName } = request;
    const schema = toJson(request.schema);
    const fits = (value: unknown): boolean => fitsSchema(schema, toJson(value)) !== false;
    if (fits(input)) return { outcome: "valid", args: input, changes: [] };
    if (typeof input !== "string") return refused(request);
    try {
      // The reader's own objects: what they lose or add on the way shows.
      const args = parseJson(toJson(read(input)));
      if (!fits(args)) return refused(request);
      const note = `The arguments of ${toolName} were text that was not quite JSON.`;
      return { outcome: "repaired", args, changes: [{ ruleId, stage: "envelope", note }] };
    } catch {
      return refused(request);
    }
  };
  return {
    name,
    version,
    language: "TypeScript",
    source,
    capabilities: ["repair"],
    ruleIds: [ruleId],
    repair,
  };
}
