/** Calls that come as text: each shape of the catalogue carries whole calls, cut ones, and calls that hold a mistake. */
import fc, { type Arbitrary } from "fast-check";
import { type Leak, leak, textCall } from "../conformance/grammar-arbitraries.ts";
import { parseJson, toJson } from "../conformance/json-text.ts";
import type { Mistake } from "../conformance/mistake.ts";
import { damagedBySeveral, damagedRepairCall, drawFrom, drawNumbers } from "../conformance/mistakes.ts";
import { builtInTool } from "../conformance/vector-call.ts";
import type { GrammarCall, RepairCall } from "../spec/contract.ts";
import shapes from "../spec/grammar-shapes.json" with { type: "json" };
import { WRITINGS, type Writing, writeCalls } from "../spec/grammar-writers.ts";
import { caseOf, type DamagedCase } from "./damaged-case.ts";

export interface Shape {
  readonly shape: string;
  readonly title: string;
  readonly source: string;
}

/** Shapes of which at least one writing may be promoted. */
export const CARRYING_SHAPES: readonly Shape[] = Object.freeze(
  shapes.filter(({ shape }) => WRITINGS.some((one) => one.shape === shape && one.promotable)),
);

/** Profiles, mostly the one that promotes; the others must leave the text or cut it. */
const profile = fc.constantFrom("conservative", "adaptive", "recover", "recover", "recover");
const MODES: Readonly<Record<string, string>> = {
  conservative: "observe",
  adaptive: "strip",
  recover: "recover",
};

const modeOf = (name: string): string => MODES[name] ?? "off";

function repairCall(toolName: string, name: string): RepairCall {
  const { schema, preprocessors, legacyConfig } = builtInTool(toolName);
  return { toolName, schema, input: "{}", preprocessors: [...preprocessors], legacyConfig, profile: name };
}

function carriedCase(drawn: Leak, text: string, name: string): readonly DamagedCase[] {
  const [call] = drawn.calls;
  if (call === undefined) return [];
  return [
    {
      mistakes: [],
      profile: name,
      call: repairCall(call.name, name),
      meant: toJson(call.args),
      hidden: false,
      carried: textCall(text, modeOf(name)),
      ...(text !== drawn.text ? { cut: true } : name === "recover" && { owed: true }),
    },
  ];
}

const only = <T>(cases: Arbitrary<readonly T[]>): Arbitrary<T> =>
  cases.filter(({ length }) => length > 0).map(([first]) => first as T);

/** Whole calls, printed in any writing of one shape. */
export function carriedBy(shape: string): Arbitrary<DamagedCase> {
  const of = (writing: Writing): boolean => writing.promotable && writing.shape === shape;
  return only(fc.tuple(leak({ of }), profile).map(([drawn, name]) => carriedCase(drawn, drawn.text, name)));
}

/** Calls whose text ends early, anywhere. */
export const carriedAndCut: Arbitrary<DamagedCase> = only(
  fc
    .tuple(leak(), fc.nat(), profile)
    .map(([drawn, at, name]) => carriedCase(drawn, drawn.text.slice(0, at % drawn.text.length), name)),
);

/** Notations that keep the type of every value, so that damage to types stays what it was. */
const keepsTypes = ({ promotable, notation }: Writing): boolean =>
  promotable && ["json", "json-string", "python"].includes(notation);

function carry(found: DamagedCase, damaged: RepairCall, writing: Writing): readonly DamagedCase[] {
  const args: unknown = parseJson(damaged.input);
  if (typeof args !== "object" || args === null || Array.isArray(args)) return [];
  // A printed call has no sign of zero.
  if (/[:[,]-0[,\]}]/.test(damaged.input)) return [];
  const { text } = writeCalls(writing, [{ name: damaged.toolName, args: args as Record<string, unknown> }]);
  const carried: GrammarCall = {
    ...textCall(text, modeOf(found.profile)),
    knownTools: [damaged.toolName],
    toolSchemas: { [damaged.toolName]: damaged.schema },
  };
  // What has no frame is promoted only if it fits as it is, and python has no argument of every name.
  const named = writing.notation !== "python" || Object.keys(args).every((key) => /^[a-z_]\w*$/i.test(key));
  const { owed, ...rest } = found;
  return [writing.framed && named && owed ? { ...rest, owed, carried } : { ...rest, carried }];
}

/** Calls with mistakes in their values, carried as text. `mistakes` are those that leave an object. */
export function carriedAfter(mistakes: readonly Mistake[]): Arbitrary<DamagedCase> {
  const writings = WRITINGS.filter(keepsTypes);
  return only(
    fc.tuple(damagedBySeveral(mistakes), drawNumbers).map(([damaged, numbers]) => {
      const draw = drawFrom(numbers);
      const writing = writings[draw(writings.length)];
      const found = caseOf(damaged, "recover");
      return writing === undefined
        ? []
        : carry(found, damagedRepairCall(damaged, { profile: "recover" }), writing);
    }),
  );
}
