// Strict validation over own properties: no conversion, no format, nothing inherited. One rule for every keyword, shared
// by the yes-or-no check here, the list of issues (issues.ts) and the repair (schema.ts).
import { type Budget, charge } from "./limits.ts";
import { ANY_TYPE, type SchemaNode, TYPE } from "./schema-node.ts";
import { stableSerialize } from "./stable-serialize.ts";
import { isPlainObject, type PlainObject, sameData } from "./value.ts";

/** Levels of recursion before a check is continued from the outside; far below what any stack holds. */
const CHUNK = 256;

/** What one run remembers: results at chunk borders and at recursive nodes. */
interface Run {
  readonly budget: Budget | undefined;
  depth: number;
  known: Map<object, Map<SchemaNode, boolean>> | undefined;
}

/** Thrown to hand a deeper part of the value to the outer loop. */
class Deeper {
  readonly node: SchemaNode;
  readonly value: object;
  constructor(node: SchemaNode, value: object) {
    this.node = node;
    this.value = value;
  }
}

/**
 * Whether `value` fits the schema, at any depth. Throws what reading the value throws (accessors, proxies), and
 * StepsUsedUp where a budget is given and does not suffice.
 */
export function fits(node: SchemaNode, value: unknown, budget?: Budget): boolean {
  const run: Run = { budget, depth: 0, known: undefined };
  if (typeof value !== "object" || value === null) return check(node, value, run);
  const waiting: { readonly node: SchemaNode; readonly value: object }[] = [{ node, value }];
  for (;;) {
    const task = waiting.at(-1);
    if (task === undefined) return false;
    try {
      run.depth = 0;
      const result = check(task.node, task.value, run);
      waiting.pop();
      if (waiting.length === 0) return result;
      remember(run, task.node, task.value, result);
    } catch (signal) {
      if (!(signal instanceof Deeper)) throw signal;
      // A value that contains itself would be handed out for ever: what is being checked cannot be its own part.
      if (waiting.some((open) => open.value === signal.value && open.node === signal.node)) return false;
      waiting.push(signal);
    }
  }
}

function remember(run: Run, node: SchemaNode, value: object, result: boolean): void {
  run.known ??= new Map();
  const results = run.known.get(value) ?? new Map<SchemaNode, boolean>();
  results.set(node, result);
  run.known.set(value, results);
}

function check(node: SchemaNode, value: unknown, run: Run): boolean {
  if (node.verdict !== undefined) return node.verdict;
  if (node.recursive !== true || typeof value !== "object" || value === null) {
    return checkFresh(node, value, run);
  }
  const known = run.known?.get(value)?.get(node);
  if (known !== undefined) return known;
  const result = checkFresh(node, value, run);
  remember(run, node, value, result);
  return result;
}

function checkFresh(node: SchemaNode, value: unknown, run: Run): boolean {
  if (run.budget !== undefined) charge(run.budget, 1);
  if (scalarFailure(node, value) !== undefined) return false;
  if (typeof value === "object" && value !== null) {
    if (
      Array.isArray(value) ? !checkArray(node, value, run) : !checkObject(node, value as PlainObject, run)
    ) {
      return false;
    }
  }
  return checkInPlace(node, value, run);
}

function keysOf(value: object, run: Run): readonly string[] {
  const keys = Object.keys(value);
  if (run.budget !== undefined) charge(run.budget, keys.length);
  return keys;
}

/** Checks a part of the value: one level deeper. */
function descend(node: SchemaNode, value: unknown, run: Run): boolean {
  if (typeof value !== "object" || value === null) return check(node, value, run);
  if (run.depth >= CHUNK) {
    const known = run.known?.get(value)?.get(node);
    if (known === undefined) throw new Deeper(node, value);
    return known;
  }
  run.depth += 1;
  const result = check(node, value, run);
  run.depth -= 1;
  return result;
}

function checkObject(node: SchemaNode, value: PlainObject, run: Run): boolean {
  if (objectFailure(node, value) !== undefined) return false;
  const { properties, patternProperties, additionalProperties, propertyNames } = node;
  if (patternProperties === undefined && isOpen(additionalProperties) && propertyNames === undefined) {
    if (properties === undefined) return checkUnevaluatedProperties(node, value, run);
    for (const [key, child] of properties) {
      if (Object.hasOwn(value, key) && !descend(child, value[key], run)) return false;
    }
    return checkUnevaluatedProperties(node, value, run);
  }
  for (const key of keysOf(value, run)) {
    if (propertyNames !== undefined && !check(propertyNames, key, run)) return false;
    for (const child of childNodes(node, key)) if (!descend(child, value[key], run)) return false;
  }
  return checkUnevaluatedProperties(node, value, run);
}

function isOpen(rest: SchemaNode | undefined): boolean {
  return rest === undefined || rest.verdict === true;
}

function checkUnevaluatedProperties(node: SchemaNode, value: PlainObject, run: Run): boolean {
  const rest = node.unevaluatedProperties;
  if (rest === undefined) return true;
  const seen = new Set<string>();
  collectEvaluated(node, value, run, seen, true);
  return Object.keys(value).every((key) => seen.has(key) || descend(rest, value[key], run));
}

function checkArray(node: SchemaNode, value: readonly unknown[], run: Run): boolean {
  if (arrayFailure(node, value) !== undefined) return false;
  const { prefixItems, items, contains, unevaluatedItems } = node;
  if (prefixItems !== undefined || items !== undefined) {
    for (let index = 0; index < value.length; index++) {
      const child = itemNode(node, index);
      if (child !== undefined && !descend(child, value[index], run)) return false;
    }
  }
  if (contains !== undefined && !checkContains(node, contains, value, run)) return false;
  if (unevaluatedItems === undefined) return true;
  const seen = new Set<string>();
  collectEvaluated(node, value, run, seen, true);
  return value.every((item, index) => seen.has(String(index)) || descend(unevaluatedItems, item, run));
}

function checkContains(node: SchemaNode, contains: SchemaNode, value: readonly unknown[], run: Run): boolean {
  const found = value.filter((item) => descend(contains, item, run)).length;
  return found >= (node.minContains ?? 1) && found <= (node.maxContains ?? Number.POSITIVE_INFINITY);
}

function checkInPlace(node: SchemaNode, value: unknown, run: Run): boolean {
  if (node.ref !== undefined && !check(node.ref, value, run)) return false;
  if (node.allOf !== undefined && !node.allOf.every((member) => check(member, value, run))) return false;
  if (node.anyOf !== undefined && !node.anyOf.some((member) => check(member, value, run))) return false;
  if (node.oneOf !== undefined && !fitsExactlyOne(node.oneOf, value, run)) return false;
  if (node.not !== undefined && check(node.not, value, run)) return false;
  const branch = node.if === undefined ? undefined : check(node.if, value, run) ? node.then : node.else;
  if (branch !== undefined && !check(branch, value, run)) return false;
  if (node.dependentSchemas !== undefined && isPlainObject(value)) {
    for (const [key, member] of node.dependentSchemas) {
      if (Object.hasOwn(value, key) && !check(member, value, run)) return false;
    }
  }
  return true;
}

function fitsExactlyOne(members: readonly SchemaNode[], value: unknown, run: Run): boolean {
  let found = 0;
  for (const member of members) {
    if (check(member, value, run) && ++found > 1) return false;
  }
  return found === 1;
}

/** The keys or indices of `value` that keywords of `node`, or of what applies in place, have looked at. */
function collectEvaluated(
  node: SchemaNode,
  value: PlainObject | readonly unknown[],
  run: Run,
  seen: Set<string>,
  top: boolean,
): void {
  const rest = Array.isArray(value) ? node.unevaluatedItems : node.unevaluatedProperties;
  for (const key of keysOf(value, run)) {
    if ((!top && rest !== undefined) || looksAt(node, value, key, run)) seen.add(key);
  }
  const applied = [...(node.ref === undefined ? [] : [node.ref]), ...(node.allOf ?? [])];
  for (const member of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) {
    if (check(member, value, run)) applied.push(member);
  }
  if (node.if !== undefined) {
    const passes = check(node.if, value, run);
    if (passes) applied.push(node.if);
    const branch = passes ? node.then : node.else;
    if (branch !== undefined) applied.push(branch);
  }
  for (const [key, member] of node.dependentSchemas ?? [])
    if (Object.hasOwn(value, key)) applied.push(member);
  for (const member of applied) collectEvaluated(member, value, run, seen, false);
}

function looksAt(node: SchemaNode, value: PlainObject | readonly unknown[], key: string, run: Run): boolean {
  if (!Array.isArray(value)) return childNodes(node, key).length > 0;
  if (itemNode(node, Number(key)) !== undefined) return true;
  return node.contains !== undefined && descend(node.contains, value[Number(key)], run);
}

/** The subschemas for the value at `key`: by name, by pattern, or else the additional ones. */
export function childNodes(node: SchemaNode, key: string): readonly SchemaNode[] {
  const named = node.properties?.get(key);
  const matching = node.patternProperties?.filter(([pattern]) => pattern.test(key)).map(([, child]) => child);
  const found = [...(named === undefined ? [] : [named]), ...(matching ?? [])];
  if (found.length > 0 || node.additionalProperties === undefined) return found;
  return [node.additionalProperties];
}

/** The subschema for the item at `index`. */
export function itemNode(node: SchemaNode, index: number): SchemaNode | undefined {
  return node.prefixItems?.[index] ?? node.items;
}

/** Bits of TYPE that `value` has; 0 for what JSON cannot hold. */
export function typeOf(value: unknown): number {
  switch (typeof value) {
    case "string":
      return TYPE.string;
    case "boolean":
      return TYPE.boolean;
    case "number":
      if (!Number.isFinite(value)) return 0;
      return Number.isInteger(value) ? TYPE.number | TYPE.integer : TYPE.number;
    case "object":
      if (value === null) return TYPE.null;
      if (Array.isArray(value)) return TYPE.array;
      return isPlainObject(value) ? TYPE.object : 0;
    default:
      return 0;
  }
}

/** The first keyword that the value misses by itself, without a look at its parts. */
export function scalarFailure(node: SchemaNode, value: unknown): string | undefined {
  if (node.types !== undefined && (node.types & typeOf(value)) === 0) return "type";
  if (node.types === undefined && node.trivial !== true && typeOf(value) === 0) return "type";
  if (node.enumScalars !== undefined && !isMember(node, value)) return "enum";
  if (typeof value === "string") return textFailure(node, value);
  if (typeof value === "number") return numberFailure(node, value);
  return undefined;
}

function isMember(node: SchemaNode, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return node.enumScalars?.has(value) ?? false;
  return node.enumObjects?.some((member) => sameData(member, value)) ?? false;
}

function textFailure(node: SchemaNode, value: string): string | undefined {
  if (node.minLength !== undefined && !hasLength(value, node.minLength)) return "minLength";
  if (node.maxLength !== undefined && hasLength(value, node.maxLength + 1)) return "maxLength";
  if (node.pattern !== undefined && !node.pattern.test(value)) return "pattern";
  return undefined;
}

/** Whether the text has at least `count` code points. */
function hasLength(text: string, count: number): boolean {
  if (text.length < count) return false;
  if (text.length >= count * 2) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points >= count;
}

function numberFailure(node: SchemaNode, value: number): string | undefined {
  if (node.minimum !== undefined && value < node.minimum) return "minimum";
  if (node.maximum !== undefined && value > node.maximum) return "maximum";
  if (node.exclusiveMinimum !== undefined && value <= node.exclusiveMinimum) return "exclusiveMinimum";
  if (node.exclusiveMaximum !== undefined && value >= node.exclusiveMaximum) return "exclusiveMaximum";
  if (node.multipleOf !== undefined && !isMultiple(value, node.multipleOf)) return "multipleOf";
  return undefined;
}

/** 0.3 is a multiple of 0.1, whatever the doubles say: nine digits of the quotient count. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(Math.round(quotient) - quotient) <= 1e-9;
}

/** The first keyword about keys that the object misses. */
export function objectFailure(node: SchemaNode, value: PlainObject): string | undefined {
  if (node.required !== undefined) {
    for (const key of node.required) if (!Object.hasOwn(value, key)) return "required";
  }
  if (node.minProperties !== undefined || node.maxProperties !== undefined) {
    const count = Object.keys(value).length;
    if (count < (node.minProperties ?? 0)) return "minProperties";
    if (count > (node.maxProperties ?? Number.POSITIVE_INFINITY)) return "maxProperties";
  }
  for (const [key, names] of node.dependentRequired ?? []) {
    if (Object.hasOwn(value, key) && !names.every((name) => Object.hasOwn(value, name))) {
      return "dependentRequired";
    }
  }
  return undefined;
}

/** The first keyword about the number of items that the array misses. */
export function arrayFailure(node: SchemaNode, value: readonly unknown[]): string | undefined {
  if (node.minItems !== undefined && value.length < node.minItems) return "minItems";
  if (node.maxItems !== undefined && value.length > node.maxItems) return "maxItems";
  if (node.uniqueItems === true && new Set(value.map(stableSerialize)).size < value.length)
    return "uniqueItems";
  return undefined;
}

/** Bits of the types that a value may have at `node`, everything in place taken together. */
export function acceptedTypes(node: SchemaNode): number {
  if (node.verdict !== undefined) return node.verdict ? ANY_TYPE : 0;
  let bits = node.types ?? ANY_TYPE;
  if ((bits & TYPE.number) !== 0) bits |= TYPE.integer;
  if (node.ref !== undefined) bits &= acceptedTypes(node.ref);
  for (const member of node.allOf ?? []) bits &= acceptedTypes(member);
  for (const list of [node.anyOf, node.oneOf]) {
    if (list !== undefined) bits &= list.reduce((sum, member) => sum | acceptedTypes(member), 0);
  }
  return bits;
}
