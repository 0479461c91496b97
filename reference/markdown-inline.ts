/**
 * Code spans of one paragraph or heading, line by line, by CommonMark's rules. A run of backticks closes the earliest
 * open run of its length, and everything opened since was code; what never closes was text.
 */

/** A place in the text whose nature is asked for: "open" until the paragraph decides. */
export type Mark = { state: "open" | "text" | "span" };

type Run = { readonly length: number; readonly at: number };
type PlacedMark = { readonly mark: Mark; readonly at: number };

/** Characters, runs and marks looked at, for the tests of linear cost. */
export type Work = { steps: number };

export type Inline = {
  /** Characters seen so far. */
  at: number;
  /** No two of the same length. */
  readonly open: Run[];
  /** Where in `open` a run of a length is. */
  readonly lengths: Map<number, number>;
  /** In the order of their places. */
  readonly marks: PlacedMark[];
  readonly work: Work;
};

export const createInline = (work: Work): Inline => ({
  at: 0,
  open: [],
  lengths: new Map(),
  marks: [],
  work,
});

const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\p{Cc}]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>/uy;
/** An opening tag: a closing one has no backtick to hide. */
const TAG =
  /<[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>/y;
/** Tags that end at a fixed text: comments, instructions, CDATA, declarations. */
const FIXED = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
  ["<!", ">"],
] as const;

function matchEnd(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : 0;
}

/** Where the tag or autolink that starts at `at` ends on this line; 0 where none does. */
function tagEnd(line: string, at: number, closers: Map<string, number>, work: Work): number {
  const end = Math.max(matchEnd(AUTOLINK, line, at), matchEnd(TAG, line, at));
  if (end > 0) return end;
  for (const [opens, closes] of FIXED) {
    if (!line.startsWith(opens, at)) continue;
    if (opens === "<!" && !/[A-Za-z]/.test(line.charAt(at + 2))) return 0;
    // `<!-->` is a whole comment; the other ends share nothing with their beginnings.
    const from = at + 2;
    // What was found, or missed, from further left holds for all that stands before it.
    let found = closers.get(closes);
    if (found === undefined || found < from) {
      const next = line.indexOf(closes, from);
      found = next < 0 ? Number.POSITIVE_INFINITY : next;
      work.steps += Math.min(found, line.length) - from;
      closers.set(closes, found);
    }
    return found < line.length ? found + closes.length : 0;
  }
  return 0;
}

function openRun(inline: Inline, run: Run): void {
  if (inline.lengths.has(run.length)) return;
  inline.lengths.set(run.length, inline.open.length);
  inline.open.push(run);
}

/** Closes an open run: what was opened since was code. From the end, so that each run and mark is looked at once. */
function closeRun(inline: Inline, index: number): void {
  const { open, lengths, marks, work } = inline;
  let from = inline.at;
  for (const run of open.splice(index).reverse()) {
    lengths.delete(run.length);
    from = run.at;
    work.steps++;
  }
  for (let last = marks.at(-1); last !== undefined && last.at > from; last = marks.at(-1)) {
    last.mark.state = "span";
    marks.pop();
    work.steps++;
  }
}

function backticks(inline: Inline, line: string, at: number, escaped: boolean, inTag: boolean): number {
  let end = at;
  while (line.charCodeAt(end) === 96) end++;
  const index = inline.lengths.get(end - at);
  if (index !== undefined) closeRun(inline, index);
  else if (!inTag) {
    const from = escaped ? at + 1 : at;
    if (end > from) openRun(inline, { length: end - from, at: inline.at + from });
  }
  return end;
}

/** Takes one line of the paragraph; `marks` by their offset in the line, behind which there is no more of its text. */
export function inlineLine(inline: Inline, line: string, marks: readonly PlacedMark[]): void {
  const closers = new Map<string, number>();
  let tag = 0;
  let escaped = false;
  for (let i = line.includes("`") ? 0 : line.length; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === 96) {
      const open = inline.open.length;
      i = backticks(inline, line, i, escaped, i < tag) - 1;
      // What looked like a tag stood in a code span.
      if (inline.open.length < open) tag = 0;
      escaped = false;
    } else if (code === 92) escaped = !escaped;
    else {
      if (code === 60 && !escaped && i >= tag) tag = Math.max(tag, tagEnd(line, i, closers, inline.work));
      escaped = false;
    }
  }
  for (const { mark, at } of marks)
    if (inline.open.length === 0) mark.state = "text";
    else inline.marks.push({ mark, at: inline.at + at });
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
}
