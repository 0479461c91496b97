// Arguments inside of one more object, as models write them when they recount a whole call.
import { ARGUMENT_KEYS, declares } from "./aliases.ts";
import type { RepairChange } from "./changes.ts";
import { recoverEnvelope } from "./envelope.ts";
import type { RepairLimits } from "./limits.ts";
import type { SchemaNode } from "./schema-node.ts";
import { isPlainObject } from "./value.ts";

/** Nobody nests these on purpose; a few levels cover what was seen. */
const MAX_LAYERS = 3;

/** What the sole, undeclared wrapper key of `value` holds, if that is an object or the JSON text of one. */
export function unwrapSingleKey(
  value: unknown,
  root: SchemaNode,
  limits: RepairLimits,
):
  | {
      readonly value: unknown;
      readonly changes: readonly RepairChange[];
      readonly respelled: ReadonlySet<number>;
    }
  | undefined {
  let current: unknown = value;
  const changes: RepairChange[] = [];
  const respelled = new Set<number>();
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const key = wrapperKey(current, root);
    if (key === undefined || !isPlainObject(current)) break;
    const envelope = recoverEnvelope(current[key], limits);
    if (!isPlainObject(envelope.value)) break;
    changes.push(
      {
        ruleId: "envelope.unwrap-single-key",
        stage: "envelope",
        note: `Took the arguments out of \`${key}\`; send its fields directly.`,
      },
      ...envelope.changes,
    );
    for (const number of envelope.respelled ?? []) respelled.add(number);
    current = envelope.value;
  }
  return changes.length === 0 ? undefined : { value: current, changes, respelled };
}

/**
 * Whether a value that fits as it is, since the schema takes any key, may be a wrapped call all the same: its one key is
 * an undeclared wrapper around an object or a text.
 */
export function mayBeWrapped(value: unknown, root: SchemaNode): boolean {
  // A schema that requires a field does not take a wrapper alone.
  if (root.required !== undefined && root.required.length > 0) return false;
  if (!isPlainObject(value) || !ARGUMENT_KEYS.some((name) => Object.hasOwn(value, name))) return false;
  const key = wrapperKey(value, root);
  const inner = key === undefined ? undefined : value[key];
  return isPlainObject(inner) || typeof inner === "string";
}

/** Whether what a wrapper held speaks of this tool: it is empty or has a field that the schema names. */
export function speaksOf(root: SchemaNode, args: unknown): boolean {
  if (!isPlainObject(args)) return false;
  const names = Object.keys(args);
  return names.length === 0 ? root.properties !== undefined : names.some((name) => declares(root, name));
}

function wrapperKey(value: unknown, root: SchemaNode): string | undefined {
  if (!isPlainObject(value)) return undefined;
  const keys = Object.keys(value);
  const key = keys[0];
  return keys.length === 1 && key !== undefined && ARGUMENT_KEYS.includes(key) && !declares(root, key)
    ? key
    : undefined;
}
