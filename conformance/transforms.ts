/**
 * What the structural transforms that a call may name do to the selected value; undefined leaves it. The closed list of
 * names is the contract's, and a target over a wire implements them by name from the sentences here.
 */
import builtIn from "../spec/built-in-tools.json" with { type: "json" };
import { TRANSFORMS } from "../spec/contract.ts";
import { nearest } from "./nearest.ts";
import type { StructuralRule } from "./target.ts";

type Apply = StructuralRule["apply"];

const { oldText: OLD_NAMES, newText: NEW_NAMES } = builtIn.tools.edit.legacyConfig.fieldAliases;
const OLD = ["oldText", ...OLD_NAMES];
const NEW = ["newText", ...NEW_NAMES];

function plain(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Readonly<Record<string, unknown>>;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** The texts under any of the names; all of them must be equal texts, or nothing is found. */
function oneText(value: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  const [first, ...others] = names.filter((name) => Object.hasOwn(value, name)).map((name) => value[name]);
  return typeof first === "string" && others.every((other) => other === first) ? first : undefined;
}

/**
 * Flat edit fields (`oldText` and `newText`, or one of their other names) of an object become
 * `edits: [{ oldText, newText }]`; all other keys survive. It leaves an object whose `edits` holds anything, or that
 * gives one field two values.
 */
const editFold: Apply = (selected) => {
  const value = plain(selected);
  if (value === undefined || (Object.hasOwn(value, "edits") && !isEmpty(value.edits))) return undefined;
  const oldText = oneText(value, OLD);
  const newText = oneText(value, NEW);
  if (oldText === undefined || newText === undefined) return undefined;
  const kept = Object.entries(value).filter(
    ([key]) => key !== "edits" && !OLD.includes(key) && !NEW.includes(key),
  );
  return {
    value: Object.fromEntries([...kept, ["edits", [{ oldText, newText }]]]),
    note: "`oldText` and `newText` belong in `edits`, a list of edits.",
  };
};

const RANGE = /^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$/;

/** A text `range` such as "10-20" of an object becomes the numbers `start` and `end`; an object that has either is left. */
const splitRange: Apply = (selected) => {
  const value = plain(selected);
  if (value === undefined || Object.hasOwn(value, "start") || Object.hasOwn(value, "end")) return undefined;
  const range = Object.hasOwn(value, "range") ? value.range : undefined;
  const found = typeof range === "string" ? RANGE.exec(range) : null;
  if (found === null) return undefined;
  const kept = Object.entries(value).filter(([key]) => key !== "range");
  return {
    value: Object.fromEntries([...kept, ["start", Number(found[1])], ["end", Number(found[2])]]),
    note: "`range` is given as `start` and `end`.",
  };
};

const APPLY: Readonly<Record<(typeof TRANSFORMS)[number], Apply>> = {
  "edit-fold": editFold,
  "split-range": splitRange,
};

/** The live function of a named transform. Throws RangeError on a name that is not in the contract's list. */
export function transformOf(name: string): Apply {
  const found = TRANSFORMS.find((transform) => transform === name);
  if (found === undefined) throw new RangeError(`no transform "${name}"${nearest(name, TRANSFORMS)}`);
  return APPLY[found];
}
