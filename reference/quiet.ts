// Whether configured clean-up finds nothing to do in a value, told in one walk without an allocation: most calls are
// clean. A configuration is read once, which needs that it cannot change, so only a frozen one is read at all.
import { isFrozenConfig } from "./frozen.ts";
import {
  type AliasPreprocessor,
  appliesTo,
  isAlias,
  isPure,
  isStructural,
  isValueKind,
  type Preprocessor,
  type StructuralPreprocessor,
  type ValuePreprocessor,
} from "./preprocessor.ts";
import { parseSelector } from "./selector.ts";
import { isPlainObject } from "./value.ts";
import { cleanValue, stripTokens } from "./value-transforms.ts";

/** What is configured at one place of the value, and at the places below. */
interface Place {
  /** Names under which fields of this object may hide. */
  readonly aliases: Set<string>;
  readonly values: ValuePreprocessor[];
  readonly structural: StructuralPreprocessor[];
  /** By key, or `*` for every item of an array. */
  readonly below: [step: string, place: Place][];
}

interface Plan {
  readonly toolName: string;
  readonly modelId: string | undefined;
  readonly root: Place | undefined;
}

/** A session has one model, and a configuration one tool; a few more are kept so that none is read for every call. */
const MAX_PLANS = 8;
const plans = new WeakMap<readonly Preprocessor[], Plan[]>();

/**
 * True if none of `preprocessors` changes or observes anything in `value`. False is no statement: it may be that they
 * would, or that the configuration is not frozen through and through.
 */
export function isQuiet(
  value: unknown,
  preprocessors: readonly Preprocessor[],
  toolName: string,
  modelId: string | undefined,
): boolean {
  const root = rootFor(preprocessors, toolName, modelId);
  return root !== undefined && isQuietAt(root, value);
}

function rootFor(
  preprocessors: readonly Preprocessor[],
  toolName: string,
  modelId: string | undefined,
): Place | undefined {
  const known = plans.get(preprocessors);
  if (known === undefined && !isFrozenConfig(preprocessors)) return undefined;
  const kept = known ?? [];
  for (const plan of kept) if (plan.toolName === toolName && plan.modelId === modelId) return plan.root;
  const root = makePlan(preprocessors, toolName, modelId);
  if (kept.length >= MAX_PLANS) kept.shift();
  kept.push({ toolName, modelId, root });
  plans.set(preprocessors, kept);
  return root;
}

const newPlace = (): Place => ({ aliases: new Set(), values: [], structural: [], below: [] });

function makePlan(
  preprocessors: readonly Preprocessor[],
  toolName: string,
  modelId: string | undefined,
): Place | undefined {
  const root = newPlace();
  for (const one of preprocessors) {
    // A list may hold anything, and so nothing.
    const steps = parseSelector(one?.selector);
    if (steps === undefined) continue;
    // A single index is rare enough to be left to the long way, and so is a transform that may touch its argument.
    if (steps.some((step) => /^[0-9]/.test(step))) return undefined;
    if (isAlias(one)) addAlias(root, steps, one);
    else if (isStructural(one)) {
      if (!isPure(one.apply)) return undefined;
      placeAt(root, steps).structural.push(one);
    } else if (isValueKind(one) && appliesTo(one, { toolName, modelId }))
      placeAt(root, steps).values.push(one);
  }
  return root;
}

function addAlias(root: Place, steps: readonly string[], alias: AliasPreprocessor): void {
  if (steps.length === 0) return;
  const { aliases } = placeAt(root, steps.slice(0, -1));
  for (const name of alias.aliases) aliases.add(name);
}

function placeAt(root: Place, steps: readonly string[]): Place {
  let place = root;
  for (const step of steps) {
    let next = place.below.find(([name]) => name === step)?.[1];
    if (next === undefined) {
      next = newPlace();
      place.below.push([step, next]);
    }
    place = next;
  }
  return place;
}

function isQuietAt(place: Place, value: unknown): boolean {
  for (const one of place.values) if (!isClean(one, value)) return false;
  for (const one of place.structural) if (one.apply(value) !== undefined) return false;
  if (Array.isArray(value)) return areItemsQuiet(place, value);
  if (!isPlainObject(value)) return true;
  // A key from a prototype only costs the long way, which goes by own keys.
  if (place.aliases.size > 0) for (const key in value) if (place.aliases.has(key)) return false;
  for (const [step, next] of place.below) {
    if (Object.hasOwn(value, step) && !isQuietAt(next, value[step])) return false;
  }
  return true;
}

function areItemsQuiet(place: Place, items: readonly unknown[]): boolean {
  for (const [step, next] of place.below) {
    if (step !== "*") continue;
    for (let index = 0; index < items.length; index++) if (!isQuietAt(next, items[index])) return false;
  }
  return true;
}

function isClean(one: ValuePreprocessor, value: unknown): boolean {
  if (one.kind !== "grammar-tokens" || !isPlainObject(value)) return cleanValue(one, value) === value;
  for (const key in value) if (stripTokens(key) !== key) return false;
  return true;
}
