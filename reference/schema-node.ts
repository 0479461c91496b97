// A JSON Schema (draft 2020-12) as nodes that are fast to walk.

/** Stands for subschemas, names or branches that a node does not have. */
export const NONE: readonly never[] = Object.freeze([]);

/** Types as bits, so that sets of them compare at once. Every integer is a number too. */
export const TYPE = {
  null: 1,
  boolean: 2,
  object: 4,
  array: 8,
  string: 16,
  number: 32,
  integer: 64,
} as const;
export type TypeName = keyof typeof TYPE;
export const ANY_TYPE = 127;

const BITS: ReadonlyMap<unknown, number> = new Map<unknown, number>(Object.entries(TYPE));

/** The bits of a type by its name; none where it is no type's name. */
export function bitsOf(name: unknown): number {
  return BITS.get(name) ?? 0;
}

/** One subschema. Absent keywords are undefined; `verdict` is set for `true` and `false`. */
export interface SchemaNode {
  readonly verdict?: boolean;
  /** Bits of TYPE; undefined only where the node is trivial or a verdict. */
  readonly types?: number;
  /** The members of `enum` and `const`. */
  readonly enum?: ReadonlySet<unknown>;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: ReadonlyMap<string, SchemaNode>;
  readonly patternProperties?: readonly (readonly [RegExp, SchemaNode])[];
  readonly additionalProperties?: SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly dependentRequired?: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas?: ReadonlyMap<string, SchemaNode>;
  readonly unevaluatedProperties?: SchemaNode;
  readonly prefixItems?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly contains?: SchemaNode;
  readonly unevaluatedItems?: SchemaNode;
  readonly ref?: SchemaNode;
  readonly allOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly not?: SchemaNode;
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
  /** Set where the node lies on a cycle of references: its results are remembered within one check. */
  readonly recursive?: boolean;
  /** Nothing but annotations: any value fits and nothing is declared. */
  readonly trivial?: boolean;
}

/** What judges every value that `node` judges. */
export function alwaysApplied({ ref, allOf = NONE }: SchemaNode): readonly SchemaNode[] {
  return ref === undefined ? allOf : [ref, ...allOf];
}
