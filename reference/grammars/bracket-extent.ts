/** Finds the bracket that closes the one at the cursor, with quoted text passed over, while the text is still arriving. */
import { type Cursor, endOf, more, type Parse } from "./cursor.ts";
import { MAX_DEPTH, type Span } from "./json-extent.ts";

type Scan = {
  /** One entry an open bracket: its closing character. */
  readonly open: number[];
  /** The quote that is open, of one character or three. */
  quote: string;
};

const BACKSLASH = 92;

/** Steps over one character of quoted text; the next index, or -1 for a line end that no single quote may hold. */
function stepQuoted(scan: Scan, text: string, i: number): number {
  const code = text.charCodeAt(i);
  if (code === BACKSLASH) return i + 2;
  if (text.startsWith(scan.quote, i)) {
    const end = i + scan.quote.length;
    scan.quote = "";
    return end;
  }
  return code === 10 && scan.quote.length === 1 ? -1 : i + 1;
}

/** Steps over one character outside quotes; the next index, or -1 where a bracket does not match. */
function stepOpen(scan: Scan, text: string, i: number): number {
  const code = text.charCodeAt(i);
  if (code === 34 || code === 39) {
    const mark = text.charAt(i);
    scan.quote = text.startsWith(mark.repeat(3), i) ? mark.repeat(3) : mark;
    return i + scan.quote.length;
  }
  if (code === 40 || code === 91 || code === 123) {
    scan.open.push(code === 40 ? 41 : code + 2);
    return scan.open.length > MAX_DEPTH ? -1 : i + 1;
  }
  if (code === 41 || code === 93 || code === 125) return scan.open.pop() === code ? i + 1 : -1;
  return i + 1;
}

/** Runs over what the window holds, but for characters that only more text explains. */
function run(scan: Scan, c: Cursor): "done" | "bad" | "more" {
  const stop = endOf(c) - c.base;
  // Three characters in sight tell a quote from a triple quote, and an escape from its character.
  const safe = c.final || c.base + c.text.length >= c.limit ? stop : stop - 2;
  const from = c.pos - c.base;
  let i = from;
  let outcome: "done" | "bad" | "more" = "more";
  while (i < safe && outcome === "more") {
    const next = scan.quote === "" ? stepOpen(scan, c.text, i) : stepQuoted(scan, c.text, i);
    if (next < 0) outcome = "bad";
    else {
      i = next;
      if (scan.open.length === 0) outcome = "done";
    }
  }
  i = Math.min(i, stop);
  c.steps += i - from + 1;
  c.pos = c.base + i;
  return outcome;
}

/** The span of the brackets at the cursor; undefined where they do not match, the cursor at the misfit. */
export function* bracketExtent(c: Cursor): Parse<Span | undefined> {
  const start = c.pos;
  const scan: Scan = { open: [], quote: "" };
  for (;;) {
    const outcome = run(scan, c);
    if (outcome === "bad") return undefined;
    if (outcome === "done") {
      c.done = c.pos;
      return { start, end: c.pos };
    }
    if (yield* more(c)) continue;
    c.pos = endOf(c);
    return undefined;
  }
}
