// Repair at the places that strict validation reports. The walk follows the schema; a rule fires only where the value
// at hand misses it, and nothing else is rebuilt.
import { findAlias } from "./aliases.ts";
import type { RepairChange } from "./changes.ts";
import { conditional, decideBranches, missingKeys } from "./issues.ts";
import { scalarFailure } from "./keywords.ts";
import { charge } from "./limits.ts";
import { placeName, plainText } from "./plain-text.ts";
import { type Rule, type RulePlace, type RuleSettings, TYPE_RULES, VALUE_RULES } from "./rules.ts";
import { alwaysApplied, NONE, type SchemaNode } from "./schema-node.ts";
import { childNodes, fits, itemNode } from "./validate.ts";
import { isPlainObject, type PlainObject, renameKey, sameData, setOwn } from "./value.ts";

/** Stands for "this key goes". */
const DROP = Symbol("drop");

interface Mending {
  readonly settings: RuleSettings;
  readonly changes: RepairChange[];
}

export interface SchemaRepair {
  readonly value: unknown;
  readonly changes: readonly RepairChange[];
}

/** Parsing and wrapping go on within one pass, so more passes than these bring nothing. */
const MAX_PASSES = 8;

/**
 * Repairs `value` pass by pass until it fits; undefined where nothing fires any more or the bound is reached. The input
 * is never changed. Throws StepsUsedUp where the budget does not suffice.
 */
export function repairAtIssues(
  root: SchemaNode,
  value: unknown,
  settings: RuleSettings,
): SchemaRepair | undefined {
  const mending: Mending = { settings, changes: [] };
  let current = value;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = mend(root, current, { path: [], loose: false, optional: false, scope: root }, mending);
    if (next === current) return undefined;
    current = next;
    if (fits(root, current, settings.budget)) return { value: current, changes: mending.changes };
  }
  return undefined;
}

/** What becomes of a value at a node: the value itself, another one, or DROP. */
function mend(node: SchemaNode, value: unknown, place: RulePlace, mending: Mending): unknown {
  charge(mending.settings.budget, 1);
  const failure = scalarFailure(node, value);
  if (failure !== undefined) {
    const next = applyFirst(failure === "type" ? TYPE_RULES : VALUE_RULES, node, value, place, mending);
    // Wrapping and parsing make a value whose own parts may need repair.
    return next === value ? value : mend(node, next, place, mending);
  }
  const current = mendInPlace(node, value, place, mending);
  if (isPlainObject(current)) return mendObject(node, current, place, mending);
  return Array.isArray(current) ? mendArray(node, current, place, mending) : current;
}

function applyFirst(
  rules: readonly Rule[],
  node: SchemaNode,
  value: unknown,
  place: RulePlace,
  mending: Mending,
): unknown {
  for (const rule of rules) {
    const result = rule(node, value, place, mending.settings);
    if (result === undefined) continue;
    mending.changes.push(...result.changes);
    return result.drop ? DROP : result.value;
  }
  return value;
}

function mendInPlace(node: SchemaNode, value: unknown, place: RulePlace, mending: Mending): unknown {
  const { budget } = mending.settings;
  let current = value;
  for (const member of alwaysApplied(node)) current = mend(member, current, place, mending);
  for (const member of conditional(node, current, budget)) current = mend(member, current, place, mending);
  for (const branches of [node.anyOf, node.oneOf]) {
    if (branches !== undefined && !branches.some((member) => fits(member, current, budget)))
      current = mendUnion(branches, current, place, mending);
  }
  return current;
}

/** A repair of a union counts only if every branch that can be reached gives the same value. */
function mendUnion(
  branches: readonly SchemaNode[],
  value: unknown,
  place: RulePlace,
  mending: Mending,
): unknown {
  let found: SchemaRepair | undefined;
  for (const branch of decideBranches(branches, value)) {
    const attempt: Mending = { settings: mending.settings, changes: [] };
    const result = mend(branch, value, place, attempt);
    if (result !== DROP && !fits(branch, result, mending.settings.budget)) continue;
    if (found !== undefined && !sameData(result, found.value)) return value;
    found ??= { value: result, changes: attempt.changes };
  }
  if (found === undefined) return value;
  mending.changes.push(...found.changes);
  return found.value;
}

function mendObject(node: SchemaNode, value: PlainObject, place: RulePlace, mending: Mending): PlainObject {
  const named = renameMissing(node, value, place, mending);
  const keys = Object.keys(named);
  charge(mending.settings.budget, keys.length);
  let copy: PlainObject | undefined;
  for (const key of keys) {
    const before = named[key];
    const after = mendField(node, key, before, place, mending);
    if (after === before) continue;
    copy ??= { ...named };
    if (after === DROP) delete copy[key];
    else setOwn(copy, key, after);
  }
  return copy ?? named;
}

function mendField(
  node: SchemaNode,
  key: string,
  value: unknown,
  place: RulePlace,
  mending: Mending,
): unknown {
  const path = [...place.path, key];
  const optional = node.required?.includes(key) !== true;
  let current = value;
  for (const child of childNodes(node, key))
    current = mend(child, current, { path, loose: false, optional, scope: child }, mending);
  return current;
}

function mendArray(
  node: SchemaNode,
  value: readonly unknown[],
  place: RulePlace,
  mending: Mending,
): readonly unknown[] {
  let copy: unknown[] | undefined;
  const loose = !value.some(Array.isArray);
  for (const [index, item] of value.entries()) {
    const child = itemNode(node, index);
    if (child === undefined) continue;
    // No item is ever dropped, so none is optional.
    const at: RulePlace = { path: [...place.path, index], loose, optional: false, scope: child };
    const after = mend(child, item, at, mending);
    if (after === item) continue;
    copy ??= [...value];
    copy[index] = after;
  }
  return copy ?? value;
}

/** Gives required fields that are missing the value of their one alias. */
function renameMissing(
  node: SchemaNode,
  value: PlainObject,
  place: RulePlace,
  mending: Mending,
): PlainObject {
  const { fieldAliases, toolName } = mending.settings;
  if (fieldAliases.size === 0) return value;
  let current = value;
  for (const field of missingKeys(node, value)) {
    const alias = findAlias(current, fieldAliases.get(field) ?? NONE, [place.scope]);
    if (alias.kind !== "found") continue;
    current = renameKey(current, alias.key, field);
    mending.changes.push({
      ruleId: "renameAliasedField",
      stage: "schema-repair",
      note: `Took \`${plainText(alias.key)}\` for \`${placeName([...place.path, field])}\`; tool "${plainText(toolName)}" calls that field \`${plainText(field)}\`.`,
    });
  }
  return current;
}
