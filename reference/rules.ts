// The schema-repair rules, in the one order in which they are tried at a place that strict validation reports.
import type { RepairChange } from "./changes.ts";
import { convertBenignly } from "./convert.ts";
import { pointerToken } from "./issues.ts";
import { readWholeJson } from "./json-native.ts";
import { type Budget, exceedsBytes, type RepairLimits, spend } from "./limits.ts";
import { placeName, plainText } from "./plain-text.ts";
import { ANY_TYPE, NONE, type SchemaNode, TYPE } from "./schema-node.ts";
import { beginsLikeJson, beginsWithField, isCommandText } from "./text-shapes.ts";
import { acceptedTypes, fits } from "./validate.ts";
import { isPlainObject, type PlainObject, setOwn } from "./value.ts";

/** What the repair of one request shares. */
export interface RuleSettings {
  readonly toolName: string;
  readonly limits: RepairLimits;
  readonly budget: Budget;
  readonly fieldAliases: ReadonlyMap<string, readonly string[]>;
  readonly rootString: { readonly field: string; readonly wrapInArray: boolean } | undefined;
  readonly host: { readonly dropsOptionalNull: boolean; readonly wrapsSingleValue: boolean };
  /** Numbers of decoded texts that print otherwise than they were written: as text, they would be something else. */
  readonly respelled: Set<number>;
  /** The message was cut: a bare text may be a part of what was meant. */
  readonly cutMessage: boolean;
}

export interface RulePlace {
  readonly path: readonly (string | number)[];
  /** Among the items of an array none of which is an array: what would be wrapped may be one item's parts. */
  readonly loose: boolean;
  /** A key of an object that does not require it. */
  readonly optional: boolean;
  /** Everything that judges the value at this place. */
  readonly scope: SchemaNode;
}

type RuleResult =
  | { readonly drop: true; readonly changes: readonly RepairChange[] }
  | { readonly drop: false; readonly value: unknown; readonly changes: readonly RepairChange[] };

export type Rule = (
  node: SchemaNode,
  value: unknown,
  place: RulePlace,
  settings: RuleSettings,
) => RuleResult | undefined;

const HOST_CONVERSION = "final-validation.host-conversion";

function repairChange(ruleId: string, note: string): RepairChange {
  return { ruleId, stage: "schema-repair", note };
}

function hostChange(place: RulePlace, settings: RuleSettings): RepairChange {
  const note = `Did at \`${placeName(place.path)}\` what the host of tool "${plainText(settings.toolName)}" does by itself.`;
  return { ruleId: HOST_CONVERSION, stage: "final-validation", note, silent: true };
}

const dropNull: Rule = (_node, value, place, settings) => {
  if (!place.optional || (value !== null && value !== undefined)) return undefined;
  const field = placeName(place.path);
  const change =
    settings.host.dropsOptionalNull && value === null
      ? hostChange(place, settings)
      : repairChange(
          "dropNullOrUndefinedField",
          `Left out \`${field}\`, which held no value; omit optional fields of tool "${plainText(settings.toolName)}" instead of sending null.`,
        );
  return { drop: true, changes: [change] };
};

const dropEmptyObject: Rule = (node, value, place, settings) => {
  if (!place.optional || !wantsArray(node) || !isPlainObject(value)) return undefined;
  if (Object.keys(value).length > 0) return undefined;
  const note = `Left out \`${placeName(place.path)}\`, an empty object where tool "${plainText(settings.toolName)}" takes an array; omit it or send an array.`;
  return { drop: true, changes: [repairChange("dropEmptyObjectPlaceholder", note)] };
};

const parseText: Rule = (node, value, place, settings) => {
  const wantsObject = ((node.types ?? 0) & TYPE.object) !== 0;
  if (typeof value !== "string" || !(wantsObject || wantsArray(node))) return undefined;
  // The root's own text is the envelope's: what it refused must not come in through this door.
  if (place.path.length === 0 && (acceptedTypes(place.scope) & TYPE.object) !== 0) return undefined;
  const decoded = decodeText(value, settings, place.path.length);
  if (decoded === undefined) return undefined;
  const isArray = Array.isArray(decoded.value);
  const fitting = isArray
    ? wantsArray(node)
    : isPlainObject(decoded.value) && (wantsObject || takesObjects(node));
  if (!fitting) return undefined;
  for (const number of decoded.respelled) settings.respelled.add(number);
  const field = placeName(place.path);
  const changes = [
    repairChange(
      isArray ? "parseJsonStringifiedArray" : "parseJsonStringifiedObject",
      `Read the JSON text at \`${field}\`; send tool "${plainText(settings.toolName)}" the value itself, not a string.`,
    ),
  ];
  if (decoded.controls) {
    changes.push(
      repairChange(
        "envelope.escape-control-character",
        `Took raw control characters inside the JSON text at \`${field}\` as parts of its strings.`,
      ),
    );
  }
  return { drop: false, value: decoded.value, changes };
};

/** Reads text that is JSON, once or several times over, down to an array or object. */
function decodeText(
  text: string,
  { limits, budget }: RuleSettings,
  depth: number,
): { readonly value: unknown; readonly controls: boolean; readonly respelled: Iterable<number> } | undefined {
  let current = text;
  let controls = false;
  for (let attempt = 0; attempt < limits.maxDecodeAttempts; attempt++) {
    if (!spend(budget, current.length) || exceedsBytes(current, limits.maxInputBytes)) return undefined;
    const reading = readWholeJson(current, limits.maxNestingDepth - depth);
    if (reading === undefined) return undefined;
    controls ||= reading.controls;
    const { value, respelled = NONE } = reading;
    if (typeof value !== "string") return { value, controls, respelled };
    current = value;
  }
  return undefined;
}

const wrapObject: Rule = (node, value, place, settings) => {
  if (place.loose || !isPlainObject(value) || Object.keys(value).length === 0) return undefined;
  if (!takesObjects(node)) return undefined;
  const change =
    settings.host.wrapsSingleValue && fits(itemsOf(node), value, settings.budget)
      ? hostChange(place, settings)
      : repairChange(
          "schema-repair.wrap-object",
          `Put the object at \`${placeName(place.path)}\` into an array; tool "${plainText(settings.toolName)}" takes a list there, also of one.`,
        );
  return { drop: false, value: [value], changes: [change] };
};

const wrapString: Rule = (node, value, place, settings) => {
  if (place.loose || typeof value !== "string" || !wantsArray(node)) return undefined;
  const items = itemsOf(node);
  // Items of which nothing is declared would take any text: that says nothing of this one.
  if (items.trivial === true || items.verdict === true || !fits(items, value, settings.budget))
    return undefined;
  if (beginsLikeJson(value) || settings.cutMessage) return undefined;
  // A second reading of the same text: neither is certain.
  if (convertBenignly(value, node.types ?? 0) !== undefined) return undefined;
  const change = settings.host.wrapsSingleValue
    ? hostChange(place, settings)
    : repairChange(
        "wrapBareStringAsArray",
        `Put the string at \`${placeName(place.path)}\` into an array; tool "${plainText(settings.toolName)}" takes a list there, also of one.`,
      );
  return { drop: false, value: [value], changes: [change] };
};

/** Numbers and booleans: only where the host wraps them by itself. */
const wrapScalar: Rule = (node, value, place, settings) => {
  if (place.loose || !settings.host.wrapsSingleValue || !wantsArray(node)) return undefined;
  if (
    (typeof value !== "number" && typeof value !== "boolean") ||
    !fits(itemsOf(node), value, settings.budget)
  )
    return undefined;
  if (convertBenignly(value, node.types ?? 0) !== undefined) return undefined;
  return { drop: false, value: [value], changes: [hostChange(place, settings)] };
};

const wrapRootString: Rule = (node, value, place, settings) => {
  const { rootString } = settings;
  if (place.path.length > 0 || rootString === undefined || settings.cutMessage) return undefined;
  if (typeof value !== "string" || ((node.types ?? 0) & TYPE.object) === 0) return undefined;
  if (exceedsBytes(value, settings.limits.maxInputBytes)) return undefined;
  if (!isCommandText(value, settings.limits)) return undefined;
  if (beginsWithField(value, (name) => node.properties?.has(name) === true)) return undefined;
  const field = pointerToken(rootString.field);
  const wrapped: PlainObject = {};
  setOwn(wrapped, rootString.field, rootString.wrapInArray ? [value] : value);
  const note = `Took the bare text as \`${plainText(field)}\`; call tool "${plainText(settings.toolName)}" with an object that has this field.`;
  return { drop: false, value: wrapped, changes: [repairChange("wrapRootStringAsObject", note)] };
};

const convert: Rule = (node, value, place, settings) => {
  if (settings.respelled.has(value as number)) return undefined;
  const converted = convertBenignly(value, node.types ?? 0);
  if (converted === undefined) return undefined;
  // A text that could be wrapped as well has two readings.
  if (typeof value === "string" && wantsArray(node) && fits(itemsOf(node), value, settings.budget))
    return undefined;
  return { drop: false, value: converted, changes: [hostChange(place, settings)] };
};

/** Tried in this order at a value of the wrong type: what is no value first, parsing before wrapping. */
export const TYPE_RULES: readonly Rule[] = Object.freeze([
  dropNull,
  dropEmptyObject,
  parseText,
  wrapObject,
  wrapString,
  wrapScalar,
  wrapRootString,
  convert,
]);

/** Tried where a value has an acceptable type and misses `enum` or `const` all the same. */
export const VALUE_RULES: readonly Rule[] = Object.freeze([dropNull]);

function wantsArray(node: SchemaNode): boolean {
  return ((node.types ?? 0) & TYPE.array) !== 0;
}

/** An array whose items are declared to be objects. */
function takesObjects(node: SchemaNode): boolean {
  const accepted = acceptedTypes(itemsOf(node));
  return accepted !== ANY_TYPE && (accepted & TYPE.object) !== 0;
}

const NO_ITEMS: SchemaNode = Object.freeze({ trivial: true });

function itemsOf(node: SchemaNode): SchemaNode {
  return node.prefixItems === undefined ? (node.items ?? NO_ITEMS) : NO_ITEMS;
}
