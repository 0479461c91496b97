// Snapshots of tool schemas, reduced to what a repair layer reads, and their differences by tool and field.
export interface FieldShape {
  readonly type: string;
  readonly required: boolean;
}

/** Field path to shape, for one tool; nested fields as `edits/item/oldText`. */
export type ToolShape = Readonly<Record<string, FieldShape>>;
export type Snapshot = Readonly<Record<string, ToolShape>>;

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const KEYWORDS = Object.freeze(["properties", "patternProperties", "$defs", "definitions"]);

/** JSON pointers of every `pattern` keyword in schema position; a property named `pattern` is none. */
export function patternPaths(schema: unknown, at = ""): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((entry, index) => patternPaths(entry, `${at}/${index}`));
  if (!isSchema(schema)) return [];
  const own = typeof schema.pattern === "string" ? [`${at}/pattern`] : [];
  const nested = Object.entries(schema).flatMap(([key, value]) => {
    if (!KEYWORDS.includes(key) || !isSchema(value)) return patternPaths(value, `${at}/${key}`);
    return Object.entries(value).flatMap(([name, field]) => patternPaths(field, `${at}/${key}/${name}`));
  });
  return [...own, ...nested];
}

function typeOf(schema: Schema): string {
  const members = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(members))
    return members.map((member) => (isSchema(member) ? typeOf(member) : "any")).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const type = schema.type;
  return Array.isArray(type) ? type.join(" | ") : String(type ?? "any");
}

function fieldsOf(schema: Schema, at: string): readonly (readonly [string, FieldShape])[] {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isSchema(field)) return [];
    const own = [`${at}${name}`, { type: typeOf(field), required: required.includes(name) }] as const;
    const inner = isSchema(field.items)
      ? fieldsOf(field.items, `${at}${name}/item/`)
      : fieldsOf(field, `${at}${name}/`);
    return [own, ...inner];
  });
}

/** The shapes of the given tools. */
export function snapshotOf(
  tools: readonly { readonly name: string; readonly parameters: unknown }[],
): Snapshot {
  const plain = (schema: unknown): Schema => JSON.parse(JSON.stringify(schema)) as Schema;
  return Object.fromEntries(
    tools.map((tool) => [tool.name, Object.fromEntries(fieldsOf(plain(tool.parameters), ""))]),
  );
}

const shape = (field: FieldShape): string => `${field.type}${field.required ? "" : ", optional"}`;

function fieldChanges(tool: string, before: ToolShape, after: ToolShape): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (!old && now) return [`${tool}: field ${name} is new (${shape(now)})`];
    if (old && !now) return [`${tool}: field ${name} is gone (was ${shape(old)})`];
    if (old && now && shape(old) !== shape(now))
      return [`${tool}: field ${name} was ${shape(old)}, is ${shape(now)}`];
    return [];
  });
}

/** What differs between two snapshots, a sentence each, named by tool and field. */
export function schemaChanges(before: Snapshot, after: Snapshot): readonly string[] {
  const tools = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return tools.flatMap((tool) => {
    const [old, now] = [before[tool], after[tool]];
    if (!old) return [`${tool}: the tool is new`];
    if (!now) return [`${tool}: the tool is gone`];
    return fieldChanges(tool, old, now);
  });
}
