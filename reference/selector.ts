// Selectors: JSON Pointers in which `*` stands for every item of an array.
import type { SchemaNode } from "./schema-node.ts";
import { childNodes } from "./validate.ts";
import { isPlainObject, setOwn } from "./value.ts";

/** Selectors are few and constant; those read lately are kept by their text. */
const parsed = new Map<string, readonly string[]>();
const MAX_KEPT = 500;

/** The steps of a selector, unescaped; undefined where it is no selector. `""` is the root. */
export function parseSelector(selector: unknown): readonly string[] | undefined {
  if (typeof selector !== "string" || (selector !== "" && !selector.startsWith("/"))) return undefined;
  const known = parsed.get(selector);
  if (known !== undefined) return known;
  const parts = selector.split("/").slice(1);
  const steps = Object.freeze(parts.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")));
  if (parsed.size >= MAX_KEPT) parsed.clear();
  parsed.set(selector, steps);
  return steps;
}

type Path = readonly (string | number)[];

/** Gets the selected value and its place; the place is good for the time of the call only. */
export type Edit = (value: unknown, path: Path) => unknown;

/**
 * Applies `edit` at every place that the first `count` of `steps` select. What does not change stays the same reference.
 */
export function editSelected(value: unknown, steps: readonly string[], count: number, edit: Edit): unknown {
  return count === 0 ? edit(value, []) : editBelow(value, steps, count, edit, []);
}

function editBelow(
  value: unknown,
  steps: readonly string[],
  count: number,
  edit: Edit,
  path: (string | number)[],
): unknown {
  const step = steps[path.length];
  if (step === undefined || path.length >= count) return edit(value, path);
  if (Array.isArray(value)) return editItems(value, step, steps, count, edit, path);
  if (!isPlainObject(value) || !Object.hasOwn(value, step)) return value;
  const before = value[step];
  path.push(step);
  const after = editBelow(before, steps, count, edit, path);
  path.pop();
  if (after === before) return value;
  const copy = { ...value };
  setOwn(copy, step, after);
  return copy;
}

const INDEX = /^(?:0|[1-9][0-9]{0,8})$/;

function editItems(
  value: readonly unknown[],
  step: string,
  steps: readonly string[],
  count: number,
  edit: Edit,
  path: (string | number)[],
): readonly unknown[] {
  if (step !== "*" && !INDEX.test(step)) return value;
  const first = step === "*" ? 0 : Number(step);
  const end = step === "*" ? value.length : Math.min(first + 1, value.length);
  let copy: unknown[] | undefined;
  for (let index = first; index < end; index++) {
    const before = value[index];
    path.push(index);
    const after = editBelow(before, steps, count, edit, path);
    path.pop();
    if (after === before) continue;
    copy ??= [...value];
    copy[index] = after;
  }
  return copy ?? value;
}

/** The schemas that may judge the value at `path`, whatever branch is taken. */
export function nodesAt(root: SchemaNode, path: readonly (string | number)[]): readonly SchemaNode[] {
  let nodes: readonly SchemaNode[] = [root];
  for (const step of path) {
    const next = new Set<SchemaNode>();
    for (const node of spread(nodes)) {
      if (typeof step === "string") for (const child of childNodes(node, step)) next.add(child);
      const item = typeof step === "number" ? (node.prefixItems?.[step] ?? node.items) : undefined;
      if (item !== undefined) next.add(item);
    }
    nodes = [...next];
  }
  return nodes;
}

function spread(nodes: readonly SchemaNode[]): ReadonlySet<SchemaNode> {
  const all = new Set<SchemaNode>(nodes);
  // A Set's walk reaches what is added on the way.
  for (const node of all) {
    for (const member of [node.ref, node.then, node.else]) if (member !== undefined) all.add(member);
    for (const list of [node.allOf, node.anyOf, node.oneOf]) for (const member of list ?? []) all.add(member);
    for (const member of node.dependentSchemas?.values() ?? []) all.add(member);
  }
  return all;
}
