/** What leak handling reports: one decision a candidate, value-free observations, and notes on what was cut and not run. */

import type { TextPart } from "./grammar-message.ts";
import { bareToolName, resolveToolName } from "./grammars/names.ts";
import type { ReadOptions } from "./leak-options.ts";
import { cuttable, type Leak } from "./leak-scan.ts";
import type { Promotion } from "./promotion.ts";
import type { PlainObject } from "./value.ts";

export type Verdict = "promoted" | "stripped" | "left" | "observed";

export type Decision = {
  readonly grammar: string;
  readonly shape: string;
  readonly start: number;
  readonly end: number;
  /** Index of the part in the message. */
  readonly part: number;
  readonly names: readonly string[];
  readonly verdict: Verdict;
  readonly reason: string;
};

export type GrammarObservation = {
  readonly channel: "message";
  readonly stage: "grammar";
  readonly ruleId: string;
  readonly grammar: string;
  readonly count: number;
};

export type RecoveredCall = {
  readonly name: string;
  readonly arguments: PlainObject;
  readonly grammar: string;
  readonly id?: string;
};

export type GrammarResult = {
  readonly changed: boolean;
  /** The calls that were promoted. */
  readonly recoveredCalls: readonly RecoveredCall[];
  readonly strippedGrammars: readonly string[];
  readonly strippedRanges: number;
  readonly promoted: boolean;
  readonly observed: boolean;
  readonly detectedGrammars: readonly string[];
  readonly detectedRanges: number;
  readonly promotedCallIds: readonly string[];
  /** The replacement, or the very message that was passed where nothing was done. */
  readonly message: unknown;
  readonly decisions: readonly Decision[];
  readonly observations: readonly GrammarObservation[];
  /** Sentences for the user and the model about what was cut and not promoted. */
  readonly notes: readonly string[];
  /** How many leaks were cut without being promoted. */
  readonly cutWithoutPromotion: number;
};

export type Outcome = {
  readonly part: TextPart;
  readonly leak: Leak;
  readonly verdict: Verdict;
  readonly reason: string;
};

/** What was decided for the message as a whole. */
export type Decided = {
  readonly options: ReadOptions;
  readonly promotion: Promotion;
  /** Leaks whose text was cut in the end. */
  readonly cut: ReadonlySet<Leak>;
  /** Leaks that equal a real call. */
  readonly shadows: ReadonlySet<Leak>;
};

const UNPROVEN: ReadonlySet<string> = new Set([
  "nothing shows that it is meant as a call",
  "text follows on its line",
]);

function verdictOf(part: TextPart, leak: Leak, decided: Decided): Pick<Outcome, "verdict" | "reason"> {
  const { options, promotion, cut, shadows } = decided;
  const why = cuttable(leak, options.policy);
  const gate = "closed" in promotion ? promotion.closed : "it is no call";
  if (cut.has(leak)) {
    const reason = options.mode === "recover" ? gate : why.reason;
    return { verdict: "stripped", reason: shadows.has(leak) ? "it repeats a real call" : reason };
  }
  if (options.mode === "observe" || UNPROVEN.has(leak.reason))
    return { verdict: "observed", reason: leak.reason };
  if (part.sealed) return { verdict: "left", reason: "the part is signed" };
  if (!why.cut) return { verdict: "left", reason: why.reason };
  return { verdict: "left", reason: options.mode === "recover" ? gate : "the message would be empty" };
}

/** One outcome a candidate, in order. */
export function outcomesOf(texts: readonly TextPart[], decided: Decided): readonly Outcome[] {
  const { promotion } = decided;
  const promoted = new Set("calls" in promotion ? promotion.calls.map((call) => call.leak) : []);
  return texts.flatMap((part) =>
    part.leaks.map((leak): Outcome => {
      if (promoted.has(leak)) return { part, leak, verdict: "promoted", reason: "every gate is open" };
      return { part, leak, ...verdictOf(part, leak, decided) };
    }),
  );
}

export const decisionOf = ({ part, leak, verdict, reason }: Outcome): Decision => ({
  grammar: leak.candidate.grammar,
  shape: leak.candidate.shape,
  start: leak.candidate.start,
  end: leak.candidate.end,
  part: part.index,
  names: leak.candidate.calls.map((call) => bareToolName(call.name)),
  verdict,
  reason,
});

const ruleOf = (verdict: Outcome["verdict"], grammar: string): string => {
  if (verdict === "promoted") return `grammarRecovery:${grammar}`;
  return verdict === "stripped" ? "grammarStrip" : "grammarObserve";
};

/** Counts by rule and family, without any of the text. */
export function observationsOf(outcomes: readonly Outcome[]): readonly GrammarObservation[] {
  const counted: { readonly ruleId: string; readonly grammar: string; count: number }[] = [];
  for (const { leak, verdict } of outcomes) {
    const { grammar, kind } = leak.candidate;
    if (grammar === "" || kind === "quoted") continue;
    const ruleId = ruleOf(verdict, grammar);
    const one = counted.find((known) => known.ruleId === ruleId && known.grammar === grammar);
    if (one === undefined) counted.push({ ruleId, grammar, count: 1 });
    else one.count += 1;
  }
  return counted.map((one) => ({ channel: "message", stage: "grammar", ...one }));
}

/** What the user and the model are told of calls that were cut and did not run. Names only of tools that are there. */
export function notesOf(outcomes: readonly Outcome[], tools: readonly string[]): readonly string[] {
  return outcomes
    .filter(({ leak, verdict }) => verdict === "stripped" && leak.candidate.kind === "call")
    .map(({ leak, reason }) => {
      const names = leak.candidate.calls.map((call) => {
        const tool = resolveToolName(call.name, tools);
        return tool === undefined ? "an unknown tool" : `"${tool}"`;
      });
      const what =
        names.length === 1 ? `A call of ${names[0]}` : `Calls of ${[...new Set(names)].join(", ")}`;
      return `${what} printed as text was removed and not run: ${reason}. Call tools through the tool interface.`;
    });
}
