/** Everything that a campaign can run: the mistakes, and the suite's own properties with more time than a run gives. */

import { nearest } from "../conformance/nearest.ts";
import { PROPERTIES } from "../conformance/properties.ts";
import type { Property } from "../conformance/property.ts";
import { BadCall, selects } from "../conformance/select.ts";
import type { Capability } from "../spec/contract.ts";
import { CAMPAIGN_MISTAKES } from "./mistakes.ts";
import type { FuzzProperty, Judging } from "./property.ts";

function ofSuite(property: Property): FuzzProperty {
  return {
    address: property.address,
    title: property.title,
    capabilities: [property.capability],
    arbitrary: () => property.arbitrary,
    *judge(value): Judging {
      const problem = yield* property.check(value);
      return problem === undefined ? { outcome: "held" } : { outcome: "failed", problem };
    },
    labels: (value) => property.labels?.(value) ?? [],
    floors: property.floors ?? {},
    share: property.share ?? 1,
  };
}

/** In the order in which batches go round. Those that measure time are the suite's alone. */
export const FUZZ_PROPERTIES: readonly FuzzProperty[] = Object.freeze([
  ...CAMPAIGN_MISTAKES.map(({ property }) => property),
  ...PROPERTIES.filter(({ costly }) => costly !== true).map(ofSuite),
]);

const BY_ADDRESS = new Map(FUZZ_PROPERTIES.map((property) => [property.address, property]));

/** The property at an address. Throws BadCall with the nearest one. */
export function propertyAt(address: string): FuzzProperty {
  const found = BY_ADDRESS.get(address);
  if (found === undefined) {
    throw new BadCall(`no property "${address}"${nearest(address, [...BY_ADDRESS.keys()])}`);
  }
  return found;
}

const MISTAKE_ADDRESSES = new Set(CAMPAIGN_MISTAKES.map(({ property }) => property.address));
const WHOLE = new Set(
  [...BY_ADDRESS.keys()].flatMap((address) => {
    const [chapter = "", requirement = ""] = address.split("/");
    return [chapter, `${chapter}/${requirement}`, address];
  }),
);

/**
 * The properties that address prefixes select, of those that a target with these capabilities can be asked; without
 * prefixes the mistakes.. Throws BadCall where nothing is selected.
 */
export function selectProperties(
  only: readonly string[],
  capabilities: readonly Capability[],
): readonly FuzzProperty[] {
  const chosen = FUZZ_PROPERTIES.filter(({ address }) =>
    only.length === 0
      ? MISTAKE_ADDRESSES.has(address)
      : only.some((prefix) => selects(prefix, address, WHOLE)),
  );
  const unmatched = only.find((prefix) => !chosen.some(({ address }) => selects(prefix, address, WHOLE)));
  if (unmatched !== undefined) {
    throw new BadCall(`no property has the address "${unmatched}"${nearest(unmatched, [...WHOLE])}`);
  }
  const able = chosen.filter((property) => property.capabilities.every((one) => capabilities.includes(one)));
  if (able.length === 0)
    throw new BadCall(`nothing to run: the target declares only ${capabilities.join(", ")}`);
  return able;
}
