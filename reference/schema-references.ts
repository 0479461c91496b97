// The raw side of reading a schema: how large it is, whether it contains itself, and what a local reference names.
import { isPlainObject } from "./value.ts";

/** The schema cannot be read for certain. The message never quotes the schema. */
export class SchemaUnreadable extends Error {}

const MAX_PARTS = 500_000;
const MAX_DEPTH = 256;

export interface SchemaDocument {
  readonly root: object;
  /** The nearest enclosing object that has an `$id` of its own, for each object of the schema. */
  readonly resourceOf: ReadonlyMap<object, object>;
  /** What `$id` and, within a resource, `#anchor` name. */
  readonly named: ReadonlyMap<string, object>;
  readonly anchors: ReadonlyMap<object, ReadonlyMap<string, object>>;
}

/** What an object of a schema is: only a schema has a name; a map's keys are names of something else. */
type PartKind = "schema" | "map" | "data";

const MAPS: readonly string[] = Object.freeze([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
]);
const DATA: readonly string[] = Object.freeze(["const", "enum", "default", "examples"]);

function kindBelow(kind: PartKind, isList: boolean, key: string): PartKind {
  if (kind !== "schema" || isList) return kind === "map" ? "schema" : kind;
  return DATA.includes(key) ? "data" : MAPS.includes(key) ? "map" : "schema";
}

interface Visit {
  readonly part: object;
  readonly kind: PartKind;
  readonly resource: object;
  readonly depth: number;
  readonly leaving: boolean;
}

/** Walks the whole schema once. Throws SchemaUnreadable where it is too large, too deep or contains itself. */
export function surveySchema(root: object): SchemaDocument {
  const resourceOf = new Map<object, object>();
  const named = new Map<string, object>();
  const anchors = new Map<object, Map<string, object>>();
  const onPath = new Set<object>();
  let parts = 0;
  const pending: Visit[] = [{ part: root, kind: "schema", resource: root, depth: 0, leaving: false }];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { part, kind } = visit;
    if (visit.leaving) {
      onPath.delete(part);
      continue;
    }
    if (onPath.has(part)) throw new SchemaUnreadable("the schema contains itself");
    if (resourceOf.has(part)) continue;
    if (visit.depth > MAX_DEPTH) throw new SchemaUnreadable("the schema is too deep");
    const resource = kind === "schema" ? nameResource(visit, named, anchors) : visit.resource;
    resourceOf.set(part, resource);
    onPath.add(part);
    pending.push({ part, kind, resource, depth: 0, leaving: true });
    const members = Object.entries(part);
    parts += members.length + 1;
    if (parts > MAX_PARTS) throw new SchemaUnreadable("the schema is too large");
    for (const [key, value] of members as [string, unknown][]) {
      if (typeof value === "object" && value !== null) {
        const below = kindBelow(kind, Array.isArray(part), key);
        pending.push({ part: value, kind: below, resource, depth: visit.depth + 1, leaving: false });
      }
    }
  }
  return { root, resourceOf, named, anchors };
}

function nameResource(
  visit: Visit,
  named: Map<string, object>,
  anchors: Map<object, Map<string, object>>,
): object {
  const { part } = visit;
  const id: unknown = Object.hasOwn(part, "$id") ? Reflect.get(part, "$id") : undefined;
  const anchor: unknown = Object.hasOwn(part, "$anchor") ? Reflect.get(part, "$anchor") : undefined;
  const isResource = typeof id === "string" && !id.startsWith("#");
  const resource = isResource ? part : visit.resource;
  if (isResource && !named.has(id)) named.set(id, part);
  if (typeof anchor === "string") {
    const own = anchors.get(resource) ?? new Map<string, object>();
    if (!own.has(anchor)) own.set(anchor, part);
    anchors.set(resource, own);
  }
  return resource;
}

/** A function that finds what the `$ref` of a schema object names; it throws SchemaUnreadable for anything not local. */
export function readReferences(document: SchemaDocument): (schema: object, reference: string) => unknown {
  return (schema, reference) => {
    const hash = reference.indexOf("#");
    const id = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? "" : reference.slice(hash + 1);
    const resource =
      id === ""
        ? (document.resourceOf.get(schema) ?? document.root)
        : document.named.get(id.replace(/#$/, ""));
    if (resource === undefined) throw new SchemaUnreadable("a $ref is not local");
    if (fragment === "" || fragment.startsWith("/")) return follow(resource, fragment);
    const target = document.anchors.get(resource)?.get(fragment);
    if (target === undefined) throw new SchemaUnreadable("a $ref names nothing");
    return target;
  };
}

function follow(resource: object, pointer: string): unknown {
  let target: unknown = resource;
  for (const raw of pointer.split("/").slice(1)) {
    const key = decode(raw).replaceAll("~1", "/").replaceAll("~0", "~");
    const reachable = Array.isArray(target) || isPlainObject(target);
    if (!reachable || !Object.hasOwn(target as object, key))
      throw new SchemaUnreadable("a $ref names nothing");
    target = Reflect.get(target as object, key);
  }
  return target;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
