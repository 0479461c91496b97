/** Which checks and requirements a run is about: addresses, or any prefix of them. */

import type { Capability } from "../spec/contract.ts";
import { appliesTo, CHAPTERS, REQUIREMENTS, type Requirement } from "../spec/requirements.ts";
import type { SuiteCheck } from "./execute.ts";
import { nearestAddress } from "./nearest.ts";
import { BadCall } from "./refusals.ts";
import { addressOf, capabilityOf, requirementOf, type Suite } from "./suite.ts";

export { BadCall };

export interface Selection {
  /** In the order of the catalogue. */
  readonly requirements: readonly Requirement[];
  /** Those that the target can be judged on, in the order of the catalogue. */
  readonly checks: readonly SuiteCheck[];
}

/**
 * True if `prefix` selects `address`. A whole address, or a prefix that ends at a slash, selects what lies below it; any
 * other text selects what begins with it.
 */
export function selects(prefix: string, address: string, whole: ReadonlySet<string>): boolean {
  if (address === prefix || address.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`)) return true;
  return !whole.has(prefix) && address.startsWith(prefix);
}

/** Every chapter, requirement and check address of a suite. */
export function allAddresses(suite: Suite): ReadonlySet<string> {
  return new Set([...CHAPTERS, ...REQUIREMENTS.map(({ id }) => id), ...suite.checks.map(addressOf)]);
}

/**
 * What `only` (address prefixes; none means all) selects for a target with these capabilities. Throws BadCall on a
 * prefix that matches nothing, with the nearest address, and where nothing is left to run.
 */
export function select(
  suite: Suite,
  only: readonly string[],
  capabilities: readonly Capability[],
): Selection {
  const whole = allAddresses(suite);
  for (const prefix of only) {
    if (prefix === "") throw new BadCall("an empty address selects nothing; leave --only away to select all");
    if (![...whole].some((address) => selects(prefix, address, whole))) {
      throw new BadCall(`nothing has the address "${prefix}"${nearestAddress(prefix, [...whole])}`);
    }
  }
  const chosen = (address: string): boolean =>
    only.length === 0 || only.some((prefix) => selects(prefix, address, whole));
  const checks = suite.checks.filter(
    (check) => chosen(addressOf(check)) && capabilities.includes(capabilityOf(check)),
  );
  const touched = new Set(suite.checks.filter((check) => chosen(addressOf(check))).map(requirementOf));
  const requirements = REQUIREMENTS.filter(
    ({ id, chapter }) => chapter !== "drift" && (touched.has(id) || chosen(id)),
  );
  if (checks.length === 0) {
    if (only.some((prefix) => prefix.split("/")[0] === "drift")) {
      throw new BadCall("drift judges pi, not a target: its claims are executed by `pnpm drift`");
    }
    throw new BadCall(
      requirements.some((row) => appliesTo(row, capabilities))
        ? "nothing to run: no check exists yet for what was selected"
        : `nothing to run: the target declares only ${capabilities.join(", ")}`,
    );
  }
  return { requirements, checks };
}
