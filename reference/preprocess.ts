// Configured clean-up, before anything is validated: each preprocessor acts at its selector only.
import { declares, findAlias, isEmpty } from "./aliases.ts";
import type { RepairChange, RepairObservation, RepairStage } from "./changes.ts";
import { newBudget } from "./limits.ts";
import { placeName, plainText } from "./plain-text.ts";
import {
  type AliasPreprocessor,
  appliesTo,
  isAlias,
  isPreprocessor,
  isPure,
  isStructural,
  isValueKind,
  type Preprocessor,
  type StructuralPreprocessor,
  type StructuralResult,
  type ValuePreprocessor,
} from "./preprocessor.ts";
import { settleQuietly } from "./promises.ts";
import { bitsOf, NONE, type SchemaNode } from "./schema-node.ts";
import { editSelected, nodesAt, parseSelector } from "./selector.ts";
import { fits, typeOf } from "./validate.ts";
import {
  copyData,
  isPlainObject,
  type PlainObject,
  renameKey,
  sameData,
  setOwn,
  surveyData,
} from "./value.ts";
import { cleanValue, stripTokens, VALUE_TRANSFORMS } from "./value-transforms.ts";

export interface PreprocessRequest {
  readonly input: unknown;
  readonly toolName: string;
  readonly preprocessors: readonly Preprocessor[];
  readonly modelId?: string | undefined;
  readonly allowValidValueTransforms: boolean;
  /** Numbers that print otherwise than the model wrote them: they are not made text. */
  readonly respelled?: ReadonlySet<number> | undefined;
  /** The tool's schema, read: it says which keys are declared. Without one no key counts as declared. */
  readonly schema?: SchemaNode | undefined;
}

export interface PreprocessResult {
  readonly value: unknown;
  readonly changes: readonly RepairChange[];
  readonly observations: readonly RepairObservation[];
  /** Set where the value must be refused; names the reason and the field. */
  readonly refused?: { readonly path: readonly (string | number)[]; readonly reason: string };
}

interface Work {
  readonly request: PreprocessRequest;
  readonly changes: RepairChange[];
  readonly fired: Set<StructuralPreprocessor>;
  /** Whose work a careful profile only looks at, each once. */
  readonly observed: Set<ValuePreprocessor>;
  refused: PreprocessResult["refused"];
}

/** Every transform shortens or moves, so a fixed point comes soon; names of each other have none. */
const ROUNDS: readonly number[] = Object.freeze([...Array(8).keys()]);

/** Runs the preprocessors in their order until nothing changes. The input is never mutated. */
export function preprocessInput(request: PreprocessRequest): PreprocessResult {
  const work: Work = { request, changes: [], fired: new Set(), observed: new Set(), refused: undefined };
  let value = request.input;
  for (const _round of ROUNDS) {
    const before = value;
    for (const preprocessor of request.preprocessors) {
      value = runPreprocessor(preprocessor, value, work);
      if (work.refused !== undefined) return refusal(work, work.refused);
    }
    if (value === before) break;
  }
  return { value, changes: work.changes, observations: observationsOf(work) };
}

function refusal(work: Work, refused: NonNullable<PreprocessResult["refused"]>): PreprocessResult {
  return { value: work.request.input, changes: [], observations: observationsOf(work), refused };
}

function observationsOf({ request, observed }: Work): readonly RepairObservation[] {
  return [...observed].map(({ kind }) => {
    const { ruleId } = VALUE_TRANSFORMS[kind];
    return { channel: "tool", stage: "valid-value", ruleId, toolName: request.toolName };
  });
}

function runPreprocessor(preprocessor: Preprocessor, value: unknown, work: Work): unknown {
  if (!isPreprocessor(preprocessor)) return value;
  // Most are for other models; those cost one look.
  if (isValueKind(preprocessor) && !appliesTo(preprocessor, work.request)) return value;
  const steps = parseSelector(preprocessor.selector);
  if (steps === undefined) return value;
  if (isAlias(preprocessor)) return runAlias(preprocessor, steps, value, work);
  if (isStructural(preprocessor)) return runStructural(preprocessor, steps, value, work);
  return isValueKind(preprocessor) ? runValue(preprocessor, steps, value, work) : value;
}

function runAlias(alias: AliasPreprocessor, steps: readonly string[], value: unknown, work: Work): unknown {
  const field = steps.at(-1);
  if (field === undefined) return value;
  return editSelected(value, steps, steps.length - 1, (holder, path) => {
    // Most objects have none of the names: they cost one look.
    if (!isPlainObject(holder) || !Object.keys(holder).some((key) => alias.aliases.includes(key)))
      return holder;
    if (holdsValue(holder, field, alias, path, work)) return holder;
    const scope = scopeAt(path, work);
    const found = findAlias(holder, alias.aliases, scope, (held) => isAccepted(alias.accepts, held));
    if (found.kind === "conflict" && Object.hasOwn(holder, field)) {
      // The empty value may fit, and then the call would run without what was meant.
      work.refused = { path: [...path, field], reason: "names of this field hold different values" };
    }
    if (found.kind !== "found") return holder;
    const place = placeName([...path, field]);
    work.changes.push({
      ruleId: "preprocess.exact-alias",
      stage: "preprocess",
      note: `Moved \`${plainText(found.key)}\` to \`${place}\`, its name in tool "${plainText(work.request.toolName)}"; use that name.`,
    });
    return renameKey(holder, found.key, field);
  });
}

/** What the schema says of a place; nothing without a schema. */
function scopeAt(path: readonly (string | number)[], { request: { schema } }: Work): readonly SchemaNode[] {
  return schema === undefined ? NONE : nodesAt(schema, path);
}

/** Whether the canonical field has something in it that an alias must not replace. */
function holdsValue(
  holder: PlainObject,
  field: string,
  alias: AliasPreprocessor,
  path: readonly (string | number)[],
  work: Work,
): boolean {
  const held = Object.hasOwn(holder, field) ? holder[field] : undefined;
  if (!isEmpty(held)) return true;
  if (held === undefined || (held === "" && alias.emptyEquivalentToMissing === true)) return false;
  // What the schema takes is a value, if only an empty one; where it says nothing an empty text is one.
  const nodes = scopeAt([...path, field], work);
  return nodes.length === 0 ? held === "" : nodes.every((node) => fits(node, held));
}

function isAccepted(accepts: AliasPreprocessor["accepts"], held: unknown): boolean {
  if (accepts === undefined) return true;
  const names: readonly unknown[] = Array.isArray(accepts) ? accepts : [accepts];
  return names.some((name) => (bitsOf(name) & typeOf(held)) !== 0);
}

function runStructural(
  structural: StructuralPreprocessor,
  steps: readonly string[],
  value: unknown,
  work: Work,
): unknown {
  if (work.fired.has(structural)) return value;
  return editSelected(value, steps, steps.length, (target, path) => {
    if (work.refused !== undefined) return target;
    const result = applyStructural(structural, target);
    if (typeof result !== "object" || result === null) return target;
    if ("refused" in result) {
      work.refused = { path: [...path], reason: plainText(String(result.refused), 300) };
      return target;
    }
    if (!surveyData(result.value, newBudget()).plain) {
      settleQuietly(result);
      settleQuietly(result.value);
      return target;
    }
    if (sameData(result.value, target)) return target;
    work.fired.add(structural);
    work.changes.push({
      ruleId: structural.ruleId,
      stage: "preprocess",
      note: `${plainText(result.note, 300)} (tool "${plainText(work.request.toolName)}")`,
    });
    return result.value;
  });
}

function applyStructural(structural: StructuralPreprocessor, target: unknown): StructuralResult {
  try {
    if (isPure(structural.apply)) return structural.apply(target);
    return surveyData(target, newBudget()).plain ? structural.apply(copyData(target)) : undefined;
  } catch {
    // An owner's transform that throws does nothing.
    return undefined;
  }
}

function runValue(
  preprocessor: ValuePreprocessor,
  steps: readonly string[],
  value: unknown,
  work: Work,
): unknown {
  const transform = VALUE_TRANSFORMS[preprocessor.kind];
  const notes: string[] = [];
  const after = editSelected(value, steps, steps.length, (target, path) => {
    if (preprocessor.kind === "grammar-tokens" && isPlainObject(target))
      return cleanKeys(target, path, work, notes);
    const next = cleanValue(preprocessor, target);
    if (next === target || work.request.respelled?.has(target as number) === true) return target;
    notes.push(`${transform.note} \`${placeName(path)}\` for tool "${plainText(work.request.toolName)}".`);
    return next;
  });
  if (after === value) return value;
  if (transform.leak && !work.request.allowValidValueTransforms) {
    work.observed.add(preprocessor);
    return value;
  }
  const stage: RepairStage = transform.leak ? "valid-value" : "preprocess";
  for (const note of notes) work.changes.push({ ruleId: transform.ruleId, stage, note });
  return after;
}

/** Whether the clean name of a key says something: a field that is declared there, or another name of one. */
function isKnown(name: string, scope: readonly SchemaNode[], { request }: Work): boolean {
  if (scope.some((node) => declares(node, name))) return true;
  return request.preprocessors.some(
    (one) => isPreprocessor(one) && isAlias(one) && one.aliases.includes(name),
  );
}

/** Removes tokens from keys, where the clean name is known and not in use. */
function cleanKeys(
  target: PlainObject,
  path: readonly (string | number)[],
  work: Work,
  notes: string[],
): PlainObject {
  const { schema, toolName } = work.request;
  const scope = schema === undefined ? undefined : nodesAt(schema, path);
  const renamed = new Map<string, string>();
  for (const [clean, [key = clean, ...others]] of Map.groupBy(Object.keys(target), stripTokens)) {
    if (key === clean || others.length > 0) continue;
    if (scope !== undefined && !isKnown(clean, scope, work)) continue;
    renamed.set(key, clean);
    notes.push(
      `Removed grammar tokens from the key \`${placeName([...path, clean])}\` for tool "${plainText(toolName)}".`,
    );
  }
  if (renamed.size === 0) return target;
  const result: PlainObject = {};
  for (const key of Object.keys(target)) setOwn(result, renamed.get(key) ?? key, target[key]);
  return result;
}
