// What can be configured to run before validation: the kinds of preprocessors, and for whom each is meant.
import { VALUE_TRANSFORMS } from "./value-transforms.ts";

export interface AliasPreprocessor {
  readonly kind: "alias";
  readonly selector: string;
  readonly aliases: readonly string[];
  /** Name of the JSON type, or names of the types, that an alias's value must have. */
  readonly accepts?: string | readonly string[] | undefined;
  readonly emptyEquivalentToMissing?: boolean | undefined;
}

export interface ValuePreprocessor {
  readonly kind:
    | "filesystem-path"
    | "filesystem-path-array"
    | "glob"
    | "string-or-array"
    | "scalar"
    | "anchor-bleed"
    | "grammar-tokens";
  readonly selector: string;
  readonly scalarType?: string | undefined;
  /** Parts of a model id (any case) or expressions; absent means every model. */
  readonly modelFamilies?: readonly (string | RegExp)[] | undefined;
}

/** `refused` says that the value must not be used at all, and why. */
export type StructuralResult =
  | { readonly value: unknown; readonly note: string }
  | { readonly refused: string }
  | undefined;

export interface StructuralPreprocessor {
  readonly kind: "structural";
  readonly selector: string;
  readonly ruleId: string;
  readonly apply: (value: unknown) => StructuralResult;
}

export type Preprocessor =
  | AliasPreprocessor
  | ValuePreprocessor
  | StructuralPreprocessor
  /** Kinds that this version does not know are skipped. */
  | { readonly kind: string; readonly selector?: string };

/**
 * Whether an entry can be looked at: configuration comes from tool owners, in whatever shape, and what is no preprocessor
 * does nothing.
 */
export function isPreprocessor(entry: unknown): entry is Preprocessor {
  return typeof entry === "object" && entry !== null;
}

/** Whether it is an alias that can be run. */
export function isAlias(preprocessor: Preprocessor): preprocessor is AliasPreprocessor {
  return preprocessor.kind === "alias" && "aliases" in preprocessor && Array.isArray(preprocessor.aliases);
}

/** Whether it is a structural transform. What it is to apply may be anything, and fails if it is no function. */
export function isStructural(preprocessor: Preprocessor): preprocessor is StructuralPreprocessor {
  return preprocessor.kind === "structural";
}

/** Whether it is one of the transforms of single values. */
export function isValueKind(preprocessor: Preprocessor): preprocessor is ValuePreprocessor {
  return Object.hasOwn(VALUE_TRANSFORMS, preprocessor.kind);
}

/** Whether a transform of values is meant for this tool and this model. */
export function appliesTo(
  preprocessor: ValuePreprocessor,
  { toolName, modelId }: { readonly toolName: string; readonly modelId?: string | undefined },
): boolean {
  const { kind, selector, modelFamilies } = preprocessor;
  // The one built-in field that is a regular expression: its anchors may be meant, whatever the configuration says.
  if (kind === "anchor-bleed" && toolName === "grep" && selector === "/pattern") return false;
  return !VALUE_TRANSFORMS[kind].leak || matchesModel(modelFamilies, modelId);
}

/** Whether one of the families occurs in the model id after its last `/`. Expressions keep no state between calls. */
export function matchesModel(
  families: readonly (string | RegExp)[] | undefined,
  modelId: string | undefined,
): boolean {
  if (families === undefined) return true;
  if (!Array.isArray(families) || typeof modelId !== "string") return false;
  const name = modelId.slice(modelId.lastIndexOf("/") + 1);
  return families.some((family) => {
    // The empty text is in every name, so it names no family.
    if (typeof family === "string") return family !== "" && name.toLowerCase().includes(family.toLowerCase());
    return family instanceof RegExp && new RegExp(family.source, family.flags).test(name);
  });
}

/** Transforms that never touch their argument; all others get a copy. */
const pure = new WeakSet<StructuralPreprocessor["apply"]>();

/** Marks a transform as one that never touches its argument, which saves a copy on every call. */
export function markPure<T extends StructuralPreprocessor["apply"]>(apply: T): T {
  pure.add(apply);
  return apply;
}

/** Whether a transform was marked so. */
export function isPure(apply: StructuralPreprocessor["apply"]): boolean {
  return pure.has(apply);
}
