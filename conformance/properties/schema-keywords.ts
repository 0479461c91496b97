/** Every keyword of the dialect decides, alone and beside others: what fits is told by an independent validator. */
import fc from "fast-check";
import { askRepair, type Check, type Problem } from "../check.ts";
import { parseJson, sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { fitsSchema } from "../validator.ts";
import { checkCase, customCall, repaired } from "./case.ts";
import { nesting, type Step, schemaAt, valueAt } from "./nesting.ts";
import { DEFINITIONS, KEYWORDS } from "./schema-rows.ts";

const text = { type: "string" };

function* decides(path: readonly Step[], schema: object | boolean, value: unknown): Check {
  const whole = {
    ...(schemaAt(path, { type: "object", properties: { v: schema }, required: ["v"] }) as object),
    $defs: DEFINITIONS,
  };
  const call = customCall(
    whole,
    valueAt(path, () => ({ v: value })),
  );
  const fits = fitsSchema(call.schema, call.input);
  if (fits === undefined) throw new Error(`harness: ${call.schema} cannot be read`);
  const { answer } = yield* askRepair(call);
  const about = { expected: `${toJson(schema)} ${fits ? "is met" : "is not met"} by ${toJson(value)}` };
  if (fits && !(answer.outcome === "valid" && sameJson(answer.args, call.input)))
    return {
      says: "arguments that fit are not left",
      ...about,
      received: `${answer.outcome} ${answer.args}`,
    };
  if (fits) return undefined;
  if (answer.outcome === "valid") return { says: "arguments that do not fit are taken", ...about };
  if (answer.outcome === "repaired" && fitsSchema(call.schema, answer.args) === false)
    return { says: "the repaired value does not fit", ...about, received: answer.args };
  return undefined;
}

const deciding = property<readonly Step[]>({
  address: "schema/dialect/every-keyword-decides",
  title: "Every keyword of draft 2020-12 decides, alone and beside others, at any depth.",
  capability: "repair",
  arbitrary: nesting,
  *check(path): Check {
    for (const [schema, ...values] of KEYWORDS) {
      for (const value of values) {
        const problem: Problem | undefined = yield* decides(path, schema, value);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
  // One case asks some hundred questions.
  share: 0.01,
});

const texts = { type: "array", items: text };

/** The value under its keyword beside a field that must be repaired, before it or behind it. */
function* staysBeside(schema: object | boolean, value: unknown, first: boolean): Check {
  const v = { v: schema };
  const tags = { tags: texts };
  const properties = first ? { ...v, ...tags } : { ...tags, ...v };
  const whole = { type: "object", properties, required: ["v"], $defs: DEFINITIONS };
  const call = customCall(whole, first ? { v: value, tags: "t" } : { tags: "t", v: value });
  const after = toJson({ v: value, tags: ["t"] });
  if (fitsSchema(call.schema, after) === true) {
    return yield* checkCase({ call, wanted: repaired(parseJson(after)), label: "" });
  }
  const { answer } = yield* askRepair(call);
  if (answer.outcome === "unrepairable") return undefined;
  if (answer.outcome === "repaired" && fitsSchema(call.schema, answer.args) === true) return undefined;
  return {
    says: "what does not fit is taken beside a repair",
    expected: toJson(schema),
    received: answer.args,
  };
}

const beside = property<boolean>({
  address: "schema/reported-places-only/every-keyword-beside-a-repair",
  title:
    "What fits its keyword stays beside a field that is repaired, and what does not keeps the call refused.",
  capability: "repair",
  arbitrary: fc.boolean(),
  *check(first): Check {
    for (const [schema, ...values] of KEYWORDS) {
      for (const value of values) {
        const problem = yield* staysBeside(schema, value, first);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
  // One case asks some hundred questions.
  share: 0.02,
});

export const keywordProperties: readonly Property[] = Object.freeze([deciding, beside]);
