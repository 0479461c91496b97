/** The options of leak handling as a caller gives them, narrowed once: what cannot be read closes a gate. */
import { Compile } from "typebox/compile";
import { GRAMMAR_NAMES } from "./grammars/table.ts";
import type { ToolSchemas } from "./grammars/values.ts";
import type { ScanOptions, ToolPolicy } from "./leak-scan.ts";
import { isPlainObject, type PlainObject } from "./value.ts";

export type LeakMode = "off" | "observe" | "strip" | "recover";

export type LeakOptions = {
  /** Anything but the four modes is "off". */
  readonly mode?: unknown;
  /** The tools that are active, by name. */
  readonly knownTools?: Iterable<string> | undefined;
  /** The families that are switched on; omitted, all. */
  readonly grammars?: readonly string[] | undefined;
  /** Accepted for compatibility; an unknown tool is never executable. */
  readonly requireKnownTool?: boolean | undefined;
  /** "strip" also cuts calls of tools that are not there. */
  readonly unknownToolText?: unknown;
  /** JSON Schema of each tool's parameters, by name. */
  readonly toolSchemas?: ToolSchemas | undefined;
  /** Earlier user messages, tool results and system text: what was printed there never runs by being shown again.
   * With a value that cannot be read nothing is promoted. */
  readonly seenTexts?: string | Iterable<string> | undefined;
  readonly nextId?: (() => string) | undefined;
  readonly idsInUse?: Iterable<string> | undefined;
  /** At most this many calls are promoted (16); with a value that is no count, none. */
  readonly maxPromoted?: number | undefined;
  /** Tools that may be promoted; omitted, all known ones. An empty list, or a value of another type, allows nothing. */
  readonly allowedTools?: unknown;
  /** Whether arguments are strictly valid; by default a check against `toolSchemas`. */
  readonly validates?: ((tool: string, args: PlainObject) => boolean) | undefined;
  /** What a call's arguments become before they run; by default they stay. */
  readonly repair?: ((tool: string, args: unknown) => unknown) | undefined;
};

export type ReadOptions = {
  readonly mode: LeakMode;
  readonly scan: ScanOptions;
  readonly policy: ToolPolicy;
  /** Undefined where what was given cannot be read: then nothing is known to be new. */
  readonly seen: readonly string[] | undefined;
  readonly nextId: (() => string) | undefined;
  readonly idsInUse: ReadonlySet<string>;
  readonly maxPromoted: number;
  readonly validates: (tool: string, args: PlainObject) => boolean;
  readonly repair: (tool: string, args: unknown) => unknown;
};

const MODES: readonly LeakMode[] = ["off", "observe", "strip", "recover"];
const DEFAULT_MAX_PROMOTED = 16;

/** The strings of an array or a set; undefined for anything else. */
function strings(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) && !(value instanceof Set)) return undefined;
  return [...value].filter((item): item is string => typeof item === "string");
}

/** Stands for a field that cannot be read: of no type that any option has. */
const UNREADABLE = Symbol("unreadable");

/** A field, without trusting getters. */
const ownField = (options: PlainObject, key: string): unknown => {
  try {
    return options[key];
  } catch {
    return UNREADABLE;
  }
};

/** The items of a string, which is one, or of anything that can be iterated; undefined for anything else. */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined) return [];
  if (typeof value === "string") return [value];
  try {
    return [...(value as Iterable<unknown>)];
  } catch {
    return undefined;
  }
}

const isString = (item: unknown): item is string => typeof item === "string";

function seenTexts(value: unknown): readonly string[] | undefined {
  const items = itemsOf(value);
  return items?.every(isString) ? items : undefined;
}

/** A limit that is no count allows nothing. */
function promotionLimit(value: unknown): number {
  if (value === undefined) return DEFAULT_MAX_PROMOTED;
  return typeof value === "number" && value >= 0 ? Math.floor(value) : 0;
}

function usableTools(known: readonly string[], allowed: unknown): readonly string[] {
  if (allowed === undefined) return known;
  if (!Array.isArray(allowed) && !(allowed instanceof Set)) return [];
  const list = [...allowed];
  return list.some((item) => typeof item !== "string") ? [] : known.filter((tool) => list.includes(tool));
}

/** A strict check against the tool's schema; without a schema, or with one that cannot be read, nothing is valid. */
function schemaCheck(schemas: ToolSchemas): (tool: string, args: PlainObject) => boolean {
  return (tool, args) => {
    const schema = Object.hasOwn(schemas, tool) ? schemas[tool] : undefined;
    if (!isPlainObject(schema)) return false;
    try {
      return Compile(schema).Check(args);
    } catch {
      return false;
    }
  };
}

function guarded<A extends readonly unknown[], R>(run: (...args: A) => R, otherwise: (...args: A) => R) {
  return (...args: A): R => {
    try {
      return run(...args);
    } catch {
      return otherwise(...args);
    }
  };
}

function enabledGrammars(value: unknown): ReadonlySet<string> | undefined {
  if (value === undefined) return undefined;
  return new Set((strings(value) ?? []).filter((name) => GRAMMAR_NAMES.includes(name)));
}

/** Narrows what a caller passed. */
export function readLeakOptions(given: unknown): ReadOptions {
  const options: PlainObject = typeof given === "object" && given !== null ? (given as PlainObject) : {};
  const mode = ownField(options, "mode");
  const known = strings(ownField(options, "knownTools")) ?? [];
  const schemasGiven = ownField(options, "toolSchemas");
  const schemas = isPlainObject(schemasGiven) ? schemasGiven : {};
  const nextId = ownField(options, "nextId") as LeakOptions["nextId"];
  const validates = ownField(options, "validates") as LeakOptions["validates"];
  const repair = ownField(options, "repair") as LeakOptions["repair"];
  const policy: ToolPolicy = {
    usable: usableTools(known, ownField(options, "allowedTools")),
    stripUnknown: ownField(options, "unknownToolText") === "strip",
  };
  return {
    mode: MODES.find((name) => name === mode) ?? "off",
    scan: { grammars: enabledGrammars(ownField(options, "grammars")), tools: known, schemas, policy },
    policy,
    seen: seenTexts(ownField(options, "seenTexts")),
    nextId: typeof nextId === "function" ? nextId : undefined,
    idsInUse: new Set(itemsOf(ownField(options, "idsInUse"))?.filter(isString)),
    maxPromoted: promotionLimit(ownField(options, "maxPromoted")),
    validates: guarded(typeof validates === "function" ? validates : schemaCheck(schemas), () => false),
    repair: guarded(typeof repair === "function" ? repair : (_tool, args) => args, (_tool, args) => args),
  };
}
