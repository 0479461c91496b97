/** What holds of every answer is asked of the answer to every vector's call, not only of the vectors that are about it. */
import fc from "fast-check";
import type { RepairAnswer, RepairCall } from "../../spec/contract.ts";
import { loadVectors } from "../../spec/vectors.ts";
import { askRepair, type Check, type Problem } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { judgeStanding, STANDING } from "../standing.ts";
import { repairCall } from "../vector-call.ts";

/** Longer input says nothing more of notes and takes long to look through, and so does what spends a whole budget. */
const MAX_LENGTH = 4000;

const CALLS: readonly (readonly [address: string, call: RepairCall])[] = loadVectors()
  .flatMap((vector) =>
    vector.capability === "repair" ? [[vector.address, repairCall(vector)] as const] : [],
  )
  .filter(([address, { input, schema }]) => {
    return input.length + schema.length < MAX_LENGTH && !address.startsWith("safety/bounded/");
  });

/** Names of fields that occur in a JSON text, as far as they are plain words. */
const fieldsOf = (text: string): readonly string[] =>
  [...text.matchAll(/([\w-]+)\\*"\s*:/g)].map((match) => match[1] ?? "");

function namelessNote(call: RepairCall, { changes }: RepairAnswer): Problem | undefined {
  const names = [call.toolName, ...fieldsOf(call.schema), ...fieldsOf(call.input)];
  const nameless = changes.find(
    ({ note, silent }) => silent !== true && !names.some((name) => note.includes(name)),
  );
  return nameless && { says: "a note names neither the tool nor a field", received: toJson(nameless) };
}

const arbitrary = fc.shuffledSubarray([...CALLS], { minLength: CALLS.length });

function* ofAll(
  calls: typeof CALLS,
  problemOf: (call: RepairCall, answer: RepairAnswer) => Problem | undefined,
): Check {
  for (const [address, call] of calls) {
    const { answer } = yield* askRepair(call);
    const problem = problemOf(call, answer);
    if (problem !== undefined) return { ...problem, says: `${problem.says} (${address})` };
  }
  return undefined;
}

// One case asks some hundred questions.
const sweep = { capability: "repair", arbitrary, share: 0.02, fixed: true } as const;

const kept = STANDING.map((id) =>
  property<typeof CALLS>({
    ...sweep,
    address: `${id}/of-every-vector`,
    title: "What the requirement says of every answer holds of the answer to every vector's call.",
    check: (calls, claims) =>
      ofAll(calls, (call, answer) => claims && judgeStanding(id, call, answer, claims)),
  }),
);

const named = property<typeof CALLS>({
  ...sweep,
  address: "outcome/change-is-complete/notes-of-every-vector",
  title: "The notes of the answer to every vector's call name the field or the tool.",
  check: (calls) => ofAll(calls, namelessNote),
});

export const sweepProperties: readonly Property[] = Object.freeze([...kept, named]);
