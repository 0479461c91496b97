// The benign conversions, read from the spec's list: what a host may convert by itself without losing anything.
import list from "../spec/benign-conversions.json" with { type: "json" };
import { TYPE, type TypeName } from "./schema-node.ts";
import { typeOf } from "./validate.ts";

interface Conversion {
  readonly from: number;
  readonly to: number;
  readonly apply: (value: unknown) => unknown;
}

const conversions: readonly Conversion[] = Object.freeze(list.conversions.map(bindConversion));

interface ListedConversion {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly method: string;
  readonly pattern?: string;
  readonly table?: readonly (readonly unknown[])[];
}

/** undefined is no JSON value, so it can stand for "not on the list". */
function bindConversion(listed: ListedConversion): Conversion {
  const pattern = new RegExp(listed.pattern ?? "", "u");
  const table = new Map((listed.table ?? []).map(([from, to]) => [from, to]));
  const methods: Readonly<Record<string, (value: unknown) => unknown>> = {
    "parse-number": (value) => parseNumber(value, pattern),
    table: (value) => table.get(value),
    "print-number": printNumber,
  };
  const apply = methods[listed.method];
  if (apply === undefined) throw new Error(`benign-conversions.json: unknown method in ${listed.name}`);
  return { from: TYPE[listed.from as TypeName], to: TYPE[listed.to as TypeName], apply };
}

/** No double prints longer, so longer text need not be looked at. */
const LONGEST_NUMBER = 32;

function parseNumber(value: unknown, pattern: RegExp): unknown {
  if (typeof value !== "string" || value.length > LONGEST_NUMBER || !pattern.test(value)) return undefined;
  const result = Number(value);
  return String(result) === value ? result : undefined;
}

function printNumber(value: unknown): unknown {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  const text = String(value);
  return Object.is(Number(text), value) ? text : undefined;
}

/**
 * The one value that the listed conversions into the types of `wanted` (bits of TYPE) give, or undefined where there is
 * none, more than one, or the value has a wanted type already.
 */
export function convertBenignly(value: unknown, wanted: number): unknown {
  const have = typeOf(value);
  if ((have & wanted) !== 0) return undefined;
  let result: unknown;
  for (const { from, to, apply } of conversions) {
    if ((from & have) === 0 || (to & wanted) === 0) continue;
    const converted = apply(value);
    if (converted === undefined || converted === result) continue;
    if (result !== undefined) return undefined;
    result = converted;
  }
  return result;
}
