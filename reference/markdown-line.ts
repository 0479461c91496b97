/** One line of markdown and the position in it, with tabs as CommonMark counts them. */

export type Line = {
  readonly text: string;
  offset: number;
  column: number;
  /** Part of a tab has been used up. */
  partialTab: boolean;
  nonspace: number;
  nonspaceColumn: number;
};

export function openLine(text: string): Line {
  const line: Line = { text, offset: 0, column: 0, partialTab: false, nonspace: 0, nonspaceColumn: 0 };
  lookAhead(line);
  return line;
}

export const indentOf = (line: Line): number => line.nonspaceColumn - line.column;
export const isBlank = (line: Line): boolean => line.nonspace >= line.text.length;
export const codeAt = (line: Line): number => line.text.charCodeAt(line.nonspace);

/** Finds the next character that is no blank. */
export function lookAhead(line: Line): void {
  let at = line.offset;
  let { column } = line;
  for (; at < line.text.length; at++) {
    const code = line.text.charCodeAt(at);
    if (code === 32) column++;
    else if (code === 9) column += 4 - (column % 4);
    else break;
  }
  line.nonspace = at;
  line.nonspaceColumn = column;
}

export function toNonspace(line: Line): void {
  line.offset = line.nonspace;
  line.column = line.nonspaceColumn;
  line.partialTab = false;
}

/** Moves by characters, or by columns, where a tab may be used up in part. */
export function advance(line: Line, count: number, columns: boolean): void {
  let left = count;
  while (left > 0 && line.offset < line.text.length) {
    if (line.text.charCodeAt(line.offset) === 9) {
      const width = 4 - (line.column % 4);
      line.partialTab = columns && width > left;
      line.column += columns ? Math.min(width, left) : width;
      if (!line.partialTab) line.offset++;
      left -= columns ? Math.min(width, left) : 1;
    } else {
      line.partialTab = false;
      line.offset++;
      line.column++;
      left--;
    }
  }
  lookAhead(line);
}

export function isBlankAt(line: Line, at: number): boolean {
  const code = line.text.charCodeAt(at);
  return code === 32 || code === 9;
}
