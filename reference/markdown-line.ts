/** One line of markdown and the position in it, with tabs as CommonMark counts them. */

export type Line = {
  readonly text: string;
  offset: number;
  column: number;
  nonspace: number;
  nonspaceColumn: number;
};

export function openLine(text: string): Line {
  const line: Line = { text, offset: 0, column: 0, nonspace: 0, nonspaceColumn: 0 };
  lookAhead(line);
  return line;
}

export const indentOf = (line: Line): number => line.nonspaceColumn - line.column;
export const isBlank = (line: Line): boolean => line.nonspace >= line.text.length;
export const codeAt = (line: Line): number => line.text.charCodeAt(line.nonspace);

/** Finds the next character that is no blank. */
function lookAhead(line: Line): void {
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
}

/** Moves by columns, of which there are so many. A tab that is used up in part stays for its other columns. */
export function advance(line: Line, columns: number): void {
  for (let left = columns; left > 0; ) {
    const width = line.text.charCodeAt(line.offset) === 9 ? 4 - (line.column % 4) : 1;
    const taken = Math.min(width, left);
    line.column += taken;
    left -= taken;
    if (taken === width) line.offset++;
  }
  lookAhead(line);
}

export function isBlankAt(line: Line, at: number): boolean {
  const code = line.text.charCodeAt(at);
  return code === 32 || code === 9;
}
