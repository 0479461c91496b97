/** Properties of text that ends too early: only objects are closed, and only where nothing is guessed. */
import fc, { type Arbitrary } from "fast-check";
import { hardText } from "../arbitraries.ts";
import { askRepair, type Check } from "../check.ts";
import { cutState } from "../cut-state.ts";
import { parseJson, sameJson, toJson } from "../json-text.ts";
import { isShortened } from "../mistakes.ts";
import { type Property, property } from "../property.ts";
import { builtInCall, callWith, drawnCall, type ValidCall } from "../valid-calls.ts";
import { fitsSchema } from "../validator.ts";
import { profile, refused, restored } from "./envelope-case.ts";

/** A text cut at a place, and what the place is like. */
interface Cut {
  readonly call: ValidCall;
  readonly text: string;
  readonly closable: string | undefined;
}
const cuts = (calls: Arbitrary<ValidCall>): Arbitrary<Cut> =>
  fc.tuple(calls, fc.nat(), fc.boolean()).map(([call, at, wide]) => {
    const whole = wide ? JSON.stringify(call.args, null, 2) : toJson(call.args);
    const text = whole.slice(0, at % whole.length);
    return { call, text, closable: cutState(text) };
  });

const structureOnly = property<readonly [Cut, string]>({
  address: "envelope/structure-only-completion/only-objects-are-closed",
  title: "A text cut inside a string, number, literal or array, or after a comma, colon or key, is refused.",
  capability: "repair",
  arbitrary: fc.tuple(
    cuts(fc.oneof(builtInCall, drawnCall)).filter(({ closable }) => closable === undefined),
    profile,
  ),
  *check([{ call, text }, name]): Check {
    const asked = callWith(call, text, { profile: name });
    const { answer } = yield* askRepair(asked);
    return refused(answer, asked.input, "a text was completed that is cut inside a value");
  },
});

const nested: Arbitrary<ValidCall> = fc
  .tuple(hardText, hardText, fc.integer(), fc.boolean())
  .map(([name, note, size, open]) => ({
    toolName: "nest",
    schema: {},
    schemaText: toJson({
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string" },
        meta: { type: "object", properties: { note: { type: "string" }, more: { type: "object" } } },
        size: { type: "integer" },
      },
    }),
    args: { name, meta: { note, more: { open, tags: ["a"] } }, size },
    settings: {},
    plain: true,
  }));

const completed = property<readonly [Cut, "adaptive" | "recover"]>({
  address: "envelope/truncated-completion/objects-are-closed",
  title: "Where only objects are open and the last member is whole, they are closed, if that validates.",
  capability: "repair",
  arbitrary: fc.tuple(
    cuts(nested).filter(({ closable, text }) => closable !== undefined && !text.trimEnd().endsWith("{")),
    fc.constantFrom("adaptive", "recover"),
  ),
  *check([{ call, text, closable }, name]): Check {
    const asked = callWith(call, text, { profile: name });
    const { answer } = yield* askRepair(asked);
    const value = parseJson(text + closable);
    if (fitsSchema(call.schemaText, toJson(value)) !== true)
      return refused(answer, asked.input, "an invalid completion came out");
    if (!isShortened(call.args, value) && !sameJson(toJson(value), toJson(call.args))) return undefined;
    return restored(answer, value, "a text with open objects was not completed");
  },
});

const observed = property<Cut>({
  address: "envelope/truncated-completion/conservative-observes",
  title: "Under `conservative`, and where the message stopped for its length, nothing is completed.",
  capability: "repair",
  arbitrary: cuts(fc.oneof(nested, builtInCall)),
  *check({ call, text }): Check {
    const asked = callWith(call, text, { profile: "conservative" });
    const careful = yield* askRepair(asked);
    const problem = refused(careful.answer, asked.input, "`conservative` completed a text");
    if (problem !== undefined) return problem;
    const { answer } = yield* askRepair(callWith(call, text, { stopReason: "length" }));
    return refused(answer, asked.input, "a text was completed whose message stopped for its length");
  },
});

export const cutProperties: readonly Property[] = Object.freeze([completed, observed, structureOnly]);
