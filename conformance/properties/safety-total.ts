/** Properties of what nothing may do: crash the layer, change the caller's data, or reach a prototype. */
import fc, { type Arbitrary } from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { hardText, jsonValue, PROTOTYPE_KEYS, rawArguments } from "../arbitraries.ts";
import { askRepair, type Check, type Problem, type RepairReply } from "../check.ts";
import { oneOfThree, unrepairableIsOriginal, validIsUntouched } from "../invariants.ts";
import { parseJson, sameJson, toJson } from "../json-text.ts";
import { damagedByOne, damagedBySeveral, damagedRepairCall } from "../mistakes.ts";
import { OUTSIDERS, type Outsider } from "../outside-json.ts";
import { type Property, property } from "../property.ts";
import { builtInCallOf, callWith, type ValidCall, validCall } from "../valid-calls.ts";

const limit = fc.constantFrom(0, 1, 2, 64, 1_000_000);
const selector = fc.constantFrom(
  "",
  "/",
  "/path",
  "/edits/*",
  "/*/*",
  "/a~1b",
  "/~9",
  "//",
  "no slash",
  "/__proto__",
  "/0",
);
const wildRule = fc.oneof(
  fc.record({
    kind: fc.constant("alias" as const),
    selector,
    aliases: fc.array(fc.oneof(hardText, fc.constantFrom(...PROTOTYPE_KEYS)), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constantFrom(
      "filesystem-path",
      "filesystem-path-array",
      "glob",
      "string-or-array",
      "scalar",
      "anchor-bleed",
      "grammar-tokens",
    ),
    selector,
    modelFamilies: fc.constantFrom([], ["glm"], ["(", "", "glm"]),
  }),
  fc.record({
    kind: fc.constant("structural" as const),
    selector,
    ruleId: fc.constant("foldFlatEditFields"),
    transform: fc.constantFrom("edit-fold", "split-range"),
  }),
);
const wildSettings = fc.record(
  {
    profile: fc.constantFrom("conservative", "adaptive", "recover", "", "__proto__", "Adaptive"),
    preprocessors: fc.array(wildRule, { maxLength: 4 }),
    modelId: fc.constantFrom("glm-4.6", "", "kimi-k2", "GLM"),
    limits: fc.record(
      { maxInputBytes: limit, maxNestingDepth: limit, maxDecodeAttempts: limit, maxCandidates: limit },
      { requiredKeys: [] },
    ),
    stopReason: fc.constantFrom("length", "error", "", "toolUse"),
    legacyConfig: fc.record(
      {
        rootString: fc.constant({ field: "path", wrapInArray: true }),
        pathFields: fc.constantFrom(["path"], ["__proto__"]),
        fieldAliases: fc.constantFrom({ path: ["toString", "file"] }, { "": [""] }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
) as Arbitrary<Partial<RepairCall>>;

const anything = property<readonly [ValidCall, unknown, Partial<RepairCall>]>({
  address: "safety/total/any-arguments-any-settings",
  title: "Any JSON value under any settings gets one of the three outcomes.",
  capability: "repair",
  arbitrary: fc.tuple(
    validCall,
    fc.oneof(
      rawArguments,
      damagedBySeveral().map(({ input }) => input),
    ),
    wildSettings,
  ),
  *check([valid, input, settings]): Check {
    const call = callWith(valid, input, settings);
    const { answer } = yield* askRepair(call);
    return oneOfThree(call, answer) ?? validIsUntouched(call, answer) ?? unrepairableIsOriginal(call, answer);
  },
  labels: ([, input]) => [
    typeof input === "string" ? "text" : typeof input === "object" && input !== null ? "tree" : "other",
  ],
  floors: { text: 0.15, tree: 0.12 },
});

/** Keywords with values of every kind, so that a schema may be anything. */
const wildSchema = fc.dictionary(
  fc.constantFrom(
    "type",
    "properties",
    "required",
    "items",
    "anyOf",
    "$ref",
    "enum",
    "pattern",
    "additionalProperties",
    "minLength",
    "not",
    "if",
    "$defs",
  ),
  fc.oneof(
    jsonValue,
    fc.constantFrom<unknown>(
      "object",
      ["path"],
      "(",
      "#",
      "#/$defs/a",
      { a: { $ref: "#" } },
      [{ type: "object" }],
      -1,
    ),
  ),
  { maxKeys: 4, noNullPrototype: true },
);

const anySchema = property<readonly [unknown, unknown]>({
  address: "safety/total/any-schema",
  title: "Any JSON value as the schema is read or makes the layer stand aside.",
  capability: "repair",
  arbitrary: fc.tuple(fc.oneof(wildSchema, jsonValue), rawArguments),
  *check([schema, input]): Check {
    const call = { toolName: "wild", schema: toJson(schema), input: toJson(input) };
    const { answer } = yield* askRepair(call);
    return oneOfThree(call, answer) ?? validIsUntouched(call, answer);
  },
});

const CYCLIC: Record<string, unknown> = { type: "object" };
CYCLIC.properties = { again: CYCLIC };
const unreadable: readonly Outsider[] = [
  { name: "a schema that holds itself", make: () => CYCLIC },
  {
    name: "a schema that throws",
    make: () =>
      Object.defineProperty({}, "type", {
        get: () => {
          throw new Error("no");
        },
        enumerable: true,
      }),
  },
  {
    name: "a schema nested ten thousand deep",
    make: () => {
      let at: unknown = { type: "string" };
      for (let depth = 0; depth < 10_000; depth += 1) at = { type: "array", items: at };
      return at;
    },
  },
];

const standsAside = property<readonly [Outsider, unknown]>({
  address: "safety/total/unreadable-schemas",
  title: "A schema that is cyclic, too deep or throws makes the layer stand aside.",
  capability: "repair",
  arbitrary: fc.tuple(fc.constantFrom(...unreadable), jsonValue),
  *check([schema, input]): Check {
    const { answer, facts } = yield* askRepair(
      { toolName: "odd", schema: "{}", input: toJson(input) },
      { makeSchema: schema.make },
    );
    if (answer.outcome !== "valid" || answer.changes.length > 0)
      return { says: `it did not stand aside for ${schema.name}`, received: answer.outcome };
    return facts?.sameReference === false ? { says: `the value was copied for ${schema.name}` } : undefined;
  },
  share: 0.3,
});

/** The member `extra` of what came back is the very value that was sent. */
function sameExtra({ facts }: RepairReply): boolean {
  const args: unknown = facts?.result.args;
  if (typeof args !== "object" || args === null) return false;
  const sent = Object.getOwnPropertyDescriptor(facts?.input as object, "extra")?.value as unknown;
  return Object.is(Object.getOwnPropertyDescriptor(args, "extra")?.value, sent);
}

const places = ["root", "beside", "repaired", "field"] as const;
type PlaceName = (typeof places)[number];
const MAKE: Readonly<Record<PlaceName, (value: unknown) => unknown>> = {
  root: (value) => value,
  beside: (extra) => ({ path: "/x", extra }),
  repaired: (extra) => ({ file_path: "/x", extra }),
  field: (offset) => ({ path: "/x", offset }),
};

function outsiderProblem(place: PlaceName, name: string, reply: RepairReply): Problem | undefined {
  const { answer, facts } = reply;
  const says = (what: string): Problem => ({
    says: `${name} (${place}): ${what}`,
    received: `${answer.outcome} ${answer.args}`,
  });
  if (facts === undefined) return undefined;
  if (answer.outcome !== "repaired")
    return facts.sameReference ? undefined : says("the value itself did not come back");
  if (place === "repaired") return sameExtra(reply) ? undefined : says("it became other data");
  const dropped = place === "field" && name === "undefined" && sameJson(answer.args, '{"path":"/x"}');
  return dropped ? undefined : says("it became other data");
}

const outside = property<readonly [Outsider, PlaceName, ValidCall]>({
  address: "safety/total/values-outside-json",
  title: "A value outside JSON never crashes the layer and never becomes other data.",
  capability: "repair",
  arbitrary: fc.tuple(fc.constantFrom(...OUTSIDERS), fc.constantFrom(...places), builtInCallOf("read")),
  *check([outsider, place, valid]): Check {
    const call = callWith(valid, null);
    const reply = yield* askRepair(call, { makeInput: () => MAKE[place](outsider.make()) });
    return oneOfThree(call, reply.answer) ?? outsiderProblem(place, outsider.name, reply);
  },
  labels: ([, place]) => [place],
  floors: { root: 0.1, repaired: 0.1 },
});

const untouched = property<RepairCall>({
  address: "safety/input-untouched/frozen",
  title: "Deeply frozen input, schema and configuration are read and never changed.",
  capability: "repair",
  arbitrary: fc.oneof(damagedByOne(), damagedBySeveral()).map((damaged) => damagedRepairCall(damaged)),
  *check(call): Check {
    const { facts, answer } = yield* askRepair(call, { frozen: true });
    if (facts === undefined) return undefined;
    const free = yield* askRepair(call, { facts: true });
    for (const seen of [facts, free.facts]) {
      if (seen?.inputUntouched === false) return { says: "the caller's input was changed" };
      if (seen?.schemaUntouched === false) return { says: "the schema was changed" };
      if (seen?.configurationUntouched === false) return { says: "the configuration was changed" };
    }
    if (toJson(free.answer) === toJson(answer)) return undefined;
    return {
      says: "a frozen request got another answer",
      expected: toJson(free.answer),
      received: toJson(answer),
    };
  },
});

/** Adds own keys of hostile names to the root of an object. */
const withKeys = (value: object, keys: readonly string[], data: unknown): object =>
  Object.fromEntries([...Object.entries(value), ...keys.map((key) => [key, data] as const)]);

const ownKeys = fc.uniqueArray(fc.constantFrom(...PROTOTYPE_KEYS), { minLength: 1, maxLength: 3 });

const ownData = property<readonly [ValidCall, readonly string[], unknown, boolean]>({
  address: "safety/prototype-inert/any-own-data-kept",
  title: "Keys that every object inherits are kept as own data, in values and in decoded text.",
  capability: "repair",
  arbitrary: fc.tuple(builtInCallOf("write"), ownKeys, jsonValue, fc.boolean()),
  *check([valid, keys, data, asText]): Check {
    const { path, ...rest } = valid.args;
    const meant = toJson(withKeys({ ...rest, path }, keys, data));
    const damaged = toJson(withKeys({ ...rest, file_path: path }, keys, data));
    const call = callWith(valid, asText ? meant : parseJson(damaged));
    const { answer, facts } = yield* askRepair(call, { facts: true });
    if (facts?.prototypesUntouched === false) return { says: "a prototype was changed" };
    return answer.outcome === "repaired" && sameJson(answer.args, meant)
      ? undefined
      : {
          says: "own data was lost or moved",
          expected: `repaired ${meant}`,
          received: `${answer.outcome} ${answer.args}`,
        };
  },
});

const inherited = property<readonly [string, string, boolean]>({
  address: "safety/prototype-inert/nothing-inherited",
  title: "What an object inherits is no field and no alias; what it owns is.",
  capability: "repair",
  arbitrary: fc.tuple(
    fc.constantFrom(...PROTOTYPE_KEYS),
    hardText.filter((text) => text !== ""),
    fc.boolean(),
  ),
  *check([key, text, alias]): Check {
    const field = alias ? "target" : key;
    // The independent validator does not see a declared key `__proto__`, so it is asked for as an alias only.
    if (!alias && key === "__proto__") return undefined;
    const schema = toJson({ type: "object", properties: { [field]: { type: "string" } }, required: [field] });
    const rules = alias
      ? { preprocessors: [{ kind: "alias" as const, selector: "/target", aliases: [key] }] }
      : {};
    const ask = (input: string) => askRepair({ toolName: "proto", schema, input, ...rules }, { facts: true });
    const empty = (yield* ask("{}")).answer;
    if (empty.outcome !== "unrepairable")
      return { says: `${key} was read off the prototype`, received: `${empty.outcome} ${empty.args}` };
    const input = toJson(Object.fromEntries([[key, text]]));
    const { answer, facts } = yield* ask(input);
    if (facts?.prototypesUntouched === false) return { says: "a prototype was changed" };
    const wanted = alias ? toJson({ target: text }) : input;
    return answer.outcome === (alias ? "repaired" : "valid") && sameJson(answer.args, wanted)
      ? undefined
      : { says: `own ${key} was not read`, expected: wanted, received: `${answer.outcome} ${answer.args}` };
  },
});

export const totalProperties: readonly Property[] = Object.freeze([
  anything,
  anySchema,
  standsAside,
  outside,
  untouched,
  ownData,
  inherited,
]);
