// Folds pi's flat edit shape, one old and one new text beside the path, into the list that the edit tool takes.
import { findAlias, isEmpty } from "./aliases.ts";
import { plainText } from "./plain-text.ts";
import { markPure, type StructuralResult } from "./preprocessor.ts";
import { isPlainObject, type PlainObject, setOwn } from "./value.ts";

export interface EditNames {
  readonly oldText: readonly string[];
  readonly newText: readonly string[];
}

interface Side {
  readonly key: string;
  readonly equals: readonly string[];
}

/** The fold for the given aliases of `oldText` and `newText`. It never touches its argument. */
export function makeEditFold(names: EditNames): (value: unknown) => StructuralResult {
  const flat: ReadonlySet<string> = new Set(
    (["oldText", "newText"] as const).flatMap((field) => [field, ...names[field]]),
  );
  return markPure((value) => foldEdits(value, names, flat));
}

function foldEdits(value: unknown, names: EditNames, flat: ReadonlySet<string>): StructuralResult {
  if (!isPlainObject(value)) return undefined;
  const keys = Object.keys(value);
  // Most calls are not flat: they cost one look at each key.
  if (!keys.some((key) => flat.has(key))) return undefined;
  const given = keys.filter((key) => flat.has(key) && !isEmpty(value[key]));
  if (given.length === 0) return undefined;
  if (Object.hasOwn(value, "edits") && !isNoEdits(value.edits)) {
    return { refused: "`edits` stands beside a flat edit; put every edit into `edits`" };
  }
  const before = findSide(value, "oldText", names);
  const after = findSide(value, "newText", names);
  if (before === undefined || after === undefined) return undefined;
  const used = new Set([before.key, ...before.equals, after.key, ...after.equals, "edits"]);
  // A flat text that went nowhere would stand beside `edits` afterwards.
  if (given.some((name) => !used.has(name))) return undefined;
  const folded: PlainObject = {};
  for (const key of Object.keys(value)) if (!used.has(key)) setOwn(folded, key, value[key]);
  folded.edits = [{ oldText: value[before.key], newText: value[after.key] }];
  return {
    value: folded,
    note: `Put \`${plainText(before.key)}\` and \`${plainText(after.key)}\` into \`edits\` as \`oldText\` and \`newText\`; send edits as a list.`,
  };
}

/** The key that holds one side of the edit: the canonical one, empty too, or else the one alias that says something. */
function findSide(value: PlainObject, field: keyof EditNames, names: EditNames): Side | undefined {
  const isText = (held: unknown): boolean => typeof held === "string";
  if (Object.hasOwn(value, field) && isText(value[field])) {
    const alike = names[field].filter((name) => Object.hasOwn(value, name) && value[name] === value[field]);
    return { key: field, equals: alike };
  }
  const found = findAlias(value, names[field], [], isText);
  return found.kind === "found" ? found : undefined;
}

function isNoEdits(edits: unknown): boolean {
  if (isEmpty(edits) || (Array.isArray(edits) && edits.length === 0)) return true;
  if (typeof edits === "string") return edits.trim() === "" || edits.replace(/\s/g, "") === "[]";
  return isPlainObject(edits) && Object.keys(edits).length === 0;
}
