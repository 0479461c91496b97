// Why a value does not fit: a list of issues, found by the same rules as the check, and their value-free shape.
import { type Budget, spend } from "./limits.ts";
import { type SchemaNode, TYPE, type TypeName } from "./schema-node.ts";
import {
  acceptedTypes,
  arrayFailure,
  childNodes,
  fits,
  itemNode,
  objectFailure,
  scalarFailure,
} from "./validate.ts";
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

/** One issue for each shape, by shape. */
type Found = Map<string, Issue>;

/** The issues of a value that does not fit, one for each shape, sorted. The budget bounds the walk. */
export function findIssues(node: SchemaNode, value: unknown, budget: Budget): readonly Issue[] {
  const found: Found = new Map();
  collect(node, value, { path: [], shape: "" }, found, budget);
  return [...found.keys()].sort().flatMap((key) => found.get(key) ?? []);
}

function add(found: Found, place: Place, keyword: string, expected: string): void {
  const shape = place.shape === "" ? "(root)" : place.shape;
  const key = `${shape}|${keyword}|${expected}`;
  if (!found.has(key)) found.set(key, { path: place.path, shape, keyword, expected });
}

function collect(node: SchemaNode, value: unknown, place: Place, found: Found, budget: Budget): void {
  if (!spend(budget, 1)) return;
  if (node.verdict === false) {
    add(found, place, "false", "nothing");
    return;
  }
  const failure = scalarFailure(node, value);
  if (failure !== undefined) add(found, place, failure, expectation(node, failure));
  // A wrong type says it all; what the parts miss would be noise.
  if (failure === "type") return;
  if (Array.isArray(value)) collectItems(node, value, place, found, budget);
  else if (isPlainObject(value)) collectFields(node, value, place, found, budget);
  collectInPlace(node, value, place, found, budget);
}

function collectFields(
  node: SchemaNode,
  value: PlainObject,
  place: Place,
  found: Found,
  budget: Budget,
): void {
  for (const key of missingKeys(node, value)) add(found, place, "required", key);
  const failure = objectFailure(node, value);
  if (failure === "minProperties" || failure === "maxProperties") {
    add(found, place, failure, String(node[failure]));
  }
  for (const key of Object.keys(value)) {
    if (!spend(budget, 1)) return;
    const name = node.properties?.has(key) === true ? pointerToken(key) : "?";
    const child: Place = { path: [...place.path, key], shape: `${place.shape}/${name}` };
    if (node.propertyNames !== undefined && !fits(node.propertyNames, key, budget)) {
      add(found, child, "propertyNames", "another key");
    }
    for (const member of childNodes(node, key)) {
      if (member.verdict === false) add(found, child, "additionalProperties", "no such key");
      else collect(member, value[key], child, found, budget);
    }
  }
}

/** Names that the schema requires, by `required` or `dependentRequired`, and that are not there. */
export function missingKeys(node: SchemaNode, value: PlainObject): readonly string[] {
  const missing = (node.required ?? []).filter((key) => !Object.hasOwn(value, key));
  for (const [key, names] of node.dependentRequired ?? []) {
    if (Object.hasOwn(value, key)) missing.push(...names.filter((name) => !Object.hasOwn(value, name)));
  }
  return missing;
}

function collectItems(
  node: SchemaNode,
  value: readonly unknown[],
  place: Place,
  found: Found,
  budget: Budget,
): void {
  const failure = arrayFailure(node, value);
  if (failure !== undefined) add(found, place, failure, expectation(node, failure));
  if (node.contains !== undefined && failure === undefined && !fits(onlyContains(node), value, budget)) {
    add(found, place, "contains", "a certain item");
  }
  for (let index = 0; index < value.length; index++) {
    if (!spend(budget, 1)) return;
    const child = itemNode(node, index);
    if (child === undefined) continue;
    collect(child, value[index], { path: [...place.path, index], shape: `${place.shape}/*` }, found, budget);
  }
}

/** What a node says of the items that an array must hold somewhere, and of how many. */
function onlyContains({ contains, minContains, maxContains }: SchemaNode): SchemaNode {
  return {
    ...(contains !== undefined && { contains }),
    ...(minContains !== undefined && { minContains }),
    ...(maxContains !== undefined && { maxContains }),
  };
}

function collectInPlace(node: SchemaNode, value: unknown, place: Place, found: Found, budget: Budget): void {
  if (node.ref !== undefined) collect(node.ref, value, place, found, budget);
  for (const member of node.allOf ?? []) collect(member, value, place, found, budget);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = node[keyword];
    if (branches === undefined || fits({ [keyword]: branches }, value, budget)) continue;
    const decided = decideBranches(branches, value);
    const only = decided.length === 1 ? decided[0] : undefined;
    if (only !== undefined && !fits(only, value, budget)) collect(only, value, place, found, budget);
    else
      add(
        found,
        place,
        keyword,
        typeNames(branches.reduce((bits, member) => bits | acceptedTypes(member), 0)),
      );
  }
  if (node.not !== undefined && fits(node.not, value, budget)) add(found, place, "not", "another value");
  for (const member of conditional(node, value, budget)) collect(member, value, place, found, budget);
  collectUnevaluated(node, value, place, found, budget);
}

/** What applies because of something in the value: a branch of `if`, and schemas that a key brings with it. */
function conditional(node: SchemaNode, value: unknown, budget: Budget): readonly SchemaNode[] {
  const branch = node.if === undefined ? undefined : fits(node.if, value, budget) ? node.then : node.else;
  const members = branch === undefined ? [] : [branch];
  if (isPlainObject(value)) {
    for (const [key, member] of node.dependentSchemas ?? []) {
      if (Object.hasOwn(value, key)) members.push(member);
    }
  }
  return members;
}

function collectUnevaluated(
  node: SchemaNode,
  value: unknown,
  place: Place,
  found: Found,
  budget: Budget,
): void {
  for (const keyword of ["unevaluatedProperties", "unevaluatedItems"] as const) {
    const applies = keyword === "unevaluatedItems" ? Array.isArray(value) : isPlainObject(value);
    if (node[keyword] !== undefined && applies && !found.size && !fits(node, value, budget)) {
      add(found, place, keyword, "nothing more");
    }
  }
}

/**
 * The branches of a union that may be meant: where an own value of an object is listed by a branch as `const` or
 * `enum`, the branches that list it; without such a hint, those that no listed value contradicts.
 */
export function decideBranches(branches: readonly SchemaNode[], value: unknown): readonly SchemaNode[] {
  if (!isPlainObject(value)) return branches;
  const hints = branches.map((branch) => hintOf(branch, value));
  const agreeing = branches.filter((_, index) => hints[index] === "agrees");
  return agreeing.length > 0 ? agreeing : branches.filter((_, index) => hints[index] !== "contradicts");
}

type Hint = "agrees" | "contradicts" | "none";

function hintOf(branch: SchemaNode, value: PlainObject): Hint {
  const own = [...(branch.properties ?? [])].map(([key, child]): Hint => {
    if (!Object.hasOwn(value, key) || !listsValues(child)) return "none";
    return fits(child, value[key]) ? "agrees" : "contradicts";
  });
  const inner = [...(branch.ref === undefined ? [] : [branch.ref]), ...(branch.allOf ?? [])];
  const all = [...own, ...inner.map((member) => hintOf(member, value))];
  if (all.includes("contradicts")) return "contradicts";
  return all.includes("agrees") ? "agrees" : "none";
}

function listsValues(node: SchemaNode): boolean {
  if (node.enumScalars !== undefined) return true;
  return node.ref !== undefined && listsValues(node.ref);
}

function expectation(node: SchemaNode, keyword: string): string {
  if (keyword === "type") return node.types === undefined ? "JSON" : typeNames(node.types);
  if (keyword === "enum")
    return `one of ${(node.enumScalars?.size ?? 0) + (node.enumObjects?.length ?? 0)} values`;
  if (keyword === "pattern") return "a match";
  const limit: unknown = node[keyword as keyof SchemaNode];
  return typeof limit === "number" ? String(limit) : keyword;
}

/** The names of the types whose bits are set, joined with `or`. */
function typeNames(bits: number): string {
  const names = (Object.keys(TYPE) as TypeName[]).filter((name) => (bits & TYPE[name]) !== 0);
  const shown = (bits & TYPE.number) === 0 ? names : names.filter((name) => name !== "integer");
  return shown.length === 0 ? "nothing" : shown.join(" or ");
}

/** One step of a JSON Pointer. */
export function pointerToken(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
