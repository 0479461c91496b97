/** Which models are known to print calls as text: the spec's list of patterns, read once. */
import data from "../../spec/model-families.json" with { type: "json" };

const compile = (patterns: readonly string[]): readonly RegExp[] =>
  Object.freeze(patterns.map((pattern) => new RegExp(pattern, "i")));

/** Patterns that are searched in a model id after its last slash. */
export const GRAMMAR_RECOVERY_MODELS: readonly RegExp[] = compile(Object.values(data.families).flat());

/** Models that narrate calls instead of making them. */
const NEVER = compile(data.never);

/** Whether a model is known to print calls as text. Anything but a string is no such model. */
export function modelLeaksGrammar(modelId: unknown): boolean {
  if (typeof modelId !== "string") return false;
  const name = modelId.slice(modelId.lastIndexOf("/") + 1);
  if (NEVER.some((pattern) => pattern.test(name))) return false;
  return GRAMMAR_RECOVERY_MODELS.some((pattern) => pattern.test(name));
}
