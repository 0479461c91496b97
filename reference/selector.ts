// Selectors: JSON Pointers in which `*` stands for every item of an array.
import type { SchemaNode } from "./schema-node.ts";
import { childNodes } from "./validate.ts";
import { isPlainObject, setOwn } from "./value.ts";

/** The steps of a selector, unescaped; undefined where it is no selector. `""` is the root. */
export function parseSelector(selector: unknown): readonly string[] | undefined {
  if (selector === "") return [];
  if (typeof selector !== "string" || !selector.startsWith("/")) return undefined;
  return selector
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export type Edit = (value: unknown, path: readonly (string | number)[]) => unknown;

/** Applies `edit` at every place that `steps` selects; what does not change stays the same reference. */
export function editSelected(
  value: unknown,
  steps: readonly string[],
  edit: Edit,
  path: readonly (string | number)[] = [],
): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return edit(value, path);
  if (Array.isArray(value)) return editItems(value, step, rest, edit, path);
  if (!isPlainObject(value) || !Object.hasOwn(value, step)) return value;
  const before = value[step];
  const after = editSelected(before, rest, edit, [...path, step]);
  if (after === before) return value;
  const copy = { ...value };
  setOwn(copy, step, after);
  return copy;
}

function editItems(
  value: readonly unknown[],
  step: string,
  rest: readonly string[],
  edit: Edit,
  path: readonly (string | number)[],
): readonly unknown[] {
  const only = /^(?:0|[1-9][0-9]*)$/.test(step) ? Number(step) : undefined;
  if (step !== "*" && only === undefined) return value;
  let copy: unknown[] | undefined;
  const end = only === undefined ? value.length : Math.min(only + 1, value.length);
  for (let index = only ?? 0; index < end; index++) {
    const after = editSelected(value[index], rest, edit, [...path, index]);
    if (after === value[index]) continue;
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
