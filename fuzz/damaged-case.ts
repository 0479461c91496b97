/** A damaged call as plain data, with what was meant, and how an answer to it is sorted. */
import { askGrammar, askRepair, type LiveRepair, type Problem } from "../conformance/check.ts";
import { parseJson, sameJson, toJson } from "../conformance/json-text.ts";
import {
  type Comparison,
  compareWithMeant,
  type DamagedCall,
  damagedRepairCall,
  isShortened,
  mistakesNamed,
} from "../conformance/mistakes.ts";
import { gained } from "../conformance/properties/grammar-case.ts";
import type { GrammarCall, RepairAnswer, RepairCall } from "../spec/contract.ts";
import type { Judgement, Judging } from "./property.ts";

export interface DamagedCase {
  /** Names of mistakes, in the order in which they were made. */
  readonly mistakes: readonly string[];
  readonly profile: string;
  readonly call: RepairCall;
  /** JSON text of the arguments that were meant. */
  readonly meant: string;
  /** True if the raw arguments still fit the schema, so that nothing shows the damage. */
  readonly hidden: boolean;
  /** A member that is `undefined`, which no JSON text holds: its path in the input. */
  readonly undefinedAt?: readonly (string | number)[];
  /** The message that carries the call as text; what is promoted from it becomes the input of `call`. */
  readonly carried?: GrammarCall;
  /** Nothing is lost, and the profile is one under which the call must come back. */
  readonly owed?: true;
  /** The carrying text ends early, so that members may be missing. */
  readonly cut?: true;
}

/** True of a mistake after which a call must come back under this profile. */
const mustComeBack = (mistakes: DamagedCall["mistakes"], profile: string): boolean =>
  mistakes.length === 1 &&
  mistakes.every(({ kind, profiles }) => kind === "lossless" && profiles.includes(profile));

/** A damaged call under a profile, as plain data. */
export function caseOf(damaged: DamagedCall, profile: string): DamagedCase {
  return {
    mistakes: damaged.mistakes.map(({ name }) => name),
    profile,
    call: damagedRepairCall(damaged, { profile }),
    meant: toJson(damaged.call.args),
    hidden: damaged.hidden,
    ...(mustComeBack(damaged.mistakes, profile) && { owed: true }),
  };
}

function liveInput({ call, undefinedAt }: DamagedCase): LiveRepair | undefined {
  const key = undefinedAt?.at(-1);
  if (undefinedAt === undefined || key === undefined) return undefined;
  return {
    makeInput: () => {
      const input = parseJson(call.input);
      const holder = undefinedAt
        .slice(0, -1)
        .reduce((at: unknown, step) => Reflect.get(Object(at), step), input);
      Object.defineProperty(holder, key, {
        value: undefined,
        enumerable: true,
        writable: true,
        configurable: true,
      });
      return input;
    },
  };
}

const cameHow = ({ mistakes }: DamagedCase): string =>
  mistakes.length === 0 ? "as text" : `after ${mistakes.join(", then ")}`;

function wrong(of: DamagedCase, received: string, left = false): Problem {
  const became = left
    ? "was called valid, and says something else than was meant"
    : "came back as another one";
  return {
    says: `a call that came ${cameHow(of)} ${became}`,
    expected: `${of.meant}, or nothing`,
    received,
  };
}

const ownMistakes = ({ mistakes }: DamagedCase) =>
  mistakesNamed(...mistakes.filter((name) => name !== "undefined-optional"));

function compare(of: DamagedCase, answer: RepairAnswer): Comparison {
  if (answer.outcome !== "unrepairable" && answer.args === of.meant) return "restored";
  // A member that is undefined and stays so is not there for any reader of JSON.
  if (answer.outcome === "valid" && of.undefinedAt !== undefined) return "restored";
  const call = { args: parseJson(of.meant) as Readonly<Record<string, unknown>> };
  const { hidden } = of;
  return compareWithMeant(
    { call, mistakes: ownMistakes(of), input: parseJson(of.call.input), hidden },
    answer,
  );
}

function sorted(of: DamagedCase, answer: RepairAnswer): Judgement {
  const outcome = compare(of, answer);
  const rules = answer.changes.map(({ ruleId }) => ruleId);
  return outcome === "wrong"
    ? { outcome, rules, problem: wrong(of, `${answer.outcome} ${answer.args}`, answer.outcome === "valid") }
    : { outcome };
}

/** Promotion, and where the promoted arguments are not yet what was meant, their repair. */
function* judgeCarried(of: DamagedCase, carried: GrammarCall): Judging {
  const { answer } = yield* askGrammar(carried);
  const calls = gained(carried.message, answer.message);
  const [call] = calls;
  if (call === undefined) return { outcome: "refused" };
  const args = toJson(call.arguments ?? null);
  if (calls.length > 1 || call.name !== of.call.toolName) {
    const received = toJson(calls.map(({ name, arguments: given }) => ({ name, given })));
    return { outcome: "wrong", rules: answer.detectedGrammars, problem: wrong(of, received) };
  }
  if (sameJson(args, of.meant)) return { outcome: "restored" };
  if (of.cut && isShortened(parseJson(of.meant), parseJson(args))) return { outcome: "shortened" };
  if (of.mistakes.length === 0) {
    return { outcome: "wrong", rules: answer.detectedGrammars, problem: wrong(of, `promoted ${args}`) };
  }
  const repaired = (yield* askRepair({ ...of.call, input: args })).answer;
  return sorted(of, repaired);
}

function* judge(of: DamagedCase): Judging {
  if (of.carried !== undefined) return yield* judgeCarried(of, of.carried);
  const { answer } = yield* askRepair(of.call, liveInput(of));
  return sorted(of, answer);
}

/** Puts a damaged call to a target and sorts what comes back. */
export function* judgeDamaged(of: DamagedCase): Judging {
  const judgement = yield* judge(of);
  if (of.owed !== true || !["refused", "hidden"].includes(judgement.outcome)) return judgement;
  const says = `a call that came ${cameHow(of)} did not come back, although nothing was lost`;
  return { outcome: "missed", rules: [], problem: { says, expected: of.meant, received: judgement.outcome } };
}

const HARD = /\\|[<>`^$|｜]|"[^":,]*[{[]/u;

/** Kinds of damaged calls, for the floors. */
export function labelsOf({ call, profile, meant, mistakes, hidden }: DamagedCase): readonly string[] {
  return [
    profile,
    call.toolName.startsWith("tool_") ? "drawn schema" : "built-in",
    ...(HARD.test(meant) ? ["hard text"] : []),
    ...(hidden ? ["hidden"] : []),
    ...(mistakes.length > 1 ? [`${mistakes.length} mistakes`] : []),
  ];
}
