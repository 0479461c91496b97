/** Growth on every adversary of the catalogue, and the cap of one candidate. */
import fc from "fast-check";
import { ADVERSARIES } from "../../spec/grammar-adversaries.ts";
import { askGrammar, type Check } from "../check.ts";
import { textCall } from "../grammar-arbitraries.ts";
import { growthProblem } from "../growth.ts";
import { ONE_CASE, type Property, property } from "../property.ts";
import { gained } from "./grammar-case.ts";

const growth = ADVERSARIES.map(({ name, build }) =>
  property({
    address: `grammar/linear/${name}-grows-linearly`,
    title: `Cost grows linearly where this is repeated: ${name}.`,
    capability: "grammar",
    // Both modes in every case: drawn, one that is slow would be met with some seeds only.
    arbitrary: fc.constant(["recover", "strip"] as const),
    share: ONE_CASE,
    costly: true,
    fixed: true,
    *check(modes): Check {
      for (const mode of modes) {
        const ask = (units: number) => textCall(build(units), mode, { maxPromoted: 1e6 });
        const problem = yield* growthProblem({ capability: "grammar", ask });
        if (problem !== undefined) return { ...problem, says: `${mode}: ${problem.says}` };
      }
      return undefined;
    },
  }),
);

const CAP = 262_144;
const longCall = (length: number): string => {
  const head = '<tool_call>{"name":"write","arguments":{"path":"a.md","content":"';
  const tail = '"}}</tool_call>';
  return head + "x".repeat(length - head.length - tail.length) + tail;
};

const cap = property({
  address: "grammar/linear/cap-of-a-candidate",
  title: "A candidate of up to 256 KiB is a leak, a longer one is none.",
  capability: "grammar",
  arbitrary: fc.tuple(fc.integer({ min: 100, max: 4000 }), fc.boolean()),
  share: 0.02,
  *check([distance, over]): Check {
    const call = textCall(longCall(over ? CAP + distance : CAP - distance), "recover");
    const { answer } = yield* askGrammar(call);
    const count = gained(call.message, answer.message).length;
    if (count === (over ? 0 : 1) && answer.changed !== over) return undefined;
    return { says: over ? "a candidate beyond the cap was taken" : "a candidate within the cap was left" };
  },
});

export const growthProperties: readonly Property[] = [...growth, cap];
