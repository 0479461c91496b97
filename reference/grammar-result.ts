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

/** One outcome a candidate. `cut`: text was cut in the end; `shadows`: leaks that equal a real call. */
export function outcomesOf(
  texts: readonly TextPart[],
  options: ReadOptions,
  promotion: Promotion,
  cut: ReadonlySet<Leak>,
  shadows: ReadonlySet<Leak>,
): readonly Outcome[] {
  const promoted = new Set("calls" in promotion ? promotion.calls.map((call) => call.leak) : []);
  return texts.flatMap((part) =>
    part.leaks.map((leak): Outcome => {
      if (promoted.has(leak)) return { part, leak, verdict: "promoted", reason: "every gate is open" };
      const why = cuttable(leak, options.policy);
      const gate = "closed" in promotion ? promotion.closed : "it is no call";
      if (cut.has(leak)) {
        const reason = shadows.has(leak)
          ? "it repeats a real call"
          : options.mode === "recover"
            ? gate
            : why.reason;
        return { part, leak, verdict: "stripped", reason };
      }
      if (options.mode === "observe") return { part, leak, verdict: "observed", reason: leak.reason };
      if (
        leak.reason === "nothing shows that it is meant as a call" ||
        leak.reason === "text follows on its line"
      )
        return { part, leak, verdict: "observed", reason: leak.reason };
      if (part.sealed) return { part, leak, verdict: "left", reason: "the part is signed" };
      const reason = !why.cut ? why.reason : options.mode === "recover" ? gate : "the message would be empty";
      return { part, leak, verdict: "left", reason };
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

/** Counts by rule and family, without any of the text. */
export function observationsOf(outcomes: readonly Outcome[]): readonly GrammarObservation[] {
  const counts = new Map<string, GrammarObservation>();
  for (const { leak, verdict } of outcomes) {
    const { grammar, kind } = leak.candidate;
    if (grammar === "" || kind === "quoted") continue;
    const ruleId =
      verdict === "promoted"
        ? `grammarRecovery:${grammar}`
        : verdict === "stripped"
          ? "grammarStrip"
          : "grammarObserve";
    const key = `${ruleId} ${grammar}`;
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { channel: "message", stage: "grammar", ruleId, grammar, count });
  }
  return [...counts.values()];
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
