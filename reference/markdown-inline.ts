/**
 * Code spans of one paragraph or heading, line by line, by CommonMark's rules. A run of backticks closes the earliest
 * open run of its length, and everything opened since was code; what never closes was text.
 */

/** A place in the text whose nature is asked for: "open" until the paragraph decides. */
export type Mark = { state: "open" | "text" | "span" };

type Run = { readonly length: number; readonly at: number };
type PlacedMark = { readonly mark: Mark; readonly at: number };

export type Inline = {
  /** Characters seen so far. */
  at: number;
  open: Run[];
  marks: PlacedMark[];
};

export const createInline = (): Inline => ({ at: 0, open: [], marks: [] });

const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\p{Cc}]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>/uy;
const TAG =
  /<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[A-Za-z][A-Za-z0-9-]*\s*)>/y;
/** Tags that end at a fixed text: comments, instructions, CDATA, declarations. */
const FIXED = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
  ["<!", ">"],
] as const;

function matchEnd(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : -1;
}

/** Where the tag or autolink that starts at `at` ends on this line; -1 where none does. */
function tagEnd(line: string, at: number, missing: Set<string>): number {
  const end = Math.max(matchEnd(AUTOLINK, line, at), matchEnd(TAG, line, at));
  if (end >= 0) return end;
  for (const [opens, closes] of FIXED) {
    if (!line.startsWith(opens, at)) continue;
    if (opens === "<!" && !/[A-Za-z]/.test(line.charAt(at + 2))) return -1;
    // A closer that was missed once on this line is missing for all that follow.
    const found = missing.has(closes) ? -1 : line.indexOf(closes, at + (opens === "<!--" ? 2 : opens.length));
    if (found < 0) missing.add(closes);
    return found < 0 ? -1 : found + closes.length;
  }
  return -1;
}

function closeRun(inline: Inline, index: number): void {
  const from = inline.open[index]?.at ?? inline.at;
  inline.open = inline.open.slice(0, index);
  for (const placed of inline.marks) if (placed.at > from) placed.mark.state = "span";
  inline.marks = inline.marks.filter((placed) => placed.at <= from);
}

function backticks(inline: Inline, line: string, at: number, escaped: boolean, inTag: boolean): number {
  let end = at;
  while (line.charCodeAt(end) === 96) end++;
  const index = inline.open.findIndex((run) => run.length === end - at);
  if (index >= 0) closeRun(inline, index);
  else if (!inTag) {
    const from = escaped ? at + 1 : at;
    if (end > from && !inline.open.some((run) => run.length === end - from))
      inline.open.push({ length: end - from, at: inline.at + from });
  }
  return end;
}

/** Takes one line of the paragraph; `marks` by their offset in the line. */
export function inlineLine(inline: Inline, line: string, marks: readonly PlacedMark[]): void {
  const missing = new Set<string>();
  let tag = 0;
  let next = 0;
  let escaped = false;
  const place = (until: number): void => {
    for (let placed = marks[next]; placed !== undefined && placed.at <= until; placed = marks[++next])
      if (inline.open.length === 0) placed.mark.state = "text";
      else inline.marks.push({ mark: placed.mark, at: inline.at + placed.at });
  };
  const first = line.indexOf("`");
  if (first >= 0) {
    let from = line.indexOf("<") < 0 ? first : 0;
    while (line.charCodeAt(from - 1) === 92) from--;
    for (let i = from; i < line.length; i++) {
      const code = line.charCodeAt(i);
      if (code === 96) {
        place(i);
        const open = inline.open.length;
        i = backticks(inline, line, i, escaped, i < tag) - 1;
        // What looked like a tag stood in a code span.
        if (inline.open.length < open) tag = 0;
        escaped = false;
      } else if (code === 92) escaped = !escaped && i >= tag;
      else {
        if (code === 60 && !escaped && i >= tag) tag = Math.max(tag, tagEnd(line, i, missing));
        escaped = false;
      }
    }
  }
  place(line.length);
  inline.at += line.length + 1;
}

/** A mark behind the lines taken so far. */
export function markBetween(inline: Inline | undefined, mark: Mark): void {
  if (inline === undefined || inline.open.length === 0) mark.state = "text";
  else inline.marks.push({ mark, at: inline.at });
}

/** The paragraph is over: what is still open was text. */
export function inlineEnd(inline: Inline): void {
  for (const placed of inline.marks) placed.mark.state = "text";
  inline.marks = [];
  inline.open = [];
}
