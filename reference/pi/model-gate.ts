// Whether grammar handling looks at a message at all: by the model that produced it.
import families from "../../spec/model-families.json" with { type: "json" };
import { modelLeaksGrammar } from "../grammars/models.ts";

const NEVER = families.never.map((pattern) => new RegExp(pattern, "i"));

/** Whether a model's messages are searched. `patterns` are further ones from the settings; "*" means every model. */
export function modelGateOpen(modelId: unknown, patterns: readonly string[]): boolean {
  if (typeof modelId !== "string") return false;
  const name = modelId.slice(modelId.lastIndexOf("/") + 1);
  if (NEVER.some((pattern) => pattern.test(name))) return false;
  return (
    modelLeaksGrammar(modelId) ||
    patterns.some((pattern) => pattern === "*" || new RegExp(pattern, "i").test(name))
  );
}
