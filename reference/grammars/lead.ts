/** What stands before a position, for the evidence of its place. */
import { type Cursor, LOOK_BACK } from "./cursor.ts";
import { UNTHINK } from "./literals.ts";

/** Whether a candidate stands as at a line's start: there, behind a closed think block or a finished sentence. */
export type Lead = "line" | "none";

export const CLOSING = "\"'”’»)]}）】》」』";
export const SENTENCE_ENDS = ".!?…。！？";
/** Shortened words of three letters and more, or common before something else: their dot ends no sentence. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    "abb abs approx art bsp bzw ca cf chap co cont corp def dept dr ed eds engl eq eqs esp est etc evtl ex excl exkl " +
    "fig figs ggf inc incl inkl ltd max min misc mr mrs ms no nos nr op para pp prof ref refs resp sec sect sog " +
    "st tab usw vgl viz vol vols vs"
  ).split(" "),
);
const SHORT_SENTENCE = /^(?:hi|ok|yes|oui|sí)$/iu;
const CODE_OR_CLOSING = /[`"'”’»)\]}）】》」』]$/u;
const LAST_LETTERS = /(?:^|[^\p{L}\p{M}\p{N}_])([\p{L}\p{M}]+)$/u;

/**
 * Whether a dot behind this text ends a sentence. A number, a letter, an abbreviation, a path and a list's marker have a
 * dot too; so it takes a whole word of four letters, or of three with one before it on the line, or of two with two.
 */
function endsSentence(text: string): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
  const words = line.trim().split(/[ \t]+/).length;
  if (CODE_OR_CLOSING.test(line)) return words >= 3;
  const word = LAST_LETTERS.exec(line)?.[1];
  if (word === undefined || ABBREVIATIONS.has(word.toLowerCase())) return false;
  // Each word before it makes up for a letter; a letter alone ends `e.g`.
  return (word.length >= 2 && word.length + words >= 5) || (words === 1 && SHORT_SENTENCE.test(word));
}

/** Judges the text before a position inside the window. */
export function leadOf(c: Cursor, pos: number): Lead {
  const before = c.text.slice(Math.max(0, pos - LOOK_BACK - c.base), pos - c.base);
  let end = before.length;
  while (before[end - 1] === " " || before[end - 1] === "\t") end--;
  if (end === 0) return pos <= LOOK_BACK ? "line" : "none";
  if (before[end - 1] === "\n" || before[end - 1] === "\r") return "line";
  const rest = before.slice(0, end);
  if (UNTHINK.some((tag) => rest.endsWith(tag))) return "line";
  while (end > 0 && CLOSING.includes(before.charAt(end - 1))) end--;
  if (end === 0 || !SENTENCE_ENDS.includes(before.charAt(end - 1))) return "none";
  if (before[end - 1] !== ".") return "line";
  // Three dots behind a word end it as one does; two are a path.
  const dots = before.slice(0, end).endsWith("...") ? 3 : 1;
  return endsSentence(before.slice(0, end - dots)) ? "line" : "none";
}
