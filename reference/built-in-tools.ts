// The configuration of pi's built-in tools, bound from the spec's data: named transforms become functions.
import data from "../spec/built-in-tools.json" with { type: "json" };
import { makeEditFold } from "./edit-fold.ts";
import type { LegacyConfig } from "./legacy.ts";
import type { Preprocessor, StructuralResult } from "./preprocessor.ts";
import { type PlainObject, setOwn } from "./value.ts";

export interface BuiltInTool {
  readonly preprocessors: readonly Preprocessor[];
  readonly legacyConfig: LegacyConfig;
}

const { oldText, newText } = data.tools.edit.legacyConfig.fieldAliases;
const editFold = makeEditFold({ oldText, newText });

/** Transforms that configuration data may name. */
const transforms: Readonly<Record<string, (value: unknown) => StructuralResult>> = Object.freeze({
  "edit-fold": editFold,
});

interface ListedPreprocessor {
  readonly kind: string;
  readonly selector: string;
  readonly ruleId?: string;
  readonly transform?: string;
}

interface ListedTool {
  readonly preprocessors: readonly ListedPreprocessor[];
  readonly legacyConfig: {
    readonly fieldAliases?: Readonly<Record<string, readonly string[]>>;
    readonly rootString?: { readonly field: string };
    readonly pathFields?: readonly string[];
    readonly structural?: readonly { readonly name: string; readonly transform: string }[];
  };
}

function bindPreprocessor(listed: ListedPreprocessor): Preprocessor {
  if (listed.transform === undefined) return Object.freeze({ ...listed });
  const { kind, selector, ruleId = "" } = listed;
  return Object.freeze({ kind, selector, ruleId, apply: transformNamed(listed.transform) });
}

function transformNamed(name: string): (value: unknown) => StructuralResult {
  const apply = transforms[name];
  if (apply === undefined) throw new Error(`built-in-tools.json: unknown transform ${name}`);
  return apply;
}

/** The older facade's form of a transform: it edits the arguments in place and returns its note. */
function bindLegacy(listed: { readonly name: string; readonly transform: string }) {
  const apply = transformNamed(listed.transform);
  return Object.freeze({
    name: listed.name,
    apply(args: Record<string, unknown>): string | false | { readonly refused: string } {
      const result = apply(args);
      if (result === undefined) return false;
      if ("refused" in result) return result;
      // Of an object such a transform makes an object.
      const made = result.value as PlainObject;
      for (const key of Object.keys(args)) delete args[key];
      for (const key of Object.keys(made)) setOwn(args, key, made[key]);
      return result.note;
    },
  });
}

/** Freezes parsed JSON through and through, so that the pipeline reads a configuration once and no caller changes it. */
function freezeData<T>(held: T): T {
  if (Object(held) !== held) return held;
  for (const part of Object.values(held as object)) freezeData(part);
  return Object.freeze(held);
}

function bindTool(listed: ListedTool): BuiltInTool {
  const { structural, ...rest } = listed.legacyConfig;
  return Object.freeze({
    preprocessors: Object.freeze(listed.preprocessors.map(bindPreprocessor)),
    legacyConfig: Object.freeze({
      ...rest,
      ...(structural === undefined ? {} : { structural: Object.freeze(structural.map(bindLegacy)) }),
    }),
  });
}

const listedTools: Readonly<Record<string, ListedTool>> = freezeData(structuredClone(data.tools));

/** Configuration by tool name, for `runRepairPipeline`; source: `spec/built-in-tools.json`. */
export const builtInTools: Readonly<Record<string, BuiltInTool>> = Object.freeze(
  Object.fromEntries(Object.entries(listedTools).map(([name, tool]) => [name, bindTool(tool)])),
);
