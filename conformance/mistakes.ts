/**
 * The mistakes that models are known to make, in one list, and how a damaged call's answer compares with what was
 * meant. Properties here and campaigns in fuzz/ use both.
 */
import fc, { type Arbitrary } from "fast-check";
import type { RepairAnswer, RepairCall } from "../spec/contract.ts";
import { parseJson, sameJson, toJson } from "./json-text.ts";
import type { Draw, Mistake } from "./mistake.ts";
import { TEXT_MISTAKES } from "./text-mistakes.ts";
import { callWith, type ValidCall, validCall } from "./valid-calls.ts";
import { fitsSchema } from "./validator.ts";
import { VALUE_MISTAKES } from "./value-mistakes.ts";
import { WILD_TEXT_MISTAKES, WILD_VALUE_MISTAKES } from "./wild-mistakes.ts";

/** Those that damage parsed arguments. */
const ON_VALUES: readonly Mistake[] = [...VALUE_MISTAKES, ...WILD_VALUE_MISTAKES];

/** Every mistake; names are unique. */
export const MISTAKES: readonly Mistake[] = Object.freeze([
  ...ON_VALUES,
  ...TEXT_MISTAKES,
  ...WILD_TEXT_MISTAKES,
]);

/** Numbers for `drawFrom`: shrinking makes them smaller, so that the first choice wins. */
export const drawNumbers: Arbitrary<readonly number[]> = fc.array(fc.nat(), { minLength: 4, maxLength: 4 });

/** Draws that follow the numbers in turn, from the first again after the last. */
export function drawFrom(numbers: readonly number[]): Draw {
  let next = 0;
  return (bound) => {
    const number = numbers[next % numbers.length] ?? 0;
    next += 1;
    return bound > 1 ? number % bound : 0;
  };
}

/** A valid call after mistakes, as raw arguments. */
export interface DamagedCall {
  readonly call: ValidCall;
  readonly mistakes: readonly Mistake[];
  readonly input: unknown;
  /** True if the raw arguments still fit the schema, so that nothing shows the damage. */
  readonly hidden: boolean;
}

/** Text never fits: the schemas of all tools ask for an object. */
const fits = (call: ValidCall, input: unknown): boolean =>
  typeof input !== "string" && fitsSchema(call.schemaText, toJson(input)) !== false;

/**
 * Applies the mistakes in turn; those that cannot be made, or would not show, are left out, and all lossy ones but the
 * first: two losses in a row may leave what another call would be. undefined if none could be made.
 */
export function damageCall(
  call: ValidCall,
  mistakes: readonly Mistake[],
  draw: Draw,
): DamagedCall | undefined {
  let input: unknown = call.args;
  let hidden = true;
  const made: Mistake[] = [];
  for (const mistake of mistakes) {
    // A call has one model, so mistakes of two models do not meet.
    const models = [...made, mistake].map(({ modelId }) => modelId).filter((model) => model !== undefined);
    const lossyTwice = mistake.kind === "lossy" && made.some(({ kind }) => kind === "lossy");
    if (lossyTwice || new Set(models).size > 1) continue;
    const next = mistake.damage(call, input, draw);
    if (next === undefined) continue;
    const nowHidden = fits(call, next);
    // Damage that still fits and that nothing is configured for is another call, which somebody may have meant. So is
    // damage that no longer shows, because a later mistake took it to a place that the schema does not know.
    if (nowHidden && !(mistake.configured === true && hidden)) continue;
    hidden = nowHidden;
    input = next;
    made.push(mistake);
  }
  return made.length === 0 ? undefined : { call, mistakes: made, input, hidden };
}

/** Valid calls after this one mistake. */
export function damagedBy(mistake: Mistake, calls: Arbitrary<ValidCall> = validCall): Arbitrary<DamagedCall> {
  return fc
    .tuple(calls, drawNumbers)
    .map(([call, numbers]) => damageCall(call, [mistake], drawFrom(numbers)))
    .filter((damaged) => damaged !== undefined);
}

/** Valid calls after one of these mistakes, each as often as the others. */
export function damagedByOne(mistakes: readonly Mistake[] = MISTAKES): Arbitrary<DamagedCall> {
  return fc.oneof(...mistakes.map((mistake) => damagedBy(mistake)));
}

/**
 * Losses before what can be read off, since a loss must show in the call itself and not only beside other damage; and
 * values before text, since once the arguments are text there are no values left to damage.
 */
const inOrder = (mistakes: readonly Mistake[]): readonly Mistake[] => {
  const isText = (mistake: Mistake): number => (ON_VALUES.includes(mistake) ? 0 : 1);
  const isLossless = ({ kind }: Mistake): number => (kind === "lossless" ? 1 : 0);
  return [...mistakes].sort((a, b) => isText(a) - isText(b) || isLossless(a) - isLossless(b));
};

/** Valid calls after up to three different ones of these mistakes in a row. */
export function damagedBySeveral(mistakes: readonly Mistake[] = MISTAKES): Arbitrary<DamagedCall> {
  const several = fc.uniqueArray(fc.constantFrom(...mistakes), { minLength: 2, maxLength: 3 }).map(inOrder);
  return fc
    .tuple(validCall, several, drawNumbers)
    .map(([call, chosen, numbers]) => damageCall(call, chosen, drawFrom(numbers)))
    .filter((damaged) => damaged !== undefined);
}

/** The mistakes with these names. Throws RangeError on a name that no mistake has. */
export function mistakesNamed(...names: readonly string[]): readonly Mistake[] {
  return names.map((name) => {
    const found = MISTAKES.find((mistake) => mistake.name === name);
    if (found === undefined) throw new RangeError(`no mistake ${JSON.stringify(name)}`);
    return found;
  });
}

/**
 * The profile under which a damaged call is judged: the chosen one, or `adaptive` where that leaves some of the debris
 * alone. Debris that fits the schema is not the layer's to answer for when it only observes.
 */
export function judgingProfile(mistakes: readonly Mistake[], chosen: string): string {
  const cleans = mistakes.every(({ kind, profiles }) => kind === "lossy" || profiles.includes(chosen));
  return cleans ? chosen : "adaptive";
}

/** The repair call for a damaged call, with the model that makes the mistake where one is needed. */
export function damagedRepairCall(damaged: DamagedCall, more: Partial<RepairCall> = {}): RepairCall {
  const modelId = damaged.mistakes.find((mistake) => mistake.modelId !== undefined)?.modelId;
  return callWith(damaged.call, damaged.input, { ...(modelId !== undefined && { modelId }), ...more });
}

/** True if `shorter` is `whole` with members left out at its end, recursively in the last one that it has. */
export function isShortened(whole: unknown, shorter: unknown): boolean {
  if (typeof whole !== "object" || typeof shorter !== "object" || whole === null || shorter === null)
    return false;
  if (Array.isArray(whole) || Array.isArray(shorter)) return false;
  const keys = Object.keys(shorter);
  if (keys.join("\0") !== Object.keys(whole).slice(0, keys.length).join("\0")) return false;
  return keys.every((key, index) => {
    const meant: unknown = Reflect.get(whole, key);
    const got: unknown = Reflect.get(shorter, key);
    return sameJson(toJson(meant), toJson(got)) || (index === keys.length - 1 && isShortened(meant, got));
  });
}

/** `hidden`: the damaged call fits the schema and came back as it was; nobody can see the mistake. */
export const COMPARISONS = ["restored", "shortened", "refused", "hidden", "wrong"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What a comparison looks at. */
export interface Meant {
  readonly call: Pick<ValidCall, "args">;
  readonly mistakes: readonly Pick<Mistake, "name" | "deferred">[];
  readonly input: unknown;
  readonly hidden: boolean;
}

/** How an answer compares with the call that was meant. */
export function compareWithMeant(damaged: Meant, answer: RepairAnswer): Comparison {
  const meant = toJson(damaged.call.args);
  if (answer.outcome === "unrepairable") return "refused";
  if (sameJson(meant, answer.args)) return "restored";
  if (answer.outcome === "valid") {
    if (damaged.mistakes.some((mistake) => mistake.deferred)) return "restored";
    return damaged.hidden && sameJson(toJson(damaged.input), answer.args) ? "hidden" : "wrong";
  }
  const cut = damaged.mistakes.some((mistake) => mistake.name === "truncated");
  return cut && isShortened(damaged.call.args, parseJson(answer.args)) ? "shortened" : "wrong";
}
