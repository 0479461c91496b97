/** Properties of the edit fold, the owner's hook, and of what runs when. */
import fc, { type Arbitrary } from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { hardText, pathText, plainText } from "../arbitraries.ts";
import { toJson } from "../json-text.ts";
import type { Property } from "../property.ts";
import { builtInCallOf } from "../valid-calls.ts";
import { builtInTool } from "../vector-call.ts";
import { type Case, caseProperty, refused, repaired, valid, type Wanted } from "./case.ts";
import { builtIn } from "./preprocess-text.ts";

const EDIT_ALIASES = builtInTool("edit").legacyConfig.fieldAliases ?? {};
const OLD_NAMES = ["oldText", "oldText", ...(EDIT_ALIASES.oldText ?? [])];
const NEW_NAMES = ["newText", "newText", ...(EDIT_ALIASES.newText ?? [])];

const nonEmpty = hardText.filter((value) => value !== "");
const EMPTY_EDITS = [[], "", null];
const otherEdits = fc.oneof(
  fc.constant([{ oldText: "q", newText: "r" }]),
  fc.constant({ oldText: "q", newText: "r" }),
  fc.constantFrom('[{"oldText":"q","newText":"r"}]', '[{"oldText":', "q"),
);

const folded: Arbitrary<Case> = fc
  .tuple(
    fc.record({ oldName: fc.constantFrom(...OLD_NAMES), newName: fc.constantFrom(...NEW_NAMES) }),
    nonEmpty,
    nonEmpty,
    fc.constantFrom({}, { replace_all: true }, { why: { from: [1, null] } }),
    fc.oneof(fc.constant(undefined), fc.constantFrom(...EMPTY_EDITS), otherEdits),
  )
  .map(([{ oldName, newName }, oldText, newText, extra, edits]) => {
    const flat = { path: "p", ...extra, [oldName]: oldText, [newName]: newText };
    const call = builtIn("edit", edits === undefined ? flat : { ...flat, edits });
    const isFree = edits === undefined || EMPTY_EDITS.some((empty) => toJson(empty) === toJson(edits));
    return isFree
      ? { call, wanted: repaired({ path: "p", ...extra, edits: [{ oldText, newText }] }), label: "folded" }
      : { call, wanted: refused, label: "beside edits" };
  });

const halfPair: Arbitrary<Case> = fc
  .tuple(fc.constantFrom(...OLD_NAMES, ...NEW_NAMES), nonEmpty)
  .map(([name, value]) => ({
    call: builtIn("edit", { path: "p", [name]: value }),
    wanted: refused,
    label: "half",
  }));

const secret = fc.integer({ min: 100_000, max: 999_999 }).map((n) => `s3cret${n}`);

/** A valid value that anchors or tokens make worth cleaning, for a model that does such things. */
const dirtyValue = fc
  .tuple(secret, fc.constantFrom("anchors", "tokens"))
  .map(([value, kind]) =>
    kind === "anchors"
      ? { kind, value, tool: "find", dirty: `^${value}$`, modelId: "kimi-k2-instruct" }
      : { kind, value, tool: "grep", dirty: `<arg_value>${value}</arg_value>`, modelId: "glm-4.6" },
  );

const observed: Arbitrary<Case> = fc
  .tuple(dirtyValue, fc.constantFrom("conservative", "conservative", "adaptive", "recover"))
  .map(([{ value, tool, dirty, modelId }, profile]) => {
    const call = builtIn(tool, { pattern: dirty }, { modelId, profile });
    return profile === "conservative"
      ? { call, wanted: { ...valid, observes: "", conceals: [value] }, label: "observed" }
      : { call, wanted: repaired({ pattern: value }), label: "cleaned" };
  });

const BROKEN: readonly (readonly [name: string, value: unknown])[] = [
  ["limit", null],
  ["path", null],
];

const stripAndRepair: Arbitrary<Case> = fc
  .tuple(dirtyValue, fc.constantFrom(...BROKEN))
  .map(([{ kind, value, tool, dirty, modelId }, [name, broken]]) => ({
    call: builtIn(tool, { pattern: dirty, [name]: broken }, { modelId }),
    wanted: repaired({ pattern: value }, 2),
    label: kind,
  }));

const stripThenParse: Arbitrary<Case> = fc
  .tuple(fc.array(plainText, { maxLength: 3 }), fc.boolean())
  .map(([tags, isJson]) => {
    const schema = toJson({
      type: "object",
      required: ["v"],
      properties: { v: { type: "array", items: { type: "string" } } },
    });
    const settings: Partial<RepairCall> = {
      modelId: "glm-4.6",
      preprocessors: [{ kind: "grammar-tokens", selector: "/v", modelFamilies: ["glm"] }],
    };
    const word = tags[0] ?? "w";
    const input = toJson({ v: `<arg_value>${isJson ? toJson(tags) : word}</arg_value>` });
    return {
      call: { toolName: "custom", schema, input, ...settings },
      wanted: repaired({ v: isJson ? tags : [word] }, 2),
      label: isJson ? "parsed" : "wrapped",
    };
  });

const HOOKS = [
  "identity",
  "lower-path",
  "return-undefined-after-mutate",
  "throw-after-mutate",
  "return-promise",
  "return-function",
] as const;
const LOWERING: readonly string[] = ["lower-path", "return-undefined-after-mutate"];

const hooked: Arbitrary<Case> = fc
  .tuple(
    fc.constantFrom(...HOOKS),
    pathText,
    fc.constantFrom("fits", "text", "null beside", "word beside", "alias"),
  )
  .map(([ownerHook, path, form]) => {
    const name = `${path}/README`;
    const seen = LOWERING.includes(ownerHook) && form !== "alias" ? name.toLowerCase() : name;
    const inputs: Readonly<Record<string, readonly [unknown, Wanted]>> = {
      fits: [{ path: name }, { outcome: "valid", args: { path: seen } }],
      text: [toJson({ path: name }), repaired({ path: seen })],
      "null beside": [{ path: name, offset: null }, repaired({ path: seen })],
      "word beside": [{ path: name, offset: "end" }, refused],
      alias: [{ file_path: name }, repaired({ path: seen })],
    };
    const [input, wanted] = inputs[form] ?? [{}, refused];
    return {
      call: builtIn("read", input, { ownerHook }),
      wanted,
      label: seen === name ? "without effect" : "lowered",
    };
  });

const throughThis: Arbitrary<Case> = fc
  .tuple(builtInCallOf("read"), fc.boolean())
  .map(([{ args }, hasHook]) => {
    const { path, ...rest } = args;
    const more = hasHook ? { ownerHook: "rename-through-this" as const } : {};
    const call = builtIn("read", { ...rest, location: path }, more);
    return hasHook
      ? { call, wanted: { outcome: "valid", args }, label: "renamed" }
      : { call, wanted: refused, label: "no hook" };
  });

/** What `preprocess` says of the fold, the profile, the order of stages and the owner's hook. */
export const stageProperties: readonly Property[] = [
  caseProperty(
    "preprocess/edit-fold/fold-or-refuse",
    "A flat edit under any of its names folds into edits, other keys survive, and edits that are there are never overwritten.",
    folded,
    { folded: 0.45, "beside edits": 0.1 },
  ),
  caseProperty("preprocess/edit-fold/half-a-pair-stays", "Half of a flat edit is refused.", halfPair, {
    half: 1,
  }),
  caseProperty(
    "preprocess/conservative-observes/value-free",
    "Under conservative a valid value is not cleaned but observed, without the value.",
    observed,
    { observed: 0.25, cleaned: 0.25 },
  ),
  caseProperty(
    "preprocess/strip-before-repair/both-reported",
    "What is stripped and what is repaired are both done and both claimed.",
    stripAndRepair,
    { anchors: 0.25, tokens: 0.25 },
  ),
  caseProperty(
    "preprocess/strip-before-repair/strip-comes-first",
    "What is parsed or wrapped is the stripped text.",
    stripThenParse,
    { parsed: 0.25, wrapped: 0.25 },
  ),
  caseProperty(
    "preprocess/owner-hook/result-or-nothing",
    "The hook's result is taken without a claim, before preprocessing; where it throws nothing that it did remains.",
    hooked,
    { lowered: 0.08, "without effect": 0.5 },
  ),
  caseProperty("preprocess/owner-hook/own-this", "The hook is called with its own this.", throughThis, {
    renamed: 0.25,
    "no hook": 0.25,
  }),
];
