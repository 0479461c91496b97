/** Properties of `default`: it is read by nobody, beside a repair as without one. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { plainText } from "../arbitraries.ts";
import { askRepair, type Check } from "../check.ts";
import { parseJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";

const withDefault = fc.oneof(
  fc.boolean().map((value) => ({ type: "boolean", default: value })),
  fc.integer({ min: 1, max: 9999 }).map((value) => ({ type: "integer", default: value })),
  plainText.map((value) => ({ type: "string", default: `default ${value}` })),
  fc.constant({ type: "array", items: { type: "string" }, default: ["first"] }),
  fc.constant({ type: "object", default: { deep: true } }),
);

/** Optional fields with defaults beside fields with a mistake that can be undone. */
const beside: fc.Arbitrary<RepairCall> = fc
  .record({
    fields: fc.dictionary(fc.constantFrom("flag", "count", "mode", "rest"), withDefault, { minKeys: 1 }),
    text: plainText,
    mistake: fc.constantFrom("null", "text", "list"),
  })
  .map(({ fields, text, mistake }) => {
    const properties = {
      ...fields,
      title: { type: "string" },
      note: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
    };
    const sent = { title: text };
    const inputs = {
      null: { ...sent, note: null },
      list: { ...sent, tags: toJson([text]) },
      text: toJson(sent),
    };
    const schema = toJson({ type: "object", properties, required: ["title"] });
    return { toolName: "notes", schema, input: toJson(inputs[mistake as keyof typeof inputs]) };
  });

function unfilled(address: string): Property {
  return property<RepairCall>({
    address,
    title: "A repair beside fields with defaults leaves them out, as they were sent.",
    capability: "repair",
    arbitrary: beside,
    *check(call): Check {
      const { answer } = yield* askRepair(call);
      if (answer.outcome !== "repaired") return undefined;
      const sent = ["title", "note", "tags"];
      const made = Object.keys(parseJson(answer.args) as object).find((key) => !sent.includes(key));
      return made === undefined
        ? undefined
        : { says: `\`${made}\` was filled in`, expected: call.input, received: answer.args };
    },
  });
}

export const defaultProperties: readonly Property[] = Object.freeze([
  unfilled("schema/dialect/no-default-beside-a-repair"),
  unfilled("safety/no-invention/no-default-beside-a-repair"),
]);
