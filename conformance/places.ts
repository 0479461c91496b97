/** The places of a value that its schema describes by name or by position, and edits of a copy at one of them. */
import type { Schema } from "./shapes.ts";

export interface Place {
  readonly path: readonly (string | number)[];
  /** The schema there, references followed. */
  readonly schema: Schema;
  readonly value: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function resolve(schema: unknown, root: Schema): Schema {
  let found: unknown = schema;
  for (let steps = 0; steps < 8 && isObject(found) && typeof found.$ref === "string"; steps += 1) {
    found = (root.$defs as Schema | undefined)?.[found.$ref.replace("#/$defs/", "")];
  }
  return isObject(found) ? found : {};
}

/** Every place that `properties` and `items` reach, the root first. Unions, maps and tuples end the walk. */
export function placesOf(root: Schema, value: unknown): readonly Place[] {
  const found: Place[] = [{ path: [], schema: resolve(root, root), value }];
  for (let next = 0; next < found.length; next += 1) {
    const at = found[next];
    if (at === undefined) break;
    const { path, schema } = at;
    if (Array.isArray(at.value) && schema.items !== undefined && schema.prefixItems === undefined) {
      for (const [index, item] of at.value.entries()) {
        found.push({ path: [...path, index], schema: resolve(schema.items, root), value: item });
      }
    } else if (isObject(at.value) && isObject(schema.properties)) {
      for (const [key, below] of Object.entries(schema.properties)) {
        if (!Object.hasOwn(at.value, key)) continue;
        found.push({ path: [...path, key], schema: resolve(below, root), value: at.value[key] });
      }
    }
  }
  return found;
}

/** Optional fields that the schema names at a place and the value there leaves out. */
export function absentFields(place: Place, root: Schema): readonly { key: string; schema: Schema }[] {
  const { properties, required } = place.schema;
  if (!isObject(place.value) || !isObject(properties)) return [];
  const { value } = place;
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .filter(([key]) => !needed.has(key) && !Object.hasOwn(value, key))
    .map(([key, below]) => ({ key, schema: resolve(below, root) }));
}

/** A copy of `value` in which `edit` has replaced what stands at `path`. */
export function editAt(
  value: unknown,
  path: readonly (string | number)[],
  edit: (old: unknown) => unknown,
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return edit(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? editAt(item, rest, edit) : item));
  const members = Object.entries(value as object).map(
    ([name, item]) => [name, name === key ? editAt(item, rest, edit) : item] as const,
  );
  return Object.fromEntries(members);
}

/** A copy of an object in which one key has another name, at the same position. */
export function renameKey(value: unknown, key: string, to: string): unknown {
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]) => [name === key ? to : name, item]),
  );
}

/** The places that a selector means (`*` stands for every item), whether something stands there or not. */
export function selected(value: unknown, selector: string): readonly (readonly (string | number)[])[] {
  let paths: (string | number)[][] = [[]];
  const steps = selector
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  for (const [index, step] of steps.entries()) {
    paths = paths.flatMap((path) => {
      const here = path.reduce((at: unknown, key) => (at as Record<string | number, unknown>)?.[key], value);
      if (step === "*") return Array.isArray(here) ? here.map((_, item) => [...path, item]) : [];
      if (!isObject(here)) return [];
      return index === steps.length - 1 || Object.hasOwn(here, step) ? [[...path, step]] : [];
    });
  }
  return paths;
}

/** What stands at a path; undefined if nothing does. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}
