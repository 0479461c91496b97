/** Properties of where and when a question is asked: another process, time zone, locale, clock, or in between others. */
import fc from "fast-check";
import type { GrammarAnswer, RepairAnswer } from "../../spec/contract.ts";
import { loadVectors } from "../../spec/vectors.ts";
import { askGrammar, askRepair, type Check, type Clock, type Problem } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { grammarCall, repairCall } from "../vector-call.ts";

/** Every second call by one clock, the others by the other: each way to be wrong shows in many calls. */
const clockAt = (index: number): Clock => (index % 2 === 0 ? "still" : "racing");

function difference(
  address: string,
  clock: Clock,
  here: RepairAnswer | GrammarAnswer,
  there: RepairAnswer | GrammarAnswer,
): Problem | undefined {
  const [expected, received] = [toJson(here), toJson(there)];
  return expected === received
    ? undefined
    : { says: `the call of ${address} is answered otherwise elsewhere (${clock} clock)`, expected, received };
}

// What spends a whole budget of work says no more about place and time than a short call.
const vectors = loadVectors().filter(({ requirement }) => requirement !== "safety/bounded");
const REPAIRS = vectors.flatMap((vector) =>
  vector.capability === "repair" ? [{ address: vector.address, call: repairCall(vector) }] : [],
);
const MESSAGES = vectors.flatMap((vector) =>
  vector.capability === "grammar" ? [{ address: vector.address, call: grammarCall(vector) }] : [],
);

/** One case asks the calls of all vectors: what depends on place or time rarely shows in one of them. */
const oneCase = { arbitrary: fc.constant(undefined), share: 0.01, costly: true, fixed: true } as const;

const repairs = property({
  address: "safety/deterministic/elsewhere",
  title:
    "In another process, time zone and locale, by a clock that stands still or races, every answer is the same.",
  capability: "repair",
  ...oneCase,
  *check(): Check {
    for (const [index, { address, call }] of REPAIRS.entries()) {
      const clock = clockAt(index);
      const here = (yield* askRepair(call)).answer;
      const there = (yield* askRepair(call, { elsewhere: clock })).answer;
      const problem = difference(address, clock, here, there);
      if (problem !== undefined) return problem;
    }
    return undefined;
  },
});

const messages = property({
  address: "safety/deterministic/elsewhere-in-text",
  title: "So is every answer about a message, ids of promoted calls included.",
  capability: "grammar",
  ...oneCase,
  *check(): Check {
    for (const [index, { address, call }] of MESSAGES.entries()) {
      const clock = clockAt(index);
      const here = (yield* askGrammar(call)).answer;
      const there = (yield* askGrammar(call, { elsewhere: clock })).answer;
      const problem = difference(address, clock, here, there);
      if (problem !== undefined) return problem;
    }
    return undefined;
  },
});

export const elsewhereProperties: readonly Property[] = Object.freeze([repairs, messages]);
