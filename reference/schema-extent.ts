// How much of a schema applies to one value: references that never end, and combinations that explode, are refused.
import { alwaysApplied, NONE, type SchemaNode } from "./schema-node.ts";
import { SchemaUnreadable } from "./schema-references.ts";

/** The nodes that judge the same value as `node` does. */
function inPlace(node: SchemaNode): readonly SchemaNode[] {
  const { anyOf, oneOf, dependentSchemas } = node;
  const single = [node.not, node.if, node.then, node.else].filter((member) => member !== undefined);
  const brought = dependentSchemas?.values() ?? NONE;
  return [...alwaysApplied(node), ...(anyOf ?? NONE), ...(oneOf ?? NONE), ...single, ...brought];
}

/** What applies in place to one value: how many nodes, counted as often as they are reached, and how many levels. */
interface Extent {
  readonly nodes: number;
  readonly levels: number;
}

/** Where the same value would be judged this often, a schema is a trap and no description. */
const MAX_IN_PLACE: Extent = { nodes: 20_000, levels: 64 };

/**
 * Throws SchemaUnreadable for references that lead back to themselves without a step into the value, and for
 * combinations that explode.
 */
export function refuseEndless(nodes: Iterable<SchemaNode>): void {
  const known = new Map<SchemaNode, Extent | "open">();
  for (const node of nodes) extentOf(node, known);
}

function extentOf(start: SchemaNode, known: Map<SchemaNode, Extent | "open">): Extent {
  const earlier = known.get(start);
  if (earlier === "open") throw new SchemaUnreadable();
  if (earlier !== undefined) return earlier;
  known.set(start, "open");
  const below = inPlace(start).map((next) => extentOf(next, known));
  const extent = {
    nodes: below.reduce((sum, { nodes }) => sum + nodes, 1),
    levels: below.reduce((most, { levels }) => Math.max(most, levels), 0) + 1,
  };
  if (extent.nodes > MAX_IN_PLACE.nodes || extent.levels > MAX_IN_PLACE.levels) throw new SchemaUnreadable();
  known.set(start, extent);
  return extent;
}
