/** Leak handling of one assistant message: scan, decide, cut, promote, report. */
import { createIds } from "./call-ids.ts";
import { cutParts, cutRanges, fieldOf, partsOf, readTextParts, type TextPart } from "./grammar-message.ts";
import {
  decisionOf,
  type GrammarResult,
  notesOf,
  type Outcome,
  observationsOf,
  outcomesOf,
  type RecoveredCall,
} from "./grammar-result.ts";
import { resolveToolName } from "./grammars/names.ts";
import { type LeakOptions, type ReadOptions, readLeakOptions } from "./leak-options.ts";
import type { Leak } from "./leak-scan.ts";
import { decidePromotion, type Promotion } from "./promotion.ts";
import { isPlainObject, sameData } from "./value.ts";

function untouched(message: unknown): GrammarResult {
  return {
    changed: false,
    recoveredCalls: [],
    strippedGrammars: [],
    strippedRanges: 0,
    promoted: false,
    observed: false,
    detectedGrammars: [],
    detectedRanges: 0,
    promotedCallIds: [],
    message,
    decisions: [],
    observations: [],
    notes: [],
    cutWithoutPromotion: 0,
  };
}

/** Leaks all of whose calls equal a real call of the message, tool and arguments after repair. */
function findShadows(parts: readonly unknown[], texts: readonly TextPart[], options: ReadOptions): Set<Leak> {
  const real = parts
    .filter((part) => fieldOf(part, "type") === "toolCall")
    .map((part) => ({ name: String(fieldOf(part, "name")), args: fieldOf(part, "arguments") }))
    .map(({ name, args }) => ({
      name: resolveToolName(name, options.scan.tools) ?? name,
      args: options.repair(name, args),
    }));
  const shadows = new Set<Leak>();
  if (real.length === 0) return shadows;
  for (const leak of texts.flatMap((part) => part.leaks)) {
    const { calls } = leak.candidate;
    // A left-over of a call has none, and neither has a call that cannot be read.
    if (!leak.counts || calls.length === 0) continue;
    const all = calls.every((call) => {
      const name = resolveToolName(call.name, options.scan.tools) ?? call.name;
      const args = options.repair(name, call.arguments);
      return real.some((one) => one.name === name && sameData(one.args, args));
    });
    if (all) shadows.add(leak);
  }
  return shadows;
}

/** The leaks to cut in each part. */
function chooseCuts(
  texts: readonly TextPart[],
  options: ReadOptions,
  promotion: Promotion,
  shadows: ReadonlySet<Leak>,
): Map<TextPart, readonly Leak[]> {
  const cuts = new Map<TextPart, readonly Leak[]>();
  if (options.mode !== "strip" && options.mode !== "recover") return cuts;
  const promoted = new Set("calls" in promotion ? promotion.calls.map((call) => call.leak) : []);
  const keep = "closed" in promotion && promotion.keep;
  for (const part of texts) {
    const stripped = new Set(cutRanges(part, options.policy));
    const chosen = part.leaks.filter(
      (leak) =>
        promoted.has(leak) ||
        (!part.sealed && shadows.has(leak)) ||
        (stripped.has(leak) && !(keep && staysTogether(leak, options))),
    );
    if (chosen.length > 0) cuts.set(part, chosen);
  }
  return cuts;
}

/** Where a message was all or nothing, calls of known tools stay with the others. */
const staysTogether = (leak: Leak, options: ReadOptions): boolean =>
  leak.candidate.kind === "call" &&
  leak.candidate.promotable &&
  leak.candidate.calls.every((call) => resolveToolName(call.name, options.policy.usable) !== undefined);

type Made = {
  readonly parts: readonly unknown[];
  readonly calls: readonly (RecoveredCall & { id: string })[];
};

function makeCalls(promotion: Promotion, options: ReadOptions): Made {
  if (!("calls" in promotion)) return { parts: [], calls: [] };
  const ids = createIds(options.nextId, options.idsInUse);
  const calls = promotion.calls.map(({ part, leak, name, arguments: args, call }, index) => {
    const id = ids(`${part.index} ${call.start} ${index} ${name} ${JSON.stringify(args)}`);
    return { name, arguments: args, grammar: leak.candidate.grammar, id };
  });
  const parts = calls.map(({ id, name, arguments: args }) => ({
    type: "toolCall",
    id,
    name,
    arguments: args,
  }));
  return { parts, calls };
}

const unique = (names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name) => name !== "")),
];

function report(
  outcomes: readonly Outcome[],
  options: ReadOptions,
  message: unknown,
  calls: Made["calls"],
  changed: boolean,
): GrammarResult {
  const detected = outcomes.filter(({ leak }) => leak.counts || leak.candidate.kind === "call");
  const stripped = outcomes.filter(({ verdict }) => verdict === "stripped");
  const cut = outcomes.filter(({ verdict }) => verdict === "stripped" || verdict === "promoted");
  return {
    changed,
    recoveredCalls: calls,
    strippedGrammars: unique(cut.map(({ leak }) => leak.candidate.grammar)),
    strippedRanges: cut.length,
    promoted: calls.length > 0,
    observed: options.mode === "observe" && detected.length > 0,
    detectedGrammars: unique(detected.map(({ leak }) => leak.candidate.grammar)),
    detectedRanges: detected.length,
    promotedCallIds: calls.map((call) => call.id),
    message,
    decisions: outcomes.map(decisionOf),
    observations: observationsOf(outcomes),
    notes: notesOf(outcomes, options.scan.tools),
    cutWithoutPromotion: stripped.length,
  };
}

/** Real calls under the bare name of their tool, where their own name is no tool's; the same list if there are none. */
function renameCalls(parts: readonly unknown[], tools: readonly string[]): readonly unknown[] {
  const renamed = parts.map((part) => {
    const name = fieldOf(part, "name");
    if (fieldOf(part, "type") !== "toolCall" || typeof name !== "string" || tools.includes(name)) return part;
    const tool = resolveToolName(name, tools);
    return tool === undefined || !isPlainObject(part) ? part : { ...part, name: tool };
  });
  return renamed.some((part, index) => part !== parts[index]) ? renamed : parts;
}

function recover(given: unknown, options: ReadOptions): GrammarResult {
  const content = partsOf(given);
  if (options.mode === "off" || content === undefined || !isPlainObject(given)) return untouched(given);
  if (fieldOf(given, "role") !== "assistant") return untouched(given);
  const cuts = options.mode === "strip" || options.mode === "recover";
  const parts = cuts ? renameCalls(content, options.scan.tools) : content;
  if (parts === content) return recoverText(given, parts, options);
  const message = { ...given, content: parts };
  return { ...recoverText(message, parts, options), changed: true };
}

function recoverText(
  message: Record<string, unknown>,
  parts: readonly unknown[],
  options: ReadOptions,
): GrammarResult {
  const texts = readTextParts(parts, options.scan);
  if (texts.every((part) => part.leaks.length === 0)) return untouched(message);
  const shadows = findShadows(parts, texts, options);
  const promotion = decidePromotion(message, parts, texts, options);
  const cuts = chooseCuts(texts, options, promotion, shadows);
  const made = makeCalls(promotion, options);
  const rangesOf = (part: TextPart) => (cuts.get(part) ?? []).map((leak) => leak.candidate);
  const content = cuts.size === 0 ? undefined : cutParts(parts, texts, rangesOf, made.parts);
  const cut = new Set(content === undefined ? [] : [...cuts.values()].flat());
  const outcomes = outcomesOf(texts, { options, promotion, cut, shadows });
  if (content === undefined) return report(outcomes, options, message, [], false);
  const stopped = made.calls.length > 0 ? { stopReason: "toolUse" } : {};
  return report(outcomes, options, { ...message, content, ...stopped }, made.calls, true);
}

/**
 * Handles calls that an assistant message prints as text. Any value is accepted as message; what is no assistant
 * message with parts comes back as it is, and so does a message in which nothing was done. Real calls whose name carries
 * a family's decorations get the name of their tool. Never throws.
 */
export function recoverGrammarLeaks(message: unknown, options: LeakOptions): GrammarResult {
  try {
    return recover(message, readLeakOptions(options));
  } catch {
    // A message whose own accessors throw cannot be read, so it is left.
    return untouched(message);
  }
}
