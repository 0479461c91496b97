/** Values that JSON cannot hold, against a schema: they are of no type, and a repair makes no other data of them. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { askRepair, type Check } from "../check.ts";
import { OUTSIDERS } from "../outside-json.ts";
import { type Property, property } from "../property.ts";
import { customCall, inTurn } from "./case.ts";

const TYPES = ["string", "number", "integer", "boolean", "null", "object", "array"];
const texts = { type: "array", items: { type: "string" } };

/** JSON's own shape, with something in it that JSON cannot hold: their type is what they look like. */
const LOOK_ALIKE: readonly (readonly [name: string, type: string])[] = [
  ["hole", "array"],
  ["cycle", "object"],
  ["cyclic array", "array"],
  ["getter", "object"],
  ["toJSON", "object"],
  ["proxy", "object"],
  ["revoked proxy", "object"],
];

const typeless = property<string>({
  address: "safety/total/of-no-type",
  title: "What JSON cannot hold is of none of its types, and is never taken for a value of one.",
  capability: "repair",
  arbitrary: fc.constantFrom(...TYPES),
  *check(type): Check {
    for (const { name, make } of OUTSIDERS) {
      if (LOOK_ALIKE.some((pair) => pair[0] === name && pair[1] === type)) continue;
      const schema = { type: "object", properties: { f: { type } }, required: ["f"] };
      const { answer } = yield* askRepair(customCall(schema, {}), { makeInput: () => ({ f: make() }) });
      if (answer.outcome !== "unrepairable")
        return { says: `${name} is taken for a value of type ${type}`, received: answer.outcome };
    }
    return undefined;
  },
  share: 0.2,
});

interface Odd {
  readonly about: string;
  readonly make: () => unknown;
  /** The schema of the value; it fits, but for one thing that could be repaired. */
  readonly schema: object;
}

const counting = (): object => {
  let count = 0;
  return Object.defineProperty({ tags: "t" }, "count", {
    get: () => {
      count += 1;
      return count;
    },
    enumerable: true,
  });
};

const ODD: readonly Odd[] = [
  {
    about: "a getter beside a repair",
    make: counting,
    schema: { type: "object", properties: { tags: texts } },
  },
  {
    about: "a hole beside a repair",
    make: () => Object.assign(new Array<unknown>(3), { 1: '["t"]' }),
    schema: { type: "array", prefixItems: [{}, texts] },
  },
  {
    about: "a getter in a list beside a repair",
    make: () => [counting(), '["t"]'],
    schema: { type: "array", prefixItems: [{}, texts] },
  },
];

const kept = property<number>({
  address: "safety/total/no-other-data-beside-a-repair",
  title: "A getter or a hole beside something to repair is never read out into data.",
  capability: "repair",
  arbitrary: fc.nat(ODD.length - 1),
  *check(start): Check {
    for (const odd of inTurn(ODD, start)) {
      const call = customCall({ type: "object", properties: { v: odd.schema }, required: ["v"] }, {});
      const { answer } = yield* askRepair(call, { makeInput: () => ({ v: odd.make() }) });
      if (answer.outcome === "repaired")
        return { says: `${odd.about}: it became other data`, received: answer.args };
    }
    return undefined;
  },
  share: 0.1,
});

const HOOKS: readonly Partial<RepairCall>[] = [
  {},
  { ownerHook: "identity" },
  { preprocessors: [{ kind: "filesystem-path", selector: "/path" }] },
];

const untouched = property<string>({
  address: "safety/valid-preserved/with-values-outside-json",
  title: "A call that fits comes back as it is where something beside its fields is outside JSON.",
  capability: "repair",
  arbitrary: fc.constantFrom("undefined", "NaN", "bigint", "symbol", "function", "date", "map", "instance"),
  *check(name): Check {
    const outsider = OUTSIDERS.find((one) => one.name === name);
    const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    for (const more of HOOKS) {
      const makeInput = () => ({ path: "/x", extra: outsider?.make() });
      const { answer, facts } = yield* askRepair(customCall(schema, {}, more), { makeInput });
      if (answer.outcome !== "valid" || facts?.sameReference === false)
        return { says: `a call with a ${name} beside its fields is not left`, received: answer.outcome };
    }
    return undefined;
  },
  share: 0.2,
});

export const outsideProperties: readonly Property[] = Object.freeze([typeless, kept, untouched]);
