// Strict validation over own properties: no conversion, no format, nothing inherited.
import { arrayFailure, countFailure, lacksKey, scalarFailure } from "./keywords.ts";
import { type Budget, charge } from "./limits.ts";
import { ANY_TYPE, alwaysApplied, NONE, type SchemaNode } from "./schema-node.ts";
import { isPlainObject, type PlainObject } from "./value.ts";

export { typeOf } from "./keywords.ts";

/** Checks within each other before one is continued from the outside; far below what any stack holds. */
const CHUNK = 256;

/**
 * The check that is handed out: halfway, so that what stands around the border, however much it is, belongs to one part
 * and is walked again only once.
 */
const HALF = CHUNK / 2;

/** A value, or a part of it, with what judges it. */
interface Part {
  readonly node: SchemaNode;
  readonly value: unknown;
}

/** What one run remembers: results halfway to the border and at recursive nodes. */
interface Run {
  /** Absent where nothing is counted: most calls fit at once. */
  readonly budget: Budget | undefined;
  known: Map<unknown, Map<SchemaNode, boolean>> | undefined;
  /** The part that is handed out where the walk gets too deep. */
  part: Part;
}

/** Thrown to hand a deeper part of the value to the outer loop. */
const DEEPER = new Error("a part of the value is too deep for one walk");

/**
 * Whether `value` fits the schema, at any depth. Throws what reading the value throws (accessors, proxies), and
 * StepsUsedUp where a budget is given and does not suffice.
 */
export function fits(node: SchemaNode, value: unknown, budget?: Budget): boolean {
  if (node.verdict !== undefined) return node.verdict;
  let part: Part = { node, value };
  const run: Run = { budget, known: undefined, part };
  const outer: Part[] = [];
  for (;;) {
    try {
      const result = checkFresh(part.node, part.value, run, 0);
      const next = outer.pop();
      if (next === undefined) return result;
      remember(run, part, result);
      part = next;
    } catch (signal) {
      if (signal !== DEEPER) throw signal;
      outer.push(part);
      part = run.part;
      // A value that contains itself would be handed out for ever: what is being checked cannot be its own part.
      remember(run, part, false);
    }
  }
}

function recall(run: Run, node: SchemaNode, value: unknown): boolean | undefined {
  return run.known?.get(value)?.get(node);
}

function remember(run: Run, { node, value }: Part, result: boolean): void {
  run.known ??= new Map();
  const results = run.known.get(value) ?? new Map<SchemaNode, boolean>();
  run.known.set(value, results.set(node, result));
}

function check(node: SchemaNode, value: unknown, run: Run, level: number): boolean {
  if (node.verdict !== undefined) return node.verdict;
  const here = level + 1;
  if (here > CHUNK) throw DEEPER;
  const isKept = here === HALF || (node.recursive === true && typeof value === "object");
  if (!isKept) return checkFresh(node, value, run, here);
  const known = recall(run, node, value);
  if (known !== undefined) return known;
  const part: Part = { node, value };
  if (here === HALF) run.part = part;
  const result = checkFresh(node, value, run, here);
  remember(run, part, result);
  return result;
}

function checkFresh(node: SchemaNode, value: unknown, run: Run, level: number): boolean {
  if (run.budget !== undefined) charge(run.budget, 1);
  if (scalarFailure(node, value) !== undefined) return false;
  if (Array.isArray(value)) {
    if (!checkArray(node, value, run, level)) return false;
  } else if (typeof value === "object" && value !== null) {
    if (!checkObject(node, value as PlainObject, run, level)) return false;
  }
  return checkInPlace(node, value, run, level);
}

function keysOf(value: object, run: Run): readonly string[] {
  const keys = Object.keys(value);
  if (run.budget !== undefined) charge(run.budget, keys.length);
  return keys;
}

function checkObject(node: SchemaNode, value: PlainObject, run: Run, level: number): boolean {
  if (lacksKey(node, value) || countFailure(node, value) !== undefined) return false;
  const { properties, patternProperties, additionalProperties, propertyNames } = node;
  if (patternProperties === undefined && additionalProperties === undefined && propertyNames === undefined) {
    if (properties !== undefined) {
      for (const [key, child] of properties)
        if (Object.hasOwn(value, key) && !check(child, value[key], run, level)) return false;
    }
    return checkUnevaluated(node, node.unevaluatedProperties, value, run, level);
  }
  for (const key of keysOf(value, run)) {
    if (propertyNames !== undefined && !check(propertyNames, key, run, level)) return false;
    for (const child of childNodes(node, key)) if (!check(child, value[key], run, level)) return false;
  }
  return checkUnevaluated(node, node.unevaluatedProperties, value, run, level);
}

function checkArray(node: SchemaNode, value: readonly unknown[], run: Run, level: number): boolean {
  if (arrayFailure(node, value) !== undefined) return false;
  for (let index = 0; index < value.length; index++) {
    const child = itemNode(node, index);
    if (child !== undefined && !check(child, value[index], run, level)) return false;
  }
  if (node.contains !== undefined && !checkContains(node, node.contains, value, run, level)) return false;
  return checkUnevaluated(node, node.unevaluatedItems, value, run, level);
}

function checkContains(
  node: SchemaNode,
  contains: SchemaNode,
  value: readonly unknown[],
  run: Run,
  level: number,
): boolean {
  const found = value.filter((item) => check(contains, item, run, level)).length;
  return found >= (node.minContains ?? 1) && found <= (node.maxContains ?? Number.POSITIVE_INFINITY);
}

function checkInPlace(node: SchemaNode, value: unknown, run: Run, level: number): boolean {
  if (node.ref !== undefined && !check(node.ref, value, run, level)) return false;
  if (node.allOf !== undefined && !node.allOf.every((member) => check(member, value, run, level)))
    return false;
  if (node.anyOf !== undefined && !node.anyOf.some((member) => check(member, value, run, level)))
    return false;
  if (node.oneOf !== undefined && !fitsExactlyOne(node.oneOf, value, run, level)) return false;
  if (node.not !== undefined && check(node.not, value, run, level)) return false;
  const branch =
    node.if === undefined ? undefined : check(node.if, value, run, level) ? node.then : node.else;
  if (branch !== undefined && !check(branch, value, run, level)) return false;
  if (node.dependentSchemas !== undefined && isPlainObject(value)) {
    for (const [key, member] of node.dependentSchemas) {
      if (Object.hasOwn(value, key) && !check(member, value, run, level)) return false;
    }
  }
  return true;
}

function fitsExactlyOne(members: readonly SchemaNode[], value: unknown, run: Run, level: number): boolean {
  let found = 0;
  for (const member of members) {
    if (check(member, value, run, level) && ++found > 1) return false;
  }
  return found === 1;
}

type Container = PlainObject | readonly unknown[];

/** Whether all that no other keyword has looked at fits `rest`. */
function checkUnevaluated(
  node: SchemaNode,
  rest: SchemaNode | undefined,
  value: Container,
  run: Run,
  level: number,
): boolean {
  if (rest === undefined) return true;
  const seen = new Set<string>();
  collectEvaluated(node, value, run, level, seen, true);
  return Object.entries(value).every(([key, held]) => seen.has(key) || check(rest, held, run, level));
}

/** The keys or indices of `value` that keywords of `node`, or of what applies in place, have looked at. */
function collectEvaluated(
  node: SchemaNode,
  value: Container,
  run: Run,
  level: number,
  seen: Set<string>,
  top: boolean,
): void {
  const rest = Array.isArray(value) ? node.unevaluatedItems : node.unevaluatedProperties;
  for (const key of keysOf(value, run)) {
    if ((!top && rest !== undefined) || looksAt(node, value, key, run, level)) seen.add(key);
  }
  const applied = [...alwaysApplied(node)];
  for (const member of [...(node.anyOf ?? NONE), ...(node.oneOf ?? NONE)]) {
    if (check(member, value, run, level)) applied.push(member);
  }
  if (node.if !== undefined) {
    const passes = check(node.if, value, run, level);
    if (passes) applied.push(node.if);
    const branch = passes ? node.then : node.else;
    if (branch !== undefined) applied.push(branch);
  }
  for (const [key, member] of node.dependentSchemas ?? NONE)
    if (Object.hasOwn(value, key)) applied.push(member);
  for (const member of applied) collectEvaluated(member, value, run, level, seen, false);
}

function looksAt(node: SchemaNode, value: Container, key: string, run: Run, level: number): boolean {
  if (!Array.isArray(value)) return childNodes(node, key).length > 0;
  if (itemNode(node, Number(key)) !== undefined) return true;
  return node.contains !== undefined && check(node.contains, value[Number(key)], run, level);
}

/** The subschemas for the value at `key`: by name, by pattern, or else the additional ones. */
export function childNodes(node: SchemaNode, key: string): readonly SchemaNode[] {
  const named = node.properties?.get(key);
  const matching = node.patternProperties?.filter(([pattern]) => pattern.test(key)).map(([, child]) => child);
  const found = [...(named === undefined ? NONE : [named]), ...(matching ?? NONE)];
  if (found.length > 0 || node.additionalProperties === undefined) return found;
  return [node.additionalProperties];
}

/** The subschema for the item at `index`. */
export function itemNode(node: SchemaNode, index: number): SchemaNode | undefined {
  return node.prefixItems?.[index] ?? node.items;
}

/** Bits of the types that a value may have at `node`, everything in place taken together. */
export function acceptedTypes(node: SchemaNode): number {
  if (node.verdict !== undefined) return node.verdict ? ANY_TYPE : 0;
  let bits = node.types ?? ANY_TYPE;
  for (const member of alwaysApplied(node)) bits &= acceptedTypes(member);
  for (const list of [node.anyOf, node.oneOf]) {
    if (list !== undefined) bits &= list.reduce((sum, member) => sum | acceptedTypes(member), 0);
  }
  return bits;
}
