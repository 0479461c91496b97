/** Properties of what the caller keeps: its objects as they were, also some turns later, and lists of full length. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { plainText } from "../arbitraries.ts";
import { askRepair, type Check } from "../check.ts";
import { parseJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";

const NOTES_SCHEMA = toJson({
  type: "object",
  properties: {
    title: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
    note: { type: "string" },
  },
  required: ["title"],
});

const configured: fc.Arbitrary<RepairCall> = fc
  .record({
    input: fc.oneof(
      fc.record({ name: plainText, tags: fc.array(plainText, { maxLength: 3 }) }),
      fc.record({ title: plainText, note: fc.constant(null) }),
      fc.record({ title: plainText }),
      fc.record({ title: fc.constant({}) }),
    ),
    legacy: fc.boolean(),
    limits: fc.boolean(),
  })
  .map(({ input, legacy, limits }) => ({
    toolName: "notes",
    schema: NOTES_SCHEMA,
    input: toJson(input),
    ...(legacy
      ? { legacyConfig: { fieldAliases: { title: ["name"] } } }
      : { preprocessors: [{ kind: "alias", selector: "/title", aliases: ["name", "heading"] } as const] }),
    ...(limits ? { limits: { maxCandidates: 16 } } : {}),
  }));

const left = property<RepairCall>({
  address: "safety/input-untouched/left-as-it-was",
  title: "Input, schema and configuration are neither changed nor frozen, also after the answer.",
  capability: "repair",
  arbitrary: configured,
  *check(call): Check {
    const { facts } = yield* askRepair(call, { later: true });
    if (facts === undefined) return undefined;
    if (!facts.inputUntouched) return { says: "the caller's input was changed, perhaps after the answer" };
    if (!facts.schemaUntouched) return { says: "the schema was changed, perhaps after the answer" };
    if (!facts.configurationUntouched)
      return { says: "the configuration was changed, perhaps after the answer" };
    return facts.stillOpen ? undefined : { says: "an object of the caller was frozen, sealed or closed" };
  },
  share: 0.5,
});

const items = {
  numbers: { type: "integer" },
  texts: { type: "string" },
  records: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
} as const;
const itemAt = (kind: keyof typeof items, index: number): unknown =>
  kind === "numbers" ? index : kind === "texts" ? `line ${index}` : { id: index };

const longLists = property<readonly [keyof typeof items, number, boolean]>({
  address: "safety/nothing-dropped/long-lists",
  title: "A list of many members is as long after a repair as before it.",
  capability: "repair",
  arbitrary: fc.tuple(
    fc.constantFrom("numbers", "texts", "records"),
    fc.integer({ min: 60, max: 3000 }),
    fc.boolean(),
  ),
  *check([kind, length, asText]): Check {
    const schema = toJson({
      type: "object",
      properties: { list: { type: "array", items: items[kind] }, note: { type: "string" } },
      required: ["list"],
    });
    const list = Array.from({ length }, (_, index) => itemAt(kind, index));
    const input = toJson(asText ? { list: toJson(list) } : { list, note: null });
    const { answer } = yield* askRepair({ toolName: "batch", schema, input });
    if (answer.outcome !== "repaired") return undefined;
    const after = (parseJson(answer.args) as { readonly list?: unknown } | null)?.list;
    // A text put into a list whole, as pi itself does it, is wrong elsewhere; nothing of it is gone.
    const wrapped = Array.isArray(after) && after.length === 1 && after[0] === toJson(list);
    return Array.isArray(after) && after.length < length && !wrapped
      ? { says: "members of a long list are gone", expected: `${length}`, received: `${after.length}` }
      : undefined;
  },
  share: 0.3,
});

export const callerProperties: readonly Property[] = Object.freeze([left, longLists]);
