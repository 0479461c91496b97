// Repair at the places that strict validation reports. The walk follows the schema; a rule fires only where the value
// at hand misses it, and nothing else is rebuilt.
import { findAlias } from "./aliases.ts";
import type { RepairChange } from "./changes.ts";
import { decideBranches, missingKeys } from "./issues.ts";
import { charge } from "./limits.ts";
import { placeName, plainText } from "./plain-text.ts";
import { type Rule, type RulePlace, type RuleSettings, TYPE_RULES, VALUE_RULES } from "./rules.ts";
import type { SchemaNode } from "./schema-node.ts";
import { childNodes, fits, itemNode, scalarFailure } from "./validate.ts";
import { isPlainObject, type PlainObject, renameKey, sameData, setOwn } from "./value.ts";

/** Stands for "this key goes". */
const DROP = Symbol("drop");

interface Mending {
  readonly settings: RuleSettings;
  readonly changes: RepairChange[];
}

export interface SchemaRepair {
  readonly value: unknown;
  readonly fits: boolean;
  readonly changes: readonly RepairChange[];
}

/** Parsing and wrapping go on within one pass, so more passes than these bring nothing. */
const MAX_PASSES = 8;

/** Repairs `value` pass by pass until it fits, nothing fires or the bound is reached. The input is never changed. */
export function repairAtIssues(root: SchemaNode, value: unknown, settings: RuleSettings): SchemaRepair {
  const mending: Mending = { settings, changes: [] };
  let current = value;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = mend(root, current, { path: [], loose: false, optional: false, scope: root }, mending);
    if (next === current || next === DROP) break;
    current = next;
    if (settings.budget.left < 0) break;
    if (fits(root, current, settings.budget)) return { value: current, fits: true, changes: mending.changes };
  }
  return { value: current, fits: false, changes: mending.changes };
}

function mend(node: SchemaNode, value: unknown, place: RulePlace, mending: Mending): unknown {
  if (node.verdict !== undefined || node.trivial === true) return value;
  charge(mending.settings.budget, 1);
  if (place.path.length > mending.settings.limits.maxNestingDepth) return value;
  const failure = scalarFailure(node, value);
  if (failure !== undefined) {
    const next = applyFirst(failure === "type" ? TYPE_RULES : VALUE_RULES, node, value, place, mending);
    // Wrapping and parsing make a value whose own parts may need repair.
    return next === value || next === DROP ? next : mend(node, next, place, mending);
  }
  let current = mendInPlace(node, value, place, mending);
  if (current === DROP) return DROP;
  if (isPlainObject(current)) current = mendObject(node, current, place, mending);
  else if (Array.isArray(current)) current = mendArray(node, current, place, mending);
  return current;
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
  let current = value;
  const members = [...(node.ref === undefined ? [] : [node.ref]), ...(node.allOf ?? [])];
  if (isPlainObject(current)) {
    for (const [key, member] of node.dependentSchemas ?? [])
      if (Object.hasOwn(current, key)) members.push(member);
  }
  for (const member of members) {
    current = mend(member, current, place, mending);
    if (current === DROP) return DROP;
  }
  const branch =
    node.if === undefined
      ? undefined
      : fits(node.if, current, mending.settings.budget)
        ? node.then
        : node.else;
  if (branch !== undefined) current = mend(branch, current, place, mending);
  for (const branches of [node.anyOf, node.oneOf]) {
    if (branches === undefined || current === DROP) continue;
    if (!branches.some((member) => fits(member, current, mending.settings.budget)))
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
  let found: { readonly value: unknown; readonly changes: readonly RepairChange[] } | undefined;
  for (const branch of decideBranches(branches, value)) {
    const attempt: Mending = { settings: mending.settings, changes: [] };
    const result = mend(branch, value, place, attempt);
    if (result !== DROP && !fits(branch, result, mending.settings.budget)) continue;
    if (found === undefined) found = { value: result, changes: attempt.changes };
    else if (
      result === DROP || found.value === DROP ? result !== found.value : !sameData(result, found.value)
    ) {
      return value;
    }
  }
  if (found === undefined || mending.settings.budget.left < 0) return value;
  mending.changes.push(...found.changes);
  return found.value;
}

function mendObject(node: SchemaNode, value: PlainObject, place: RulePlace, mending: Mending): PlainObject {
  let current = renameMissing(node, value, place, mending);
  let copied = current !== value;
  const keys = Object.keys(current);
  charge(mending.settings.budget, keys.length);
  for (const key of keys) {
    const before = current[key];
    const after = mendField(node, key, before, place, mending);
    if (after === before) continue;
    if (!copied) current = { ...current };
    copied = true;
    if (after === DROP) delete current[key];
    else setOwn(current, key, after);
  }
  return current;
}

function mendField(
  node: SchemaNode,
  key: string,
  value: unknown,
  place: RulePlace,
  mending: Mending,
): unknown {
  let current = value;
  const optional = !(node.required?.includes(key) ?? false);
  for (const child of childNodes(node, key)) {
    if (current === DROP) break;
    current = mend(
      child,
      current,
      { path: [...place.path, key], loose: false, optional, scope: child },
      mending,
    );
  }
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
  for (let index = 0; index < value.length; index++) {
    const child = itemNode(node, index);
    if (child === undefined) continue;
    const after = mend(
      child,
      value[index],
      { path: [...place.path, index], loose, optional: false, scope: child },
      mending,
    );
    // No item is ever dropped.
    if (after === value[index] || after === DROP) continue;
    copy ??= [...value];
    copy[index] = after;
  }
  return copy ?? value;
}

/** Gives required fields that hold nothing the value of their one alias. */
function renameMissing(
  node: SchemaNode,
  value: PlainObject,
  place: RulePlace,
  mending: Mending,
): PlainObject {
  const { fieldAliases, toolName } = mending.settings;
  if (fieldAliases.size === 0) return value;
  let current = value;
  const empty = (node.required ?? []).filter((key) => holdsNothing(node, current, key));
  for (const field of [...missingKeys(node, value), ...empty]) {
    const alias = findAlias(current, fieldAliases.get(field) ?? [], [place.scope]);
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

function holdsNothing(node: SchemaNode, value: PlainObject, key: string): boolean {
  if (!Object.hasOwn(value, key)) return false;
  const held = value[key];
  return (held === null || held === undefined) && !childNodes(node, key).every((child) => fits(child, held));
}
