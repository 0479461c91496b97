/**
 * What the structural transforms that a call may name do to the selected value: undefined leaves it, `refused` makes the
 * call `unrepairable`. The closed list of names is the contract's; a target over a wire implements them by name from the
 * sentences here.
 */
import builtIn from "../spec/built-in-tools.json" with { type: "json" };
import { TRANSFORMS } from "../spec/contract.ts";
import { nearest } from "./nearest.ts";
import type { StructuralRule } from "./target.ts";

type Apply = StructuralRule["apply"];

const { oldText: OLD_NAMES, newText: NEW_NAMES } = builtIn.tools.edit.legacyConfig.fieldAliases;
const OLD = ["oldText", ...OLD_NAMES];
const NEW = ["newText", ...NEW_NAMES];

function plain(value: unknown): Fields | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Fields;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "" || value.replace(/\s/g, "") === "[]";
  return typeof value === "object" && Object.keys(value).length === 0;
}

type Fields = Readonly<Record<string, unknown>>;

/** A name counts if it holds something; under the canonical name, which is the first, an empty text is one too. */
const counts = (value: Fields, name: string): boolean =>
  Object.hasOwn(value, name) && value[name] !== "" && value[name] !== null && value[name] !== undefined;

/** The text under the names, and the names that hold it; all that hold something must hold the same text. */
function oneText(value: Fields, names: readonly string[]) {
  const [canonical = ""] = names;
  const given = names.filter((name) => counts(value, name) || (name === canonical && value[name] === ""));
  const [first, ...others] = given.map((name) => value[name]);
  return typeof first === "string" && others.every((other) => other === first)
    ? { text: first, names: given }
    : undefined;
}

/**
 * Flat edit fields (`oldText` and `newText`, or one of their other names) of an object become
 * `edits: [{ oldText, newText }]`; all other keys survive, empty other names too. Flat texts beside an `edits` that holds
 * anything are refused; an object that lacks one of the two, or gives one of them two values, is left.
 */
const editFold: Apply = (selected) => {
  const value = plain(selected);
  if (value === undefined || ![...OLD, ...NEW].some((name) => counts(value, name))) return undefined;
  if (Object.hasOwn(value, "edits") && !isEmpty(value.edits)) {
    return { refused: "`edits` stands beside the texts of one edit; send every edit in `edits`" };
  }
  const before = oneText(value, OLD);
  const after = oneText(value, NEW);
  if (before === undefined || after === undefined) return undefined;
  const names = [...before.names, ...after.names];
  const folded = new Set([...names, "edits"]);
  const kept = Object.entries(value).filter(([key]) => !folded.has(key));
  return {
    value: Object.fromEntries([...kept, ["edits", [{ oldText: before.text, newText: after.text }]]]),
    note: `${names.map((name) => `\`${name}\``).join(" and ")} belong in \`edits\`, a list of \`oldText\` and \`newText\`.`,
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
