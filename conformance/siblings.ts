/** How many inputs a property or a mistake covers beside the one that was seen: counted by drawing them. */
import fc, { type Arbitrary } from "fast-check";
import { toJson } from "./json-text.ts";
import { damagedBy, MISTAKES } from "./mistakes.ts";
import { PROPERTIES } from "./properties.ts";

const MISTAKE = "mistake:";

function distinct(arbitrary: Arbitrary<unknown>, show: (value: never) => string, runs: number): number {
  const drawn = fc.sample(arbitrary, { seed: 1, numRuns: runs });
  return new Set(drawn.map((value) => show(value as never))).size;
}

/**
 * Different inputs among `runs` draws of one sibling: `mistake:` and a mistake's name, or a property's address. For a
 * prefix that ends in `*` it is the number of properties under it, each of which is one input. Throws RangeError on a
 * sibling that does not exist.
 */
export function siblingInputs(sibling: string, runs: number): number {
  if (sibling.endsWith("*")) {
    const under = PROPERTIES.filter(({ address }) => address.startsWith(sibling.slice(0, -1)));
    if (under.length === 0) throw new RangeError(`no property under ${JSON.stringify(sibling)}`);
    return under.length;
  }
  if (sibling.startsWith(MISTAKE)) {
    const mistake = MISTAKES.find(({ name }) => name === sibling.slice(MISTAKE.length));
    if (mistake === undefined) throw new RangeError(`no mistake ${JSON.stringify(sibling)}`);
    const show = ({ call, input }: { call: { toolName: string }; input: unknown }) =>
      call.toolName + toJson(input);
    return distinct(damagedBy(mistake), show, runs);
  }
  const property = PROPERTIES.find(({ address }) => address === sibling);
  if (property === undefined) throw new RangeError(`no property ${JSON.stringify(sibling)}`);
  return distinct(property.arbitrary, fc.stringify, runs);
}
