/**
 * Takes ranges out of a text. Everything else stays byte for byte, but for a line that a cut has emptied, which goes with
 * its line end.
 */

export type Cutter = {
  /** Blanks at the start of the current line, not yet given out. */
  blanks: string;
  /** The current line has nothing but blanks so far. */
  blank: boolean;
  /** Something was cut from the current line. */
  cut: boolean;
};

export const createCutter = (): Cutter => ({ blanks: "", blank: true, cut: false });

function release(cutter: Cutter): string {
  const out = cutter.blanks;
  cutter.blanks = "";
  return out;
}

/** Takes text without a line feed. */
function keepLine(cutter: Cutter, text: string): string {
  if (!cutter.blank) return text;
  if (/^[ \t\r]*$/.test(text)) {
    cutter.blanks += text;
    return "";
  }
  cutter.blank = false;
  return release(cutter) + text;
}

/** Takes visible text; gives out what is certain to stay. */
export function keepText(cutter: Cutter, text: string): string {
  if (!cutter.blank && !text.includes("\n")) return text;
  let from = 0;
  let out = "";
  if (cutter.cut) {
    const end = text.indexOf("\n");
    if (end < 0) return keepLine(cutter, text);
    const line = keepLine(cutter, text.slice(0, end));
    // Where something else came before the line's end, the line stays with it.
    if (cutter.blank) cutter.blanks = "";
    else out = `${line}\n`;
    from = end + 1;
    cutter.blank = true;
    cutter.cut = false;
  }
  const last = text.lastIndexOf("\n");
  if (last >= from) {
    out += release(cutter) + text.slice(from, last + 1);
    from = last + 1;
    cutter.blank = true;
    cutter.cut = false;
  }
  return out + keepLine(cutter, text.slice(from));
}

/** A range was cut here. */
export function cutHere(cutter: Cutter): void {
  cutter.cut = true;
}

/** The text is over. */
export const endOfText = (cutter: Cutter): string => (cutter.cut ? "" : release(cutter));

/** The text without the given ranges, which are in order and do not overlap. */
export function withoutRanges(
  text: string,
  ranges: readonly { readonly start: number; readonly end: number }[],
): string {
  const cutter = createCutter();
  const parts: string[] = [];
  let at = 0;
  for (const range of ranges) {
    parts.push(keepText(cutter, text.slice(at, range.start)));
    cutHere(cutter);
    at = range.end;
  }
  parts.push(keepText(cutter, text.slice(at)), endOfText(cutter));
  return parts.join("");
}
