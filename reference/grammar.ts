/** Public entry `/grammar`: calls that models print as text, found, cut or promoted. */
import { bareToolName } from "./grammars/names.ts";
import { GRAMMAR_NAMES } from "./grammars/table.ts";
import { scanText } from "./leak-scan.ts";
import type { PlainObject } from "./value.ts";

export type {
  Decision,
  GrammarObservation,
  GrammarResult,
  RecoveredCall,
  Verdict,
} from "./grammar-result.ts";
export { GRAMMAR_RECOVERY_MODELS, modelLeaksGrammar } from "./grammars/models.ts";
export { GRAMMAR_NAMES } from "./grammars/table.ts";
export type { LeakMode, LeakOptions } from "./leak-options.ts";
export { recoverGrammarLeaks } from "./recover.ts";
export { createLeakStripper, type LeakStripper, type StripReport } from "./stream.ts";

export type ParsedLeak = {
  readonly name: string;
  readonly arguments: PlainObject;
  readonly grammar: string;
};

/**
 * The complete calls that a text prints, in order, one for each range: in code, in quotes and in mid-sentence there are
 * none. `grammars` are the families to look for; omitted, all.
 */
export function parseToolGrammarLeaks(text: unknown, grammars?: readonly string[]): readonly ParsedLeak[] {
  if (typeof text !== "string") return [];
  const enabled = Array.isArray(grammars)
    ? new Set(grammars.filter((name) => GRAMMAR_NAMES.includes(name)))
    : undefined;
  return scanText(text, { grammars: enabled, tools: [], schemas: {} }).leaks.flatMap(
    ({ candidate, counts }) =>
      counts && candidate.flaw === undefined
        ? candidate.calls.map((call) => ({
            name: bareToolName(call.name),
            arguments: call.arguments,
            grammar: candidate.grammar,
          }))
        : [],
  );
}
