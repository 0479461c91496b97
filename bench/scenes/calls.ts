/** Calls that are measured: clean ones of pi's built-ins, and for each rule one that it mends. */
import type { RepairConfig } from "../../reference/index.ts";
import pinned from "../../spec/tools/1.6.0.json" with { type: "json" };

export type ToolName = keyof typeof pinned.tools;

/** The schema of a built-in of pi. */
export function schemaOf(tool: ToolName): object {
  return pinned.tools[tool].parameters;
}

/** One clean call of each built-in. */
export const CLEAN: Readonly<Partial<Record<ToolName, object>>> = {
  read: { path: "src/index.ts", offset: 10, limit: 200 },
  bash: { command: "git status --short && ls -la src", timeout: 30 },
  edit: {
    path: "src/index.ts",
    edits: [
      { oldText: "const a = 1;\n", newText: "const a = 2;\n" },
      { oldText: "return a;", newText: "return a + 1;" },
    ],
  },
  write: { path: "src/new.ts", content: "export const answer = 42;\n".repeat(20) },
  grep: { pattern: "TODO|FIXME", path: "src", glob: "**/*.ts", ignoreCase: true, context: 2 },
  find: { pattern: "**/*.json", path: ".", limit: 100 },
  ls: { path: "src" },
};

export interface Damaged {
  readonly rule: string;
  /** A built-in with its own configuration, or the tool below with none. */
  readonly tool: ToolName | "label";
  readonly input: unknown;
  readonly settings?: Partial<RepairConfig>;
}

/** A tool with the fields that pi's built-ins lack. */
export const LABEL_SCHEMA = {
  type: "object",
  properties: {
    path: { type: "string" },
    paths: { type: "array", items: { type: "string" } },
    count: { type: "integer" },
    marks: {
      type: "array",
      items: { type: "object", properties: { at: { type: "integer" } }, required: ["at"] },
    },
    options: { type: "object", properties: { deep: { type: "boolean" } } },
  },
  required: ["path"],
} as const;

const LINK = "[main.ts](http://main.ts)";
const read = JSON.stringify(CLEAN.read);
const cleanup = (kind: string, selector: string, more: object = {}): Partial<RepairConfig> => ({
  preprocessors: [{ kind, selector, ...more }],
});

/** In the order of the rules. */
export const DAMAGED: readonly Damaged[] = Object.freeze([
  { rule: "envelope.decode-json", tool: "read", input: read },
  {
    rule: "envelope.escape-control-character",
    tool: "write",
    input: '{"path":"a.txt","content":"one\ntwo\n\tthree"}',
  },
  { rule: "envelope.unwrap-fence", tool: "read", input: `\`\`\`json\n${read}\n\`\`\`` },
  { rule: "envelope.drop-trailing-garbage", tool: "read", input: `${read}}` },
  { rule: "envelope.unwrap-singleton-object-array", tool: "read", input: [CLEAN.read] },
  { rule: "envelope.complete-truncated-object", tool: "read", input: '{"path":"src/index.ts"' },
  { rule: "envelope.unwrap-single-key", tool: "read", input: { arguments: CLEAN.read } },
  {
    rule: "stripGrammarTokenLeak",
    tool: "read",
    input: { path: "src/index.ts</arg_value>" },
    settings: { modelId: "zai/glm-4.6" },
  },
  { rule: "preprocess.exact-alias", tool: "read", input: { file_path: "src/index.ts", limit: 20 } },
  {
    rule: "foldFlatEditFields",
    tool: "edit",
    input: { path: "src/index.ts", oldText: "const a = 1;", newText: "const a = 2;" },
  },
  { rule: "preprocess.filesystem-path", tool: "read", input: { path: LINK } },
  {
    rule: "preprocess.filesystem-path-array",
    tool: "label",
    input: { path: "a", paths: ["a.ts", LINK] },
    settings: cleanup("filesystem-path-array", "/paths"),
  },
  {
    rule: "preprocess.string-or-array",
    tool: "label",
    input: { path: "a", paths: "src" },
    settings: cleanup("string-or-array", "/paths"),
  },
  {
    rule: "preprocess.scalar",
    tool: "label",
    input: { path: "a", count: "3" },
    settings: cleanup("scalar", "/count", { scalarType: "integer" }),
  },
  {
    rule: "stripAnchorBleed",
    tool: "read",
    input: { path: "^src/index.ts$" },
    settings: { modelId: "moonshot/kimi-k2" },
  },
  {
    rule: "renameAliasedField",
    tool: "label",
    input: { file: "a" },
    settings: { legacyConfig: { fieldAliases: { path: ["file", "filename"] } } },
  },
  { rule: "dropNullOrUndefinedField", tool: "label", input: { path: "a", paths: null, marks: null } },
  { rule: "dropEmptyObjectPlaceholder", tool: "label", input: { path: "a", paths: {} } },
  { rule: "parseJsonStringifiedArray", tool: "label", input: { path: "a", paths: '["src","test"]' } },
  { rule: "parseJsonStringifiedObject", tool: "label", input: { path: "a", options: '{"deep":true}' } },
  { rule: "schema-repair.wrap-object", tool: "label", input: { path: "a", marks: { at: 3 } } },
  { rule: "wrapBareStringAsArray", tool: "label", input: { path: "a", paths: "src" } },
  { rule: "wrapRootStringAsObject", tool: "bash", input: "git status --short" },
  {
    rule: "final-validation.host-conversion",
    tool: "read",
    input: { file_path: "src/index.ts", limit: "20" },
  },
  {
    rule: "unwrapMarkdownAutoLink",
    tool: "label",
    input: { path: LINK },
    settings: { legacyConfig: { pathFields: ["path"] } },
  },
]);

/** Calls that nothing mends. */
export const HOPELESS: readonly { readonly tool: ToolName; readonly input: unknown }[] = Object.freeze([
  { tool: "read", input: { limit: 20 } },
  { tool: "edit", input: { path: "src/index.ts", edits: [{ oldText: "a" }] } },
  { tool: "write", input: '{"path":"a.txt","content":"cut he' },
]);
