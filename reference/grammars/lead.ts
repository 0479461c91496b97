/** What stands before a position, for the evidence of its place. */
import { type Cursor, LOOK_BACK } from "./cursor.ts";
import { UNTHINK } from "./literals.ts";

/** What stands before a candidate: a line's start, a closed think block, a finished sentence, or nothing of that. */
export type Lead = "line" | "think" | "sentence" | "none";

export const CLOSING = "\"'”’»)]}）】》」』";
export const SENTENCE_ENDS = ".!?…。！？";
const ABBREVIATION = /(?:^|[^\w])(?:e\.g|i\.e|etc|vs|cf|viz|approx|resp)\.$/i;

/** Judges the text before a position inside the window. */
export function leadOf(c: Cursor, pos: number): Lead {
  const before = c.text.slice(Math.max(0, pos - LOOK_BACK - c.base), pos - c.base);
  const whole = pos <= LOOK_BACK;
  let end = before.length;
  while (end > 0 && (before[end - 1] === " " || before[end - 1] === "\t")) end--;
  if (end === 0) return whole ? "line" : "none";
  if (before[end - 1] === "\n" || before[end - 1] === "\r") return "line";
  const rest = before.slice(0, end);
  if (UNTHINK.some((tag) => rest.endsWith(tag))) return "think";
  while (end > 0 && CLOSING.includes(before[end - 1] ?? " ")) end--;
  if (end === 0 || !SENTENCE_ENDS.includes(before[end - 1] ?? " ")) return "none";
  return ABBREVIATION.test(before.slice(0, end)) ? "none" : "sentence";
}
