// Why a value does not fit: a list of issues, found by the same rules as the check, and their value-free shape.
import { arrayFailure, countFailure, scalarFailure } from "./keywords.ts";
import { type Budget, charge } from "./limits.ts";
import { alwaysApplied, NONE, type SchemaNode, TYPE, type TypeName } from "./schema-node.ts";
import { acceptedTypes, childNodes, fits, itemNode } from "./validate.ts";
import { isPlainObject, type PlainObject } from "./value.ts";

export interface Issue {
  /** Keys and indices from the root. */
  readonly path: readonly (string | number)[];
  /** The same as a pointer with `*` for indices and `?` for keys that the schema does not name; `(root)` for none. */
  readonly shape: string;
  readonly keyword: string;
  /** The type, the missing name or the kind of value that was expected; taken from the schema alone. */
  readonly expected: string;
}

interface Place {
  readonly path: readonly (string | number)[];
  readonly shape: string;
}

/** What a walk finds: one issue for each shape, by shape. */
interface Search {
  readonly found: Map<string, Issue>;
  readonly budget: Budget;
}

/** Expected where the schema has no type, number or name to tell. */
const ANOTHER = "another value";
const NOTHING = "nothing";

/** The issues of a value that does not fit, one for each shape, sorted. Throws StepsUsedUp where the budget does not suffice. */
export function findIssues(node: SchemaNode, value: unknown, budget: Budget): readonly Issue[] {
  const search: Search = { found: new Map(), budget };
  collect(node, value, { path: [], shape: "" }, search);
  const { found } = search;
  return [...found.keys()].sort().flatMap((key) => found.get(key) ?? NONE);
}

function add({ found }: Search, place: Place, keyword: string, expected: string): void {
  const shape = place.shape === "" ? "(root)" : place.shape;
  const key = `${shape}|${keyword}|${expected}`;
  found.set(key, found.get(key) ?? { path: place.path, shape, keyword, expected });
}

function collect(node: SchemaNode, value: unknown, place: Place, search: Search): void {
  charge(search.budget, 1);
  if (node.verdict === false) add(search, place, "false", NOTHING);
  const failure = scalarFailure(node, value);
  if (failure !== undefined) add(search, place, failure, expectation(node, failure));
  // A wrong type says it all; what the parts miss would be noise.
  if (failure === "type") return;
  if (Array.isArray(value)) collectItems(node, value, place, search);
  else if (isPlainObject(value)) collectFields(node, value, place, search);
  collectInPlace(node, value, place, search);
}

function collectFields(node: SchemaNode, value: PlainObject, place: Place, search: Search): void {
  for (const key of missingKeys(node, value)) add(search, place, "required", key);
  const failure = countFailure(node, value);
  if (failure !== undefined) add(search, place, failure, String(node[failure]));
  for (const key of Object.keys(value)) {
    const name = node.properties?.has(key) === true ? pointerToken(key) : "?";
    const child: Place = { path: [...place.path, key], shape: `${place.shape}/${name}` };
    if (node.propertyNames !== undefined && !fits(node.propertyNames, key, search.budget)) {
      add(search, child, "propertyNames", ANOTHER);
    }
    for (const member of childNodes(node, key)) {
      if (member.verdict === false) add(search, child, "additionalProperties", NOTHING);
      else collect(member, value[key], child, search);
    }
  }
}

/** Names that the schema requires, by `required` or `dependentRequired`, and that are not there. */
export function missingKeys(node: SchemaNode, value: PlainObject): readonly string[] {
  const wanted = [...(node.required ?? NONE)];
  for (const [key, names] of node.dependentRequired ?? NONE) {
    if (Object.hasOwn(value, key)) wanted.push(...names);
  }
  return wanted.filter((name) => !Object.hasOwn(value, name));
}

function collectItems(node: SchemaNode, value: readonly unknown[], place: Place, search: Search): void {
  const failure = arrayFailure(node, value);
  if (failure !== undefined) add(search, place, failure, expectation(node, failure));
  if (!fits(onlyContains(node), value, search.budget)) add(search, place, "contains", ANOTHER);
  for (const [index, item] of value.entries()) {
    const child = itemNode(node, index);
    if (child !== undefined)
      collect(child, item, { path: [...place.path, index], shape: `${place.shape}/*` }, search);
  }
}

/** What a node says of the items that an array must hold somewhere, and of how many. */
function onlyContains({ contains, minContains, maxContains }: SchemaNode): SchemaNode {
  return { contains, minContains, maxContains } as SchemaNode;
}

function collectInPlace(node: SchemaNode, value: unknown, place: Place, search: Search): void {
  const { budget } = search;
  for (const member of alwaysApplied(node)) collect(member, value, place, search);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = node[keyword] ?? NONE;
    if (fits({ [keyword]: node[keyword] } as SchemaNode, value, budget)) continue;
    const decided = decideBranches(branches, value);
    const only = decided.length === 1 ? decided[0] : undefined;
    if (only !== undefined && !fits(only, value, budget)) collect(only, value, place, search);
    else add(search, place, keyword, typeNames(acceptedTypes({ anyOf: branches })));
  }
  if (node.not !== undefined && fits(node.not, value, budget)) add(search, place, "not", ANOTHER);
  for (const member of conditional(node, value, budget)) collect(member, value, place, search);
  const keyword = Array.isArray(value) ? "unevaluatedItems" : "unevaluatedProperties";
  // Only where nothing else is wrong: what was looked at is not known otherwise.
  if (node[keyword] !== undefined && search.found.size === 0 && !fits(node, value, budget)) {
    add(search, place, keyword, NOTHING);
  }
}

/** What applies because of something in the value: a branch of `if`, and schemas that a key brings with it. */
export function conditional(node: SchemaNode, value: unknown, budget: Budget): readonly SchemaNode[] {
  const members: SchemaNode[] = [];
  const branch = node.if === undefined ? undefined : fits(node.if, value, budget) ? node.then : node.else;
  if (branch !== undefined) members.push(branch);
  if (node.dependentSchemas !== undefined && isPlainObject(value)) {
    for (const [key, member] of node.dependentSchemas) if (Object.hasOwn(value, key)) members.push(member);
  }
  return members;
}

/**
 * The branches of a union that may be meant: where own values of an object are what a branch lists for them as `const`
 * or `enum`, the branches that list them; without such a hint, all.
 */
export function decideBranches(branches: readonly SchemaNode[], value: unknown): readonly SchemaNode[] {
  if (!isPlainObject(value)) return branches;
  const agreeing = branches.filter((branch) => {
    const listed = listedFields(branch).filter(([key]) => Object.hasOwn(value, key));
    return listed.length > 0 && listed.every(([key, child]) => fits(child, value[key]));
  });
  return agreeing.length > 0 ? agreeing : branches;
}

/** The fields for which a branch lists values, itself or by what always applies with it. */
function listedFields(branch: SchemaNode): readonly (readonly [string, SchemaNode])[] {
  const own = [...(branch.properties ?? NONE)].filter(([, child]) => listsValues(child));
  return [...own, ...alwaysApplied(branch).flatMap(listedFields)];
}

function listsValues(node: SchemaNode): boolean {
  return node.enum !== undefined || alwaysApplied(node).some(listsValues);
}

function expectation(node: SchemaNode, keyword: keyof SchemaNode | "type"): string {
  if (keyword === "type") return typeNames(node.types ?? 0);
  const limit = node[keyword];
  return typeof limit === "number" ? String(limit) : ANOTHER;
}

/** The names of the types whose bits are set, joined with `or`. */
function typeNames(bits: number): string {
  const names = (Object.keys(TYPE) as TypeName[]).filter((name) => (bits & TYPE[name]) !== 0);
  return names.join(" or ") || NOTHING;
}

/** One step of a JSON Pointer. */
export function pointerToken(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
