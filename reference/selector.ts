// Selectors: JSON Pointers in which `*` stands for every item of an array.

import { inPlaceOf } from "./aliases.ts";
import type { SchemaNode } from "./schema-node.ts";
import { childNodes, itemNode } from "./validate.ts";
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
  return editBelow({ steps, count, edit, path: [] }, value);
}

interface Editing {
  readonly steps: readonly string[];
  readonly count: number;
  readonly edit: Edit;
  readonly path: (string | number)[];
}

function editBelow(editing: Editing, value: unknown): unknown {
  const { steps, count, edit, path } = editing;
  const step = path.length < count ? steps[path.length] : undefined;
  if (step === undefined) return edit(value, path);
  if (Array.isArray(value)) return editItems(editing, value, step);
  if (!isPlainObject(value) || !Object.hasOwn(value, step)) return value;
  const before = value[step];
  path.push(step);
  const after = editBelow(editing, before);
  path.pop();
  if (after === before) return value;
  const copy = { ...value };
  setOwn(copy, step, after);
  return copy;
}

function editItems(editing: Editing, value: readonly unknown[], step: string): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, before] of value.entries()) {
    if (step !== "*" && step !== String(index)) continue;
    editing.path.push(index);
    const after = editBelow(editing, before);
    editing.path.pop();
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
      for (const child of typeof step === "string" ? childNodes(node, step) : [itemNode(node, step)])
        if (child !== undefined) next.add(child);
    }
    nodes = [...next];
  }
  return nodes;
}

function spread(nodes: readonly SchemaNode[]): ReadonlySet<SchemaNode> {
  const all = new Set<SchemaNode>(nodes);
  // A Set's walk reaches what is added on the way.
  for (const node of all) {
    for (const member of inPlaceOf(node)) all.add(member);
  }
  return all;
}
