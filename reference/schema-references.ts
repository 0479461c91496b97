// The raw side of reading a schema: how large it is, and what a local reference names.

/** The schema cannot be read for certain. */
export class SchemaUnreadable extends Error {}

const MAX_PARTS = 100_000;
const MAX_DEPTH = 256;

/** What the `$ref` of a schema object names; undefined where that is nothing, or nothing local. */
export type References = (schema: object, reference: string) => unknown;

interface Names {
  /** The nearest enclosing object that has an `$id` of its own, for each object of the schema. */
  readonly resourceOf: Map<object, object>;
  /** What `$id` names. */
  readonly byId: Map<string, object>;
  /** What `$anchor` names within a resource. */
  readonly anchors: Map<unknown, Map<string, object>>;
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

function kindBelow(kind: PartKind, key: string): PartKind {
  if (kind !== "schema") return kind === "map" ? "schema" : kind;
  return DATA.includes(key) ? "data" : MAPS.includes(key) ? "map" : "schema";
}

interface Visit {
  readonly part: object;
  readonly kind: PartKind;
  readonly resource: object;
  readonly depth: number;
}

/**
 * Walks the whole schema once, as the text that it is: a part that occurs twice counts twice, and one that contains
 * itself is too deep. Throws SchemaUnreadable where it is too large, too deep or gives one name to two parts.
 */
export function surveySchema(root: object): References {
  const names: Names = { resourceOf: new Map(), byId: new Map(), anchors: new Map() };
  let parts = 0;
  const pending: Visit[] = [{ part: root, kind: "schema", resource: root, depth: 0 }];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { part, kind, depth } = visit;
    const resource = kind === "schema" ? nameResource(visit, names) : visit.resource;
    names.resourceOf.set(part, resource);
    const members: [string, unknown][] = Object.entries(part);
    parts += members.length;
    if (parts > MAX_PARTS || depth > MAX_DEPTH) throw new SchemaUnreadable();
    for (const [key, value] of members) {
      if (typeof value === "object" && value !== null)
        pending.push({ part: value, kind: kindBelow(kind, key), resource, depth: depth + 1 });
    }
  }
  return (schema, reference) => resolve(names, schema, reference);
}

function nameResource({ part, resource: outer }: Visit, names: Names): object {
  const id = own(part, "$id");
  const anchor = own(part, "$anchor");
  const resource = typeof id === "string" ? part : outer;
  // An empty fragment is allowed, and says nothing.
  if (typeof id === "string") nameOnce(names.byId, id.replace(/#$/, ""), part);
  if (typeof anchor === "string") {
    const anchors = names.anchors.get(resource) ?? new Map<string, object>();
    names.anchors.set(resource, anchors);
    nameOnce(anchors, anchor, part);
  }
  return resource;
}

function nameOnce(names: Map<string, object>, name: string, part: object): void {
  if ((names.get(name) ?? part) !== part) throw new SchemaUnreadable();
  names.set(name, part);
}

function resolve({ resourceOf, byId, anchors }: Names, schema: object, reference: string): unknown {
  const end = `${reference}#`.indexOf("#");
  const id = reference.slice(0, end);
  const fragment = reference.slice(end + 1);
  const resource = id === "" ? resourceOf.get(schema) : byId.get(id);
  if (fragment === "" || fragment.startsWith("/")) return follow(resource, fragment);
  return anchors.get(resource)?.get(fragment);
}

function follow(resource: unknown, pointer: string): unknown {
  let target = resource;
  for (const step of pointer.split("/").slice(1)) {
    target = own(target, decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return target;
}

/** What `holder` itself has at `key`; undefined for anything else. */
export function own(holder: unknown, key: string): unknown {
  const object: object = Object(holder);
  return Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;
}
