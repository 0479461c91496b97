/** What every report says of a check that fell short: the fields of its recipe, in one order. */
import type { CheckResult } from "../execute.ts";
import type { CheckDocument } from "./document.ts";

/** Names and texts of the fields that a check has; the texts are the target's own and have to be escaped. */
export function recipeFields(
  check: CheckResult | CheckDocument,
  last: readonly (readonly [string, string | undefined])[],
): readonly (readonly [string, string])[] {
  const { problem, ofTwin, given, drawn } = check;
  const fields = [
    ["wrong", problem?.says],
    [ofTwin === true ? "given (its twin)" : "given", given ?? drawn],
    ["expected", problem?.expected],
    ["received", problem?.received],
    ...last,
  ] as const;
  return fields.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}
