// Reads a ledger as history: what changed, since which published version, in which direction.
import { CLAIMS } from "./claims.ts";
import { type Ledger, type Observed, pattern, type Span } from "./ledger.ts";
import type { Verdict } from "./probe.ts";
import { schemaChanges } from "./schemas.ts";

/** One change of behaviour. `lastBefore` is the newest version that still did the old thing. */
export interface Change {
  readonly claim: string;
  readonly since: string;
  readonly lastBefore: string;
  readonly from: Verdict;
  readonly to: Verdict;
  /** The parts that flipped, with what is seen since. */
  readonly parts: readonly { readonly claimed: string; readonly holds: boolean; readonly seen: string }[];
}

/** Spans that tell something: those without an answer are gaps, and what agrees across a gap is one span. */
export function answered(spans: readonly Span<Observed>[]): readonly Span<Observed>[] {
  const told: Span<Observed>[] = [];
  for (const span of spans) {
    if (span.value.verdict === "cannot-probe") continue;
    const last = told.at(-1);
    if (last && pattern(last.value) === pattern(span.value)) told[told.length - 1] = { ...last, to: span.to };
    else told.push(span);
  }
  return told;
}

function flipped(before: Observed, after: Observed): Change["parts"] {
  if (before.verdict === "not-applicable") return after.facts;
  return after.facts.filter((fact) => {
    const old = before.facts.find((entry) => entry.claimed === fact.claimed);
    // A part that earlier versions had no use for counts once it fails.
    return old === undefined ? !fact.holds : old.holds !== fact.holds;
  });
}

/** The changes of one claim, oldest first. */
export function changesOf(claim: string, spans: readonly Span<Observed>[]): readonly Change[] {
  const told = answered(spans);
  return told.slice(1).flatMap((span, index) => {
    const before = told[index];
    if (!before) return [];
    const parts = flipped(before.value, span.value);
    if (parts.length === 0 && before.value.verdict === span.value.verdict) return [];
    const [from, to] = [before.value.verdict, span.value.verdict];
    return [{ claim, since: span.from, lastBefore: before.to, from, to, parts }];
  });
}

/** All changes in a ledger, in the order of the claims. */
export function allChanges(ledger: Ledger): readonly Change[] {
  return CLAIMS.flatMap(({ id }) => changesOf(id, ledger.claims[id] ?? []));
}

/** First and last version between which a claim holds without interruption up to its last holding version, or null. */
export function heldBetween(spans: readonly Span<Observed>[]): readonly [string, string] | null {
  const told = answered(spans);
  const last = told.findLastIndex((span) => span.value.verdict === "holds");
  if (last < 0) return null;
  let first = last;
  while (told[first - 1]?.value.verdict === "holds") first -= 1;
  return [told[first]?.from ?? "", told[last]?.to ?? ""];
}

/** How the built-in schemas changed, a sentence each, by version. */
export function schemaHistory(ledger: Ledger): readonly { readonly since: string; readonly text: string }[] {
  return ledger.schemas.slice(1).flatMap((span, index) => {
    const before = ledger.schemas[index];
    return before ? schemaChanges(before.value, span.value).map((text) => ({ since: span.from, text })) : [];
  });
}

/** One change as a sentence without line ends. */
export function describeChange(change: Change): string {
  const parts = change.parts
    .map((part) => `${part.claimed}: ${part.holds ? "yes" : "no"} (${part.seen})`)
    .join("; ");
  return `since ${change.since} (${change.lastBefore} was the last before): ${change.from} -> ${change.to}; ${parts}`;
}
