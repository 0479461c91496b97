/** The repair calls of all vectors, for sweeps: what holds of every answer holds of theirs. */
import fc, { type Arbitrary } from "fast-check";
import type { GrammarCall, RepairCall } from "../spec/contract.ts";
import { loadVectors } from "../spec/vectors.ts";
import { grammarCall, repairCall } from "./vector-call.ts";

const vectors = loadVectors();

/** Any vector's repair call. */
export const vectorCalls: Arbitrary<RepairCall> = fc.constantFrom(
  ...vectors.flatMap((vector) => (vector.capability === "repair" ? [repairCall(vector)] : [])),
);

/** Any vector's grammar call. */
export const vectorMessages: Arbitrary<GrammarCall> = fc.constantFrom(
  ...vectors.flatMap((vector) => (vector.capability === "grammar" ? [grammarCall(vector)] : [])),
);
