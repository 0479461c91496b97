/**
 * Takes ranges out of a text. Everything else stays byte for byte, but for the line that a cut has emptied: that goes
 * with one line end, its own or, at the end of the text, the one before it.
 */

export type Cutter = {
  /** The line end before the current line and its leading blanks, not yet given out. */
  lineEnd: string;
  blanks: string;
  /** The current line has nothing but blanks so far. */
  blank: boolean;
  /** Something was cut from the current line while it was blank. */
  cut: boolean;
  /** A carriage return whose line feed may follow. */
  carriage: string;
};

export const createCutter = (): Cutter => ({
  lineEnd: "",
  blanks: "",
  blank: true,
  cut: false,
  carriage: "",
});

function release(cutter: Cutter): string {
  const out = cutter.lineEnd + cutter.blanks;
  cutter.lineEnd = "";
  cutter.blanks = "";
  return out;
}

function endLine(cutter: Cutter, end: string): string {
  if (cutter.cut && cutter.blank) {
    cutter.blanks = "";
    cutter.cut = false;
    return "";
  }
  const out = release(cutter);
  cutter.lineEnd = end;
  cutter.blank = true;
  cutter.cut = false;
  return out;
}

/** Takes visible text; gives out what is certain to stay where it is. */
export function keepText(cutter: Cutter, piece: string): string {
  if (piece === "") return "";
  const held = piece.endsWith("\r");
  const text = cutter.carriage + (held ? piece.slice(0, -1) : piece);
  cutter.carriage = held ? "\r" : "";
  return keepLines(cutter, text);
}

function keepLines(cutter: Cutter, text: string): string {
  const last = text.lastIndexOf("\n");
  if (!cutter.cut && last >= 0) {
    const start = text.charCodeAt(last - 1) === 13 ? last - 1 : last;
    const out = release(cutter) + text.slice(0, start);
    cutter.lineEnd = text.slice(start, last + 1);
    cutter.blank = true;
    return out + keepLine(cutter, text.slice(last + 1));
  }
  const first = text.indexOf("\n");
  if (first < 0) return keepLine(cutter, text);
  const start = text.charCodeAt(first - 1) === 13 ? first - 1 : first;
  const out = keepLine(cutter, text.slice(0, start)) + endLine(cutter, text.slice(start, first + 1));
  return out + keepLines(cutter, text.slice(first + 1));
}

function keepLine(cutter: Cutter, text: string): string {
  if (text === "") return "";
  if (!cutter.blank) return text;
  if (/^[ \t\r]*$/.test(text)) {
    cutter.blanks += text;
    return "";
  }
  cutter.blank = false;
  return release(cutter) + text;
}

function flushCarriage(cutter: Cutter): string {
  const { carriage } = cutter;
  cutter.carriage = "";
  return keepLine(cutter, carriage);
}

/** A range was cut here; gives out what stood before it for certain. */
export function cutHere(cutter: Cutter): string {
  const out = flushCarriage(cutter);
  if (cutter.blank) cutter.cut = true;
  return out;
}

/** The text is over. */
export function endOfText(cutter: Cutter): string {
  const out = flushCarriage(cutter);
  return cutter.cut && cutter.blank ? out : out + release(cutter);
}

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
    parts.push(cutHere(cutter));
    at = range.end;
  }
  parts.push(keepText(cutter, text.slice(at)), endOfText(cutter));
  return parts.join("");
}
