import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtInTools, type Preprocessor, preprocessInput } from "./index.ts";
import { withPathFields } from "./legacy.ts";
import { isQuiet } from "./quiet.ts";

const MODELS = [undefined, "anthropic/claude", "zai/glm-4.6", "kimi-k2", "minimax-m2"];
const TEXTS = ["a.md", "[a.md](http://a.md)", "^a$", "a$", "<arg_value>x</arg_value>", "", "[x](y)"];
const keys = fc.constantFrom(
  ...["path", "pattern", "edits", "oldText", "newText", "file_path", "query", "old_string", "changes"],
  ...["content", "include", "glob", "cmd", "command", "<arg_key>path", "__proto__", "0", "*"],
);
const text = fc.constantFrom(...TEXTS);
const { value } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    ...[text, fc.constantFrom(null, 5, true, undefined)],
    ...[tie("object"), fc.array(tie("value"), { maxLength: 3 })],
  ),
  object: fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
}));

function configured(name: string): readonly Preprocessor[] {
  const { preprocessors = [], legacyConfig } = builtInTools[name] ?? {};
  return withPathFields(preprocessors, legacyConfig);
}

describe.each(Object.keys(builtInTools))("the configuration of %s", (toolName) => {
  test("is quiet only where the whole clean-up finds nothing", () => {
    const preprocessors = configured(toolName);
    let quiet = 0;
    const property = fc.property(value, fc.constantFrom(...MODELS), fc.boolean(), (input, modelId, allow) => {
      if (!isQuiet(input, preprocessors, toolName, modelId)) return;
      quiet += 1;
      const request = { input, toolName, preprocessors, modelId, allowValidValueTransforms: allow };
      const cleaned = preprocessInput(request);
      expect(cleaned).toEqual({ value: input, changes: [], observations: [] });
      expect(cleaned.value).toBe(input);
    });
    fc.assert(property, { numRuns: 2000, seed: 1 });
    expect(quiet).toBeGreaterThan(200);
  });
});

test("a clean call of a built-in is quiet", () => {
  const edit = { path: "a.ts", edits: [{ oldText: "a", newText: "b" }] };
  expect(isQuiet(edit, configured("edit"), "edit", "glm")).toBe(true);
  expect(isQuiet({ ...edit, path: "^a.ts" }, configured("edit"), "edit", "glm")).toBe(false);
});

const LINK = "[a.md](http://a.md)";
const path = { kind: "filesystem-path", selector: "/path" } as const;

test("a configuration that may still change is not read once and for all", () => {
  expect(isQuiet({}, [path], "read", undefined)).toBe(false);
  expect(isQuiet({}, Object.freeze([{ ...path }]), "read", undefined)).toBe(false);
  const gated = { ...path, kind: "anchor-bleed", modelFamilies: ["glm"] } as const;
  expect(isQuiet({}, Object.freeze([Object.freeze(gated)]), "read", "glm")).toBe(false);
});

test("a selector of one index is left to the long way", () => {
  const indexed = Object.freeze([Object.freeze({ ...path, selector: "/paths/0" })]);
  expect(isQuiet({ paths: ["a"] }, indexed, "read", undefined)).toBe(false);
});

test("an owner's transform, which may touch its argument, is left to the long way", () => {
  const structural = { kind: "structural", selector: "", ruleId: "own", apply: () => undefined };
  expect(isQuiet({}, Object.freeze([Object.freeze(structural)]), "read", undefined)).toBe(false);
});

test("many models of one session are told apart", () => {
  const bleeding = Object.freeze({
    kind: "anchor-bleed",
    selector: "/path",
    modelFamilies: Object.freeze(["glm"]),
  } as const);
  const list = Object.freeze([bleeding]);
  for (let model = 0; model < 20; model++) {
    expect(isQuiet({ path: "^a$" }, list, "read", `model-${model}`)).toBe(true);
    expect(isQuiet({ path: "^a$" }, list, "read", `glm-${model}`)).toBe(false);
  }
  expect(isQuiet({ path: LINK }, Object.freeze([Object.freeze(path)]), "read", "glm-1")).toBe(false);
});
