/**
 * An answer against what its vector expects. Everything is compared as JSON text: the order of keys makes no
 * difference, the sign of zero does.
 */
import type { RepairAnswer } from "../spec/contract.ts";
import type { RepairVector, Vector } from "../spec/vectors.ts";
import {
  askGrammar,
  askGuard,
  askRepair,
  askStream,
  type Check,
  type Problem,
  type RepairReply,
} from "./check.ts";
import { firstDifference, sameJson, toJson } from "./json-text.ts";
import { judgeGrammar, judgeGuard, judgeStream, sameSet } from "./judge-message.ts";
import { type Claims, judgeStanding } from "./standing.ts";
import { grammarCall, guardCall, repairCall, streamCall } from "./vector-call.ts";

interface Result {
  readonly outcome: string;
  /** JSON text; undefined if any arguments are right. */
  readonly args: string | undefined;
}

/** An untouched outcome that states no arguments means the input as it came. */
function expectedResult(
  shape: { readonly outcome: string; readonly args?: unknown; readonly argsJson?: string | undefined },
  input: string,
): Result {
  const { outcome, argsJson } = shape;
  if (argsJson !== undefined) return { outcome, args: argsJson };
  if (Object.hasOwn(shape, "args")) return { outcome, args: toJson(shape.args) };
  return { outcome, args: outcome === "repaired" ? undefined : input };
}

const meets = (answer: RepairAnswer, { outcome, args }: Result): boolean =>
  answer.outcome === outcome && (args === undefined || sameJson(args, answer.args));

const show = ({ outcome, args }: Result): string => (args === undefined ? outcome : `${outcome} ${args}`);

function judgeResult({ expect }: RepairVector, answer: RepairAnswer, input: string): Problem | undefined {
  const wanted = expectedResult(expect, input);
  const others = expect.alternatives?.map((shape) => expectedResult(shape, input)) ?? [];
  const isUntouchedInput = sameJson(answer.args, input);
  const forbidden = expect.forbid?.find((value) => sameJson(toJson(value), answer.args));
  if (forbidden !== undefined && !isUntouchedInput) {
    return { says: "the answer must never come out", expected: show(wanted), received: show(answer) };
  }
  if (meets(answer, wanted) || others.some((other) => meets(answer, other))) return undefined;
  const received = show(answer);
  if (answer.outcome !== wanted.outcome || wanted.args === undefined) {
    return { says: `the outcome is not \`${wanted.outcome}\``, expected: show(wanted), received };
  }
  const where = firstDifference(wanted.args, answer.args) ?? "";
  return { says: `the arguments differ at ${where}`, expected: show(wanted), received };
}

const RULE_IDS_PAGE = 'the ids are listed in docs/protocol.md, "Canonical rule ids"';

function judgeRules({ expect }: RepairVector, answer: RepairAnswer): Problem | undefined {
  const spoken = answer.changes.filter((change) => change.silent !== true).map((change) => change.ruleId);
  const silent = answer.changes.filter((change) => change.silent === true).map((change) => change.ruleId);
  const seen = answer.observations?.map((observation) => observation.ruleId) ?? [];
  const missing = expect.observes?.find((ruleId) => !seen.includes(ruleId));
  const problem =
    (expect.rules && sameSet("the rules of the changes", expect.rules, spoken)) ??
    (expect.silentRules && sameSet("the rules of the silent changes", expect.silentRules, silent)) ??
    (missing === undefined
      ? undefined
      : { says: "an observation is missing", expected: missing, received: seen.join(", ") || "none" });
  return problem && { ...problem, says: `${problem.says} (${RULE_IDS_PAGE})` };
}

function includesAll(what: string, texts: readonly string[] | undefined, received: string | undefined) {
  const missing = texts?.find((text) => received?.includes(text) !== true);
  return missing === undefined
    ? undefined
    : {
        says: `${what.replace(/^an? /, "the ")} does not say what it must`,
        expected: `${what} that contains ${JSON.stringify(missing)}`,
        received: received ?? "no text",
      };
}

function judgeTexts({ expect }: RepairVector, answer: RepairAnswer): Problem | undefined {
  const { changes, observations, issueSummary, fingerprint } = answer;
  const said = toJson([
    changes.map(({ note }) => note),
    observations ?? [],
    issueSummary ?? "",
    fingerprint ?? "",
  ]);
  const leaked = expect.conceals?.find((text) => said.includes(JSON.stringify(text).slice(1, -1)));
  return (
    includesAll("a retry message", expect.retryMessageIncludes, answer.retryMessage) ??
    includesAll("an issue summary", expect.issueSummaryIncludes, issueSummary) ??
    (leaked === undefined
      ? undefined
      : { says: "a note, summary or observation holds what it must not", received: leaked })
  );
}

/** A repair answer against its vector, and against what the vector's requirement says of every answer. */
function judgeRepair(vector: RepairVector, answer: RepairAnswer, claims: Claims): Problem | undefined {
  const call = repairCall(vector);
  return (
    judgeStanding(vector.requirement, call, answer, claims) ??
    judgeResult(vector, answer, call.input) ??
    (claims.canonicalRuleIds ? judgeRules(vector, answer) : undefined) ??
    judgeTexts(vector, answer)
  );
}

function judgeCallbacks({ facts }: RepairReply): Problem | undefined {
  if (facts === undefined) return undefined;
  if (facts.outcomeCallbacks !== 1) {
    return {
      says: "the outcome callback did not run once",
      expected: "1",
      received: `${facts.outcomeCallbacks}`,
    };
  }
  return facts.callbackGotResult ? undefined : { says: "the outcome callback got another result" };
}

function* repairCheck(vector: RepairVector, claims: Claims): Check {
  const live = vector.call.callbacks === "throw" ? { callbacksThrow: true } : undefined;
  const reply = yield* askRepair(repairCall(vector), live);
  return judgeRepair(vector, reply.answer, claims) ?? (live && judgeCallbacks(reply));
}

function* ownCheck(vector: Vector, claims: Claims): Check {
  switch (vector.capability) {
    case "repair":
      return yield* repairCheck(vector, claims);
    case "grammar": {
      const call = grammarCall(vector);
      const { answer } = yield* askGrammar(call);
      return judgeGrammar(vector, answer, call.message);
    }
    case "stream":
      return judgeStream(vector, (yield* askStream(streamCall(vector))).answer);
    case "guard":
      return judgeGuard(vector, (yield* askGuard(guardCall(vector))).answer);
  }
}

type Vectors = ReadonlyMap<string, Vector>;

function* fingerprintCheck(vector: RepairVector, other: string, same: boolean, all: Vectors): Check {
  const partner = all.get(other);
  if (partner?.capability !== "repair") throw new Error(`${vector.address}: ${other} is no repair vector`);
  const mine = (yield* askRepair(repairCall(vector))).answer.fingerprint;
  const its = (yield* askRepair(repairCall(partner))).answer.fingerprint;
  if (mine === undefined || its === undefined) return { says: "a fingerprint is missing" };
  if ((mine === its) === same) return undefined;
  const says = same ? `the fingerprint is not that of ${other}` : `the fingerprint is also that of ${other}`;
  return { says, expected: same ? its : `another than ${its}`, received: mine };
}

/** A vector as a check: its own expectation, fingerprints against other vectors, and its twin's expectation. */
export function* vectorCheck(vector: Vector, all: Vectors, claims: Claims): Check {
  const own = yield* ownCheck(vector, claims);
  if (own !== undefined) return own;
  if (vector.capability === "repair") {
    const { sameFingerprintAs, otherFingerprintThan } = vector.expect;
    for (const [other, same] of [
      [sameFingerprintAs, true],
      [otherFingerprintThan, false],
    ] as const) {
      const problem = other === undefined ? undefined : yield* fingerprintCheck(vector, other, same, all);
      if (problem !== undefined) return problem;
    }
  }
  const twin = vector.twin === undefined ? undefined : all.get(vector.twin);
  const wrong = twin === undefined ? undefined : yield* ownCheck(twin, claims);
  return wrong && { ...wrong, says: `it is right, but not its twin ${vector.twin}: ${wrong.says}` };
}
