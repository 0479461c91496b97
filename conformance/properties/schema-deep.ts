/** Validity far below the root: one wrong value under thousands of levels is seen, and nothing else is. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { askRepair, type Check } from "../check.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";

/** Levels around which a walk may be cut into pieces, and far beyond. */
const DEPTHS = [1, 40, 62, 63, 64, 65, 126, 127, 128, 129, 254, 255, 256, 257, 1000, 6000] as const;

type Shape = "objects" | "lists" | "either" | "pairs";

const SCHEMAS: Readonly<Record<Shape, object>> = {
  objects: {
    type: "object",
    properties: { n: { $ref: "#/$defs/node" }, leaf: { type: "integer" } },
    additionalProperties: false,
  },
  lists: { type: ["array", "integer"], items: { $ref: "#/$defs/node" } },
  either: {
    anyOf: [
      { type: "integer" },
      {
        type: "object",
        properties: { n: { $ref: "#/$defs/node" } },
        required: ["n"],
        additionalProperties: false,
      },
    ],
  },
  pairs: { type: ["object", "integer"], additionalProperties: { $ref: "#/$defs/node" }, maxProperties: 2 },
};

/** A value of that many levels around a leaf, as JSON text: the engine's own writer would run out of stack. */
function textOf(shape: Shape, depth: number, leaf: string): string {
  if (shape === "lists") return "[".repeat(depth) + leaf + "]".repeat(depth);
  if (shape === "pairs") return '{"a":1,"n":'.repeat(depth) + leaf + "}".repeat(depth);
  const inner = shape === "objects" ? `{"leaf":${leaf}}` : leaf;
  return '{"n":'.repeat(depth) + inner + "}".repeat(depth);
}

function callOf(shape: Shape, depth: number, leaf: string): RepairCall {
  const $defs = { node: SCHEMAS[shape] };
  const schema = { type: "object", properties: { v: { $ref: "#/$defs/node" } }, required: ["v"], $defs };
  return { toolName: "deep", schema: toJson(schema), input: `{"v":${textOf(shape, depth, leaf)}}` };
}

const ALL = Object.keys(SCHEMAS) as readonly Shape[];

function* isSeen(shape: Shape, depth: number, wrong: string): Check {
  const good = callOf(shape, depth, "7");
  const left = (yield* askRepair(good)).answer;
  if (left.outcome !== "valid" || !sameJson(good.input, left.args))
    return { says: `what fits is not left at level ${depth}`, received: left.outcome };
  if (shape === "objects") {
    // What stands behind a deep part, far above its end.
    const late = { ...good, input: good.input.replace(/\}\}$/, ',"leaf":[]}}') };
    const { outcome } = (yield* askRepair(late)).answer;
    if (outcome !== "unrepairable")
      return { says: `a wrong value behind ${depth} levels is not seen`, received: outcome };
  }
  const { answer } = yield* askRepair(callOf(shape, depth, wrong));
  const isOptional = shape === "objects" || shape === "pairs";
  const isDropped = isOptional && wrong === "null" && answer.outcome === "repaired";
  return answer.outcome === "unrepairable" || isDropped
    ? undefined
    : { says: `a wrong value is not seen at level ${depth}`, expected: wrong, received: answer.outcome };
}

const deep = property<string>({
  address: "schema/dialect/at-any-level",
  title: "One wrong value below thousands of levels is seen, and where there is none nothing is done.",
  capability: "repair",
  arbitrary: fc.constantFrom('"x"', "1.5", "true", "null", '["x"]'),
  *check(wrong): Check {
    for (const shape of ALL) {
      for (const depth of DEPTHS) {
        const problem = yield* isSeen(shape, depth, wrong);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
  // One case asks some hundred questions.
  share: 0.01,
});

/** So many small objects in a list that many levels down, with one wrong value behind them or none. */
function wide(depth: number, count: number, last: string): RepairCall {
  const list = `[${`{"n":{}},`.repeat(count)}{"leaf":${last}}]`;
  const schema = {
    type: "object",
    properties: { v: { $ref: "#/$defs/node" } },
    required: ["v"],
    $defs: {
      node: {
        type: "object",
        properties: {
          n: { $ref: "#/$defs/node" },
          list: { type: "array", items: { $ref: "#/$defs/node" } },
          leaf: { type: "integer" },
        },
      },
    },
  };
  return {
    toolName: "wide",
    schema: toJson(schema),
    input: `{"v":${'{"n":'.repeat(depth)}{"list":${list}}${"}".repeat(depth)}}`,
  };
}

const wideBelow = property<number>({
  address: "safety/bounded/wide-at-any-level",
  title: "Thousands of values side by side are judged at once, however many levels stand above them.",
  capability: "repair",
  arbitrary: fc.constantFrom(1, 40, 60, 61, 62, 63, 124, 125, 126, 127, 128, 252, 253, 254, 255, 256, 300),
  *check(depth): Check {
    const good = wide(depth, 8000, "7");
    const left = (yield* askRepair(good)).answer;
    if (left.outcome !== "valid")
      return { says: `what fits is not left at level ${depth}`, received: left.outcome };
    const { answer } = yield* askRepair(wide(depth, 8000, "[]"));
    return answer.outcome === "unrepairable"
      ? undefined
      : { says: `a wrong value is not seen at level ${depth}`, received: answer.outcome };
  },
  share: 0.02,
});

export const deepProperties: readonly Property[] = Object.freeze([deep, wideBelow]);
