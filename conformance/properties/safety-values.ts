/** Properties of what happens to a value: what is kept, what is claimed, and that nothing else decides the answer. */
import fc, { type Arbitrary } from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { hardText, jsonValue, rawArguments } from "../arbitraries.ts";
import { askRepair, type Check } from "../check.ts";
import { changesAreCovered, validIsUntouched } from "../invariants.ts";
import { parseJson, sameJson, toJson } from "../json-text.ts";
import type { Draw } from "../mistake.ts";
import {
  type DamagedCall,
  damagedByOne,
  damagedBySeveral,
  damagedRepairCall,
  drawFrom,
  drawNumbers,
  mistakesNamed,
} from "../mistakes.ts";
import { type Property, property } from "../property.ts";
import { droppedPart, inventedScalar } from "../provenance.ts";
import { vectorCalls } from "../repair-calls.ts";
import { callWith, type ValidCall, validCall } from "../valid-calls.ts";
import { VALUE_MISTAKES } from "../value-mistakes.ts";

const profiles = ["conservative", "adaptive", "recover"] as const;

/** Damaged calls of every kind, some garbage, and the calls of the vectors. */
const damagedCalls: Arbitrary<RepairCall> = fc.oneof(
  { arbitrary: damagedByOne().map((damaged) => damagedRepairCall(damaged)), weight: 4 },
  { arbitrary: damagedBySeveral().map((damaged) => damagedRepairCall(damaged)), weight: 3 },
  { arbitrary: fc.tuple(validCall, rawArguments).map(([call, input]) => callWith(call, input)), weight: 2 },
  { arbitrary: vectorCalls, weight: 1 },
);

const fieldDamage = damagedByOne(
  VALUE_MISTAKES.filter(
    ({ name }) => !["root-string", "singleton-array", "single-key-wrapper"].includes(name),
  ),
);

const preserved = property<readonly [ValidCall, string]>({
  address: "safety/valid-preserved/every-valid-call",
  title:
    "A strictly valid call comes back as the same object, whatever its texts hold and under every profile.",
  capability: "repair",
  arbitrary: fc.tuple(validCall, fc.constantFrom(...profiles)),
  *check([valid, profile]): Check {
    const call = callWith(valid, valid.args, { profile });
    const { answer, facts } = yield* askRepair(call, { facts: true });
    if (answer.outcome !== "valid" || facts?.sameReference === false)
      return {
        says: "a valid call was not left alone",
        expected: `valid ${call.input}`,
        received: `${answer.outcome} ${answer.args}`,
      };
    return validIsUntouched(call, answer);
  },
});

const gated = property<readonly [ValidCall, string, string]>({
  address: "safety/valid-preserved/content-under-clean-up",
  title: "Content stays as it is for models whose tokens and anchors are cleaned.",
  capability: "repair",
  arbitrary: fc
    .tuple(validCall, hardText, fc.constantFrom("glm-4.6", "kimi-k2-instruct", "minimax-m2"))
    .filter(([{ toolName }]) => toolName === "write"),
  *check([valid, content, modelId]): Check {
    const call = callWith(valid, { path: "notes/a.md", content }, { modelId });
    const { answer } = yield* askRepair(call);
    return answer.outcome === "valid"
      ? validIsUntouched(call, answer)
      : {
          says: "content was cleaned",
          expected: `valid ${call.input}`,
          received: `${answer.outcome} ${answer.args}`,
        };
  },
  share: 0.5,
});

const honest = property<RepairCall>({
  address: "safety/honest/every-change-covered",
  title: "What was changed is covered by a claimed change, and what is claimed was changed.",
  capability: "repair",
  arbitrary: fc.oneof(
    { arbitrary: fieldDamage.map((damaged) => damagedRepairCall(damaged)), weight: 3 },
    damagedCalls,
  ),
  *check(call): Check {
    const { answer } = yield* askRepair(call);
    return call.ownerHook === undefined ? changesAreCovered(call, answer) : undefined;
  },
  labels: ({ input }) => [input.startsWith("{") ? "object" : "other"],
  floors: { object: 0.4 },
});

const noInvention = property<RepairCall>({
  address: "safety/no-invention/every-scalar-was-sent",
  title:
    "Every scalar of a repaired value occurs in the input, in text decoded from it, or is its conversion.",
  capability: "repair",
  arbitrary: damagedCalls,
  *check(call): Check {
    const { answer } = yield* askRepair(call);
    if (answer.outcome !== "repaired" || call.ownerHook !== undefined) return undefined;
    const made = inventedScalar(call.input, answer.args);
    return (
      made && {
        says: `the value at ${made.path || "the root"} occurs nowhere in the input`,
        received: toJson(made.value),
      }
    );
  },
});

const local = property<DamagedCall>({
  address: "safety/local/other-members-stay",
  title: "Members of the root that a mistake did not touch come back byte for byte.",
  capability: "repair",
  arbitrary: fieldDamage,
  *check(damaged): Check {
    const { answer } = yield* askRepair(damagedRepairCall(damaged));
    if (answer.outcome !== "repaired") return undefined;
    const { args } = damaged.call;
    const sent = damaged.input as Readonly<Record<string, unknown>>;
    const after = parseJson(answer.args) as Readonly<Record<string, unknown>>;
    const touched = Object.keys(args).find(
      (key) =>
        Object.hasOwn(sent, key) &&
        toJson(sent[key]) === toJson(args[key]) &&
        (!Object.hasOwn(after, key) || toJson(after[key]) !== toJson(args[key])),
    );
    return touched === undefined
      ? undefined
      : {
          says: `\`${touched}\` was changed although nothing was wrong with it`,
          expected: toJson(args[touched]),
          received: answer.args,
        };
  },
});

const nothingDropped = property<RepairCall>({
  address: "safety/nothing-dropped/arrays-keep-their-members",
  title: "No array loses a member, and no content becomes {}.",
  capability: "repair",
  arbitrary: damagedCalls,
  *check(call): Check {
    const { answer } = yield* askRepair(call);
    if (answer.outcome !== "repaired" || call.ownerHook !== undefined) return undefined;
    const input = parseJson(call.input);
    // What stands at the root changes its place: the one member of a list, the fields of a wrapper.
    if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
    const place = droppedPart(input, parseJson(answer.args));
    return place === undefined
      ? undefined
      : { says: `something was dropped at ${place}`, expected: call.input, received: answer.args };
  },
});

const badItem = property<readonly [readonly string[], number, boolean]>({
  address: "safety/nothing-dropped/a-bad-item-is-not-left-out",
  title: "A list with an item that nothing mends is refused, never shortened.",
  capability: "repair",
  arbitrary: fc.tuple(fc.array(hardText, { minLength: 1, maxLength: 4 }), fc.nat(), fc.boolean()),
  *check([texts, at, asText]): Check {
    const schema = toJson({
      type: "object",
      properties: { list: { type: "array", items: { type: "object", required: ["id"] } } },
      required: ["list"],
    });
    const list: unknown[] = texts.map((id) => ({ id }));
    list.splice(at % (list.length + 1), 0, { other: 1 });
    const input = toJson({ list: asText ? toJson(list) : list });
    const { answer } = yield* askRepair({ toolName: "tasks", schema, input });
    return answer.outcome === "unrepairable"
      ? undefined
      : { says: "a list with a bad item came through", received: `${answer.outcome} ${answer.args}` };
  },
});

/** The value with the keys of every object in another order. */
function reordered(value: unknown, draw: Draw): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, draw));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  for (let last = entries.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    const [one, two] = [entries[last], entries[other]];
    if (one !== undefined && two !== undefined) [entries[last], entries[other]] = [two, one];
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, reordered(item, draw)]));
}

const orderBlind = property<readonly [RepairCall, readonly number[]]>({
  address: "safety/order-blind/keys-in-any-order",
  title: "The order of keys changes neither the outcome nor the values.",
  capability: "repair",
  arbitrary: fc.tuple(
    fc
      .oneof(damagedByOne(VALUE_MISTAKES), damagedBySeveral(VALUE_MISTAKES))
      .map((damaged) => damagedRepairCall(damaged)),
    drawNumbers,
  ),
  *check([call, numbers]): Check {
    const { answer } = yield* askRepair(call);
    const input = toJson(reordered(parseJson(call.input), drawFrom(numbers)));
    const turned = (yield* askRepair({ ...call, input })).answer;
    if (answer.outcome === turned.outcome && sameJson(answer.args, turned.args)) return undefined;
    return {
      says: "another order of keys got another answer",
      expected: `${answer.outcome} ${answer.args}`,
      received: `${turned.outcome} ${turned.args}`,
    };
  },
});

const idempotent = property<RepairCall>({
  address: "safety/idempotent/a-repaired-value-is-valid",
  title: "A repaired value that comes again is valid and untouched.",
  capability: "repair",
  arbitrary: damagedCalls,
  *check(call): Check {
    const { answer } = yield* askRepair(call);
    if (answer.outcome !== "repaired" || call.ownerHook !== undefined) return undefined;
    const again = { ...call, input: answer.args };
    const second = (yield* askRepair(again)).answer;
    return second.outcome === "valid"
      ? validIsUntouched(again, second)
      : {
          says: "a repaired value was not valid when it came again",
          expected: `valid ${answer.args}`,
          received: `${second.outcome} ${second.args}`,
        };
  },
});

const monotonic = property<RepairCall>({
  address: "safety/monotonic/a-liberal-profile-agrees",
  title: "What a safer profile repairs, a more liberal one repairs to the same value.",
  capability: "repair",
  // Valid-value transforms, the exception, need a model or a link.
  arbitrary: damagedCalls.filter(({ input, modelId }) => modelId === undefined && !input.includes("](http")),
  *check(call): Check {
    let safer: { readonly name: string; readonly args: string } | undefined;
    for (const profile of profiles) {
      const { answer } = yield* askRepair({ ...call, profile });
      if (safer !== undefined && (answer.outcome !== "repaired" || !sameJson(answer.args, safer.args)))
        return {
          says: `\`${profile}\` does not repair as \`${safer.name}\` does`,
          expected: `repaired ${safer.args}`,
          received: `${answer.outcome} ${answer.args}`,
        };
      if (answer.outcome === "repaired") safer = { name: profile, args: answer.args };
    }
    return undefined;
  },
});

const deterministic = property<readonly [RepairCall, RepairCall]>({
  address: "safety/deterministic/same-request-same-answer",
  title: "The same request gets the same answer, byte for byte, also between other requests.",
  capability: "repair",
  arbitrary: fc.tuple(damagedCalls, damagedCalls),
  *check([call, other]): Check {
    const first = toJson((yield* askRepair(call)).answer);
    for (const between of [call, other, call]) {
      const answer = toJson((yield* askRepair(between)).answer);
      if (between === call && answer !== first)
        return { says: "the same request got another answer", expected: first, received: answer };
    }
    return undefined;
  },
});

const noMemory = property<readonly [RepairCall, readonly RepairCall[], readonly unknown[]]>({
  address: "safety/no-memory/earlier-calls-do-not-matter",
  title: "What was asked before, of this tool or another, does not influence the answer.",
  capability: "repair",
  arbitrary: fc.tuple(
    fc.oneof(
      damagedByOne(mistakesNamed("anchor-bleed", "token-value", "alias", "other-scalar")).map((damaged) =>
        damagedRepairCall(damaged),
      ),
      damagedCalls,
    ),
    fc.array(damagedCalls, { minLength: 1, maxLength: 3 }),
    fc.array(jsonValue, { maxLength: 2 }),
  ),
  *check([call, others, garbage]): Check {
    const first = toJson((yield* askRepair(call)).answer);
    for (const other of others) yield* askRepair(other);
    for (const input of garbage) yield* askRepair({ ...call, input: toJson(input) });
    const answer = toJson((yield* askRepair(call)).answer);
    return answer === first
      ? undefined
      : { says: "earlier calls changed the answer", expected: first, received: answer };
  },
});

export const valueProperties: readonly Property[] = Object.freeze([
  deterministic,
  idempotent,
  preserved,
  gated,
  honest,
  noInvention,
  local,
  nothingDropped,
  badItem,
  orderBlind,
  noMemory,
  monotonic,
]);
