// Configuration that cannot change any more may be read once instead of at every call.
import { isPlainObject } from "./value.ts";

/**
 * Whether a list of configuration is frozen with its items and the lists in them. Accessors and regular expressions may
 * change all the same, so with them it is not.
 */
export function isFrozenConfig(list: readonly unknown[]): boolean {
  return Object.isFrozen(list) && list.every((item) => !isObject(item) || isFrozenItem(item));
}

function isFrozenItem(item: object): boolean {
  if (!Object.isFrozen(item) || !isPlainObject(item)) return false;
  const parts = Object.values(Object.getOwnPropertyDescriptors(item));
  return parts.every(({ value, get }) => get === undefined && (!Array.isArray(value) || isFrozenList(value)));
}

function isFrozenList(list: readonly unknown[]): boolean {
  return Object.isFrozen(list) && !list.some(isObject);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
