/** Everything that can be run: vectors and properties, in the order of the catalogue. */
import { REQUIREMENTS, requirement } from "../spec/requirements.ts";
import { loadVectors, type Vector } from "../spec/vectors.ts";
import type { SuiteCheck } from "./execute.ts";
import { PROPERTIES } from "./properties.ts";
import type { Property } from "./property.ts";

export interface Suite {
  readonly checks: readonly SuiteCheck[];
  readonly vectors: ReadonlyMap<string, Vector>;
}

/** `chapter/requirement/name`. */
export function addressOf(check: SuiteCheck): string {
  return check.kind === "vector" ? check.vector.address : check.property.address;
}

/** `chapter/requirement`. */
export function requirementOf(check: SuiteCheck): string {
  return addressOf(check).split("/").slice(0, 2).join("/");
}

/** The capability that a check asks for. */
export function capabilityOf(check: SuiteCheck): Vector["capability"] | Property["capability"] {
  return check.kind === "vector" ? check.vector.capability : check.property.capability;
}

function build(vectors: readonly Vector[], properties: readonly Property[]): Suite {
  const checks: SuiteCheck[] = [
    ...vectors.map((vector) => ({ kind: "vector", vector }) as const),
    ...properties.map((property) => ({ kind: "property", property }) as const),
  ];
  const seen = new Set<string>();
  const clashes: string[] = [];
  for (const check of checks) {
    const address = addressOf(check);
    if (seen.has(address)) clashes.push(address);
    if (requirement(requirementOf(check)) === undefined) {
      throw new Error(`${address} belongs to no requirement of the catalogue`);
    }
    seen.add(address);
  }
  if (clashes.length > 0) throw new Error(`two checks have one address: ${clashes.join(", ")}`);
  const place = new Map(REQUIREMENTS.map(({ id }, index) => [id, index]));
  checks.sort((a, b) => (place.get(requirementOf(a)) ?? 0) - (place.get(requirementOf(b)) ?? 0));
  return { checks, vectors: new Map(vectors.map((vector) => [vector.address, vector])) };
}

/** Reads the vectors and joins them with the properties. Throws VectorFileError, or Error if addresses clash. */
export function loadSuite(): Suite {
  return build(loadVectors(), PROPERTIES);
}
