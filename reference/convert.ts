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
  readonly from: string;
  readonly to: string;
  /** Of a text that is read as a number; a table otherwise, or else numbers are printed. */
  readonly pattern?: string;
  readonly table?: readonly (readonly unknown[])[];
}

function bindConversion(listed: ListedConversion): Conversion {
  return { from: TYPE[listed.from as TypeName], to: TYPE[listed.to as TypeName], apply: methodOf(listed) };
}

/** undefined is no JSON value, so it can stand for "not on the list". */
function methodOf({ pattern, table }: ListedConversion): Conversion["apply"] {
  if (pattern !== undefined) {
    const expression = new RegExp(pattern);
    return (value) => (expression.test(value as string) ? numberOf(value as string) : undefined);
  }
  if (table === undefined) return printNumber;
  const pairs = new Map(table.map(([from, to]) => [from, to]));
  return (value) => pairs.get(value);
}

/** The number that prints as `text` again. */
function numberOf(text: string): number | undefined {
  const result = Number(text);
  return String(result) === text ? result : undefined;
}

/** Every double but -0 is read again as it prints. */
function printNumber(value: unknown): string | undefined {
  return Object.is(value, -0) ? undefined : String(value);
}

/**
 * The one value that the listed conversions into the types of `wanted` (bits of TYPE) give, or undefined where there is
 * none or more than one.
 */
export function convertBenignly(value: unknown, wanted: number): unknown {
  const have = typeOf(value);
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
