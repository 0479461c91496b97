// Names that may be recorded: of tools that are registered, and of models unless they tell where a file lies.
import families from "../../spec/model-families.json" with { type: "json" };

const FAMILIES: readonly (readonly [string, RegExp])[] = Object.entries(families.families).flatMap(
  ([name, patterns]) => patterns.map((pattern) => [name, new RegExp(pattern)] as const),
);

/** Plain words, at most one slash between an owner and a model, and no file's ending. */
const PLAIN_ID = /^([A-Za-z0-9@][\w.@+-]*\/)?[A-Za-z0-9][\w.:@+-]*$/;
const FILE_ENDING = /\.(gguf|ggml|bin|safetensors|pt|pth|onnx|mlx|json)$/i;
const LONGEST = 100;

/** A model id as it may be recorded; one that looks like a path only as its family; undefined for none. */
export function recordedModel(id: unknown): string | undefined {
  if (typeof id !== "string") return undefined;
  if (id.length <= LONGEST && PLAIN_ID.test(id) && !FILE_ENDING.test(id)) return id;
  const last = id.slice(Math.max(id.lastIndexOf("/"), id.lastIndexOf("\\")) + 1).toLowerCase();
  return FAMILIES.find(([, pattern]) => pattern.test(last))?.[0] ?? "unknown";
}

/** A tool's name as it may be recorded. */
export function recordedTool(name: string, registered: readonly string[]): string {
  return registered.includes(name) ? name : "unknown";
}
