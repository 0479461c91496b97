/**
 * The rule of twins: a vector that demands "leave it" or "refuse" names a vector that is the same but for one thing and
 * comes out the other way, so that doing nothing, or everything, earns no credit.
 */
import { isDeepStrictEqual } from "node:util";
import type { GrammarVector, RepairVector, Vector } from "./vectors.ts";

/** What becomes of a call: `left` as it came, `refused`, or `changed` in any way. */
type Fate = "left" | "refused" | "changed";

function repairFate(
  shape: Pick<RepairVector["expect"], "outcome" | "args" | "argsJson">,
  call: RepairVector["call"],
): Fate {
  if (shape.outcome !== "valid") return shape.outcome === "repaired" ? "changed" : "refused";
  // What a tool owner's hook gave is valid too, and not what came.
  return Object.hasOwn(shape, "args") && !isDeepStrictEqual(shape.args, call.input) ? "changed" : "left";
}

function grammarFate({ untouched, calls, text, message }: Partial<GrammarVector["expect"]>): Fate {
  if (untouched === true) return "left";
  const promotes = calls !== undefined && calls.length > 0;
  const cuts = text !== undefined || message !== undefined || untouched === false;
  return promotes || cuts ? "changed" : "refused";
}

/** All fates that a vector allows. */
function fatesOf(vector: Vector): ReadonlySet<Fate> {
  switch (vector.capability) {
    case "repair": {
      const { call, expect } = vector;
      return new Set([expect, ...(expect.alternatives ?? [])].map((shape) => repairFate(shape, call)));
    }
    case "grammar":
      return new Set([vector.expect, ...(vector.expect.alternatives ?? [])].map(grammarFate));
    case "stream":
      return new Set([vector.expect.all === vector.call.chunks.join("") ? "left" : "changed"]);
    case "guard":
      return new Set([isDeepStrictEqual(vector.expect.payload, vector.call.payload) ? "left" : "changed"]);
  }
}

/** The vectors that another one is compared with, or is: two refusals, alike on purpose. */
function fingerprinted(vectors: readonly Vector[]): ReadonlySet<string> {
  return new Set(
    vectors.flatMap((vector) => {
      if (vector.capability !== "repair") return [];
      const { sameFingerprintAs, otherFingerprintThan } = vector.expect;
      const partners = [sameFingerprintAs, otherFingerprintThan].filter((address) => address !== undefined);
      return partners.length === 0 ? [] : [vector.address, ...partners];
    }),
  );
}

/** Addresses of which no twin can be written, each pattern with the reason. */
export const WITHOUT_TWIN: readonly { readonly addresses: RegExp; readonly reason: string }[] = Object.freeze(
  [
    {
      addresses: /^grammar\/phantom-left\//,
      reason: "What is missing is the call: a message that has one is another message.",
    },
    {
      addresses: /^grammar\/[a-z-]+\/history-/,
      reason:
        "A past call told again is never promoted and may stay wherever it stands: it has no other fate.",
    },
  ],
);

/** What breaks the rule, one sentence each. Vectors that allow both outcomes demand neither. */
export function twinProblems(vectors: readonly Vector[]): readonly string[] {
  const byAddress = new Map(vectors.map((vector) => [vector.address, vector]));
  const pairs = fingerprinted(vectors);
  return vectors.flatMap((vector) => {
    const fates = fatesOf(vector);
    const exempt = WITHOUT_TWIN.some(({ addresses }) => addresses.test(vector.address));
    if (fates.has("changed") || pairs.has(vector.address) || exempt) return [];
    const twin = vector.twin === undefined ? undefined : byAddress.get(vector.twin);
    if (twin === undefined) return [`${vector.address} has no twin`];
    if (twin.capability !== vector.capability) return [`${vector.address}: its twin asks for something else`];
    if (isDeepStrictEqual(twin.call, vector.call)) return [`${vector.address}: its twin asks the same`];
    const alike = [...fatesOf(twin)].some((fate) => fates.has(fate));
    return alike ? [`${vector.address}: its twin ${twin.address} comes out the same way`] : [];
  });
}
