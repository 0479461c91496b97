/** Properties of the verdict: what each of the three outcomes owes, over calls that are valid, damaged or garbage. */
import fc, { type Arbitrary } from "fast-check";
import conversions from "../../spec/benign-conversions.json" with { type: "json" };
import { OWNER_HOOKS, type RepairAnswer, type RepairCall } from "../../spec/contract.ts";
import { hardText, plainText, rawArguments } from "../arbitraries.ts";
import { askRepair, type Check, type Problem } from "../check.ts";
import {
  changeIsComplete,
  oneOfThree,
  repairedIsValid,
  unrepairableIsOriginal,
  validIsUntouched,
} from "../invariants.ts";
import { sameJson, toJson } from "../json-text.ts";
import {
  compareWithMeant,
  type DamagedCall,
  damagedBy,
  damagedByOne,
  damagedBySeveral,
  damagedRepairCall,
  mistakesNamed,
} from "../mistakes.ts";
import { type Property, property } from "../property.ts";
import { vectorCalls } from "../repair-calls.ts";
import type { Claims } from "../standing.ts";
import { callWith, drawnCall, type ValidCall, validCall } from "../valid-calls.ts";
import { retryProperties } from "./outcome-retry.ts";
import { shapeOfFailureProperties } from "./outcome-shapes.ts";
import { sweepProperties } from "./outcome-sweep.ts";

const profile = fc.constantFrom("conservative", "adaptive", "recover");

/** Calls of every kind: valid, damaged, garbage, and those of the vectors. */
const anyCall: Arbitrary<RepairCall> = fc.oneof(
  {
    arbitrary: fc
      .tuple(damagedByOne(), profile)
      .map(([damaged, name]) => damagedRepairCall(damaged, { profile: name })),
    weight: 4,
  },
  { arbitrary: damagedBySeveral().map((damaged) => damagedRepairCall(damaged)), weight: 2 },
  { arbitrary: fc.tuple(validCall, rawArguments).map(([call, input]) => callWith(call, input)), weight: 3 },
  { arbitrary: validCall.map((call) => callWith(call, call.args)), weight: 1 },
  { arbitrary: vectorCalls, weight: 1 },
);

const rootKind = (call: RepairCall): readonly string[] => [
  call.input.startsWith("{") ? "object" : call.input.startsWith('"') ? "text" : "other",
];
const kinds = { object: 0.2, text: 0.2 };

function always(
  name: string,
  title: string,
  invariant: (call: RepairCall, answer: RepairAnswer, claims?: Claims) => Problem | undefined,
): Property {
  return property<RepairCall>({
    address: `outcome/${name}`,
    title,
    capability: "repair",
    arbitrary: anyCall,
    *check(call, claims): Check {
      const { answer } = yield* askRepair(call);
      return invariant(call, answer, claims);
    },
    labels: rootKind,
    floors: kinds,
  });
}

const sameReference = property<RepairCall>({
  address: "outcome/valid-is-untouched/same-reference",
  title: "A valid value comes back as the very object that was passed.",
  capability: "repair",
  arbitrary: fc.oneof(
    validCall.map((call) => callWith(call, call.args)),
    anyCall,
  ),
  *check(call): Check {
    const { answer, facts } = yield* askRepair(call, { facts: true });
    if (answer.outcome !== "valid" || facts?.sameReference !== false) return undefined;
    // The tool owner's hook may have put another object in the place of the one that was passed.
    if (call.ownerHook !== undefined) return undefined;
    return { says: "`valid` came with a copy of the value", received: answer.args };
  },
});

const mustMend = property<DamagedCall>({
  address: "outcome/repaired-is-valid/exactly-what-was-meant",
  title: "A call damaged in a way that can be undone comes back as it was meant, with a change.",
  capability: "repair",
  arbitrary: damagedByOne(mistakesNamed("encoded", "stringified-array", "null-optional", "alias")).filter(
    ({ call }) => call.plain,
  ),
  *check(damaged): Check {
    const call = damagedRepairCall(damaged);
    const { answer } = yield* askRepair(call);
    const came = compareWithMeant(damaged, answer);
    if (came !== "restored")
      return {
        says: `the call came back ${came}`,
        expected: toJson(damaged.call.args),
        received: `${answer.outcome} ${answer.args}`,
      };
    return answer.changes.length > 0 ? undefined : { says: "it was mended without a change" };
  },
});

const [otherScalar] = mistakesNamed("other-scalar");
const deferred = property<DamagedCall>({
  address: "outcome/benign-conversion-deferred/left-to-the-host",
  title: "What only the host's listed conversions are needed for is valid and untouched.",
  capability: "repair",
  arbitrary: damagedBy(otherScalar as NonNullable<typeof otherScalar>).filter(({ call }) => call.plain),
  *check(damaged): Check {
    const call = damagedRepairCall(damaged);
    const { answer } = yield* askRepair(call);
    if (answer.outcome === "valid") return validIsUntouched(call, answer);
    return {
      says: "it was not left to the host",
      expected: `valid ${call.input}`,
      received: `${answer.outcome} ${answer.args}`,
    };
  },
});

interface ListedValue {
  readonly to: string;
  readonly value: unknown;
  readonly listed: boolean;
}
const listedValues: readonly ListedValue[] = conversions.conversions.flatMap(({ to, accepts, refuses }) => [
  ...accepts.map((pair) => ({ to, value: pair[0], listed: true })),
  ...refuses.map((value) => ({ to, value, listed: false })),
]);

const closedList = property<ListedValue>({
  address: "outcome/benign-conversion-deferred/closed-list",
  title: "A listed value is left to the host; what the list refuses is unrepairable.",
  capability: "repair",
  arbitrary: fc.constantFrom(...listedValues),
  *check({ to, value, listed }): Check {
    const schema = toJson({ type: "object", properties: { field: { type: to } }, required: ["field"] });
    const input = toJson({ field: value });
    const { answer } = yield* askRepair({ toolName: "convert", schema, input });
    const wanted = listed ? "valid" : "unrepairable";
    return answer.outcome === wanted && sameJson(answer.args, input)
      ? undefined
      : {
          says: `a ${to} given as ${toJson(value)}`,
          expected: `${wanted} ${input}`,
          received: `${answer.outcome} ${answer.args}`,
        };
  },
});

const stable = property<DamagedCall>({
  address: "outcome/host-stable/conversions-are-done-too",
  title: "Beside a repair, listed conversions are done as silent changes of the final stage.",
  capability: "repair",
  arbitrary: fc
    .tuple(
      damagedBy(otherScalar as NonNullable<typeof otherScalar>),
      fc.constantFrom("encoded", "singleton-array"),
    )
    .filter(([{ call }]) => call.plain)
    .map(([damaged, name]) => {
      const [mistake] = mistakesNamed(name);
      const input = name === "encoded" ? toJson(damaged.input) : [damaged.input];
      return { ...damaged, input, mistakes: [...damaged.mistakes, ...(mistake ? [mistake] : [])] };
    }),
  *check(damaged): Check {
    const { answer } = yield* askRepair(damagedRepairCall(damaged));
    if (answer.outcome !== "repaired" || !sameJson(answer.args, toJson(damaged.call.args)))
      return {
        says: "the repaired value still needs a conversion",
        expected: `repaired ${toJson(damaged.call.args)}`,
        received: `${answer.outcome} ${answer.args}`,
      };
    const silent = answer.changes.some(
      ({ stage, silent }) => stage === "final-validation" && silent === true,
    );
    return silent
      ? undefined
      : {
          says: "no silent change of the final stage covers the conversion",
          received: toJson(answer.changes),
        };
  },
});

const SHAPE_SCHEMA = toJson({
  type: "object",
  properties: {
    name: { type: "string" },
    list: { type: "array", items: { type: "object", required: ["id"] } },
  },
  required: ["name", "list"],
});

interface Shapes {
  readonly first: string;
  readonly second: string;
  readonly secret: string;
  readonly length: number;
}
/** Two inputs that fail in the same shape: other values, other lengths, another undeclared key. */
const shapeInput = (secret: string, length: number, extra: string): string =>
  toJson({
    name: { [extra]: secret },
    list: Array.from({ length }, () => ({ [secret]: extra })),
    [extra]: secret,
  });

const fingerprint = property<Shapes>({
  address: "outcome/shape-fingerprint/values-do-not-matter",
  title: "Failures of one shape have one fingerprint, which holds no value and no undeclared key.",
  capability: "repair",
  arbitrary: fc.record({
    first: plainText,
    second: plainText,
    secret: hardText,
    length: fc.integer({ min: 1, max: 4 }),
  }),
  *check({ first, second, secret, length }): Check {
    const marks = [`secret-${first}`, `hidden-${second}`] as const;
    const ask = (input: string) => askRepair({ toolName: "shape", schema: SHAPE_SCHEMA, input });
    const one = (yield* ask(shapeInput(marks[0], 1, marks[1]))).answer;
    const two = (yield* ask(shapeInput(`other ${secret}`, length, marks[0]))).answer;
    const said = `${one.issueSummary} ${one.fingerprint}`;
    const leaked = marks.find((mark) => said.includes(mark));
    if (leaked !== undefined)
      return { says: "the summary holds a value or an undeclared key", received: said };
    if (one.fingerprint === undefined)
      return { says: "an unrepairable call has no fingerprint", received: toJson(one) };
    if (one.fingerprint === two.fingerprint && one.issueSummary === two.issueSummary) return undefined;
    return {
      says: "two failures of one shape differ",
      expected: said,
      received: `${two.issueSummary} ${two.fingerprint}`,
    };
  },
});

const otherFingerprint = property<ValidCall>({
  address: "outcome/shape-fingerprint/shapes-matter",
  title: "A failure elsewhere, or of another tool, has another fingerprint.",
  capability: "repair",
  arbitrary: drawnCall,
  *check(call): Check {
    const schema = toJson({ type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } } });
    const ask = (toolName: string, input: string) => askRepair({ toolName, schema, input });
    const one = (yield* ask(call.toolName, '{"a":"x"}')).answer.fingerprint;
    const elsewhere = (yield* ask(call.toolName, '{"b":"x"}')).answer.fingerprint;
    const otherTool = (yield* ask(`${call.toolName}-2`, '{"a":"x"}')).answer.fingerprint;
    if (one === undefined) return { says: "an unrepairable call has no fingerprint" };
    return one === elsewhere || one === otherTool
      ? { says: "two shapes have one fingerprint", received: one }
      : undefined;
  },
  share: 0.1,
});

const callbacks = property<RepairCall>({
  address: "outcome/callbacks-isolated/a-throw-changes-nothing",
  title: "The outcome callback runs once, with the result; that it throws changes nothing.",
  capability: "repair",
  arbitrary: anyCall,
  *check(call): Check {
    const quiet = yield* askRepair(call, { facts: true });
    const loud = yield* askRepair(call, { callbacksThrow: true });
    for (const { facts } of [quiet, loud]) {
      if (facts === undefined) continue;
      if (facts.outcomeCallbacks !== 1)
        return { says: `the outcome callback ran ${facts.outcomeCallbacks} times` };
      if (!facts.callbackGotResult)
        return { says: "the outcome callback got something else than the result" };
    }
    if (toJson(quiet.answer) === toJson(loud.answer)) return undefined;
    return {
      says: "a callback that throws changed the answer",
      expected: toJson(quiet.answer),
      received: toJson(loud.answer),
    };
  },
});

const unknownKinds = property<readonly [RepairCall, string, string, boolean]>({
  address: "outcome/unknown-kind-ignored/as-if-it-were-not-there",
  title: "A preprocessor of an unknown kind makes no difference to the answer.",
  capability: "repair",
  arbitrary: fc.tuple(
    anyCall,
    fc.constantFrom("x-upper", "x-", "x-alias"),
    fc.constantFrom("", "/path", "/edits/*/oldText", "nowhere"),
    fc.boolean(),
  ),
  *check([call, kind, selector, first]): Check {
    const without = (yield* askRepair(call)).answer;
    const rules = [...(call.preprocessors ?? [])];
    const unknown = { kind, selector };
    const preprocessors = first ? [unknown, ...rules] : [...rules, unknown];
    const { answer } = yield* askRepair({ ...call, preprocessors });
    if (toJson(without) === toJson(answer)) return undefined;
    return {
      says: "an unknown kind changed the answer",
      expected: toJson(without),
      received: toJson(answer),
    };
  },
});

const hooks = property<readonly [ValidCall, (typeof OWNER_HOOKS)[number]]>({
  address: "outcome/valid-is-untouched/no-claim-with-a-hook",
  title: "What only the tool owner's hook did to a valid call is not claimed.",
  capability: "repair",
  arbitrary: fc.tuple(validCall, fc.constantFrom(...OWNER_HOOKS)),
  *check([valid, ownerHook]): Check {
    const call = callWith(valid, valid.args, { ownerHook });
    const { answer } = yield* askRepair(call);
    if (answer.outcome === "valid") return validIsUntouched(call, answer);
    return answer.outcome === "repaired"
      ? { says: "a valid call was repaired", received: toJson(answer.changes) }
      : undefined;
  },
});

export const properties: readonly Property[] = Object.freeze([
  always("one-of-three/always", "Whatever is asked, the outcome is one of the three.", oneOfThree),
  always("valid-is-untouched/always", "`valid` comes with the input and without changes.", validIsUntouched),
  sameReference,
  hooks,
  always(
    "repaired-is-valid/always",
    "`repaired` fits the schema, differs and claims a change.",
    repairedIsValid,
  ),
  mustMend,
  always(
    "unrepairable-is-original/always",
    "`unrepairable` comes with the original and a retry message.",
    unrepairableIsOriginal,
  ),
  always(
    "change-is-complete/always",
    "Every change has a declared rule, a stage and a note that names the place.",
    changeIsComplete,
  ),
  deferred,
  closedList,
  stable,
  fingerprint,
  otherFingerprint,
  callbacks,
  unknownKinds,
  ...retryProperties,
  ...shapeOfFailureProperties,
  ...sweepProperties,
]);
