// Arguments inside of one more object, as models write them when they recount a whole call.
import { ARGUMENT_KEYS, declares } from "./aliases.ts";
import type { RepairChange } from "./changes.ts";
import { recoverEnvelope } from "./envelope.ts";
import type { RepairLimits } from "./limits.ts";
import { NONE, type SchemaNode } from "./schema-node.ts";
import { isPlainObject, type PlainObject } from "./value.ts";

interface Unwrapped {
  readonly value: unknown;
  readonly changes: readonly RepairChange[];
  readonly respelled: ReadonlySet<number>;
}

/** Nobody nests these on purpose; a few levels cover what was seen. */
const MAX_LAYERS = 3;

/** What the sole, undeclared wrapper key of `value` holds, if that is an object or the JSON text of one. */
export function unwrapSingleKey(
  value: unknown,
  root: SchemaNode,
  limits: RepairLimits,
): Unwrapped | undefined {
  const changes: RepairChange[] = [];
  const respelled = new Set<number>();
  let inner: PlainObject | undefined;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const wrapper = wrapperIn(inner ?? value, root);
    if (wrapper === undefined) break;
    const envelope = recoverEnvelope(wrapper.held, limits);
    if (!isPlainObject(envelope.value)) break;
    const note = `Took the arguments out of \`${wrapper.key}\`; send its fields directly.`;
    changes.push({ ruleId: "envelope.unwrap-single-key", stage: "envelope", note }, ...envelope.changes);
    for (const number of envelope.respelled ?? NONE) respelled.add(number);
    inner = envelope.value;
  }
  return inner && { value: inner, changes, respelled };
}

/**
 * Whether a value that fits as it is, since the schema takes any key, may be a wrapped call all the same: its one key is
 * an undeclared wrapper.
 */
export function mayBeWrapped(value: unknown, root: SchemaNode): boolean {
  // A tool that requires a field does not take a wrapper alone: most calls need no closer look.
  if (root.required !== undefined && root.required.length > 0) return false;
  return wrapperIn(value, root) !== undefined;
}

/** Whether what a wrapper held speaks of this tool: it is empty or has a field that the schema names. */
export function speaksOf(root: SchemaNode, args: unknown): boolean {
  if (!isPlainObject(args)) return false;
  const names = Object.keys(args);
  return names.length === 0 ? root.properties !== undefined : names.some((name) => declares(root, name));
}

function wrapperIn(
  value: unknown,
  root: SchemaNode,
): { readonly key: string; readonly held: unknown } | undefined {
  if (!isPlainObject(value)) return undefined;
  const key = ARGUMENT_KEYS.find((name) => Object.hasOwn(value, name));
  if (key === undefined || Object.keys(value).length > 1) return undefined;
  // A field that is required is one, also where nothing else is said of it.
  if (declares(root, key) || root.required?.includes(key) === true) return undefined;
  return { key, held: value[key] };
}
